/** What people see of the tax in the currency of a seller's books, and of the rates that are missing for it. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { accountingOf, daysBefore, quotesText } from '#sales/exchange/exchange.rules.ts';
import { findConversion } from '#sales/exchange/server/convert.service.ts';
import type { AccountingState } from '../accounting-state.contract.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { dayIn } from '../days.rules.ts';
import { sellerKeeperOf } from './access.service.ts';
import { countWithout, currenciesOf, waitingForRate } from './accounting.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { sellerById } from './parties.queries.ts';

export function accountingOut({ accountingCurrency, accountingTax, accountingRate }: InvoiceRow): InvoiceView['accounting'] {
  if (accountingCurrency === null || accountingTax === null || accountingRate === null) return null;
  const { day, source, origin, quotes } = accountingRate;
  return { currency: accountingCurrency, tax: Number(accountingTax), quotes: quotesText(quotes), source, origin, day };
}
/** Its tax is known where only a rate is missing. */
export async function waitsForOf(db: Db, row: InvoiceRow): Promise<InvoiceView['waitsFor']> {
  if (row.state !== 'pending_tax') return null;
  if (row.taxFacts === null) return { what: 'vat_check', between: '' };
  const seller = await sellerById(db, row.sellerId);
  const wanted = seller === null ? null : accountingOf(seller);
  return { what: 'rate', between: `${row.currency} ${wanted?.currency ?? ''}`.trim() };
}

const WITHOUT_DAYS = 90;
/** For people who manage the money of a seller; empty before there is one. */
export async function accountingState(ctx: Ctx): Promise<AccountingState> {
  const { accountId: sellerId } = sellerKeeperOf(ctx);
  const { read } = ctx.system;
  const seller = await sellerById(read, sellerId);
  const wanted = seller === null ? null : accountingOf(seller);
  if (seller === null || wanted === null) return { currency: null, by: 'country', waiting: 0, without: 0, missing: [] };
  const { currency, waits } = wanted;
  const today = dayIn(ctx.now(), seller.zone);
  const missing: string[] = [];
  for (const from of await currenciesOf(read, sellerId))
    if (from !== currency && (await findConversion(read, { from, to: currency, on: today })) === null) missing.push(from);
  return {
    currency,
    by: waits ? 'decided' : 'country',
    waiting: await waitingForRate(read, sellerId),
    without: await countWithout(read, { sellerId, currency, since: daysBefore(today, WITHOUT_DAYS) }),
    missing,
  };
}
