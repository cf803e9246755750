import type { ErrorCode } from '#protocol/messages.ts';
import { maySee, peopleOf } from '#server/members.ts';
import type { Meeting, MeetingSeat } from '#server/model.ts';
import type { LogEventBody } from '#server/record/event-log.ts';
import { refusalWithout } from '#server/requests/request.ts';
import { noteChat } from '#server/statistics.ts';
import { randomToken } from '#server/tokens.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { announce } from '#server/webhooks.ts';
import {
  type ChatCommand,
  type ChatEvent,
  type ChatMessage,
  type ChatState,
  chatTopic,
  SYSTEM,
} from '#topics/chat/chat.topic.ts';
import { mayRead, partnerOf, readableBy } from '#topics/chat/conversations.ts';

type CommandTo<Name extends ChatCommand['do']> = Extract<ChatCommand, { do: Name }>;
type ChatDecision = { seat: MeetingSeat; state: ChatState };
type ChatVerdict = ChatEvent[] | ErrorCode;

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

const said = (message: Pick<ChatMessage, 'name' | 'text' | 'to' | 'replyTo'>): ChatEvent[] => {
  const text = cleanText(message.text);
  return text === '' ? [] : [{ is: 'said', id: randomToken(12), ...message, text }];
};

/** A program says something to everybody. */
export function sayToAll(meeting: Meeting, { name, text }: { name: string; text: string }): void {
  for (const event of said({ name, text })) meeting.topics.get(chatTopic.name)?.add(event);
}

const isWithout = ({ meeting }: MeetingSeat, feature: string): boolean => meeting.plan.disabledFeatures.has(feature);

/** Why somebody may not write to everybody (null) or one person. As in BBB, locks leave people the hosts. */
function writingRefusal(seat: MeetingSeat, partner: string | null): ErrorCode | null {
  if (partner === null) return refusalWithout(seat, 'chat');
  if (isWithout(seat, 'privateChat')) return 'locked';
  const reader = peopleOf(seat.meeting).find(({ id }) => id === partner);
  if (reader === undefined || reader === seat || !maySee(seat, reader)) return 'unknown-member';
  return reader.pass.role === 'moderator' ? null : refusalWithout(seat, 'chat-private');
}

function say({ seat, state }: ChatDecision, command: CommandTo<'say' | 'say-privately'>): ChatVerdict {
  const partner = command.do === 'say' ? null : command.to;
  const refused = writingRefusal(seat, partner);
  if (refused !== null) return refused;
  const reader = peopleOf(seat.meeting).find(({ id }) => id === partner);
  // An answer never leads out of its conversation. What it answers may be gone by now, and is then left out.
  const answered = state.find(
    (one) => one.id === command.replyTo && mayRead(one, seat.id) && partnerOf(one, seat.id) === partner,
  );
  const events = said({
    name: seat.pass.name,
    text: command.text,
    ...(reader !== undefined && { to: { id: reader.id, name: reader.pass.name } }),
    ...(answered !== undefined && !isWithout(seat, 'replyChatMessage') && { replyTo: answered.id }),
  });
  return events.length === 0 ? 'bad-message' : events;
}

/** Refused alike whether it is another's, private or unknown, so that nobody learns which. */
const ownMessage = ({ seat, state }: ChatDecision, id: string): ChatMessage | undefined =>
  state.find((one) => one.id === id && one.from === seat.id);

function edit(decision: ChatDecision, command: CommandTo<'edit'>): ChatVerdict {
  const { seat } = decision;
  if (isWithout(seat, 'editChatMessage')) return 'locked';
  const own = ownMessage(decision, command.id);
  if (own === undefined || own.deleted !== undefined) return 'not-allowed';
  const refused = writingRefusal(seat, partnerOf(own, seat.id));
  if (refused !== null) return refused;
  const text = cleanText(command.text);
  if (text === '') return 'bad-message';
  return text === own.text ? [] : [{ is: 'edited', id: own.id, text, ...(own.to && { to: own.to }) }];
}

function remove(decision: ChatDecision, { id }: CommandTo<'delete'>): ChatVerdict {
  const { seat, state } = decision;
  if (isWithout(seat, 'deleteChatMessage')) return 'locked';
  const own = ownMessage(decision, id);
  if (own !== undefined)
    return own.deleted ? [] : [{ is: 'deleted', id, deletedBy: 'writer', ...(own.to !== undefined && { to: own.to }) }];
  const other = state.find((one) => one.id === id && one.to === undefined);
  if (other === undefined || !seat.rights.has('delete-messages')) return 'not-allowed';
  return other.deleted ? [] : [{ is: 'deleted', id, deletedBy: 'host' }];
}

/** Nothing of private messages is recorded. */
function chatNews({ event, by }: { event: ChatEvent; by: string | null }): LogEventBody | null {
  if (event.to !== undefined) return null;
  if (event.is === 'said') return { type: 'chat', id: event.id, from: by ?? SYSTEM, name: event.name, text: event.text };
  return { type: 'chat-change', id: event.id, text: event.is === 'edited' ? event.text : null };
}

export const chatPlug: TopicPlug<ChatCommand, ChatEvent, ChatState> = {
  topic: chatTopic,
  feature: 'chat',
  decide({ seat, state, command }) {
    if (command.do === 'edit') return edit({ seat, state }, command);
    return command.do === 'delete' ? remove({ seat, state }, command) : say({ seat, state }, command);
  },
  sees: ({ event: { to }, by: from }, { id }) => mayRead({ to, from }, id),
  erases: ({ is }) => is !== 'said',
  view: (state, { id }) => readableBy(state, id),
  // programs and statistics know of the public chat only
  happened({ engine, meeting, seat }, { event, at }) {
    if (event.is !== 'said' || event.to !== undefined) return;
    if (seat !== null) noteChat(seat);
    const from = seat?.id ?? SYSTEM;
    const sender = { 'internal-user-id': from, 'external-user-id': seat?.pass.externalId ?? from, name: event.name, time: at };
    announce(engine, meeting, {
      id: 'chat-group-message-sent',
      more: { 'chat-message': { id: event.id, message: event.text, sender }, 'chat-id': PUBLIC_CHAT },
    });
  },
  // a host may take a message out of a recording in which they are not
  about: ({ event, by }) => (by === null || event.is === 'deleted' ? [] : [by]),
  logged: chatNews,
};
