import type * as z from 'zod/mini';
import type { Meeting } from '#server/model.ts';
import { noteChat } from '#server/statistics.ts';
import { randomToken } from '#server/tokens.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { announce } from '#server/webhooks.ts';
import { type ChatState, chatTopic, SYSTEM } from '#topics/chat/chat.topic.ts';

type Command = z.infer<typeof chatTopic.command>;
type Event = z.infer<typeof chatTopic.event>;

/** BBB's name of the chat that everybody reads. */
const PUBLIC_CHAT = 'MAIN-PUBLIC-GROUP-CHAT';

/** Takes control characters and broken surrogates out of a text; line breaks and tabs stay. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim();
}

const said = (name: string, text: string): Event[] => {
  const words = cleanText(text);
  return words === '' ? [] : [{ is: 'said', id: randomToken(12), name, text: words }];
};

/** A program says something to everybody. */
export function sayToAll(meeting: Meeting, { name, text }: { name: string; text: string }): void {
  for (const event of said(name, text)) meeting.topics.get(chatTopic.name)?.add(event);
}

export const chatPlug: TopicPlug<Command, Event, ChatState> = {
  topic: chatTopic,
  feature: 'chat',
  needs: () => 'chat',
  decide({ seat, command }) {
    const events = said(seat.pass.name, command.text);
    return events.length === 0 ? 'bad-message' : events;
  },
  happened({ engine, meeting, seat }, { event, at }) {
    if (seat !== null) noteChat(seat);
    const from = seat?.id ?? SYSTEM;
    const sender = { 'internal-user-id': from, 'external-user-id': seat?.pass.externalId ?? from, name: event.name, time: at };
    announce(engine, meeting, {
      id: 'chat-group-message-sent',
      more: { 'chat-message': { id: event.id, message: event.text, sender }, 'chat-id': PUBLIC_CHAT },
    });
  },
  logged: ({ event: { id, name, text }, by }) => ({ type: 'chat', id, from: by ?? SYSTEM, name, text }),
};
