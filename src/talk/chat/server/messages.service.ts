/** Messages: read, write, change, react. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { mentionedIn } from '#kit/message-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { messageContent, requireMessage } from '#kit/server/message-content.ts';
import { claimFiles, releaseFiles, requireFiles } from '#core/files/server/attachments.service.ts';
import { oneLineOf } from '#talk/tickets/tickets.rules.ts';
import type { chatCalls } from '../chat.contract.ts';
import type { ChatMessage } from '../chat-views.contract.ts';
import { chatLimits, emojiOfReaction, isSupportStaff, mayChangeMessage, mayReadEdits } from '../chat.rules.ts';
import { chatterOf, findConversation, type SeenConversation, servedOnes } from './access.service.ts';
import { conversationsByIds, lockConversation, setConversation } from './conversations.queries.ts';
import { everyReceiver, pushMessage, pushNews, receiversOf } from './delivery.service.ts';
import { recountMentions, setRead, setUnread } from './members.queries.ts';
import {
  dropReaction,
  dropTraces,
  editsOf,
  filesShownIn,
  insertEdit,
  messageByNumber,
  messagesOf,
  type MessageUpdate,
  putReaction,
  reactionsOf,
  searchMessages,
  setMessage,
} from './messages.queries.ts';
import { policyOf } from './policy.service.ts';
import type { ChatMessageRow, ConversationRow } from './chat.table.ts';
import { pushReplyCount } from './threads.service.ts';
import { conversationItems, lastLine, messageViews, readMessages } from './views.service.ts';
import { storedContent, takeMessage } from './writing.service.ts';

type ChatCalls = typeof chatCalls;
type OfMessage = { id: string; number: number };

export async function listMessages(
  ctx: Ctx,
  { id, query }: { id: string; query: Parsed<ChatCalls['messages']>['query'] },
): Promise<ResultIn<ChatCalls['messages']>> {
  const { row } = await findConversation(ctx, id, 'joinable');
  const { rows, more } = await messagesOf(ctx.system.read, { conversationId: row.id, ...query });
  return { items: await readMessages(ctx, rows), more };
}

/** The conversation, held. */
async function held(tx: Db, id: string): Promise<ConversationRow> {
  const row = await lockConversation(tx, id);
  if (row === null) throw notFound();
  return row;
}

export async function send(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<ChatCalls['send']>['body'] },
): Promise<ChatMessage> {
  const { actor, staff } = await findConversation(ctx, id);
  await ctx.limits.use(`chat-send:${actor.userId}`, chatLimits.send);
  const content = messageContent(body, chatLimits.text);
  const files = await requireFiles(ctx, body.files, { kind: 'chat', id });
  if (content.body === '' && files.length === 0) throw new Failure('invalid_input', { fields: { 'body.text': 'too_short' } });
  const parts = {
    authorId: actor.userId,
    kind: 'text' as const,
    ...content,
    files,
    mentions: content.doc === null ? body.mentions : mentionedIn(content.doc),
    clientKey: body.key,
  };
  const staffOf = staff === 'staff' ? actor.accountId : null;
  return ctx.system.write(async (tx) => {
    const sending = { row: await held(tx, id), message: parts, replyTo: body.replyTo ?? null, staffOf };
    const sent = await takeMessage(ctx, tx, sending);
    await claimFiles(tx, files, { kind: 'chat', id });
    return sent;
  });
}

