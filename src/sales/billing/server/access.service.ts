/** Who asks, who sells to them, and the notes of what happened. The first lines of every verb here. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { whoSellsTo } from '#sales/vendors/server/selling.service.ts';
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

/** Somebody who looks after the money of a seller: of the operator, or of a vendor that sells in its own name. */
export function sellerKeeperOf(ctx: Ctx): UserActor {
  const actor = userOf(ctx);
  if (actor.accountKind !== 'vendor') return moneyKeeperOf(ctx);
  if (!actor.scope.includes('vendors.manage')) throw notAllowed('vendors.manage');
  return actor;
}

/** The same without a word about it: for addresses that open to either side of an invoice. */
export const keepsMoney = ({ accountKind, scope }: UserActor): boolean =>
  (accountKind === 'operator' && scope.includes('invoices.manage')) ||
  (accountKind === 'vendor' && scope.includes('vendors.manage'));

/** Makes the seller's open pages refetch. */
export async function pushToSeller(ctx: Ctx, tx: Db, sellerId: string): Promise<void> {
  const vendor = (await findStanding(tx, sellerId))?.kind === 'vendor';
  await ctx.bus.push(tx, { topic: vendor ? `account:${sellerId}` : 'operator:news', kind: 'billing' });
}

/** The operator as it sells; null before it was set up. */
export async function operatorSeller(db: Db): Promise<SellerRow | null> {
  const operator = await findOperatorAccount(db);
  return operator === null ? null : sellerById(db, operator.id);
}

/** `reseller`: the account's reseller arranges its plan. `nobody`: no seller is set up. */
export type Arranged = { by: 'self'; seller: SellerRow } | { by: 'reseller' } | { by: 'nobody' };
/** Who sells to whom is decided by the vendor's terms. A vendor that did not say who it is on paper cannot sell. */
export async function sellerFor(db: Db, accountId: string): Promise<Arranged> {
  const selling = await whoSellsTo(db, accountId);
  if (selling.by === 'reseller') return selling;
  const seller = selling.accountId === null ? null : await sellerById(db, selling.accountId);
  if (seller !== null) return { by: 'self', seller };
  return { by: selling.by === 'vendor' ? 'reseller' : 'nobody' };
}

/** The seller that the caller sees: a customer its own, everybody else the operator. */
export async function sellerSeenBy(ctx: Ctx): Promise<SellerRow | null> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || actor.accountKind !== 'customer') return operatorSeller(ctx.system.read);
  const found = await sellerFor(ctx.system.read, actor.accountId);
  return found.by === 'self' ? found.seller : null;
}

/** Throws `seller_missing` where the account cannot buy anything itself. */
export async function mustSell(db: Db, accountId: string): Promise<SellerRow> {
  const found = await sellerFor(db, accountId);
  if (found.by !== 'self') throw new Failure('seller_missing');
  return found.seller;
}

/** Throws `other_seller` where a vendor sells to the account in its own name, or arranges what it has: the one who gives a plan sells what comes after it. */
export async function mustSellTo(db: Db, accountId: string): Promise<void> {
  if ((await whoSellsTo(db, accountId)).by !== 'operator') throw new Failure('other_seller');
}

type SaleParties = { accountId: string; sellerId: string };
export type Note = SaleParties &
  Pick<BillingEventRow, 'kind'> &
  Partial<Pick<BillingEventRow, 'subscriptionId' | 'invoiceId' | 'paymentId' | 'fromState' | 'toState' | 'reason' | 'data'>>;

/** What billing tells. `claimMoved`: invoiceId, sellerId; how a claim stands is asked for when the listener's turn comes. */
export const billingEvents = { claimMoved: 'billing.claim-moved' } as const;
const movesClaim: readonly string[] = [
  'invoice.paid',
  'invoice.credited',
  'invoice.reopened',
  'invoice.uncollectible',
  'payment.reversed',
];

/** Writes down what happened, in the transaction that does it. */
export async function note(ctx: Ctx, tx: Db, ...notes: Note[]): Promise<void> {
  const at = ctx.now();
  for (const { kind, accountId, sellerId, invoiceId } of notes)
    if (invoiceId != null && movesClaim.includes(kind))
      await ctx.events.tell(ctx, tx, { name: billingEvents.claimMoved, accountId, data: { invoiceId, sellerId } });
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
