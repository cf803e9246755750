import s from '#ui/green-room.module.css';
import type { RecordingState } from '#protocol/messages.ts';
import { useWords } from '#ui/words.tsx';

/** Before one is in: whether the meeting is or may be recorded, and what of oneself. */
export function RecordedNote({ recording }: { recording: RecordingState }) {
  const { text } = useWords();
  return (
    <div className={s.recorded} data-recording={recording}>
      <i aria-hidden="true" />
      <p>
        <b>{text(recording === 'off' ? 'greenRoom.mayBeRecorded' : 'greenRoom.recorded')}</b> {text('greenRoom.whatIsRecorded')}
      </p>
    </div>
  );
}
