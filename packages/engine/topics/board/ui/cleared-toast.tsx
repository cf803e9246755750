import { boardTopic } from '#topics/board/board.topic.ts';
import s from '#topics/board/ui/board.module.css';
import { useBoardText } from '#topics/board/ui/board-text.ts';
import { Button } from '#ui/parts.tsx';
import { useNow } from '#ui/now.ts';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';

const SHOWN_MS = 10_000;

/** For some seconds, who cleared a page can take it back. */
export function ClearedToast() {
  const text = useBoardText();
  const meeting = useMeeting();
  const { topics, you, skew } = useMeetingState();
  const { cleared } = topics.board;
  const now = useNow(1000) + skew;
  const isShown = cleared !== null && cleared.by === you && cleared.elements.length > 0 && now - cleared.at < SHOWN_MS;
  return (
    <div className={s.toast} role="status">
      {isShown && (
        <>
          <span>{text('cleared')}</span>
          <Button size="xs" onClick={() => void meeting.command(boardTopic.name, { do: 'restore', page: cleared.page })}>
            {text('undo')}
          </Button>
        </>
      )}
    </div>
  );
}
