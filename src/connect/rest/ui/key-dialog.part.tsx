import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { keyLimits } from '#core/iam/keys.rules.ts';
import { parseRange } from '#kit/ranges.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type AccessKeys, keysApi } from './rest-data.hook.ts';
import { restText } from './rest-text.hook.ts';
import s from './rest.module.css';

const dayMs = 86_400_000;
const lasts = ['30', '90', '365', 'never'] as const;
const rangesIn = (text: string): string[] => text.split(/[\s,;،]+/).filter((one) => one !== '');

type KeyDraft = { name: string; scopes: string[]; ranges: string; lasts: string; owner: string };
const troubleOf = (draft: KeyDraft): Partial<Record<keyof KeyDraft, string>> => ({
  ...(draft.name.trim() === '' && { name: 'required' }),
  ...(draft.scopes.length === 0 && { scopes: 'no_scopes' }),
  ...(rangesIn(draft.ranges).some((one) => parseRange(one) === null) && { ranges: 'not_a_range' }),
});

/** Makes a key, and shows it the one time that it can be seen. */
export function KeyDialog({ keys, onClose, onMade }: { keys: AccessKeys; onClose: () => void; onMade: () => void }) {
  const say = restText();
  const api = useApi(keysApi);
  const { now } = useReader();
  const { run, dialog } = useProof();
  const [made, setMade] = useState<MadeKey | null>(null);
  const form = useDraftForm<KeyDraft>({
    key: null,
    initial: { name: '', scopes: [], ranges: '', lasts: '90', owner: 'person' },
    check: troubleOf,
    say,
    save: async (draft) => {
      const body = {
        name: draft.name.trim(),
        scopes: draft.scopes,
        ranges: rangesIn(draft.ranges),
        expiresAt: draft.lasts === 'never' ? null : now + Number(draft.lasts) * dayMs,
        owner: draft.owner === 'account' ? ('account' as const) : ('person' as const),
      };
      const done = await run(say('form.proof'), () => api.keys.create({ body }));
      if (done === null) return;
      setMade({ name: done.key.name, token: done.token });
      onMade();
    },
  });
  if (made !== null) return <KeyShown made={made} onClose={onClose} />;
  return (
    <Dialog title={say('form.title')} lead={say('form.lead', { count: keys.callsPerMinute })} width={560} onClose={onClose}>
      <form method="post" className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('name')}
          label={say('form.name')}
          description={say('form.nameHint')}
          dir="auto"
          autoComplete="off"
          maxLength={keyLimits.name}
          data-autofocus
        />
        <Scopes form={form} offered={keys.scopes} />
        <NativeSelect
          size="md"
          {...form.input('lasts')}
          label={say('form.lasts')}
          data={lasts.map((value) => ({
            value,
            label: value === 'never' ? say('form.never') : say('form.days', { count: Number(value) }),
          }))}
        />
        {keys.forAccount && (
          <NativeSelect
            size="md"
            {...form.input('owner')}
            label={say('form.owner')}
            description={say('form.ownerHint')}
            data={[
              { value: 'person', label: say('form.person') },
              { value: 'account', label: say('form.account') },
            ]}
          />
        )}
        <Textarea
          size="md"
          {...form.input('ranges')}
          label={say('form.ranges')}
          description={say('form.rangesHint')}
          rows={2}
          dir="ltr"
          spellCheck={false}
          maxLength={1500}
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('form.close')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('form.make')}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}

/** Each permission that the reader can give away. */
function Scopes({ form, offered }: { form: DraftForm<KeyDraft>; offered: readonly string[] }) {
  const say = restText();
  const { scopes } = form.values;
  const error = form.errors['scopes'];
  const toggle = (name: string) =>
    form.set('scopes', scopes.includes(name) ? scopes.filter((one) => one !== name) : [...scopes, name]);
  return (
    <>
      <fieldset className={s.boxes} {...(error === undefined ? {} : { 'aria-describedby': 'key-scopes-error' })}>
        <legend>{say('form.scopes')}</legend>
        {offered.map((name) => (
          <Checkbox
            key={name}
            label={
              <bdi dir="ltr" className="mono">
                {name}
              </bdi>
            }
            checked={scopes.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      {error !== undefined && (
        <p id="key-scopes-error" className={s.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

type MadeKey = { name: string; token: string };
function KeyShown({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const say = restText();
  return (
    <Dialog title={say('shown.title', { name: made.name })} lead={say('shown.lead')} width={560} onClose={onClose}>
      <div className={s.address}>
        <Ltr mono="mono" className={s.url ?? ''}>
          {made.token}
        </Ltr>
        <CopyButton text={made.token} look="icon" label={say('shown.copy')} />
      </div>
      <div className={dialogs.acts}>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('shown.done')}
        </Button>
      </div>
    </Dialog>
  );
}
