/** Wholesale: the operator charges a vendor its floor for each period of its customers that began in a month, and for what changed inside of one. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { claim, rateMissingFor, waitsForTax } from '#sales/billing/server/claim.service.ts';
import { type Item, priced } from '#sales/billing/server/price.service.ts';
import {
  type Begun,
  findBegun,
  findBuyer,
  findChanges,
  findExtensions,
  putAwayBegun,
  putAwayMinutes,
  type Seller,
} from '#sales/billing/server/resold.service.ts';
import { uncheckedBy } from '#sales/billing/server/tax-waiting.service.ts';
import { VAT_JOB } from '#sales/billing/server/vat.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import { holdVendor } from '#sales/vendors/server/access.service.ts';
import type { Month, WaitReason } from '../resale.rules.ts';
import { type Had, piecesOf } from '../wholesale.rules.ts';
import { chargedOf, findStatement, insertCharges, insertStatement } from './earned.queries.ts';
import { costsOf } from './costs.service.ts';
import { minutesOwed, type MinutesWords, minutesWords, type Owed } from './wholesale-minutes.service.ts';
import { PAPERS_JOB } from './statement-papers.service.ts';
import { keepWaits, type Wait } from './waits.service.ts';

const keyOf = (one: Pick<Owed, 'subscription' | 'kind' | 'at'>): string => `${one.subscription.id} ${one.kind} ${one.at}`;

/** A period as it was read, with all that it comes to; `known`: nothing of it can come to count later but what changes then. */
type Lived = { begun: Begun; pieces: readonly Owed[]; known: boolean };
type OwedMonth = { owed: Owed[]; periods: Lived[]; minutes: Owed[]; charged: Set<string> };
/** What came to count before the end of the month and was not charged yet: periods, changes inside of them, early ends, and minutes. */
export async function findOwed(tx: Db, of: { vendorId: string; month: Month }): Promise<OwedMonth> {
  const { vendorId, month } = of;
  const until = month.until;
  const begun = await findBegun(tx, { sellerId: vendorId, until });
  const ids = [...new Set(begun.map((one) => one.subscription.id))];
  // a change after the month shows what was held in it; it is charged in its own month
  const changes = await findChanges(tx, ids);
  const extended = await findExtensions(tx, ids);
  const costIn = await costsOf(tx, vendorId);
  const periods = begun.map((one): Lived => {
    const { subscription, startsAt, endsAt } = one;
    const { planId, version, period, seats, addons, endedAt } = subscription;
    const pieces = piecesOf({
      period: { start: startsAt.getTime(), end: endsAt.getTime() },
      had: { planId, version, period, seats, addons },
      changes: changes.filter((one) => one.subscriptionId === subscription.id),
      extended: extended.filter((one) => one.subscriptionId === subscription.id),
      endedAt: endedAt !== null && endedAt < until ? endedAt.getTime() : null,
      cost: costIn(subscription.currency).period,
    });
    const counting = pieces.filter((piece) => piece.at < until.getTime()).map((piece) => ({ ...piece, subscription }));
    const endsLater = endedAt !== null && endedAt >= until && endedAt < endsAt;
    return { begun: one, pieces: counting, known: pieces.length > 0 && counting.length === pieces.length && !endsLater };
  });
  const minutes = await minutesOwed(tx, { ...of, costIn });
  const all = [...periods.flatMap(({ pieces }) => pieces), ...minutes.filter((one) => one.amount !== 0n)];
  const since = new Date(all.reduce((first, one) => Math.min(first, one.at), until.getTime()));
  const charged = await chargedOf(tx, { subscriptionIds: [...new Set(all.map((one) => one.subscription.id))], since });
  return { owed: all.filter((one) => !charged.has(keyOf(one))), periods, minutes, charged };
}

/** Puts away what is charged by now, so that the next look does not read it. */
async function putAway(tx: Db, { periods, minutes, charged }: Omit<OwedMonth, 'owed'>): Promise<void> {
  const isCharged = (one: Owed) => charged.has(keyOf(one));
  const done = periods.filter(({ known, pieces }) => known && pieces.every(isCharged));
  await putAwayBegun(
    tx,
    done.map(({ begun: { subscription, startsAt, turn } }) => ({ subscriptionId: subscription.id, startsAt, turn })),
  );
  const over = minutes.filter((one) => one.amount === 0n || isCharged(one));
  await putAwayMinutes(
    tx,
    over.map((one) => one.kind),
  );
}

type Names = {
  customers: ReadonlyMap<string, string>;
  plans: ReadonlyMap<string, string>;
  ended: string;
  minutes: MinutesWords;
};
/** What was held, as a short text such as `Team +4 · 3 × Storage`. */
const named = ({ planId, seats, addons }: Had, plans: Names['plans']): string =>
  [
    `${plans.get(planId) ?? ''}${seats > 0 ? ` +${seats}` : ''}`,
    ...addons.map((one) => `${one.quantity} × ${plans.get(one.planId) ?? ''}`),
  ].join(' · ');
