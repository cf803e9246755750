/** Who asks for which conversation. The first lines of every verb here. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { sellerFor } from '#talk/tickets/server/place.service.ts';
import { answersSupport, maySeeConversation, mayJoin, type ChatMemberRole } from '../chat.rules.ts';
import { conversationFor, type ConversationWithMember } from './conversations.queries.ts';
import type { ConversationRow } from './chat.table.ts';

/** Throws `not_signed_in`, `not_allowed`. Nobody who acts for them reads what others wrote to a person. */
export function chatterOf(ctx: Ctx): UserActor {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  if (actor.impersonator !== undefined) throw notAllowed('chat.use');
  if (!actor.scope.includes('chat.use')) throw notAllowed('chat.use');
  return actor;
}

export type SeenConversation = ConversationWithMember & { actor: UserActor; role: ChatMemberRole; staff: 'staff' | 'no' };
/**
 * A conversation that the person may see; `joinable`: also a channel that they are not in. Members are of two accounts, so all of
 * this is read with the system's eyes, after these rules. Throws `not_found`.
 */
export async function findConversation(ctx: Ctx, id: string, what: 'mine' | 'joinable' = 'mine'): Promise<SeenConversation> {
  const actor = chatterOf(ctx);
  const seen = await conversationFor(ctx.system.read, id, actor);
  if (seen === null) throw notFound();
  const role = seen.member?.role ?? null;
  const open = maySeeConversation(actor, seen.row, role) || (what === 'joinable' && mayJoin(actor, seen.row));
  const staff = answersSupport(actor, seen.row) ? ('staff' as const) : ('no' as const);
  // nobody is answered by a seller that they left
  if (!open || (staff === 'staff' && !(await isServed(ctx.system.read, seen.row)))) throw notFound();
  return { ...seen, actor, role, staff };
}
export const isServed = async (
  db: Db,
  { accountId, sellerId }: Pick<ConversationRow, 'accountId' | 'sellerId'>,
): Promise<boolean> => sellerId === null || (await sellerFor(db, accountId)) === sellerId;
/** Without those of customers that the reader's account answers no more. */
export async function servedOnes(
  ctx: Ctx,
  { accountId }: UserActor,
  rows: readonly ConversationRow[],
): Promise<ConversationRow[]> {
  const asked = [...new Set(rows.filter(({ sellerId }) => sellerId === accountId).map((row) => row.accountId))];
  const sellers = await Promise.all(asked.map((id) => sellerFor(ctx.system.read, id)));
  const served = new Set(asked.filter((_id, index) => sellers[index] === accountId));
  return rows.filter((row) => row.sellerId !== accountId || served.has(row.accountId));
}

/** The same ctx for services that read, inside a transaction of the system: a second connection while one waits for a lock would run out of them. */
export const within = (ctx: Ctx, tx: Db): Ctx => ({ ...ctx, system: { read: tx, write: (work) => work(tx) } });
