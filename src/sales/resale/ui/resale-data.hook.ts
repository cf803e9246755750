import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { fromDecimal, money, toDecimal } from '#kit/money.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import { type MoneyView, resaleCalls } from '../resale.contract.ts';

/** The part of the contract that these views speak. */
export const resaleApi = { resale: resaleCalls };
export type ResaleClient = Client<typeof resaleApi>;
/** Null: the reader's own account. */
export type Whose = string | null;

const of = (vendorId: string) => ({ params: { id: vendorId } });
export const moneyQuery = ({ resale }: ResaleClient, whose: Whose) =>
  callQuery({
    area: 'admin',
    name: 'resale.money',
    call: (id: Whose): Promise<MoneyView> => (id === null ? resale.own() : resale.money(of(id))),
    input: whose,
  });
type Paged = { whose: Whose; cursor: string | null };
const queryOf = ({ cursor }: Paged) => ({ limit: 50, ...(cursor === null ? {} : { cursor }) });
export const monthsQuery = ({ resale }: ResaleClient, page: Paged) =>
  callQuery({
    area: 'admin',
    name: 'resale.months',
    call: (at: Paged) =>
      at.whose === null
        ? resale.ownStatements({ query: queryOf(at) })
        : resale.statements({ ...of(at.whose), query: queryOf(at) }),
    input: page,
  });
export const soldQuery = ({ resale }: ResaleClient, page: Paged) =>
  callQuery({
    area: 'admin',
    name: 'resale.sold',
    call: (at: Paged) =>
      at.whose === null ? resale.ownSold({ query: queryOf(at) }) : resale.sold({ ...of(at.whose), query: queryOf(at) }),
    input: page,
  });
/** What of the vendor's invoices is shown: all, what waits for a word, or those in a state. */
export const saleViews = ['all', 'objected', 'reported', 'open', 'overdue', 'paid', 'uncollectible'] as const;
export type SaleView = (typeof saleViews)[number];
export const saleViewOf = (search: URLSearchParams): SaleView => saleViews.find((one) => one === search.get('sales')) ?? 'all';
export const salesQuery = ({ resale }: ResaleClient, page: { view: SaleView; cursor: string | null }) =>
  callQuery({
    area: 'admin',
    name: 'resale.sales',
    call: ({ view, cursor }: typeof page) =>
      resale.sales({ query: { ...queryOf({ whose: null, cursor }), ...(view !== 'all' && { state: view }) } }),
    input: page,
  });
export const saleObjectionQuery = ({ resale }: ResaleClient, id: string) =>
  callQuery({ area: 'admin', name: 'resale.objection', call: resale.objection, input: { params: { id } } });
export const subscriptionQuery = ({ resale }: ResaleClient, id: string) =>
  callQuery({ area: 'admin', name: 'resale.subscription', call: (one: string) => resale.subscription(of(one)), input: id });
type CouponSearch = { q: string; after: string | null };
export function couponsQuery(api: ResaleClient, { q, after }: CouponSearch) {
  const query = {
    limit: 50,
    ...(q.trim() !== '' && { search: q.trim().slice(0, 100) }),
    ...(after !== null && { cursor: after }),
  };
  return callQuery({ area: 'admin', name: 'resale.coupons', call: api.resale.coupons, input: { query } });
}
export const saleQuery = ({ resale }: ResaleClient, id: string) =>
  callQuery({ area: 'admin', name: 'resale.sale', call: (one: string) => resale.sale(of(one)), input: id });
export const statementQuery = ({ resale }: ResaleClient, id: string) =>
  callQuery({ area: 'admin', name: 'resale.statement', call: (one: string) => resale.statement(of(one)), input: id });
export const vendorSellerQuery = ({ resale }: ResaleClient) =>
  callQuery({ area: 'admin', name: 'resale.seller', call: () => resale.seller(), input: {} });

export function useResaleRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['admin'] });
}

/** Minor units of what was typed, with a point or a comma; null for anything else. */
export function typedAmount(text: string, currency: string): number | null {
  const found = fromDecimal(text.trim().replace(',', '.'), currency);
  return found === null || found.minor < 0n || found.minor > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(found.minor);
}
export const decimalOf = (minor: number | null, currency: string): string =>
  minor === null ? '' : toDecimal(money(BigInt(minor), currency));

/** A part in thousandths of a percent, in the reader's language. */
export function usePart(): (thousandths: number) => string {
  const { locale } = useReader();
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3, numberingSystem: 'latn' });
  return (thousandths) => format.format(thousandths / 100_000);
}
/** Thousandths of a percent of `12.5`; null for anything else. */
export function typedPart(text: string): number | null {
  const found = /^(\d{1,3})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (found === null) return null;
  const part = Number(found[1]) * 1000 + Number((found[2] ?? '').padEnd(3, '0'));
  return part >= 1 && part <= 100_000 ? part : null;
}

/** `2026-10` in the reader's language. */
export function useMonthText(): (month: string) => string {
  const day = useDayText();
  return (month) => day(`${month}-01`, 'month');
}
