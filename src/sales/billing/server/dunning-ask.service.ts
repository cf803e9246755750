/** The input from which the steps of a claim follow: for the engine, which does them, and for the view of coming steps. */
import type { Db } from '#kit/server/db/db.ts';
import { findSold } from '#sales/plans/server/sold.service.ts';
import {
  areDays,
  type DunningAsk,
  type DunningDays,
  type DunningHold,
  dunningSteps,
  reopenedOn,
  standardDays,
} from '../dunning.rules.ts';
import { OBJECTION_HOLD_DAYS } from '../objections.contract.ts';
import { isOwed } from './after.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { openOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { heldUntil, isObjected } from './objections.service.ts';
import { firstReportedAt, undecidedOf } from './payments.queries.ts';

/**
 * Why nothing is done about a claim. `until`: epoch milliseconds at which the hold is over, null for one that nothing but an answer ends. `afterwards`:
 * what waits still then.
 */
export type Hold = {
  hold: DunningHold;
  why: 'objection' | 'report' | null;
  until: number | null;
  afterwards: 'reminders' | 'nothing';
};

/**
 * Nobody is reminded of what they do not agree with before they have an answer, and nobody who says to have paid before somebody has looked; both
 * only for a time, counted from when it was said first.
 */
export async function holdOn(db: Db, { invoiceId, now }: { invoiceId: string; now: number }): Promise<Hold> {
  const objected = await isObjected(db, invoiceId);
  const afterwards = objected ? ('reminders' as const) : ('nothing' as const);
  const until = objected ? await heldUntil(db, { invoiceId, now }) : null;
  if (until !== null) return { hold: 'all', why: 'objection', until, afterwards };
  const reported = (await undecidedOf(db, invoiceId))?.state === 'reported' ? await firstReportedAt(db, invoiceId) : null;
  const looked = reported === null ? now : reported.getTime() + OBJECTION_HOLD_DAYS * 86_400_000;
  if (looked > now) return { hold: 'all', why: 'report', until: looked, afterwards };
  return objected
    ? { hold: 'reminders', why: 'objection', until: null, afterwards }
    : { hold: 'nothing', why: null, until: null, afterwards };
}

/** The claim that it is dunned for: the one that is due before the others. */
export async function dunnedClaim(db: Db, row: Pick<SubscriptionRow, 'id'>): Promise<InvoiceRow | null> {
  const [first] = (await openOf(db, row.id)).filter(isOwed).sort((one, other) => dueBefore(one, other));
  return first ?? null;
}
const never = '9999';
const dueBefore = ({ dueDate: one }: InvoiceRow, { dueDate: other }: InvoiceRow): number =>
  (one ?? never) < (other ?? never) ? -1 : (one ?? never) > (other ?? never) ? 1 : 0;

/** The days of the plan that is held, or the usual ones. */
async function daysFor(db: Db, row: SubscriptionRow): Promise<DunningDays> {
  const { planId, version, currency, period } = row;
  const own = (await findSold(db, { planId, version, currency, period }))?.version.dunning ?? null;
  return own !== null && areDays(own) ? own : standardDays;
}

/** `dueDate`: of the claim. */
type DunnedClaim = { row: SubscriptionRow; claim: InvoiceRow & { dueDate: string }; hold: DunningHold };
export async function askFor(db: Db, { row, claim, hold }: DunnedClaim): Promise<DunningAsk> {
  const again = reopenedOn(claim.dunned);
  // what a bank took back is not charged again by itself: its holder is asked
  const steps = dunningSteps(again === null ? row.payBy : 'transfer', await daysFor(db, row));
  return { steps, every: row.period === 'year' ? 'year' : 'month', dueOn: again ?? claim.dueDate, done: claim.dunned, hold };
}
