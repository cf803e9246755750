import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Suspense } from 'react';
import { expectNoViolations, type ComponentLook, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { outboxCalls, type SenderView } from '#core/outbox/outbox.contract.ts';
import { useChange } from './change.hook.ts';
import { Sender } from './sender.part.tsx';

const domain = 'meet.example';
const keyOf = (selector: string) => ({ selector, domain, since: now - 40 * 86_400_000 });
const dkim = (selector: string, why: 'signing' | 'prepared'): SenderView['records'][number] => ({
  kind: 'dkim',
  name: `${selector}._domainkey.${domain}`,
  type: 'TXT',
  value: `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)}IDAQAB`,
  why,
});
const others: SenderView['records'] = [
  { kind: 'spf', name: domain, type: 'TXT', value: 'v=spf1 a:smtp.meet.example ~all', why: 'servers' },
  {
    kind: 'dmarc',
    name: `_dmarc.${domain}`,
    type: 'TXT',
    value: 'v=DMARC1; p=none; rua=mailto:news@meet.example',
    why: 'policy',
  },
];
const off: SenderView = {
  from: 'Atrium <news@meet.example>',
  domain,
  mailServer: 'set',
  state: 'off',
  key: null,
  prepared: null,
  records: others,
  version: 0,
};
const prepared: SenderView = {
  ...off,
  prepared: keyOf('atrium20260310'),
  records: [dkim('atrium20260310', 'prepared'), ...others],
  version: 1,
};
const signing: SenderView = {
  ...off,
  state: 'signing',
  key: keyOf('atrium20260310'),
  records: [dkim('atrium20260310', 'signing'), ...others],
  version: 2,
};
const rotating: SenderView = {
  ...signing,
  prepared: keyOf('atrium20260310b'),
  records: [dkim('atrium20260310', 'signing'), dkim('atrium20260310b', 'prepared'), ...others],
  version: 3,
};

function SenderAlone() {
  const steps = useChange();
  return <Sender steps={steps} />;
}

async function open(sender: SenderView, look?: ComponentLook, calls: ReturnType<typeof onCall>[] = []): Promise<void> {
  await mount(
    <Suspense>
      <SenderAlone />
    </Suspense>,
    { ...(look && { look }), calls: [...calls, onCall(outboxCalls.sender, () => sender)] },
  );
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
}

test.each(looks)('two keys and their records: $locale $scheme $width', async (look) => {
  await open(rotating, look);
  await expect.element(page.getByText('atrium20260310b._domainkey.meet.example')).toBeVisible();
  expect(page.getByRole('button').elements().length).toBe(2 + 2 * rotating.records.length);
  await expectNoViolations();
});

test('from the first key to a signature, and back', async () => {
  const sent: unknown[] = [];
  const step = (call: typeof outboxCalls.prepareKey, answer: SenderView) =>
    onCall(call, ({ body }) => {
      sent.push(body);
      return answer;
    });
  await open(off, undefined, [
    step(outboxCalls.prepareKey, prepared),
    step(outboxCalls.startSigning, signing),
    step(outboxCalls.stopSigning, { ...off, version: 3 }),
  ]);
  await expect.element(page.getByText('Emails are not signed.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Create key' }));
  await expect.element(page.getByText('is not in use yet')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Start signing' }));
  await expect.element(page.getByText('Emails have been signed with the key')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Stop signing…' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Stop signing' }));
  await expect.element(page.getByText('Emails are not signed.')).toBeVisible();
  expect(sent).toEqual([{ version: 0 }, { version: 1 }, { version: 2 }]);
});

test('a value is copied whole', async () => {
  await open(signing);
  const copied: string[] = [];
  navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text));
  await userEvent.click(page.getByRole('button', { name: 'Copy value: DKIM, Key in use' }));
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied).toEqual([signing.records[0]?.value]);
});

test('a key of another domain is said to sign nothing, and a new one is offered', async () => {
  await open({ ...rotating, domain: 'other.example', state: 'other_domain', records: others });
  await expect.element(page.getByText('Emails are not signed: the key atrium20260310 is for meet.example.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create new key' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Start signing' }).query()).toBeNull();
});

test.each([
  ['a mail server', { mailServer: 'none' as const }, 'Set up a mail server above'],
  ['a domain', { domain: null, from: 'Atrium <no-reply@localhost>' }, 'Atrium <no-reply@localhost>'],
])('without %s there are a sentence and no records', async (_, change, sentence) => {
  await open({ ...off, records: [], ...change });
  await expect.element(page.getByText(sentence)).toBeVisible();
  expect(page.getByRole('button').query()).toBeNull();
  await expectNoViolations();
});
