import { IconMoodSmile, IconSend } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { CHAT_LENGTH, type ChatMessage } from '#topics/chat/chat.topic.ts';
import { useClock } from '#ui/house.ts';
import { isPhone } from '#ui/media/devices.ts';
import { EmojiPicker } from '#ui/panels/emoji-picker.tsx';
import { linkify, type Piece, welcomePieces } from '#ui/panels/linkify.ts';
import { Face, IconButton } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isOff, may } from '#ui/state.ts';
import s from '#ui/panels/panel.module.css';
import { useWords } from '#ui/words.tsx';

/** Messages of one person within this time stand under one name (milliseconds). */
const TOGETHER_MS = 120_000;

/** The conversation with everyone: what was said before one came, links, and a line where the new begins. */
export function ChatPanel() {
  const { text } = useWords();
  const state = useMeetingState();
  const welcome = useMemo(() => welcomePieces(state.facts?.welcome ?? ''), [state.facts?.welcome]);
  const forHosts = useMemo(() => welcomePieces(state.facts?.moderatorMessage ?? ''), [state.facts?.moderatorMessage]);
  const log = useFollow(state.topics.chat.length);
  const locked = !may(state, 'chat');
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard (WCAG 2.1.1) */}
      <div ref={log} className={s.log} role="log" aria-label={text('chat.log')} tabIndex={0}>
        <ol>
          <li className={s.day}>{welcome.length > 0 ? <Pieces pieces={welcome} /> : text('chat.everyone')}</li>
          {forHosts.length > 0 && (
            <li className={s.day} data-hosts>
              <b>{text('chat.hostsOnly')}</b>
              {'\n'}
              <Pieces pieces={forHosts} />
            </li>
          )}
          {state.topics.chat.map((message, i) => (
            <Fragment key={message.id}>
              {message.id === state.firstNew && (
                <li className={s.new}>
                  <span>{text('chat.new')}</span>
                </li>
              )}
              <Said message={message} before={message.id === state.firstNew ? undefined : state.topics.chat[i - 1]} />
            </Fragment>
          ))}
        </ol>
      </div>
      {locked ? <p className={s.hint}>{text('chat.locked')}</p> : <Write />}
    </>
  );
}

/** Stays at the end while the reader is there; somebody who scrolled up is left alone. */
function useFollow(length: number) {
  const ref = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const log = ref.current;
    if (!log) return;
    const look = () => {
      atEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
    };
    log.addEventListener('scroll', look, { passive: true });
    return () => log.removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    if (length >= 0 && atEnd.current) ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [length]);
  return ref;
}

function Said({ message, before }: { message: ChatMessage; before: ChatMessage | undefined }) {
  const clock = useClock();
  const same = before?.from === message.from && message.at - before.at < TOGETHER_MS;
  const words = (
    <p className={s.words} dir="auto">
      <Pieces pieces={linkify(message.text)} />
    </p>
  );
  if (same)
    return (
      <li className={s.said} data-same>
        {words}
      </li>
    );
  return (
    <li className={s.said}>
      <Face name={message.name} />
      <div>
        <p className={s.by}>
          <b>
            <bdi>{message.name}</bdi>
          </b>
          <time dateTime={new Date(message.at).toISOString()}>
            <bdi>{clock(message.at)}</bdi>
          </time>
        </p>
        {words}
      </div>
    </li>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, i) => {
    const key = `${i}${piece.text}`;
    return piece.href ? (
      <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{piece.text}</bdi>
      </a>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    );
  });
}

function Write() {
  const { text } = useWords();
  const meeting = useMeeting();
  const plain = isOff(useMeetingState(), 'chatEmojiPicker');
  const [words, setWords] = useState('');
  const [picking, setPicking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // On phones the keyboard would cover what one came to read.
  useEffect(() => {
    if (!isPhone()) field.current?.focus({ preventScroll: true });
  }, []);
  const send = async () => {
    const said = words.trim();
    if (!said) return;
    setWords('');
    const outcome = await meeting.command('chat', { do: 'say', text: said });
    if (outcome !== 'ok') setWords((now) => now || said);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && picking) {
      event.preventDefault();
      return setPicking(false);
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      className={s.write}
      onSubmit={(e) => {
        e.preventDefault();
        void send();
      }}
    >
      {picking && (
        <EmojiPicker
          onPick={(emoji) => {
            setWords((now) => now + emoji);
            setPicking(false);
            field.current?.focus();
          }}
          onClose={() => setPicking(false)}
        />
      )}
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        maxLength={CHAT_LENGTH}
        aria-label={text('chat.write')}
        placeholder={text('chat.write')}
        value={words}
        onChange={(e) => setWords(e.currentTarget.value)}
        onKeyDown={press}
      />
      {!plain && (
        <IconButton
          icon={IconMoodSmile}
          size={28}
          label={text('chat.emoji')}
          aria-expanded={picking}
          onClick={() => setPicking(!picking)}
        />
      )}
      <IconButton type="submit" icon={IconSend} size={28} turn="turn" className={s.send} label={text('chat.send')} />
    </form>
  );
}
