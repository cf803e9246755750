import { IconPlayerPause } from '@tabler/icons-react';
import { useNow } from '#ui/now.ts';
import { Ltr } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import s from '#ui/room.module.css';
import { clockOf } from '#ui/say-time.ts';
import { useWords } from '#ui/words.tsx';

/** The sign that stands while a recording is on or paused; pressed, it says what is recorded of oneself. */
export function RecordingMark() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { facts } = useMeetingState();
  if (!facts || facts.recording === 'off') return null;
  const paused = facts.recording === 'paused';
  return (
    <button
      type="button"
      className={s.rec}
      data-recording={facts.recording}
      title={text('top.ofYou')}
      onClick={() => meeting.store.dispatch({ t: 'asking', what: 'again' })}
    >
      {paused ? <IconPlayerPause size={12} stroke={2.5} aria-hidden="true" /> : <i aria-hidden="true" />}
      <span>{text(paused ? 'top.recordingPaused' : 'top.recording')}</span>
      {facts.recordingSince === null ? <Ltr>{clockOf(facts.recorded)}</Ltr> : <Elapsed since={facts.recordingSince} />}
    </button>
  );
}

function Elapsed({ since }: { since: number }) {
  const { skew } = useMeetingState();
  const now = useNow(1000);
  return <Ltr>{clockOf(now + skew - since)}</Ltr>;
}
