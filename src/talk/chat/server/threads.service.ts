/** Replies: a thread is a message and all that reply to it. They stand in the conversation as any message does, too. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { chatCalls } from '../chat.contract.ts';
import { findConversation } from './access.service.ts';
import type { ChatMessageRow } from './chat.table.ts';
import { pushMessage } from './delivery.service.ts';
import type { ChatReceiver } from './members.queries.ts';
import { messageByNumber, messagesOf } from './messages.queries.ts';
import { recountReplies } from './threads.queries.ts';
import { messageViews, readMessages } from './views.service.ts';

type ThreadCall = typeof chatCalls.thread;

/** The number of the first message of the thread that a message is in. Throws `reply_unknown`. */
export async function requireRoot(tx: Db, reply: { conversationId: string; number: number }): Promise<number> {
  const found = await messageByNumber(tx, reply);
  if (found?.kind !== 'text') throw new Failure('reply_unknown', { fields: { 'body.replyTo': 'reply_unknown' } });
  return found.rootNumber ?? found.number;
}
/** The first message of the thread shows how many replies there are now. */
export async function pushReplyCount(
  ctx: Ctx,
  tx: Db,
  { message, to }: { message: Pick<ChatMessageRow, 'conversationId' | 'rootNumber'>; to: readonly ChatReceiver[] },
): Promise<void> {
  const { conversationId, rootNumber } = message;
  const root = rootNumber === null ? null : await recountReplies(tx, { conversationId, rootNumber });
  const [view] = root === null ? [] : await messageViews(ctx, tx, [root]);
  if (view !== undefined) await pushMessage(ctx, tx, { what: 'changed', view, to });
}

export async function readThread(
  ctx: Ctx,
  { id, number, query }: { id: string; number: number; query: Parsed<ThreadCall>['query'] },
): Promise<ResultIn<ThreadCall>> {
  await findConversation(ctx, id, 'joinable');
  const { read } = ctx.system;
  const named = await messageByNumber(read, { conversationId: id, number });
  const rootNumber = named?.rootNumber ?? null;
  const first = rootNumber === null ? named : await messageByNumber(read, { conversationId: id, number: rootNumber });
  if (first?.kind !== 'text') throw notFound();
  const { rows, more } = await messagesOf(read, { conversationId: id, rootNumber: first.number, ...query });
  const [root, ...items] = await readMessages(ctx, [first, ...rows]);
  if (root === undefined) throw notFound();
  return { root, items, more };
}
