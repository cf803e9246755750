import { Button, TextInput } from '@mantine/core';
import { PASSKEY_NAME_MAX } from '#core/identity/identity.rules.ts';
import type { Passkey } from '#core/identity/safety.contract.ts';
import { makePasskey } from '#core/identity/ui/blocks/passkey.hook.ts';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useSafety } from '#core/identity/ui/blocks/safety-api.hook.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

/** A suggested name for this device; the browser names its system. */
function deviceName(): string {
  const { userAgent } = navigator;
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'].find((name) => userAgent.includes(name));
  return known === 'CrOS' ? 'Chromebook' : (known ?? '');
}

/** Names a passkey that is there, or makes one and names it. */
type Props = { passkey: Passkey | null; onClose: () => void; onDone: () => void };
export function PasskeyDialog({ passkey, onClose, onDone }: Props) {
  const say = settingsText();
  const safety = useSafety();
  const { run, dialog } = useProof();
  const make = async (name: string) => {
    const { options } = await safety.passkeyOptions();
    const response = await makePasskey(options);
    return safety.addPasskey({ body: { name, response } });
  };
  const form = useDraftForm({
    key: null,
    initial: { name: passkey?.name ?? deviceName() },
    check: ({ name }) => (name.trim() === '' ? { name: 'required' } : {}),
    say,
    save: async ({ name }) => {
      const done =
        passkey === null
          ? await run(say('proof.passkeyAdd'), () => make(name.trim()))
          : await safety.renamePasskey({ params: { id: passkey.id }, body: { name: name.trim() } });
      if (done !== null) onDone();
    },
  });
  return (
    <Dialog
      title={say(passkey === null ? 'passkeys.newTitle' : 'passkeys.renameTitle')}
      {...(passkey === null ? { lead: say('passkeys.newLead') } : {})}
      onClose={onClose}
    >
      <form method="post" className={s.setup} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          dir="auto"
          label={say('passkeys.name')}
          description={say('passkeys.nameHint')}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          data-autofocus
          {...form.input('name')}
        />
        <div className={s.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" type="submit" variant="filled" loading={form.saving}>
            {say(passkey === null ? 'passkeys.make' : 'passkeys.save')}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}
