/** Recurring revenue: months that are over are counted once and kept, the present one is counted when it is asked for. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { moneyKeeperOf, operatorSeller } from '#sales/billing/server/access.service.ts';
import { figures, list } from '#sales/billing/server/all-invoices.service.ts';
import type { BooksMonth, MoneyHome } from '../books.contract.ts';
import { monthsAfter, monthsFrom } from '../books.rules.ts';
import { lastCheck } from './findings.queries.ts';
import { trialsEnding } from './trials.queries.ts';
import {
  type Counted,
  countNow,
  countPast,
  firstSold,
  keepMonth,
  keepStanding,
  keptMonths,
  lockClosed,
  monthAt,
  putClosed,
  spanOf,
  startOf,
} from './months.queries.ts';

/** Months that are shown, the present one with. */
const shown = 12;
const weekMs = 7 * 86_400_000;

type SellerZone = { sellerId: string; zone: string };
/** Closes what is over and not closed yet, at most the last twelve months at first. */
async function close(ctx: Ctx, tx: Db, { sellerId, zone }: SellerZone): Promise<void> {
  const closed = await lockClosed(tx, sellerId);
  const { month: present, from } = await monthAt(tx, zone, new Date(ctx.now()));
  const last = monthsAfter(present, -1);
  if (closed !== null && closed >= last) return;
  const sold = await firstSold(tx, sellerId, zone);
  const oldest = monthsAfter(present, -shown);
  const begin = closed === null ? (sold === null || sold < oldest ? oldest : sold) : monthsAfter(closed, 1);
  for (const month of sold === null ? [] : monthsFrom(begin, last)) {
    const rows = await countPast(tx, { sellerId, ...(await spanOf(tx, zone, month)) });
    await keepMonth(tx, { sellerId, month, rows });
  }
  await keepStanding(tx, sellerId, from);
  await putClosed(tx, { sellerId, month: last, at: new Date(ctx.now()) });
}

/** For the job: closes the months of the operator that are over. Again it changes nothing. */
export async function closeMonths(ctx: Ctx): Promise<void> {
  const seller = await operatorSeller(ctx.system.read);
  if (seller !== null) await ctx.system.write((tx) => close(ctx, tx, { sellerId: seller.accountId, zone: seller.zone }));
}

const monthOf = (month: string, of: Counted): BooksMonth => ({
  month,
  recurring: Number(of.recurring),
  gained: Number(of.gained),
  lost: Number(of.lost),
  subscriptions: of.subscriptions,
  came: of.came,
  gone: of.gone,
  trialsTurned: of.turned,
  trialsEnded: of.ended,
});
const nothing = { recurring: '0', gained: '0', lost: '0', subscriptions: 0, came: 0, gone: 0, turned: 0, ended: 0 };

async function currenciesOf(ctx: Ctx, { sellerId, zone }: SellerZone): Promise<MoneyHome['currencies']> {
  const db = ctx.system.read;
  const { month: present } = await monthAt(db, zone, new Date(ctx.now()));
  const to = await startOf(db, zone, monthsAfter(present, 1));
  const from = await startOf(db, zone, present);
  const [now, kept] = await Promise.all([
    countNow(db, { sellerId, from, to }),
    keptMonths(db, sellerId, monthsAfter(present, 1 - shown)),
  ]);
  const codes = [...new Set([...now, ...kept].map((one) => one.currency))].sort();
  return codes.map((currency) => {
    const of = kept.filter((one) => one.currency === currency);
    const months = monthsFrom(of[0]?.month ?? present, monthsAfter(present, -1)).map((month) =>
      monthOf(month, of.find((one) => one.month === month) ?? { currency, ...nothing }),
    );
    return {
      currency,
      months: [...months, monthOf(present, now.find((one) => one.currency === currency) ?? { currency, ...nothing })],
    };
  });
}

/** The money on the operator's home page. */
export async function money(ctx: Ctx): Promise<MoneyHome> {
  const { accountId } = moneyKeeperOf(ctx);
  const seller = await operatorSeller(ctx.system.read);
  const now = new Date(ctx.now());
  const week = { sellerId: accountId, from: now, to: new Date(now.getTime() + weekMs) };
  const [currencies, { overdue }, late, trials, check] = await Promise.all([
    seller === null ? [] : currenciesOf(ctx, { sellerId: accountId, zone: seller.zone }),
    figures(ctx),
    list(ctx, { state: 'overdue', limit: 3 }),
    trialsEnding(ctx.system.read, week, 3),
    lastCheck(ctx.system.read),
  ]);
  return {
    currencies,
    overdue,
    late: late.items.map((one) => ({
      id: one.id,
      number: one.number ?? '',
      account: one.accountName,
      amount: one.remaining,
      currency: one.currency,
      due: one.dueDate,
    })),
    trials: trials.map((one) => ({ ...one, endsAt: Number(one.endsAt) })),
    check,
  };
}
