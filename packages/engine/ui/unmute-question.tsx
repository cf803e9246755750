import f from '#ui/float.module.css';
import { Button, Faces } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { useWords } from '#ui/words.tsx';

/** A moderator would like to hear this person. Over everything, and without the focus: typing on must not open a microphone. */
export function UnmuteQuestion() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { unmuteAskedBy, members, own } = useMeetingState();
  const asker = unmuteAskedBy === null ? undefined : members[unmuteAskedBy];
  if (asker === undefined || own.mic === 'on' || own.mic === 'starting') return null;
  const answered = () => meeting.store.dispatch({ t: 'unmute-answered' });
  return (
    <div className={f.call} role="alert">
      <Faces people={[asker]} />
      <span>{text('unmute.asked', { name: asker.name })}</span>
      <span>
        <Button size="xs" look="quiet" onClick={answered}>
          {text('unmute.notNow')}
        </Button>
        <Button
          size="xs"
          onClick={() => {
            answered();
            void meeting.toggle('mic');
          }}
        >
          {text('bar.unmute')}
        </Button>
      </span>
    </div>
  );
}
