import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { chatCalls } from '../chat.contract.ts';
import type { chatFilesCalls } from '../chat-files.contract.ts';
import type { presenceCalls } from '../presence.contract.ts';
import { channels, createConversation, getConversation, listConversations, setMine, unread } from './conversations.service.ts';
import { listFiles } from './files.service.ts';
import { addPeople, join, leave, removePerson, rename } from './joining.service.ts';
import { meet } from './meeting.service.ts';
import { edit, history, listMessages, markUnread, react, read, remove, search, send, typing } from './messages.service.ts';
import { getPolicy, setPolicy } from './policy.service.ts';
import { listPresence, setPresence } from './presence.service.ts';
import { readThread } from './threads.service.ts';

export const chatHandlers: Handlers<typeof chatCalls, Ctx> = {
  list: (ctx, { query }) => listConversations(ctx, query),
  unread: (ctx) => unread(ctx),
  channels: (ctx, { query }) => channels(ctx, query),
  create: (ctx, { body }) => createConversation(ctx, body),
  get: (ctx, { params }) => getConversation(ctx, params.id),
  rename: (ctx, { params, body }) => rename(ctx, { id: params.id, body }),
  addPeople: (ctx, { params, body }) => addPeople(ctx, { id: params.id, body }),
  removePerson: (ctx, { params }) => removePerson(ctx, params),
  leave: (ctx, { params }) => leave(ctx, params.id),
  join: (ctx, { params }) => join(ctx, params.id),
  setMine: (ctx, { params, body }) => setMine(ctx, { id: params.id, body }),
  messages: (ctx, { params, query }) => listMessages(ctx, { id: params.id, query }),
  thread: (ctx, { params, query }) => readThread(ctx, { ...params, query }),
  send: (ctx, { params, body }) => send(ctx, { id: params.id, body }),
  edit: (ctx, { params, body }) => edit(ctx, { ...params, body }),
  remove: (ctx, { params }) => remove(ctx, params),
  react: (ctx, { params, body }) => react(ctx, { ...params, body }),
  history: (ctx, { params }) => history(ctx, params),
  read: (ctx, { params, body }) => read(ctx, { id: params.id, number: body.number }),
  markUnread: (ctx, { params }) => markUnread(ctx, params),
  typing: (ctx, { params }) => typing(ctx, params.id),
  meet: (ctx, { params, body }) => meet(ctx, { id: params.id, body }),
  search: (ctx, { query }) => search(ctx, query),
  policy: (ctx) => getPolicy(ctx),
  setPolicy: (ctx, { body }) => setPolicy(ctx, body),
};
export const chatFilesHandlers: Handlers<typeof chatFilesCalls, Ctx> = {
  list: (ctx, { params, query }) => listFiles(ctx, { id: params.id, query }),
};
export const presenceHandlers: Handlers<typeof presenceCalls, Ctx> = {
  list: (ctx, { query }) => listPresence(ctx, query.conversation),
  set: (ctx, { body }) => setPresence(ctx, body),
};
