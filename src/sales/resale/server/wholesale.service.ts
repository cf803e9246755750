/** Wholesale: the operator charges a vendor its floor for each period of its customers that began in a month, and for what changed inside of one. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { claim } from '#sales/billing/server/claim.service.ts';
import { type Item, priced } from '#sales/billing/server/price.service.ts';
import { findBegun, findBuyer, findChanges, type Seller } from '#sales/billing/server/resold.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import { holdVendor } from '#sales/vendors/server/access.service.ts';
import type { Month } from '../resale.rules.ts';
import { type Had, piecesOf } from '../wholesale.rules.ts';
import { chargedOf, findStatement, insertCharges, insertStatement } from './earned.queries.ts';
import { costsOf } from './costs.service.ts';
import { minutesOwed, type MinutesWords, minutesWords, type Owed } from './wholesale-minutes.service.ts';
import { PAPERS_JOB } from './statement-papers.service.ts';

/** How far back a period that was never charged is looked for. */
const lookBackMs = 400 * 86_400_000;

const keyOf = (one: Pick<Owed, 'subscription' | 'kind' | 'at'>): string => `${one.subscription.id} ${one.kind} ${one.at}`;

/** What came to count before the end of the month and was not charged yet: periods, changes inside of them, early ends, and minutes. */
async function owedBy(tx: Db, of: { vendorId: string; month: Month }): Promise<Owed[]> {
  const { vendorId, month } = of;
  const until = month.until;
  const from = new Date(until.getTime() - lookBackMs);
  const begun = await findBegun(tx, { sellerId: vendorId, from, until });
  const ids = [...new Set(begun.map((one) => one.subscription.id))];
  // what changed after the month says what was had in it, and is owed for in its own
  const changes = await findChanges(tx, ids);
  const costIn = await costsOf(tx, vendorId);
  const periods = begun.flatMap(({ subscription, startsAt, endsAt }): Owed[] => {
    const { planId, version, period, seats, addons, endedAt } = subscription;
    const pieces = piecesOf({
      period: { start: startsAt.getTime(), end: endsAt.getTime() },
      had: { planId, version, period, seats, addons },
      changes: changes.filter((one) => one.subscriptionId === subscription.id),
      endedAt: endedAt !== null && endedAt < until ? endedAt.getTime() : null,
      cost: costIn(subscription.currency).period,
    });
    return pieces.filter((piece) => piece.at < until.getTime()).map((piece) => ({ ...piece, subscription }));
  });
  const all = [...periods, ...(await minutesOwed(tx, { ...of, from, costIn }))];
  const charged = await chargedOf(tx, [...new Set(all.map((one) => one.subscription.id))]);
  return all.filter((one) => !charged.has(keyOf(one)));
}

type Names = {
  customers: ReadonlyMap<string, string>;
  plans: ReadonlyMap<string, string>;
  ended: string;
  minutes: MinutesWords;
};
/** `Team +4 · 3 × Storage`: what was had, in a few words. */
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
async function chargeIn(ctx: Ctx, tx: Db, of: Charging & { currency: string; owed: readonly Owed[] }): Promise<boolean> {
  const { vendorId, operator, month, currency, owed } = of;
  const key = { accountId: vendorId, kind: 'wholesale' as const, month: month.name, currency };
  const buyer = await findBuyer(tx, vendorId);
  // what comes back alone, or is more than what is owed, is set off in a later month
  const sum = owed.reduce((all, one) => all + one.amount, 0n);
  if (sum <= 0n || buyer === null || (await findStatement(tx, key)) !== null) return false;
  const locale = (await findStanding(tx, vendorId))?.locale ?? 'en-US';
  const names = await namesFor(tx, owed, locale);
  const items = owed.map((one) => itemOf(one, names));
  const found = priced({ seller: operator, place: buyer, currency, inclusive: false, items, coupon: null, at: ctx.now() });
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
  return true;
}

/** One invoice for each currency, with a line for each customer. Throws `tax_pending` while the vendor's VAT number waits for its answer. */
export const chargeMonth = (ctx: Ctx, of: Charging): Promise<number> =>
  ctx.system.write(async (tx) => {
    await holdVendor(tx, of.vendorId);
    const owed = await owedBy(tx, of);
    let written = 0;
    for (const currency of [...new Set(owed.map((one) => one.subscription.currency))].sort()) {
      const same = owed.filter((one) => one.subscription.currency === currency);
      if (await chargeIn(ctx, tx, { ...of, currency, owed: same })) written += 1;
    }
    return written;
  });
