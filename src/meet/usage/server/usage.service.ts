/** What accounts used. One reading serves the screen, the limits and the invoice. */
import type { Parsed } from '#kit/contract.ts';
import { csvOf } from '#kit/csv.ts';
import { dayIn } from '#kit/dates.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { findAccount, requireKeeper, requireKept } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import type { Usage, usageCalls } from '../usage.contract.ts';
import {
  addDays,
  daysBetween,
  filledDays,
  monthEnd,
  monthOf,
  shownFrom,
  totalsOf,
  type UsageDay,
  usageLimits,
} from '../usage.rules.ts';
import { adjustmentsOf, daysOf, minutesOf, minutesWithLate } from './usage.queries.ts';

type UsageRequest = Parsed<typeof usageCalls.mine>['query'];

/** First and last day; days to come are left out. Throws `bad_span`. */
function spanOf(asked: UsageRequest, today: string): { from: string; until: string } {
  const from = asked.from ?? monthOf(asked.until ?? today);
  const until = asked.until ?? (asked.from === undefined ? today : addDays(from, usageLimits.days - 1));
  const last = until > today ? today : until;
  if (from > until || daysBetween(from, last) > usageLimits.days) throw new Failure('bad_span');
  return { from, until: last };
}

/** Days with use, as they were counted. `from` and `until` are days of the account, both counted. */
export async function usedDays(db: Db, of: { accountId: string; from: string; until: string }): Promise<UsageDay[]> {
  return (await daysOf(db, of)).map(({ day, meetings, people, minutes, peak, storageBytes }) => ({
    day,
    meetings,
    people,
    minutes,
    peak,
    storageBytes,
  }));
}

/** Participant minutes of the calendar month that it is in the account's zone, as far as they are counted: up to five minutes ago. */
export const minutesThisMonth = (db: Db, of: { accountId: string; zone: string; now: number }): Promise<number> => {
  const today = dayIn(of.now, of.zone);
  return minutesOf(db, { accountId: of.accountId, from: monthOf(today), until: monthEnd(today) });
};

/** Participant minutes of days, both counted: as they were closed, with what became known of them since. What is billed. */
export const usedMinutes = (db: Db, of: { accountId: string; from: string; until: string }): Promise<number> =>
  minutesWithLate(db, of);

/** What the plan shows of a span. Throws `limit_reached` where that is nothing. */
function shownOf(span: { from: string; until: string }, plan: { first: string | null; today: string } & UsagePlan) {
  const { first, today, accountId, days } = plan;
  if (first === null || span.from >= first) return span;
  if (span.until < first)
    throw limitReached({ accountId, limit: 'analyticsDays', max: days, wanted: daysBetween(span.until, today) });
  return { from: first, until: span.until };
}
type UsagePlan = { accountId: string; days: number | null };

/** `reads`: `own` for people of the account, as far as its plan shows; `kept` for those who look after it. */
type WantedUsage = { accountId: string; asked: UsageRequest; reads: 'own' | 'kept' };
async function usageOf(ctx: Ctx, db: Db, { accountId, asked, reads }: WantedUsage): Promise<Usage> {
  const account = await findAccount(db, accountId);
  if (account === null) throw notFound();
  const { timeZone: zone, entitlements } = account;
  const today = dayIn(ctx.now(), zone);
  const days = reads === 'own' ? entitlements.analyticsDays : null;
  const first = shownFrom(today, days);
  const span = shownOf(spanOf(asked, today), { accountId, days, first, today });
  const of = { accountId, ...span };
  const [rows, late, minutes] = await Promise.all([
    daysOf(db, of),
    adjustmentsOf(db, {
      accountId,
      from: new Date(`${span.from}T00:00:00Z`),
      until: new Date(`${addDays(span.until, 1)}T00:00:00Z`),
    }),
    minutesThisMonth(db, { accountId, zone, now: ctx.now() }),
  ]);
  const used = await usedDays(db, of);
  return {
    zone,
    ...span,
    shownFrom: first,
    countedAt: rows.reduce<number | null>((newest, row) => Math.max(newest ?? 0, row.countedAt.getTime()), null),
    days: filledDays(used, span),
    totals: totalsOf(used),
    adjustments: late.map((row) => ({ day: row.day, minutes: row.minutes, notedAt: row.notedAt.getTime() })),
    month: {
      from: monthOf(today),
      until: monthEnd(today),
      minutes,
      max: entitlements.minutesPerMonth,
      beyond: entitlements.minutesBeyond,
    },
  };
}

/** What the account of the session used, as far back as its plan shows. Throws `bad_span`, `limit_reached`. */
export async function mine(ctx: Ctx, asked: UsageRequest): Promise<Usage> {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!ctx.actor.scope.includes('subscriptions.view')) throw notAllowed('subscriptions.view');
  return usageOf(ctx, ctx.db.read, { accountId: ctx.actor.accountId, asked, reads: 'own' });
}

/** The same of an account that the actor looks after. Throws `not_found`, `bad_span`. */
export async function ofAccount(ctx: Ctx, { id, asked }: { id: string; asked: UsageRequest }): Promise<Usage> {
  requireKeeper(ctx);
  requireKept(ctx, await findStanding(ctx.system.read, id));
  return usageOf(ctx, ctx.system.read, { accountId: id, asked, reads: 'kept' });
}

const csvHead = ['day', 'meetings', 'people', 'participant_minutes', 'most_people_at_once', 'storage_bytes'];

/** The days as CSV, with the sums last. */
export async function csv(ctx: Ctx, asked: UsageRequest): Promise<{ fileName: string; text: string }> {
  const { from, until, days, totals } = await mine(ctx, asked);
  const lines = days.map((one) => [one.day, one.meetings, one.people, one.minutes, one.peak, one.storageBytes]);
  const sums = ['total', totals.meetings, '', totals.minutes, totals.peak, totals.storageBytes];
  return {
    fileName: `usage-${from}-${until}.csv`,
    text: csvOf([csvHead, ...[...lines, sums].map((line) => line.map(String))]),
  };
}