/** A message of mine that I may still change. Throws `not_found`, `too_late_to_change`. */
async function myMessage(
  ctx: Ctx,
  tx: Db,
  { seen, number }: { seen: SeenConversation; number: number },
): Promise<ChatMessageRow> {
  const message = await messageByNumber(tx, { conversationId: seen.row.id, number });
  const { userId } = seen.actor;
  if (message === null || message.authorId !== userId || message.kind !== 'text' || message.deletedAt !== null) throw notFound();
  const policy = await policyOf(tx, seen.row.accountId);
  const facts = { ...message, at: message.createdAt.getTime(), deleted: false };
  if (!mayChangeMessage(facts, { userId, now: ctx.now(), policy })) throw new Failure('too_late_to_change');
  if (policy.keepEdits) {
    const { id: messageId, accountId, body } = message;
    await insertEdit(tx, { id: newId(ctx.now()), messageId, accountId, body, until: new Date(ctx.now()) });
  }
  return message;
}
type MessageChange = { row: ConversationRow; message: ChatMessageRow; change: MessageUpdate };
async function applyChange(ctx: Ctx, tx: Db, { row, message, change }: MessageChange): Promise<ChatMessage> {
  const next = await setMessage(tx, message, change);
  const notified = [message, next].flatMap(({ mentions, participants }) => [...mentions, ...participants]);
  await recountMentions(tx, row.id, [...new Set(notified)]);
  if (row.lastNumber === next.number) await setConversation(tx, row.id, { lastText: oneLineOf(next.body, lastLine) });
  return pushChanged(ctx, tx, { row, message: next });
}
async function pushChanged(
  ctx: Ctx,
  tx: Db,
  { row, message }: { row: ConversationRow; message: ChatMessageRow },
): Promise<ChatMessage> {
  const [view] = await messageViews(ctx, tx, [message]);
  if (view === undefined) throw new Error('the message has no view');
  await pushMessage(ctx, tx, { what: 'changed', view, to: everyReceiver(await receiversOf(ctx, tx, row)) });
  return view;
}

export async function edit(
  ctx: Ctx,
  { id, number, body }: OfMessage & { body: Parsed<ChatCalls['edit']>['body'] },
): Promise<ChatMessage> {
  const seen = await findConversation(ctx, id);
  await ctx.limits.use(`chat-send:${seen.actor.userId}`, chatLimits.send);
  const content = requireMessage(body, chatLimits.text);
  const named = content.doc === null ? body.mentions : mentionedIn(content.doc);
  return ctx.system.write(async (tx) => {
    const row = await held(tx, id);
    const message = await myMessage(ctx, tx, { seen, number });
    const stored = await storedContent(tx, { ...content, mentions: named }, await receiversOf(ctx, tx, row));
    return applyChange(ctx, tx, { row, message, change: { ...stored, editedAt: new Date(ctx.now()) } });
  });
}

/** Its number stays, so that nobody takes it for lost. */
export async function remove(ctx: Ctx, { id, number }: OfMessage): Promise<ChatMessage> {
  const seen = await findConversation(ctx, id);
  return ctx.system.write(async (tx) => {
    const row = await held(tx, id);
    const message = await myMessage(ctx, tx, { seen, number });
    await dropTraces(tx, message.id);
    const [nothing, at] = [{ body: '', doc: null, files: [], mentions: [], participants: [] }, new Date(ctx.now())];
    const removed = await applyChange(ctx, tx, { row, message, change: { ...nothing, deletedAt: at } });
    const release = { ids: message.files.map((file) => file.id), conversation: { kind: 'chat' as const, id }, at };
    await pushReplyCount(ctx, tx, { message, to: everyReceiver(await receiversOf(ctx, tx, row)) });
    await releaseFiles(tx, release, (ids) => filesShownIn(tx, id, ids));
    return removed;
  });
}

export async function react(
  ctx: Ctx,
  { id, number, body }: OfMessage & { body: Parsed<ChatCalls['react']>['body'] },
): Promise<ChatMessage> {
  const { actor, row } = await findConversation(ctx, id);
  await ctx.limits.use(`chat-send:${actor.userId}`, chatLimits.send);
  const { state } = body;
  const reaction = emojiOfReaction(body.reaction);
  const { userId, accountId } = actor;
  return ctx.system.write(async (tx) => {
    const message = await messageByNumber(tx, { conversationId: id, number });
    if (message === null || message.kind !== 'text' || message.deletedAt !== null) throw notFound();
    const messageId = message.id;
    const known = new Set((await reactionsOf(tx, [messageId])).map((one) => one.reaction));
    if (state === 'on' && !known.has(reaction) && known.size >= chatLimits.reactions) throw new Failure('too_many_reactions');
    if (state === 'on') await putReaction(tx, { messageId, userId, accountId, reaction, createdAt: new Date(ctx.now()) });
    else await dropReaction(tx, { messageId, userId, reaction });
    return pushChanged(ctx, tx, { row, message });
  });
}

