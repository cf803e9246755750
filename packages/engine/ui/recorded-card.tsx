import { IconPlayerRecord } from '@tabler/icons-react';
import f from '#ui/float.module.css';
import { Button } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { useWords } from '#ui/words.tsx';

/** Somebody began to record: whoever is in stays, or goes. It stands until it is answered or the recording stops. */
export function RecordedCard() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { consentAsked } = useMeetingState();
  if (!consentAsked) return null;
  return (
    <section className={f.trouble} role="alert" data-recorded>
      <IconPlayerRecord size={20} stroke={1.75} aria-hidden="true" />
      <h2>{text('recorded.title')}</h2>
      <span />
      <p>{text('recorded.lead')}</p>
      <div>
        <Button size="xs" look="accent" onClick={() => meeting.store.dispatch({ t: 'consented' })}>
          {text('recorded.stay')}
        </Button>{' '}
        <Button size="xs" look="quiet" onClick={() => void meeting.leave()}>
          {text('recorded.leave')}
        </Button>
      </div>
    </section>
  );
}
