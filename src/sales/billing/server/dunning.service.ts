/** What is done about a claim around the day on which it is due, step by step; both sides see every step (business rules §2). */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { dayIn, startOf } from '../days.rules.ts';
import { type DunningStep, dueSteps, nextStepOn } from '../dunning.rules.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { changeInvoice, openOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { askFor, dunnedClaim, holdOn } from './dunning-ask.service.ts';
import { dropNeverHad } from './ending.service.ts';
import { giveUp } from './given-up.service.ts';
import { announcements, nextLook } from './looks.service.ts';
import { mailAbout } from './mail.service.ts';
import { CHARGE_JOB, LET_GO_JOB, mayCharge } from './pay.service.ts';
import { sellerById } from './parties.queries.ts';
import { undecidedOf } from './payments.queries.ts';
import { applyDebts, moveSubscription, NOT_PAID } from './standing.service.ts';
import { changeSubscription } from './subscriptions.queries.ts';
import { takeBackChange, tellGivenBack } from './unbought.service.ts';

const mayPayByCard = async (tx: Db, invoiceId: string): Promise<boolean> =>
  (await undecidedOf(tx, invoiceId))?.provider === 'card';
/** Somebody says that it is paid, and nobody has looked yet. */
const isReported = async (tx: Db, invoiceId: string): Promise<boolean> =>
  (await undecidedOf(tx, invoiceId))?.state === 'reported';
