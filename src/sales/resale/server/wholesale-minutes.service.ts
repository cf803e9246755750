/** Wholesale of minutes: what customers of a vendor used above what their plans hold, at the vendor's floor for a thousand of them. */
import { formatDay } from '#kit/dates.ts';
import { wordsFrom } from '#kit/server/words.ts';
import type { Db } from '#kit/server/db/db.ts';
import { minutesCost } from '#sales/billing/minutes.rules.ts';
import { findChanges, findMinutes, type MinutesCharged } from '#sales/billing/server/resold.service.ts';
import type { Month } from '../resale.rules.ts';
import { hadAt, type Made, type Piece } from '../wholesale.rules.ts';
import type { Costs } from './costs.service.ts';

/** `minutes`: what was used above, where it is for that. */
export type Owed = Piece & {
  subscription: MinutesCharged['subscription'];
  minutes?: { month: string; billed: number };
};
type WholesaleMonth = { vendorId: string; month: Month; costIn: (currency: string) => Costs };
const nextMonth = (first: string): number => {
  const day = new Date(`${first}T00:00:00Z`);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
};

/** A row costs what its plan cost when the month was first priced; corrections have the same price. */
function owedFor(
  { charge, subscription }: MinutesCharged,
  of: Pick<WholesaleMonth, 'costIn'> & { changes: readonly Made[]; first: Date; before: number },
): Owed[] {
  const { planId, version, period, seats, addons } = subscription;
  const had = hadAt(of.changes, of.first.getTime(), { planId, version, period, seats, addons });
  const rate = of.costIn(charge.currency).minutes(had);
  if (rate === null) return [];
  // the rows of a month add up to the whole of it
  const amount = minutesCost(of.before + charge.billed, rate) - minutesCost(of.before, rate);
  const at = Date.parse(`${charge.month}T00:00:00Z`);
  const span = { start: at, end: nextMonth(charge.month) };
  return [
    {
      kind: charge.id,
      at,
      span,
      amount,
      from: null,
      to: had,
      subscription,
      minutes: { month: charge.month, billed: charge.billed },
    },
  ];
}

/** Minutes of months that were over before the end of this one, as far as they are priced by now, with those that cost nothing. */
export async function minutesOwed(db: Db, of: WholesaleMonth): Promise<Owed[]> {
  const { vendorId, month } = of;
  const rows = await findMinutes(db, { sellerId: vendorId, last: `${month.name}-01` });
  const changes = await findChanges(db, [...new Set(rows.map((one) => one.subscription.id))]);
  return rows.flatMap((one) => {
    const same = rows.filter((other) => other.subscription.id === one.subscription.id && other.charge.month === one.charge.month);
    return owedFor(one, {
      costIn: of.costIn,
      before: same.filter(({ charge }) => charge.turn < one.charge.turn).reduce((sum, { charge }) => sum + charge.billed, 0),
      changes: changes.filter((made) => made.subscriptionId === one.subscription.id),
      first: (same[0] ?? one).charge.reckonedAt,
    });
  });
}

const folder = new URL('../text/', import.meta.url);
export type MinutesWords = (of: { month: string; billed: number }) => string;
/** A line of minutes in a language. */
export async function minutesWords(locale: string): Promise<MinutesWords> {
  const found = await wordsFrom(folder, { locale, keys: ['lines.minutes'] });
  return ({ month: first, billed }) =>
    `${found?.words[0] ?? ''} · ${formatDay(first, 'month', locale)} · ${new Intl.NumberFormat(locale).format(billed)}`;
}
