import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import type { ConversationDetail } from '../chat-views.contract.ts';
import { chatText } from './chat-text.hook.ts';
import { useChatTimes } from './chat-times.hook.ts';
import type { MessageActs } from './message-acts.hook.ts';
import { type MessageBook, messageLines } from './message-book.hook.ts';
import { MessageRow, UnsentRow } from './message-line.part.tsx';
import s from './thread.module.css';
import type { UnsentQueue } from './unsent.hook.ts';

/** Pixels: nearer to an end than this is at it. */
const near = { bottom: 48, top: 240 };
// React warns about it while rendering on the server, where nothing scrolls
const useScrollEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * The log is laid out from its end (`column-reverse`): it begins at the newest message before any code has come, and older ones that
 * are put on top move nothing. `scrollTop` is 0 at the end and negative above it.
 */
function useLogScroll({ items }: MessageBook, onEnd: (at: 'end' | 'away') => void) {
  const log = useRef<HTMLDivElement>(null);
  const last = items.at(-1);
  const before = useRef({ height: 0, last: 0 });
  const { user } = useAuth();
  useScrollEffect(() => {
    const element = log.current;
    if (element === null) return;
    const { height, last: lastBefore } = before.current;
    const [grown, added] = [element.scrollHeight - height, (last?.number ?? 0) > lastBefore];
    before.current = { height: element.scrollHeight, last: last?.number ?? 0 };
    if (lastBefore === 0 || !added) return;
    if (last?.author.userId === user?.id) element.scrollTop = 0;
    else if (element.scrollTop < -near.bottom) element.scrollTop -= grown;
  }, [items, last, user?.id]);
  const whereNow = () => {
    const top = log.current?.scrollTop ?? 0;
    onEnd(top > -near.bottom ? 'end' : 'away');
  };
  return { log, whereNow, toEnd: () => log.current?.scrollTo({ top: 0, behavior: 'smooth' }) };
}

/** Begins at the message that was searched for, or at the first one that is new. */
function useBeginAt(log: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const found = log.current?.querySelector('[data-found]');
    const fresh = log.current?.querySelector('[data-new]');
    if (found != null) return found.scrollIntoView({ block: 'center' });
    if (log.current != null && fresh != null && fresh.getBoundingClientRect().top < log.current.getBoundingClientRect().top)
      fresh.scrollIntoView({ block: 'start' });
  }, [log]);
}

type LogProps = {
  conversation: ConversationDetail;
  book: MessageBook;
  /** The message that was searched for. */
  found: number | null;
  readNumber: number;
  older: 'idle' | 'loading';
  onOlder: () => void;
  /** Whether the end is in view. */
  onEnd: (at: 'end' | 'away') => void;
  acts: MessageActs;
  unsent: UnsentQueue;
};
/** What was written, by days, the newest at the end. */
export function MessageLog({ conversation, book, found, readNumber, older, onOlder, onEnd, acts, unsent }: LogProps) {
  const say = chatText();
  const { user } = useAuth();
  const { dayOf, dayTitle } = useChatTimes();
  const [place, setPlace] = useState<'end' | 'away'>('end');
  const { log, whereNow, toEnd } = useLogScroll(book, (at) => {
    setPlace(at);
    onEnd(at);
  });
  useBeginAt(log);
  const onScroll = () => {
    whereNow();
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = log.current ?? {};
    if (book.more && scrollHeight - clientHeight + scrollTop < near.top) onOlder();
  };
  const arrived = new Set(book.items.map(({ key }) => key));
  const waiting = unsent.items.filter((one) => one.conversation === conversation.id && !arrived.has(one.key));
  const lines = messageLines(book.items, { readNumber: found === null ? readNumber : null, me: acts.me, dayOf });
  return (
    <div
      ref={log}
      className={s.scroll}
      role="log"
      aria-label={say('talk.log', { name: conversation.name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      {place === 'away' && (
        <Button className={s.toEnd ?? ''} leftSection={<IconArrowDown size={16} stroke={1.75} />} onClick={toEnd}>
          {say('talk.newest')}
        </Button>
      )}
      <ol className={s.log}>
        {book.more && (
          <li className={s.older}>
            {older === 'loading' ? <Bone w={240} /> : <Button onClick={onOlder}>{say('talk.older')}</Button>}
          </li>
        )}
        {lines.map((line) => (
          <Fragment key={line.message.number}>
            {line.startsDay && <li className={s.day}>{dayTitle(line.message.at)}</li>}
            {line.startsNew && (
              <li className={s.new} data-new>
                {say('talk.new')}
              </li>
            )}
            <MessageRow line={line} acts={acts} people={conversation.members} found={found} />
          </Fragment>
        ))}
        {waiting.map((one) => (
          <UnsentRow key={one.key} message={one} unsent={unsent} name={user?.name ?? ''} />
        ))}
      </ol>
    </div>
  );
}
