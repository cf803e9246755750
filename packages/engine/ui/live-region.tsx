import p from '#ui/parts.module.css';
import { useMeetingState } from '#ui/room-context.tsx';
import type { MeetingNews } from '#ui/state.ts';
import type { TextKey } from '#ui/text.ts';
import { useWords } from '#ui/words.tsx';

const words: Record<MeetingNews['what'], TextKey> = {
  joined: 'live.joined',
  left: 'live.left',
  removed: 'live.removed',
  hand: 'live.hand',
  chat: 'live.chat',
  'chat-private': 'live.chatPrivate',
  knock: 'live.knock',
  'record-on': 'live.recordOn',
  'record-off': 'live.recordOff',
  'record-paused': 'live.recordPaused',
  'record-resumed': 'live.recordResumed',
};

/** Reads joins, leaves, hands, knocks, recordings and (with the chat closed) messages to those who do not see them. */
export function LiveRegion() {
  const { text } = useWords();
  const { news } = useMeetingState();
  return (
    <div className={p.hidden} role="log" aria-live="polite" aria-label={text('live.label')} data-live>
      {news.slice(-5).map((n) => (
        <p key={n.id}>{text(words[n.what], { name: n.name, text: n.text })}</p>
      ))}
    </div>
  );
}
