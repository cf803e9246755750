/** Calls of chat. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { optionalMessageDoc } from '#kit/message-doc.contract.ts';
import { chatLimits as max, conversationKinds, isEmoji, namedReactions } from './chat.rules.ts';
import { chatMessage, conversationDetail, conversationItem, editPolicy } from './chat-views.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const number = z.coerce.number().check(z.int(), z.gte(0), z.lte(2_000_000_000));
const byId = z.object({ id });
/** What is no number is of no message: not found. */
const byNumber = z.object({ id, number: z.catch(number, 0) });
const done = z.object({});
const access = 'chat.use';
/** A text of 4 000 letters in any script with its formatting, its files and whom it mentions. */
const bodyLimit = 160_000;
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50);
const search = z.string().check(z.trim(), z.maxLength(max.search));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(max.name));
/** Ids; a person outside the account is `person_unknown`. */
const people = z.array(z.string().check(z.maxLength(36))).check(z.maxLength(max.people));
const text = z.string().check(z.maxLength(max.text));
const mentions = z._default(z.array(id).check(z.maxLength(max.mentions)), []);
/** Of a formatted message: text and mentions are then read from it. */
const doc = optionalMessageDoc;
const messagePage = { items: z.array(chatMessage), more: z.boolean() };

export const chatCalls = {
  list: call({
    method: 'GET',
    path: '/api/chat/conversations',
    summary: 'My conversations: pinned ones on the first page, then the last used first.',
    access,
    query: z.object({
      cursor: z.optional(z.string()),
      limit,
      /** `support`: those of my customers, for staff. */
      section: z._default(z.enum(['mine', 'support']), 'mine'),
    }),
    result: z.object({
      items: z.array(conversationItem),
      next: z.nullable(z.string()),
      /** `support`: there is somebody who answers me; `staff`: I answer customers; `policy`: I may set the policy. */
      rights: z.object({ support: z.boolean(), staff: z.boolean(), policy: z.boolean() }),
      me: z.string(),
    }),
  }),
  unread: call({
    method: 'GET',
    path: '/api/chat/unread',
    summary: 'How many of my conversations have something unread, muted ones left out, and how many unread messages mention me.',
    access,
    result: z.object({ unread: z.number(), mentions: z.number() }),
  }),
  channels: call({
    method: 'GET',
    path: '/api/chat/channels',
    summary: 'Channels of my account that I am not in.',
    access,
    query: z.object({ search: z._default(search, '') }),
    result: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), people: z.number() })) }),
  }),
  create: call({
    method: 'POST',
    path: '/api/chat/conversations',
    summary: 'Begins a conversation; a direct one or one with support that exists is answered.',
    access,
    body: z.object({
      kind: z.enum(conversationKinds),
      /** Of a group or channel. */
      name: z.optional(name),
      /** Of a direct one: the other. */
      people: z._default(people, []),
    }),
    result: z.object({ id: z.string() }),
    failures: { person_unknown: 400, no_seller: 409 },
  }),
  get: call({
    method: 'GET',
    path: '/api/chat/conversations/{id}',
    summary: 'A conversation with who is in it and what I may do.',
    access,
    params: byId,
    result: conversationDetail,
  }),
  rename: call({
    method: 'PATCH',
    path: '/api/chat/conversations/{id}',
    summary: 'Gives a group or channel another name.',
    access,
    params: byId,
    body: z.object({ name }),
    result: done,
  }),
  addPeople: call({
    method: 'POST',
    path: '/api/chat/conversations/{id}/people',
    summary: 'Adds people of the account to a group or channel.',
    access,
    params: byId,
    body: z.object({ people: people.check(z.minLength(1)) }),
    result: done,
    failures: { person_unknown: 400 },
  }),
  removePerson: call({
    method: 'DELETE',
    path: '/api/chat/conversations/{id}/people/{userId}',
    summary: 'Removes somebody from a group or channel; nothing reaches them from then on.',
    access,
    params: z.object({ id, userId: id }),
    result: done,
  }),
  leave: call({
    method: 'POST',
    path: '/api/chat/conversations/{id}/leave',
    summary: 'Leaves a group or channel.',
    access,
    params: byId,
    result: done,
  }),
  join: call({
    method: 'POST',
    path: '/api/chat/conversations/{id}/join',
    summary: 'Joins a channel of my account.',
    access,
    params: byId,
    result: done,
  }),
  setMine: call({
    method: 'PATCH',
    path: '/api/chat/conversations/{id}/mine',
    summary: 'Mutes or pins a conversation, for me.',
    access,
    params: byId,
    body: z.object({ muted: z.optional(z.boolean()), pinned: z.optional(z.boolean()) }),
    result: done,
  }),
  messages: call({
    method: 'GET',
    path: '/api/chat/conversations/{id}/messages',
    summary: 'Messages before or after a number, ascending; the last ones when neither is given.',
    access,
    params: byId,
    query: z.object({ before: z.optional(number), after: z.optional(number), limit }),
    /** `more`: there are further ones in that direction. */
    result: z.object(messagePage),
  }),
  thread: call({
    method: 'GET',
    path: '/api/chat/conversations/{id}/messages/{number}/thread',
    summary:
      'The first message of the thread that a message is in, and its replies before a number, ascending; the last ones without it.',
    access,
    params: byNumber,
    query: z.object({ before: z.optional(number), limit }),
    result: z.object({ root: chatMessage, ...messagePage }),
  }),
  send: call({
    method: 'POST',
    path: '/api/chat/conversations/{id}/messages',
    summary: 'Writes a message; sent again with the same key it is answered as it stands.',
    access,
    params: byId,
    body: z.object({
      text,
      doc,
      files: z._default(z.array(id).check(z.maxLength(max.files)), []),
      mentions,
      /** The number of the message that this one replies to, or of any other in its thread. */
      replyTo: z.optional(number),
      key: z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/)),
    }),
    result: chatMessage,
    failures: { file_unknown: 400, mention_unknown: 400, reply_unknown: 400, nobody_there: 409 },
    bodyLimit,
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/chat/conversations/{id}/messages/{number}',
    summary: 'Changes a text of mine, as long as the policy of the account says.',
    access,
    params: byNumber,
    body: z.object({ text: text.check(z.trim(), z.minLength(1)), doc, mentions }),
    result: chatMessage,
    failures: { mention_unknown: 400, too_late_to_change: 409 },
    bodyLimit,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/chat/conversations/{id}/messages/{number}',
    summary: 'Deletes a message of mine; its number stays.',
    access,
    params: byNumber,
    result: chatMessage,
    failures: { too_late_to_change: 409 },
  }),
  react: call({
    method: 'PUT',
    path: '/api/chat/conversations/{id}/messages/{number}/reaction',
    summary: 'Adds an emoji to a message, or removes it.',
    access,
    params: byNumber,
    body: z.object({
      reaction: z.union([z.enum(namedReactions), z.string().check(z.maxLength(40), z.refine(isEmoji, 'not_an_emoji'))]),
      state: z.enum(['on', 'off']),
    }),
    result: chatMessage,
    failures: { too_many_reactions: 409 },
  }),
  history: call({
    method: 'GET',
    path: '/api/chat/conversations/{id}/messages/{number}/history',
    summary: 'What a message was before it was changed, for those who lead the account, when the policy keeps it.',
    access,
    params: byNumber,
    result: z.object({ items: z.array(z.object({ text: z.string(), until: z.number() })) }),
  }),
  read: call({
    method: 'POST',
    path: '/api/chat/conversations/{id}/read',
    summary: 'Says up to which number I have read.',
    access,
    params: byId,
    body: z.object({ number: z.number().check(z.int(), z.gte(0)) }),
    result: z.object({ readNumber: z.number() }),
  }),
  markUnread: call({
    method: 'POST',
    path: '/api/chat/conversations/{id}/messages/{number}/unread',
    summary: 'Marks a message and all after it as unread, for me.',
    access,
    params: byNumber,
    result: z.object({ readNumber: z.number() }),
  }),
  typing: call({
    method: 'POST',
    path: '/api/chat/conversations/{id}/typing',
    summary: 'Tells the others that I am writing.',
    access,
    params: byId,
    result: done,
  }),
  meet: call({
    method: 'POST',
    path: '/api/chat/conversations/{id}/meeting',
    summary: 'Starts the meeting of a conversation, or joins it when it runs. Its card stands in the conversation from then on.',
    access,
    params: byId,
    /** To being recorded, where the room is. */
    body: z.object({ consent: z._default(z.boolean(), false) }),
    /** Into the meeting, as `meetings.start` answers. */
    result: z.object({ url: z.string(), meetingId: z.string() }),
    // as `meetings.join` has them
    failures: {
      no_server: 503,
      server_failed: 503,
      server_insecure: 503,
      limit_reached: 402,
      room_full: 409,
      meeting_ended: 410,
      lobby_denied: 403,
      entry_locked: 403,
      waiting_for_host: 409,
      consent_required: 403,
    },
  }),
  search: call({
    method: 'GET',
    path: '/api/chat/search',
    summary: 'Messages of my conversations with these words, the newest first.',
    access,
    query: z.object({
      search: search.check(z.minLength(1)),
      conversation: z.optional(id),
      cursor: z.optional(z.string()),
      limit,
    }),
    result: z.object({
      items: z.array(z.object({ message: chatMessage, conversation: z.object({ id: z.string(), name: z.string() }) })),
      next: z.nullable(z.string()),
    }),
  }),
  policy: call({
    method: 'GET',
    path: '/api/chat/policy',
    summary: 'For how long messages may be changed in conversations of my account.',
    access,
    result: z.object({ ...editPolicy.shape, rights: z.object({ edit: z.boolean() }) }),
  }),
  setPolicy: call({
    method: 'PATCH',
    path: '/api/chat/policy',
    summary: 'Sets for how long messages may be changed, and whether what they were is kept.',
    access: 'account.edit',
    body: editPolicy,
    result: editPolicy,
  }),
};
