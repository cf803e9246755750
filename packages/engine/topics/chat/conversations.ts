/** The messages of a chat by whom they are with. */
import { type ChatMessage, type ChatState, newestOf } from '#topics/chat/chat.topic.ts';

/** One frame of a socket carries so much beside the public chat. */
const READ_PRIVATELY = { messages: 500, characters: 100_000 };

/** Public messages are for everybody, private ones for their two people only, and not for hosts. */
export const mayRead = ({ to, from }: { to?: { id: string } | undefined; from: string | null }, member: string): boolean =>
  to === undefined || to.id === member || from === member;

/** All that one person may read. */
export const readableBy = (messages: ChatState, member: string): ChatState =>
  newestOf(
    messages.filter((one) => mayRead(one, member)),
    { ...READ_PRIVATELY, counts: ({ to }) => to !== undefined },
  );

/** Whom a message is with, by member id; null: with everybody. */
export function partnerOf({ from, to }: Pick<ChatMessage, 'from' | 'to'>, you: string): string | null {
  if (to === undefined) return null;
  return from === you ? to.id : from;
}

export type ChatConversation = { partner: string; name: string };

/** Private conversations of one person, the newest first. They stay when the other one leaves. */
export function conversationsOf(messages: ChatState, you: string): ChatConversation[] {
  const names = new Map<string, string>();
  for (const one of messages.toReversed()) {
    const partner = partnerOf(one, you);
    if (partner !== null && !names.has(partner)) names.set(partner, one.from === you ? (one.to?.name ?? '') : one.name);
  }
  return [...names].map(([partner, name]) => ({ partner, name }));
}
