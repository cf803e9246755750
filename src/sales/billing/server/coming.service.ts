/** What is still to be done about an open claim, for both sides: the engine's own steps, asked of the days that come (business rules §2). */
import { notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { ComingAct, ComingView, WaitingView } from '../coming.contract.ts';
import { dayIn } from '../days.rules.ts';
import { type ComingAsk, comingSteps, type DunningAct } from '../dunning.rules.ts';
import { type BuyerRight, keepsMoney, userOf } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { askFor, dunnedClaim, type Hold, holdOn } from './dunning-ask.service.ts';
import { invoiceById } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { isOnTrust } from './on-trust.service.ts';
import { mayCharge } from './pay.service.ts';
import { methodsOf, sellerById } from './parties.queries.ts';
import { askAlone } from './reminders.service.ts';
import { eventsOf, subscriptionById } from './subscriptions.queries.ts';
import { happeningOf } from './timeline.service.ts';

/** Whose claims the engine follows; what was never paid for the first time has days of its own. */
const followed: readonly SubscriptionRow['state'][] = ['trialing', 'active', 'past_due', 'restricted', 'paused', 'canceled'];

/** A step as it will be for this subscription; null for what will change nothing. */
function actFor(act: DunningAct, { row, card }: { row: SubscriptionRow; card: 'yes' | 'no' }): ComingAct | null {
  const over = row.endedAt !== null;
  switch (act) {
    case 'charge':
    case 'retry':
      return card === 'yes' ? act : null;
    case 'past_due':
      return row.state === 'active' || row.state === 'trialing' ? act : null;
    case 'restrict':
      return over || row.state === 'restricted' || row.state === 'paused' ? null : act;
    case 'final_notice':
      return over ? 'remind' : act;
    case 'cancel':
      return over ? 'write_off' : act;
    case 'remind':
      return act;
    default:
      // announced elsewhere, and before there is a claim
      return null;
  }
}

type Claim = InvoiceRow & { dueDate: string };
const ofHold = ({ why, until }: Hold): ComingView['held'] => (why === null ? null : { why, until });
const stepsOf = (ask: ComingAsk, today: string, actOf: (act: DunningAct) => ComingAct | null): ComingView['steps'] =>
  comingSteps(ask, today).flatMap(({ step, on }) => {
    const act = actOf(step.act);
    return act === null ? [] : [{ on, act }];
  });

type Looked = { claim: Claim; hold: Hold; now: number; zone: string };
async function ofSubscription(ctx: Ctx, db: Db, { row, ...of }: Looked & { row: SubscriptionRow }): Promise<ComingView | null> {
  const { claim, hold, now, zone } = of;
  if (row.kind === 'pass' || !followed.includes(row.state)) return null;
  // one after the other: those that are due later have their turn when this one is settled
  if ((await dunnedClaim(db, row))?.id !== claim.id) return null;
  const ask = await askFor(db, { row, claim, hold: hold.hold });
  const until = hold.until === null ? null : dayIn(hold.until, zone);
  const card = row.payBy === 'card' && mayCharge(ctx) && (await methodsOf(db, row.accountId)).length > 0 ? 'yes' : 'no';
  return {
    steps: stepsOf({ ...ask, until, afterwards: hold.afterwards }, dayIn(now, zone), (act) => actFor(act, { row, card })),
    held: ofHold(hold),
    trust: row.state === 'active' && (await isOnTrust(db, row)) ? claim.dueDate : null,
  };
}

/** Words alone: nothing else follows of an invoice that belongs to no subscription. */
function alone({ claim, hold, now, zone }: Looked): ComingView {
  const until = hold.why === 'objection' || hold.until === null ? null : dayIn(hold.until, zone);
  const waits = hold.hold === 'nothing' ? 'nothing' : 'all';
  return {
    steps: stepsOf({ ...askAlone(claim), hold: waits, until, afterwards: 'nothing' }, dayIn(now, zone), () => 'remind'),
    // that one waits for the answer, however long it takes
    held: hold.why === 'objection' ? { why: 'objection', until: null } : ofHold(hold),
    trust: null,
  };
}

/** Null for what is not open, and for what nobody is asked for by days. */
async function comingOf(ctx: Ctx, claim: InvoiceRow): Promise<ComingView | null> {
  const { dueDate, sellerId, subscriptionId } = claim;
  if (claim.kind !== 'invoice' || claim.state !== 'open' || dueDate === null) return null;
  // plans and sellers are nothing that customers see themselves
  const { read } = ctx.system;
  const seller = await sellerById(read, sellerId);
  if (seller === null) return null;
  const now = ctx.now();
  const of = { claim: { ...claim, dueDate }, hold: await holdOn(read, { invoiceId: claim.id, now }), now, zone: seller.zone };
  if (subscriptionId === null) return alone(of);
  const row = await subscriptionById(read, subscriptionId);
  return row === null ? null : ofSubscription(ctx, read, { ...of, row });
}

/** The buyer with the right, or the seller's people who manage money; for everybody else it does not exist. */
function mustSee(ctx: Ctx, row: { accountId: string; sellerId: string } | null, right: BuyerRight): void {
  const actor = userOf(ctx);
  if (row !== null && row.sellerId === actor.accountId && keepsMoney(actor)) return;
  if (row === null || row.accountId !== actor.accountId) throw notFound();
  if (!actor.scope.includes(right)) throw notAllowed(right);
}

/** Throws `not_found`. */
export async function comingOfInvoice(ctx: Ctx, id: string): Promise<{ coming: ComingView | null }> {
  const row = await invoiceById(ctx.system.read, id);
  // drafts are the seller's own; what waits for its tax is its customer's to read, too
  const seen = row === null || row.state === 'draft' ? null : row;
  mustSee(ctx, seen, 'invoices.view');
  return { coming: seen === null ? null : await comingOf(ctx, seen) };
}

/** Throws `not_found`. */
export async function comingOfSubscription(ctx: Ctx, id: string): Promise<{ waiting: WaitingView | null }> {
  const { read } = ctx.system;
  const row = await subscriptionById(read, id);
  mustSee(ctx, row, 'subscriptions.view');
  const claim = row === null ? null : await dunnedClaim(read, row);
  const coming = claim === null ? null : await comingOf(ctx, claim);
  if (claim === null || coming === null) return { waiting: null };
  const events = await eventsOf(read, { invoiceId: claim.id });
  const done = events.filter(({ kind }) => kind.startsWith('dunning.')).map((one) => happeningOf(one, new Map()));
  return { waiting: { invoiceId: claim.id, number: claim.number ?? '', coming, done } };
}
