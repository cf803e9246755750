import { Button } from '@mantine/core';
import { IconMailOff, IconMailOpened } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useMailServer } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { RESEND_SECONDS } from '../identity.rules.ts';
import { CardHead, Refused } from './card.part.tsx';
import { useCoolDown } from './cool-down.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { useExplain } from './refusal.hook.ts';

const secondsOf = (error: unknown): number => {
  const seconds = error instanceof Failure ? error.data['seconds'] : null;
  return typeof seconds === 'number' ? seconds : 0;
};

type SentProps = { children: ReactNode; resend: () => Promise<void>; onOther?: () => void };
/** A mail is on its way: what to do now, and the same once more after a while. */
export function Sent({ children, resend, onOther }: SentProps) {
  const say = identityText();
  const explain = useExplain();
  const failureText = useFailureText(say);
  const { left, start } = useCoolDown(RESEND_SECONDS);
  const [state, setState] = useState({ busy: '', failure: '' });
  const again = async () => {
    setState({ busy: 'busy', failure: '' });
    try {
      await resend();
      start(RESEND_SECONDS);
      setState({ busy: '', failure: '' });
    } catch (error) {
      const why = explain(error);
      start(secondsOf(why));
      setState({ busy: '', failure: failureText(why) });
    }
  };
  const mailServer = useMailServer();
  const kit = kitText();
  if (mailServer === null) return null;
  const isKept = mailServer === 'none';
  return (
    <>
      <CardHead icon={isKept ? IconMailOff : IconMailOpened} title={say(isKept ? 'sent.keptTitle' : 'sent.title')}>
        {isKept ? kit('mailKept') : children}
      </CardHead>
      <p className={`small quiet ${s.hint}`}>{say(isKept ? 'sent.keptHint' : 'sent.hint')}</p>
      <div className={s.acts}>
        <Refused text={state.failure === '' ? null : state.failure} />
        <Button size="md" fullWidth loading={state.busy !== ''} disabled={left > 0} onClick={() => void again()}>
          {left > 0 ? say('sent.againIn', { seconds: left }) : say('sent.again')}
        </Button>
        {onOther && (
          <Button size="md" fullWidth variant="subtle" onClick={onOther}>
            {say('sent.other')}
          </Button>
        )}
      </div>
    </>
  );
}