/** Whether a card provider may still take money for it. */
export async function mayStillPay(tx: Db, row: SubscriptionRow): Promise<boolean> {
  for (const one of await openOf(tx, row.id)) if (await mayPayByCard(tx, one.id)) return true;
  return false;
}
/** Minutes until a subscription is looked at again at the earliest. */
const AGAIN_MINUTES = 1;
/** Minutes until the next look whether the provider has canceled a payment. */
const LET_GO_MINUTES = 10;
/** Queues the cancellation of payments at the provider; returns when to look again. */
export async function askToLetGo(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<Date> {
  await ctx.jobs.enqueue(tx, { job: LET_GO_JOB, payload: { id: row.id }, key: row.id });
  return new Date(ctx.now() + LET_GO_MINUTES * 60_000);
}

async function endUnpaid(ctx: Ctx, tx: Db, { row, claim }: Omit<Doing, 'step'>): Promise<SubscriptionRow> {
  // over already: only the money was waited for
  if (row.endedAt !== null) return row;
  await mailAbout(ctx, tx, { invoice: claim, about: 'ended' });
  return moveSubscription(ctx, tx, { row, to: 'canceled', reason: NOT_PAID });
}

/**
 * Ends it and gives up on what is open. Payments that a disabled provider may still have taken, or that the customer reported, stay open
 * for a person to decide.
 */
async function end(ctx: Ctx, tx: Db, { row, claim }: Omit<Doing, 'step'>): Promise<SubscriptionRow> {
  const undecided = row.changing === null ? null : await undecidedOf(tx, row.changing.invoiceId);
  if (row.changing !== null && undecided?.provider !== 'card' && undecided?.state !== 'reported')
    await tellGivenBack(ctx, tx, (await takeBackChange(ctx, tx, { row, reason: NOT_PAID })).paid);
  // over before anything is credited: nothing that is settled by it begins or goes on once more
  const over = await endUnpaid(ctx, tx, { row, claim });
  for (const one of await openOf(tx, row.id))
    if (!(await mayPayByCard(tx, one.id)) && !(await isReported(tx, one.id))) await giveUp(ctx, tx, { row: over, id: one.id });
  // who owes nothing in the end is held to nothing
  if (over.kind === 'base') await applyDebts(ctx, tx, over.accountId);
  return over;
}

type Doing = { row: SubscriptionRow; claim: InvoiceRow; step: DunningStep };
async function doStep(ctx: Ctx, tx: Db, { row, claim, step }: Doing): Promise<SubscriptionRow> {
  switch (step.act) {
    case 'charge':
    case 'retry':
      if (row.payBy === 'card') await ctx.jobs.enqueue(tx, { job: CHARGE_JOB, payload: { id: claim.id }, key: claim.id });
      return row;
    case 'remind':
      await mailAbout(ctx, tx, { invoice: claim, about: 'reminder' });
      return row;
    case 'final_notice':
      // of what is over, nothing new is held back by it
      await mailAbout(ctx, tx, { invoice: claim, about: row.endedAt === null ? 'final' : 'reminder' });
      return row;
    case 'past_due':
      return row.state === 'active' || row.state === 'trialing'
        ? moveSubscription(ctx, tx, { row, to: 'past_due', reason: 'overdue' })
        : row;
    case 'restrict': {
      if (row.endedAt !== null) return row;
      const late = await doStep(ctx, tx, { row, claim, step: { ...step, act: 'past_due' } });
      return late.state === 'past_due' ? moveSubscription(ctx, tx, { row: late, to: 'restricted', reason: 'overdue' }) : late;
    }
    case 'cancel':
      return end(ctx, tx, { row, claim });
    default:
      return row;
  }
}

/** The earlier of what the calendar and what dunning ask for. */
const sooner = (one: number | null, other: number | null) => (one === null ? other : other === null ? one : Math.min(one, other));

/** Does the steps whose day has come for the oldest open claim, and says when the subscription is looked at next. */
export async function dun(ctx: Ctx, tx: Db, first: SubscriptionRow): Promise<void> {
  let row = first;
  const claim = await dunnedClaim(tx, row);
  const seller = await sellerById(tx, row.sellerId);
  let next: number | null = null;
  let held: number | null = null;
  if (claim?.dueDate != null && seller !== null) {
    const today = dayIn(ctx.now(), seller.zone);
    const { hold, until } = await holdOn(tx, { invoiceId: claim.id, now: ctx.now() });
    held = until;
    const ask = await askFor(tx, { row, claim: { ...claim, dueDate: claim.dueDate }, hold });
    const { run: all, skip } = dueSteps(ask, today);
    const waits = all.some((step) => step.act === 'cancel') && mayCharge(ctx) && (await mayStillPay(tx, row));
    const run = waits ? all.filter((step) => step.act !== 'cancel') : all;
    const done = [...claim.dunned, ...[...run, ...skip].map((step) => ({ id: step.id, on: today }))];
    if (done.length > claim.dunned.length) await changeInvoice(tx, claim.id, { dunned: done });
    for (const step of run) {
      await note(ctx, tx, {
        accountId: row.accountId,
        sellerId: row.sellerId,
        subscriptionId: row.id,
        invoiceId: claim.id,
        kind: `dunning.${step.act}`,
        data: { day: step.day },
      });
      row = await doStep(ctx, tx, { row, claim, step });
    }
    if (waits) return void (await changeSubscription(tx, row.id, { nextAt: await askToLetGo(ctx, tx, row) }));
    const planned = nextStepOn({ ...ask, done });
    // what is held back has its day when that time is over
    next = sooner(planned === null ? null : startOf(planned.on, seller.zone), held);
  }
  if (first.endedAt !== null)
    return void (await changeSubscription(tx, row.id, { nextAt: next === null ? null : new Date(next) }));
  if (row.endedAt !== null) return;
  const coming = row.state === 'active' ? announcements(row).filter((one) => one.at > ctx.now()) : [];
  for (const { at } of coming) next = sooner(next, at);
  if (row.changing !== null) next = sooner(next, row.changing.until);
  const calendar = nextLook(row)?.getTime() ?? null;
  // a claim of the coming period is written already: the end of this one is next
  const turnsAt = calendar !== null && calendar <= ctx.now() ? (row.periodEnd?.getTime() ?? null) : calendar;
  const at = sooner(turnsAt, next);
  // never at once again: what could not be done now would be looked at without end
  await changeSubscription(tx, row.id, {
    nextAt: at === null ? null : new Date(Math.max(at, ctx.now() + AGAIN_MINUTES * 60_000)),
  });
}

/** What was owed when it ended is asked for by the same steps, and its account restricted by them. */
export async function dunEnded(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  await dropNeverHad(ctx, tx, row);
  if ((await dunnedClaim(tx, row)) === null) await changeSubscription(tx, row.id, { nextAt: null });
  else await dun(ctx, tx, row);
  if (row.kind === 'base') await applyDebts(ctx, tx, row.accountId);
}
