import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { REASON_MAX } from '#core/accounts/accounts.rules.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';

const REASON_MIN = 3;
type ReasonWords = { title: string; lead: string; reason: string; hint: string; verb: string };
type Props = {
  words: ReasonWords;
  /** Red for what takes something from somebody. */
  look: 'red' | 'plain';
  /** True when it is done; false keeps the dialog open. */
  go: (reason: string) => Promise<boolean>;
  onClose: () => void;
  children?: ReactNode;
};

/** A question that needs a reason in words, which somebody else will read. */
export function ReasonDialog({ words, look, go, onClose, children }: Props) {
  const say = adminText();
  const kit = kitText();
  const failureText = useFailureText(say);
  const [reason, setReason] = useState('');
  const [state, setState] = useState({ busy: false, failure: '', field: '' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    if (text.length < REASON_MIN) {
      const field = text === '' ? kit('fieldErrors.required') : kit('fieldErrors.too_short', { min: REASON_MIN });
      return setState({ busy: false, failure: '', field });
    }
    setState({ busy: true, failure: '', field: '' });
    try {
      if (await go(text)) return onClose();
      setState({ busy: false, failure: '', field: '' });
    } catch (error) {
      setState({ busy: false, failure: failureText(error), field: '' });
    }
  };
  return (
    <Dialog title={words.title} lead={words.lead} width={520} onClose={onClose}>
      <form method="dialog" className={s.dialog} onSubmit={(event) => void submit(event)} noValidate>
        {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
        {children}
        <Textarea
          size="md"
          label={words.reason}
          description={words.hint}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          error={state.field === '' ? undefined : state.field}
          rows={3}
          dir="auto"
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
          autoFocus
        />
        <div className={s.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={state.busy} {...(look === 'red' && { color: 'red' })}>
            {words.verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
