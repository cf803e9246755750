/** A message enters its conversation: number, unread, mentions and news in one transaction. */
import { Failure, notFound } from '#kit/errors.ts';
import type { MessageDoc } from '#kit/message-doc.contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { type MessageContent, withMentionNames } from '#kit/server/message-content.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { oneLineOf } from '#talk/tickets/tickets.rules.ts';
import type { ChatMessage } from '../chat-views.contract.ts';
import { queueAway } from './away.service.ts';
import { setConversation } from './conversations.queries.ts';
import { type ChatReceivers, everyReceiver, pushMessage, receiversOf } from './delivery.service.ts';
import { addMembers, addMentions, setRead } from './members.queries.ts';
import { insertMessage, messageByKey, takeNumber } from './messages.queries.ts';
import type { ChatMessageRow, ConversationRow } from './chat.table.ts';
import { pushReplyCount, requireRoot } from './threads.service.ts';
import { threadAuthors } from './threads.queries.ts';
import { lastLine, messageViews } from './views.service.ts';

export type NewChatMessage = Pick<ChatMessageRow, 'authorId' | 'kind' | 'body' | 'files' | 'mentions' | 'clientKey'> & {
  doc?: MessageDoc | null;
  meetingId?: string | null;
  /** The first message of the thread that this one goes on. */
  rootNumber?: number | null;
};
/** Throws `mention_unknown`: only people who can read the conversation can be mentioned. */
function requireMentions(mentions: readonly string[], { members, staff }: ChatReceivers): string[] {
  const known = new Set([...members, ...staff].map(({ userId }) => userId));
  if (!mentions.every((id) => known.has(id)))
    throw new Failure('mention_unknown', { fields: { 'body.mentions': 'mention_unknown' } });
  return [...new Set(mentions)];
}

type MentioningContent = MessageContent & { mentions: readonly string[] };
/** What is stored of a message, with the names of those it mentions. Throws `mention_unknown`. */
export async function storedContent(tx: Db, { mentions: ids, ...content }: MentioningContent, to: ChatReceivers) {
  const mentions = requireMentions(ids, to);
  return { ...withMentionNames(content, await findNames(tx, mentions)), mentions };
}

/** Those who wrote in the thread and can still read it, without the author. */
async function participantsOf(
  tx: Db,
  { conversationId, message, to }: { conversationId: string; message: NewChatMessage; to: ChatReceivers },
): Promise<string[]> {
  const { authorId, rootNumber = null } = message;
  if (rootNumber === null) return [];
  const readers = new Set(everyReceiver(to).map(({ userId }) => userId));
  const authors = await threadAuthors(tx, { conversationId, rootNumber });
  return authors.filter((id) => id !== authorId && readers.has(id));
}

/** `row` is held by `tx`, which is the system's. */
export async function writeMessage(
  ctx: Ctx,
  tx: Db,
  { row, message, to }: { row: ConversationRow; message: NewChatMessage; to: ChatReceivers },
): Promise<ChatMessage> {
  const { authorId, kind, body } = message;
  const at = new Date(ctx.now());
  const last = { lastAt: at, lastKind: kind, lastText: oneLineOf(body, lastLine), lastAuthorId: authorId };
  const number = await takeNumber(tx, row.id, last);
  const { id: conversationId, accountId, sellerId } = row;
  const written: ChatMessageRow = {
    ...{ id: newId(ctx.now()), conversationId, accountId, sellerId, number, doc: null, meetingId: null },
    ...{ rootNumber: null, replyCount: 0, participants: await participantsOf(tx, { conversationId, message, to }) },
    ...message,
    ...{ editedAt: null, deletedAt: null, createdAt: at },
  };
  await insertMessage(tx, written);
  // who writes has read
  await setRead(tx, { conversationId, userId: authorId }, number);
  if (kind === 'text') {
    const notified = [...new Set([...message.mentions, ...written.participants])].filter((id) => id !== authorId);
    await addMentions(tx, conversationId, notified);
    if (row.kind === 'direct' || row.kind === 'support' || notified.length > 0) await queueAway(ctx, tx, { id: conversationId });
  }
  const [view] = await messageViews(ctx, tx, [written]);
  if (view === undefined) throw new Error('the message has no view');
  await pushMessage(ctx, tx, { what: 'message', view, to: everyReceiver(to) });
  await pushReplyCount(ctx, tx, { message: written, to: everyReceiver(to) });
  return view;
}

export type MessageSending = { row: ConversationRow; message: NewChatMessage; replyTo: number | null; staffOf: string | null };
/**
 * What somebody sends, once: the same key again is answered as it stands. `staffOf`: they answer a customer, and are in the conversation
 * from then on. `row` is held. Throws `mention_unknown`, `reply_unknown`, `nobody_there`, `not_found`.
 */
export async function takeMessage(ctx: Ctx, tx: Db, { row, message, replyTo, staffOf }: MessageSending): Promise<ChatMessage> {
  const { authorId, clientKey } = message;
  const known = await messageByKey(tx, { conversationId: row.id, authorId, clientKey });
  if (known !== null) {
    const [view] = await messageViews(ctx, tx, [known]);
    if (view !== undefined) return view;
  }
  const to = await receiversOf(ctx, tx, row);
  const among = staffOf === null ? to.members : to.staff;
  // they left, or were suspended, in the same moment
  if (!among.some(({ userId }) => userId === authorId))
    throw row.kind === 'support' && staffOf === null ? nobodyThere() : notFound();
  if (row.kind === 'direct' && to.members.length < 2) throw nobodyThere();
  if (row.kind === 'support' && to.staff.length === 0) throw nobodyThere();
  const { body, doc = null, mentions } = message;
  const content = await storedContent(tx, { body, doc, mentions }, to);
  const rootNumber = replyTo === null ? null : await requireRoot(tx, { conversationId: row.id, number: replyTo });
  if (staffOf !== null) {
    const [joinedAt, readNumber] = [new Date(ctx.now()), row.lastNumber];
    await addMembers(tx, [
      { conversationId: row.id, userId: authorId, accountId: staffOf, role: 'member', joinedAt, readNumber },
    ]);
    await setConversation(tx, row.id, { staffNumber: row.lastNumber + 1 });
  }
  return writeMessage(ctx, tx, { row, message: { ...message, ...content, rootNumber }, to });
}
const nobodyThere = () => new Failure('nobody_there');

/** Who joined or left, or a new name, as a line of the conversation. */
export async function noteStep(
  ctx: Ctx,
  tx: Db,
  { row, step }: { row: ConversationRow; step: Pick<NewChatMessage, 'authorId' | 'kind' | 'body' | 'mentions'> },
): Promise<void> {
  const to = await receiversOf(ctx, tx, row);
  await writeMessage(ctx, tx, { row, message: { ...step, files: [], clientKey: `step-${newId(ctx.now())}` }, to });
}
