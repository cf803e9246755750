import { IconCornerUpLeft, IconMessage2 } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link } from '#kit/ui/link.tsx';
import type { ChatMessage, ChatRoot } from '../chat-views.contract.ts';
import { chatText } from './chat-text.hook.ts';
import type { MessageActs } from './message-acts.hook.ts';
import s from './thread.module.css';

/** By which a quote finds the message on the page. */
export const messageElementId = (number: number): string => `message-${number}`;

/** Goes to the message where it stands on the page; where it is not loaded, the link opens it among those around it. */
function goToMessage(event: MouseEvent, number: number): void {
  const element = document.getElementById(messageElementId(number));
  if (element === null) return;
  event.preventDefault();
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
}

/** The beginning of what a reply replies to. */
export function MessageQuote({ root, acts }: { root: ChatRoot; acts: MessageActs }) {
  const say = chatText();
  return (
    <Link className={s.quote} to={acts.pathTo({ at: root.number })} onClick={(event) => goToMessage(event, root.number)}>
      <IconCornerUpLeft size={14} stroke={1.75} className="turn" aria-hidden="true" />
      <bdi className={s.quoteAuthor}>{root.author.name}</bdi>
      <span className="cut" dir="auto">
        {root.deleted ? say('talk.deleted') : root.text === '' ? say('list.file') : root.text}
      </span>
    </Link>
  );
}

/** Under the first message of a thread: how many replies there are, and the way to them. */
export function ReplyCount({ message, acts }: { message: ChatMessage; acts: MessageActs }) {
  const say = chatText();
  if (message.replies === 0) return null;
  return (
    <Link className={s.replies} to={acts.pathTo({ thread: message.number })}>
      <IconMessage2 size={14} stroke={1.75} aria-hidden="true" />
      {say('thread.replies', { count: message.replies })}
    </Link>
  );
}