function detailOf(one: Owed, { plans, ended, minutes }: Names): string {
  const { from, to } = one;
  if (one.minutes !== undefined) return minutes(one.minutes);
  const now = to === null ? ended : named(to, plans);
  return one.kind === 'period' || from === null ? now : `${named(from, plans)} → ${now}`;
}
function itemOf(one: Owed, names: Names): Item {
  const { subscription, span, amount } = one;
  return {
    kind: 'manual',
    title: names.customers.get(subscription.accountId) ?? '',
    detail: detailOf(one, names),
    ...{ quantity: 1n, unit: amount, discountable: false, span },
    explained: { subscription: subscription.id, piece: one.kind },
  };
}
const folder = new URL('../text/', import.meta.url);
async function namesFor(tx: Db, owed: readonly Owed[], locale: string): Promise<Names> {
  const accounts = owed.map((one) => one.subscription.accountId);
  const plans = owed.flatMap(({ from, to }) =>
    [from, to].flatMap((had) => (had === null ? [] : [had.planId, ...had.addons.map((one) => one.planId)])),
  );
  const found = await wordsFrom(folder, { locale, keys: ['lines.ended'] });
  return {
    customers: await findAccountNames(tx, accounts),
    plans: await findPlanNames(tx, plans, locale),
    ended: found?.words[0] ?? '',
    minutes: await minutesWords(locale),
  };
}

type Charging = { vendorId: string; operator: Seller; month: Month };
async function chargeIn(
  ctx: Ctx,
  tx: Db,
  of: Charging & { currency: string; owed: readonly Owed[] },
): Promise<'written' | 'nothing' | WaitReason> {
  const { vendorId, operator, month, currency, owed } = of;
  const key = { accountId: vendorId, kind: 'wholesale' as const, month: month.name, currency };
  const buyer = await findBuyer(tx, vendorId);
  // what comes back alone, or is more than what is owed, is set off in a later month
  const sum = owed.reduce((all, one) => all + one.amount, 0n);
  if (sum <= 0n || (await findStatement(tx, key)) !== null) return 'nothing';
  if (buyer === null) return 'paper';
  const locale = (await findStanding(tx, vendorId))?.locale ?? 'en-US';
  const names = await namesFor(tx, owed, locale);
  const items = owed.map((one) => itemOf(one, names));
  const unchecked = uncheckedBy({ seller: operator, since: buyer.changedAt, now: ctx.now() });
  const at = ctx.now();
  const found = priced({ seller: operator, place: buyer, currency, inclusive: false, items, coupon: null, at, unchecked });
  if (waitsForTax(found)) {
    await ctx.jobs.enqueue(tx, { job: VAT_JOB, payload: { accountId: vendorId }, key: vendorId });
    return 'vat';
  }
  if (found.facts === null) return 'tax';
  if ((await rateMissingFor(ctx, tx, { priced: found, currency, seller: operator })) !== null) return 'rate';
  const span = { start: month.from.getTime(), end: month.until.getTime() };
  const invoice = await claim(ctx, tx, {
    ...{ seller: operator, buyer, cause: 'manual', currency, inclusive: false, locale, priced: found, span },
  });
  const id = newId(ctx.now());
  await insertStatement(tx, {
    ...{ ...key, id, number: null, paper: {}, invoiceId: invoice.id, paidOn: null, bankRef: null },
    ...{ net: invoice.net, tax: invoice.tax, gross: invoice.total, issueDate: invoice.issueDate ?? month.day },
    createdAt: new Date(ctx.now()),
  });
  await insertCharges(
    tx,
    owed.map((one) => ({
      ...{ subscriptionId: one.subscription.id, piece: one.kind, startsAt: new Date(one.at) },
      ...{ accountId: vendorId, statementId: id, amount: one.amount, currency },
    })),
  );
  await ctx.jobs.enqueue(tx, { job: PAPERS_JOB, payload: { id }, key: id });
  await ctx.bus.push(tx, { topic: `account:${vendorId}`, kind: 'resale' });
  return 'written';
}

/**
 * One invoice for each currency, with a line for each customer. While the vendor's VAT number waits for its answer nothing is charged: it is asked
 * about again and tried each hour, until the operator's setting says what follows; what is owed is in a later month then. The operator gets a notice with what
 * waits and why.
 */
export const chargeMonth = (ctx: Ctx, of: Charging): Promise<number> =>
  ctx.system.write(async (tx) => {
    await holdVendor(tx, of.vendorId);
    const { owed, ...found } = await findOwed(tx, of);
    let written = 0;
    const waits: Wait[] = [];
    for (const currency of [...new Set(owed.map((one) => one.subscription.currency))].sort()) {
      const same = owed.filter((one) => one.subscription.currency === currency);
      const done = await chargeIn(ctx, tx, { ...of, currency, owed: same });
      if (done !== 'written' && done !== 'nothing') waits.push({ currency, reason: done });
      if (done !== 'written') continue;
      written += 1;
      for (const one of same) found.charged.add(keyOf(one));
    }
    await putAway(tx, found);
    const { vendorId, operator, month } = of;
    await keepWaits(ctx, tx, { vendorId, operatorId: operator.accountId, kind: 'wholesale', month: month.name, waits });
    return written;
  });
