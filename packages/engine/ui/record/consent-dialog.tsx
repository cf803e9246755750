import { IconMessage, IconMicrophone, IconScreenShare, IconVideo } from '@tabler/icons-react';
import { consentQuestion } from '#ui/record/consent.ts';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { noticeWords } from '#ui/notice-words.ts';
import { Button } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import type { TextKey } from '#ui/text.ts';
import { useWords } from '#ui/words.tsx';

/** The question about being recorded: for everybody when it begins, for those who come later, and when somebody opens it again. */
export function ConsentDialog() {
  const state = useMeetingState();
  const meeting = useMeeting();
  const question = consentQuestion(state);
  if (question === 'none') return null;
  const close = () => meeting.store.dispatch({ t: 'asking', what: null });
  return question === 'must' ? <Question /> : <Question onClose={close} />;
}

const recorded = [
  [IconMicrophone, 'recorded.voice'],
  [IconVideo, 'recorded.camera'],
  [IconScreenShare, 'recorded.screen'],
  [IconMessage, 'recorded.chat'],
] as const;
const answered: Record<'open' | 'all' | 'nothing', TextKey> = {
  open: 'recorded.until',
  all: 'recorded.agreed',
  nothing: 'recorded.notRecorded',
};

function Question({ onClose }: { onClose?: () => void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const { facts, link } = useMeetingState();
  const consent = facts?.consent ?? 'open';
  const title = text(facts?.recording === 'paused' ? 'top.recordingPaused' : 'recorded.title');
  const waits = link === 'lost';
  return (
    <Dialog
      // Somebody who is typing when it appears must not consent by accident: the heading has the focus, no button.
      title={
        <span tabIndex={-1} data-safe>
          {title}
        </span>
      }
      lead={text(answered[consent])}
      {...(onClose && { onClose })}
      stacked
      actions={
        <>
          {consent === 'all' ? (
            <Button look="accent" onClick={onClose}>
              {text('invite.close')}
            </Button>
          ) : (
            <Button look="accent" disabled={waits} onClick={() => void meeting.consent('all')}>
              {text('recorded.agree')}
            </Button>
          )}
          {consent === 'nothing' ? (
            <Button onClick={onClose}>{text('invite.close')}</Button>
          ) : (
            <Button disabled={waits} onClick={() => void meeting.consent('nothing')}>
              {text('recorded.unrecorded')}
            </Button>
          )}
          <Button look="quiet" onClick={() => void meeting.leave()}>
            {text('bar.leave')}
          </Button>
        </>
      }
    >
      {consent !== 'all' && <p className={f.lead}>{text('recorded.lead')}</p>}
      <ul className={f.facts}>
        {recorded.map(([Sign, key]) => (
          <li key={key}>
            <Sign size={16} stroke={1.75} aria-hidden="true" />
            <span>{text(key)}</span>
          </li>
        ))}
      </ul>
      <AnswerHindrance />
    </Dialog>
  );
}

/** Why an answer cannot be given or was not taken: what stands outside of the dialog is read to nobody while it is open. */
function AnswerHindrance() {
  const { text } = useWords();
  const { link, notices } = useMeetingState();
  const last = notices.at(-1);
  const key: TextKey | null = link === 'lost' ? 'reconnect.lost' : last === undefined ? null : noticeWords[last.what];
  return (
    <p className={f.hindrance} role="status">
      {key !== null && text(key)}
    </p>
  );
}