export async function history(ctx: Ctx, { id, number }: OfMessage): Promise<ResultIn<ChatCalls['history']>> {
  const { actor, row } = await findConversation(ctx, id);
  const message = await messageByNumber(ctx.system.read, { conversationId: row.id, number });
  const { keepEdits } = await policyOf(ctx.system.read, row.accountId);
  if (message === null || !keepEdits || !mayReadEdits(actor, row)) throw notFound();
  const items = await editsOf(ctx.system.read, message.id);
  return { items: items.map(({ body, until }) => ({ text: body, until: until.getTime() })) };
}

/** Up to where one read; it never goes back. Other screens of the same person hear of it; of support all of staff. */
export async function read(ctx: Ctx, { id, number: asked }: OfMessage): Promise<ResultIn<ChatCalls['read']>> {
  const { actor, row, staff, member } = await findConversation(ctx, id);
  const number = Math.min(asked, row.lastNumber);
  const readNumber = Math.max(number, staff === 'staff' ? row.staffNumber : (member?.readNumber ?? number));
  if (staff === 'no' && member?.readNumber === readNumber && member.mentions === 0) return { readNumber };
  await ctx.system.write(async (tx) => {
    // Same lock order as writing, joining and removing; otherwise they deadlock.
    const locked = await held(tx, id);
    await setRead(tx, { conversationId: id, userId: actor.userId }, number);
    if (staff === 'staff') await setConversation(tx, id, { staffNumber: Math.max(locked.staffNumber, number) });
    const to = staff === 'staff' ? (await receiversOf(ctx, tx, row)).staff : [actor];
    await pushNews(ctx, tx, { what: 'read', conversation: id, number: readNumber, to });
  });
  return { readNumber };
}

/** From a number on everything is unread again. Other screens of the same person hear of it; of support all of staff. */
export async function markUnread(ctx: Ctx, { id, number }: OfMessage): Promise<ResultIn<ChatCalls['markUnread']>> {
  const { actor, row, staff, member } = await findConversation(ctx, id);
  if (number < 1 || number > row.lastNumber || (member === null && staff === 'no')) throw notFound();
  const readNumber = number - 1;
  await ctx.system.write(async (tx) => {
    await held(tx, id);
    await setUnread(tx, { conversationId: id, userId: actor.userId }, readNumber);
    if (staff === 'staff') await setConversation(tx, id, { staffNumber: readNumber });
    const to = staff === 'staff' ? (await receiversOf(ctx, tx, row)).staff : [actor];
    await pushNews(ctx, tx, { what: 'read', conversation: id, number: readNumber, to });
  });
  return { readNumber };
}

export async function typing(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const { actor, row } = await findConversation(ctx, id);
  const { userId, name } = actor;
  await ctx.limits.use(`chat-typing:${userId}`, chatLimits.typing);
  await ctx.system.write(async (tx) => {
    const to = everyReceiver(await receiversOf(ctx, tx, row)).filter((one) => one.userId !== userId);
    await pushNews(ctx, tx, { what: 'typing', conversation: id, number: row.lastNumber, userId, name, to });
  });
  return {};
}

export async function search(ctx: Ctx, query: Parsed<ChatCalls['search']>['query']): Promise<ResultIn<ChatCalls['search']>> {
  const actor = chatterOf(ctx);
  const { read: db } = ctx.system;
  const one = query.conversation === undefined ? null : await findConversation(ctx, query.conversation);
  const { userId, accountId } = actor;
  const staff = isSupportStaff(actor) ? ('staff' as const) : ('no' as const);
  const place = one === null ? { userId, accountId, staff } : { conversationId: one.row.id };
  const rows = await searchMessages(
    db,
    { search: query.search, in: place },
    { before: idCursor.read(query.cursor), limit: query.limit + 1 },
  );
  const { shown, next } = pageById(rows, query.limit);
  const found = await conversationsByIds(db, [...new Set(shown.map(({ conversationId }) => conversationId))]);
  const places = await servedOnes(ctx, actor, found);
  const items = await conversationItems(
    ctx,
    actor,
    places.map((row) => ({ row, member: null })),
  );
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return {
    items: (await readMessages(ctx, shown)).flatMap((message) => {
      const name = names.get(message.conversation);
      return name === undefined ? [] : [{ message, conversation: { id: message.conversation, name } }];
    }),
    next,
  };
}
