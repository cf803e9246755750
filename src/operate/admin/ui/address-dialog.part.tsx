import { Button, TextInput } from '@mantine/core';
import { Failure } from '#kit/errors.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';

const looksLikeOne = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text.trim());
/** Thrown when somebody turns away from the proof; there is nothing to say about it. */
const stays = new Failure('not_saved');
type Props = { name: string; lead: string; save: (email: string) => Promise<boolean>; onClose: () => void };
export function AddressDialog({ name, lead, save, onClose }: Props) {
  const say = adminText();
  const form = useDraftForm<{ email: string }>({
    key: null,
    initial: { email: '' },
    check: ({ email }) => (email.trim() === '' ? { email: 'required' } : looksLikeOne(email) ? {} : { email: 'email' }),
    say,
    save: async ({ email }) => {
      if (!(await save(email.trim()))) throw stays;
      onClose();
    },
  });
  return (
    <Dialog title={say('address.title', { name })} lead={lead} width={520} onClose={onClose}>
      <form method="dialog" className={s.dialog} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('email')}
          label={say('address.email')}
          type="email"
          dir="ltr"
          autoComplete="off"
          maxLength={254}
          data-autofocus
          autoFocus
        />
        <div className={s.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('address.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
