import type { ChatMessage } from '../chat-views.contract.ts';

/** Messages of one conversation, ascending and without a gap; `more`: there are older ones. */
export type MessageBook = { items: ChatMessage[]; more: boolean };

export const lastNumberOf = ({ items }: MessageBook): number => items.at(-1)?.number ?? 0;

/** Replies quote what they reply to as it reads now. */
function withQuotes(items: readonly ChatMessage[], changed: readonly ChatMessage[]): ChatMessage[] {
  const byNumber = new Map(changed.map((one) => [one.number, one]));
  return items.map((one) => {
    const now = one.root === null ? undefined : byNumber.get(one.root.number);
    if (one.root === null || now === undefined) return one;
    return { ...one, root: { ...one.root, text: now.text, deleted: now.deletedAt !== null } };
  });
}
/** Joins messages in; each number is there once, as it was heard last. */
export function withMessages(book: MessageBook, messages: readonly ChatMessage[]): MessageBook {
  const byNumber = new Map(book.items.map((one) => [one.number, one]));
  for (const one of messages) byNumber.set(one.number, one);
  const items = [...byNumber.values()].toSorted((a, b) => a.number - b.number);
  return { ...book, items: withQuotes(items, messages) };
}

/** A message that was pushed; `gap`: others before it are missing and must be asked for. */
export function withPushed(book: MessageBook, message: ChatMessage): MessageBook | 'gap' {
  if (message.number > lastNumberOf(book) + 1) return 'gap';
  const first = book.items[0]?.number;
  return first !== undefined && message.number < first ? book : withMessages(book, [message]);
}

/** How a message stands in the conversation. */
export type MessageLine = {
  message: ChatMessage;
  /** The first one of its day. */
  startsDay: boolean;
  /** The first one that was unread when the conversation was opened. */
  startsNew: boolean;
  /** Goes on where the same person wrote just before: no face and no name. */
  joined: boolean;
};
const joinWithin = 5 * 60_000;

/** `readNumber`: what was read when the conversation was opened; null draws no line of what is new. */
export function messageLines(
  items: readonly ChatMessage[],
  { readNumber, me, dayOf }: { readNumber: number | null; me: string; dayOf: (ms: number) => string },
): MessageLine[] {
  const firstNew =
    readNumber === null || readNumber === 0
      ? undefined
      : items.find(({ number, author }) => number > readNumber && author.userId !== me)?.number;
  return items.map((message, at) => {
    const before = items[at - 1];
    const startsDay = before === undefined || dayOf(before.at) !== dayOf(message.at);
    const startsNew = message.number === firstNew;
    const sameWriter =
      before?.kind === 'text' &&
      message.kind === 'text' &&
      before.deletedAt === null &&
      before.author.userId === message.author.userId;
    return {
      message,
      startsDay,
      startsNew,
      joined: sameWriter && !startsDay && !startsNew && message.at - before.at < joinWithin,
    };
  });
}
