/** Who asks for which ticket. The first lines of every verb here. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { isStaff, mayAnswer, maySeeIssue } from '../tickets.rules.ts';
import { lockTicket, ticketById } from './tickets.queries.ts';
import type { TicketRow } from './tickets.table.ts';

type CustomerPermission = 'tickets.view' | 'tickets.create';
/** Somebody who asks. Throws `not_signed_in`, `not_allowed`. */
export function customerOf(ctx: Ctx, permission: CustomerPermission): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!ctx.actor.scope.includes(permission)) throw notAllowed(permission);
  return ctx.actor;
}
type StaffPermission = 'tickets.answer' | 'tickets.manage';
/** Somebody who answers: for customers there is no such thing. */
export function staffOf(ctx: Ctx, permission: StaffPermission = 'tickets.answer'): UserActor {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  if (actor.accountKind === 'customer') throw notFound();
  if (!isStaff(actor)) throw notAllowed('tickets.answer');
  if (!actor.scope.includes(permission)) throw notAllowed(permission);
  return actor;
}

/** A ticket of one's own account that one may see. */
export async function findIssue(ctx: Ctx, id: string, permission: CustomerPermission): Promise<TicketRow> {
  const actor = customerOf(ctx, permission);
  const row = await ticketById(ctx.db.read, id);
  if (row === null || !maySeeIssue(actor, row)) throw notFound();
  return row;
}
/** A ticket of a customer of one's own. */
export async function findTicket(ctx: Ctx, id: string): Promise<TicketRow> {
  const actor = staffOf(ctx);
  const row = await ticketById(ctx.db.read, id);
  if (row === null || !mayAnswer(actor, row) || !(await isServed(ctx.system.read, row))) throw notFound();
  return row;
}
/** The same, locked until the transaction ends; null: there is none. `tx` is the system's. */
export async function lockServed(tx: Db, actor: UserActor, id: string): Promise<TicketRow | null> {
  const row = await lockTicket(tx, id);
  return row !== null && mayAnswer(actor, row) && (await isServed(tx, row)) ? row : null;
}

/** Who answers an account: the vendor that brought it in, else the operator. Null: there is nobody yet. */
export async function sellerFor(db: Db, accountId: string): Promise<string | null> {
  const standing = await findStanding(db, accountId);
  return standing?.vendorAccountId ?? (await findOperatorAccount(db))?.id ?? null;
}
/** Whether the seller of the ticket still answers its account: nobody is answered by a seller that they left. */
export const isServed = async (db: Db, { accountId, sellerId }: Pick<TicketRow, 'accountId' | 'sellerId'>): Promise<boolean> =>
  (await sellerFor(db, accountId)) === sellerId;
