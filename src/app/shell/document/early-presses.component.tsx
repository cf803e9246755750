import { Suspense, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { useEarlyValues } from '#kit/ui/form/early-values.ts';
import { earlyScript } from './early-presses.ts';
import { WhenAlive } from './when-alive.tsx';

const initial = { name: '', entry: 'open', role: 'guest', muted: true };

function RoomForm({ onSave }: { onSave: (values: typeof initial) => void }) {
  const [values, setValues] = useState(initial);
  const [presses, setPresses] = useState(0);
  useEarlyValues(initial, setValues);
  const change = (part: Partial<typeof initial>) => setValues({ ...values, ...part });
  const save = () => {
    setPresses(presses + 1);
    onSave(values);
  };
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input name="name" aria-label="Name" value={values.name} onChange={(event) => change({ name: event.target.value })} />
      {['open', 'code'].map((entry) => (
        <input
          key={entry}
          type="radio"
          name="entry"
          value={entry}
          aria-label={entry}
          checked={values.entry === entry}
          onChange={() => change({ entry })}
        />
      ))}
      <input
        type="checkbox"
        name="muted"
        aria-label="Muted"
        checked={values.muted}
        onChange={(event) => change({ muted: event.target.checked })}
      />
      <select name="role" aria-label="Role" value={values.role} onChange={(event) => change({ role: event.target.value })}>
        <option>host</option>
        <option>guest</option>
      </select>
      <button type="submit">Save {presses}</button>
    </form>
  );
}

test.each(['root', 'boundary'])(
  'what is entered and pressed before the code runs counts once it does: in a %s',
  async (where) => {
    const saved: (typeof initial)[] = [];
    const form = <RoomForm onSave={(values) => void saved.push(values)} />;
    const whole = <WhenAlive>{where === 'root' ? form : <Suspense>{form}</Suspense>}</WhenAlive>;
    delete document.documentElement.dataset['alive'];
    const script = document.createElement('script');
    script.text = earlyScript;
    const root = document.createElement('div');
    root.innerHTML = renderToString(whole);
    document.body.append(script, root);

    await page.getByLabelText('Name').fill('Made in haste');
    await page.getByLabelText('code').click();
    await page.getByLabelText('Muted').click();
    await page.getByLabelText('Role').selectOptions('host');
    await page.getByRole('button').click();
    await page.getByRole('button').click();
    expect(saved).toEqual([]);

    const taken = hydrateRoot(root, whole);
    onTestFinished(() => {
      taken.unmount();
      root.remove();
      script.remove();
    });
    await expect.poll(() => saved).toEqual([{ name: 'Made in haste', entry: 'code', role: 'host', muted: false }]);
    expect(document.documentElement.dataset['alive']).toBe('');
    await page.getByRole('button', { name: 'Save 1' }).click();
    await expect.element(page.getByRole('button', { name: 'Save 2' })).toBeVisible();
  },
);
