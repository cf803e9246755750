/** "I do not agree": said by the customer, answered by the seller; reminders wait in between. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { OBJECTION_HOLD_DAYS, type ObjectionView } from '../objections.contract.ts';
import { buyerOf, note, pushToSeller, sellerKeeperOf } from './access.service.ts';
import { invoiceById, lockInvoice } from './invoices.queries.ts';
import { ownInvoice } from './invoices.service.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { mailSeller } from './mail.service.ts';
import { sellerById } from './parties.queries.ts';
import { lookAgain } from './after.service.ts';
import { lockSubscription } from './subscriptions.queries.ts';
import { closeObjection, firstObjectedAt, insertObjection, lastObjection, openObjection } from './objections.queries.ts';

const isDue = (row: InvoiceRow): boolean => row.kind === 'invoice' && row.state === 'open';

/** Until when an open objection holds off that anything is restricted or ended, epoch milliseconds; null: it does not, or not any more. */
export async function heldUntil(db: Db, { invoiceId, now }: { invoiceId: string; now: number }): Promise<number | null> {
  if ((await openObjection(db, invoiceId)) === null) return null;
  const first = await firstObjectedAt(db, invoiceId);
  const until = first === null ? now : first.getTime() + OBJECTION_HOLD_DAYS * 86_400_000;
  return until > now ? until : null;
}

async function viewOf(ctx: Ctx, db: Db, row: InvoiceRow): Promise<ObjectionView> {
  const last = await lastObjection(db, row.id);
  return {
    last:
      last === null
        ? null
        : {
            state: last.state,
            reason: last.reason,
            answer: last.answer,
            raisedAt: last.createdAt.getTime(),
            closedAt: last.closedAt?.getTime() ?? null,
            holdsUntil: await heldUntil(db, { invoiceId: row.id, now: ctx.now() }),
          },
    mayRaise: isDue(row) && last?.state !== 'open',
  };
}
const told = (row: InvoiceRow) => ({ accountId: row.accountId, sellerId: row.sellerId, invoiceId: row.id });

export const ownObjection = async (ctx: Ctx, id: string): Promise<ObjectionView> =>
  viewOf(ctx, ctx.db.read, await ownInvoice(ctx, id));

/** Locks an invoice, and before it what it belongs to, in the order in which everybody here locks; two who speak at once speak after each other. */
async function lockSpoken(tx: Db, id: string): Promise<InvoiceRow | null> {
  const seen = await invoiceById(tx, id);
  if (seen?.subscriptionId != null) await lockSubscription(tx, seen.subscriptionId);
  return lockInvoice(tx, id);
}
async function lockOwn(ctx: Ctx, tx: Db, id: string): Promise<InvoiceRow> {
  const row = await lockSpoken(tx, (await ownInvoice(ctx, id)).id);
  if (row === null) throw notFound();
  return row;
}

/** A mail to the seller: an objection holds off what would follow, so somebody has to look. What the customer wrote is read on the page. */
async function tellSeller(ctx: Ctx, tx: Db, row: InvoiceRow): Promise<void> {
  const [seller, account] = [await sellerById(tx, row.sellerId), await findStanding(tx, row.sellerId)];
  if (seller === null || account === null) return;
  // each kind of seller reads its invoices on a page of its own
  const path = account.kind === 'vendor' ? `/vendors?tab=sold&sale=${row.id}` : `/all-invoices/${row.id}`;
  await mailSeller(ctx, tx, { to: seller.email, locale: account.locale, invoice: row, path });
}

/** Throws `wrong_state` where nothing is due, `objection_open` while one waits for its answer. */
export async function raise(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<ObjectionView> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  const row = await ctx.system.write(async (tx) => {
    const locked = await lockOwn(ctx, tx, id);
    await ctx.limits.use(`billing-object:${actor.accountId}`, { max: 10, windowSeconds: 86_400 });
    if (!isDue(locked)) throw new Failure('wrong_state');
    if ((await openObjection(tx, id)) !== null) throw new Failure('objection_open');
    const at = new Date(ctx.now());
    await insertObjection(tx, {
      id: newId(ctx.now()),
      ...told(locked),
      state: 'open',
      reason,
      raisedBy: actor.userId,
      createdAt: at,
    });
    await note(ctx, tx, { ...told(locked), kind: 'objection.raised', reason });
    await tellSeller(ctx, tx, locked);
    await pushToSeller(ctx, tx, locked.sellerId);
    return locked;
  });
  return viewOf(ctx, ctx.db.read, row);
}

/** Throws `wrong_state` where nothing waits for an answer. */
export async function withdraw(ctx: Ctx, id: string): Promise<ObjectionView> {
  buyerOf(ctx, 'subscriptions.purchase');
  const row = await ctx.system.write(async (tx) => {
    const locked = await lockOwn(ctx, tx, id);
    const open = await openObjection(tx, id);
    if (open === null) throw new Failure('wrong_state');
    await closeObjection(tx, open.id, { state: 'withdrawn', answer: null, answeredBy: null, closedAt: new Date(ctx.now()) });
    await note(ctx, tx, { ...told(locked), kind: 'objection.withdrawn' });
    await lookAgain(ctx, tx, locked.subscriptionId);
    await pushToSeller(ctx, tx, locked.sellerId);
    return locked;
  });
  return viewOf(ctx, ctx.db.read, row);
}

/** For its seller: the operator, or a vendor in its own name. Throws `not_found` for another seller's. */
export async function objectionOf(ctx: Ctx, id: string): Promise<ObjectionView> {
  const actor = sellerKeeperOf(ctx);
  const row = await invoiceById(ctx.system.read, id);
  if (row === null || row.sellerId !== actor.accountId) throw notFound();
  return viewOf(ctx, ctx.system.read, row);
}

/** Throws `wrong_state` where nothing waits for an answer. */
export async function answerObjection(ctx: Ctx, { id, text }: { id: string; text: string }): Promise<ObjectionView> {
  const actor = sellerKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    const row = await lockSpoken(tx, id);
    if (row === null || row.sellerId !== actor.accountId) throw notFound();
    const open = await openObjection(tx, id);
    if (open === null) throw new Failure('wrong_state');
    const closedAt = new Date(ctx.now());
    await closeObjection(tx, open.id, { state: 'answered', answer: text, answeredBy: actor.userId, closedAt });
    await note(ctx, tx, { ...told(row), kind: 'objection.answered', reason: text });
    await lookAgain(ctx, tx, row.subscriptionId);
    await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'billing' });
  });
  return objectionOf(ctx, id);
}

/** Whether reminders wait. */
export const isObjected = async (db: Db, invoiceId: string): Promise<boolean> => (await openObjection(db, invoiceId)) !== null;
