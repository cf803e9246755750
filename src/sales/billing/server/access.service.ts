/** Who asks, who sells to them, and the notes of what happened. The first lines of every verb here. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import type { BillingEventRow, SellerRow } from './billing.table.ts';
import { sellerById } from './parties.queries.ts';
import { insertEvents } from './subscriptions.queries.ts';

export function userOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

export type BuyerRight = 'subscriptions.view' | 'subscriptions.purchase' | 'invoices.view';
/** Somebody of a customer's or vendor's account who holds the right. The operator buys nothing from itself. */
export function buyerOf(ctx: Ctx, right: BuyerRight): UserActor {
  const actor = userOf(ctx);
  if (actor.accountKind === 'operator') throw notFound();
  if (!actor.scope.includes(right)) throw notAllowed(right);
  return actor;
}

/** Somebody of the operator's account who looks after its money. */
export function moneyKeeperOf(ctx: Ctx): UserActor {
  const actor = userOf(ctx);
  if (actor.accountKind !== 'operator') throw notFound();
  if (!actor.scope.includes('invoices.manage')) throw notAllowed('invoices.manage');
  return actor;
}

/** The operator as it sells; null before it was set up. */
export async function operatorSeller(db: Db): Promise<SellerRow | null> {
  const operator = await findOperatorAccount(db);
  return operator === null ? null : sellerById(db, operator.id);
}

/** `reseller`: the account's plan is arranged by whoever brought it in. `nobody`: no seller is set up. */
export type Arranged = { by: 'self'; seller: SellerRow } | { by: 'reseller' } | { by: 'nobody' };
export async function sellerFor(db: Db, accountId: string): Promise<Arranged> {
  const standing = await findStanding(db, accountId);
  if (standing?.vendorAccountId != null) return { by: 'reseller' };
  const seller = await operatorSeller(db);
  return seller === null ? { by: 'nobody' } : { by: 'self', seller };
}

/** Throws `seller_missing` where the account cannot buy anything itself. */
export async function mustSell(db: Db, accountId: string): Promise<SellerRow> {
  const found = await sellerFor(db, accountId);
  if (found.by !== 'self') throw new Failure('seller_missing');
  return found.seller;
}

type Of = { accountId: string; sellerId: string };
export type Note = Of &
  Pick<BillingEventRow, 'kind'> &
  Partial<Pick<BillingEventRow, 'subscriptionId' | 'invoiceId' | 'paymentId' | 'fromState' | 'toState' | 'reason' | 'data'>>;

/** Writes down what happened, in the transaction that does it. */
export async function note(ctx: Ctx, tx: Db, ...notes: Note[]): Promise<void> {
  const at = ctx.now();
  await insertEvents(
    tx,
    notes.map((one) => ({
      data: {},
      ...one,
      id: newId(at),
      actorId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      at: new Date(at),
    })),
  );
}
