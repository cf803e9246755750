import { useEffect, useState } from 'react';
import f from '#ui/float.module.css';
import { Face } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { useWords } from '#ui/words.tsx';

const SHOWN_MS = 7000;
const WORDS = 160;

/** The first words of a new message, beside the way to the chat. It is read out with the other news, so not here. */
export function ChatPreview() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { news, panel } = useMeetingState();
  const last = news.findLast(({ message }) => message !== undefined);
  const id = last?.id ?? 0;
  const [seen, setSeen] = useState(id);
  const partner = last?.message?.partner ?? null;
  const open = panel === 'chat';
  useEffect(() => {
    const timer = setTimeout(() => setSeen(id), open ? 0 : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, open]);
  if (!last || id <= seen || open) return null;
  return (
    <button type="button" className={f.preview} onClick={() => meeting.store.dispatch({ t: 'conversation', partner })}>
      <Face name={last.name} size={24} />
      <span>
        <b>
          <bdi>{last.name}</bdi>
        </b>{' '}
        {partner !== null && <i>{text('chat.privately')}</i>} <bdi>{last.text.slice(0, WORDS)}</bdi>
      </span>
    </button>
  );
}
