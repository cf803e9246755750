/**
 * The charges to come, by the real engine: it runs with a clock that is moved ahead, inside of a transaction that is taken back in the end. What
 * it writes, queues and tells goes away with it.
 */
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import type { ChangeWish, Forecast } from '../subscriptions.contract.ts';
import { buyerOf, moneyKeeperOf } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { bookChange, changing } from './change.service.ts';
import { reckonChange } from './change-price.service.ts';
import { explainedOut } from './change-view.service.ts';
import { look } from './engine.service.ts';
import { invoicesSince, linesOf, lockInvoice } from './invoices.queries.ts';
import type { InvoiceRow, LineRow } from './invoices.table.ts';
import { insertPayment, undecidedOf } from './payments.queries.ts';
import { settle } from './settle.service.ts';
import { pendingOf } from './tax-waiting.queries.ts';
import { settleTax } from './tax-waiting.service.ts';
import { liveBaseOf, lockSubscription, subscriptionById } from './subscriptions.queries.ts';
import { triedOut } from './tried-out.service.ts';

const MONTHS = 13;
/** Looks of the engine at most: notices and claims of every month. */
const LOOKS_MAX = 100;

/** As if the money came when it was asked for. */
async function paid(ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<void> {
  const at = new Date(ctx.now());
  const waiting = await undecidedOf(tx, invoice.id);
  if (waiting !== null) return void (await settle(ctx, tx, { id: waiting.id, state: 'succeeded' }));
  const { accountId, sellerId, currency, remaining: amount } = invoice;
  const row = { accountId, sellerId, currency, amount, invoiceId: invoice.id, offSession: true, note: '', revision: 1 };
  const payment = await insertPayment(tx, {
    ...row,
    id: newId(ctx.now()),
    provider: 'transfer',
    state: 'awaiting_transfer',
    createdAt: at,
    changedAt: at,
  });
  await settle(ctx, tx, { id: payment.id, state: 'succeeded' });
}

/** Claims as they were at first: what was due of the open ones is charged yet, the others are `known`. */
type Before = { open: ReadonlyMap<string, bigint>; known: ReadonlySet<string> };
async function chargesOf(
  tx: Db,
  row: SubscriptionRow,
  of: { before: Before; now: number; locale: string },
): Promise<Forecast['charges']> {
  const { open, known } = of.before;
  const invoices = (await invoicesSince(tx, row.id)).filter((one) => !known.has(one.id));
  const names = await findPlanNames(tx, [row.planId, ...invoices.flatMap((one) => one.plans)], of.locale);
  const lines: LineRow[][] = [];
  for (const one of invoices) lines.push(await linesOf(tx, one.id));
  return invoices.map((one, at) => ({
    at: Math.max(of.now, one.createdAt.getTime(), one.cause === 'period' ? (one.periodStart?.getTime() ?? 0) : 0),
    cause: one.cause,
    periodStart: one.periodStart?.getTime() ?? null,
    periodEnd: one.periodEnd?.getTime() ?? null,
    planName: one.plans.map((id) => names.get(id) ?? '').find((name) => name !== '') ?? names.get(row.planId) ?? '',
    net: Number(one.net),
    tax: Number(one.tax),
    total: Number(one.total),
    toPay: Number(open.get(one.id) ?? one.total - one.balanceUsed),
    lines: (lines[at] ?? []).map(explainedOut),
  }));
}

/** Thirteen months by the calendar. */
const untilOf = (now: number): number => {
  const from = new Date(now);
  const midnight = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + MONTHS, from.getUTCDate()) + (now - midnight);
};

type Ahead = { id: string; change: ChangeWish | undefined; until: number; locale: string };
async function runAhead(ctx: Ctx, tx: Db, { id, change, until, locale }: Ahead): Promise<Forecast['charges']> {
  let now = ctx.now();
  const ahead: Ctx = { ...ctx, actor: { kind: 'system' }, now: () => now };
  const first = await lockSubscription(tx, id);
  if (first === null) throw notFound();
  const claims = await invoicesSince(tx, id);
  const open = new Map(claims.flatMap((one) => (one.state === 'open' ? [[one.id, one.remaining] as const] : [])));
  const before = { open, known: new Set(claims.flatMap((one) => (open.has(one.id) ? [] : [one.id]))) };
  const settleOpen = async () => {
    // as if nobody said that the number is valid, and no rate were missing
    for (const one of await pendingOf(tx, id)) {
      const locked = await lockInvoice(tx, one.id);
      if (locked !== null) await settleTax(ahead, tx, { invoice: locked, decision: 'try' });
    }
    for (const one of await invoicesSince(tx, id)) {
      const locked = one.state === 'open' ? await lockInvoice(tx, one.id) : null;
      if (locked?.state === 'open') await paid(ahead, tx, locked);
    }
  };
  if (change !== undefined) {
    const of = await changing(tx, first, { wish: change, at: now });
    const by = first.payBy === 'card' ? 'card' : 'transfer';
    await bookChange(ahead, tx, { of, reckoned: await reckonChange(tx, of), by });
  }
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    await settleOpen();
    const row = await lockSubscription(tx, id);
    const next = row?.nextAt?.getTime();
    if (row === null || next === undefined || next > until || row.endedAt !== null) break;
    now = Math.max(now, next);
    await look(ahead, tx, row);
  }
  const row = await subscriptionById(tx, id);
  return row === null ? [] : chargesOf(tx, row, { before, now: ctx.now(), locale });
}

async function forecastOf(ctx: Ctx, row: SubscriptionRow, change: ChangeWish | undefined): Promise<Forecast> {
  const until = untilOf(ctx.now());
  const charges = await triedOut(ctx, (tx) => runAhead(ctx, tx, { id: row.id, change, until, locale: ctx.locale }));
  return { currency: row.currency, charges: charges.filter((one) => one.at <= until).sort((a, b) => a.at - b.at), until };
}

/** Of the account's own subscription, with a change or without. Empty where nothing is charged. */
export async function forecast(ctx: Ctx, change: ChangeWish | undefined): Promise<Forecast> {
  const actor = buyerOf(ctx, 'subscriptions.view');
  // it takes as long as all these months take the engine
  await ctx.limits.use(`billing-forecast:${actor.accountId}`, { max: 60, windowSeconds: 600 });
  const row = await liveBaseOf(ctx.db.read, actor.accountId);
  if (row === null) throw notFound();
  return forecastOf(ctx, row, change);
}

/** Of any subscription of the seller. */
export async function forecastFor(ctx: Ctx, id: string): Promise<Forecast> {
  const actor = moneyKeeperOf(ctx);
  const row = await subscriptionById(ctx.system.read, id);
  if (row === null || row.sellerId !== actor.accountId) throw notFound();
  await ctx.limits.use(`billing-forecast:${actor.userId}`, { max: 60, windowSeconds: 600 });
  return forecastOf(ctx, row, undefined);
}
