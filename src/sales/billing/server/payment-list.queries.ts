import { and, desc, eq, exists, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { currencyDecimals } from '#kit/currencies.ts';
import { fromDecimal } from '#kit/money.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsPattern } from '#kit/server/db/search.ts';
import { firstIdAt } from '#kit/server/ids.ts';
import { amongIds, fewOf, totalOf } from '#kit/server/db/total.ts';
import type { Provider } from '../invoices.contract.ts';
import type { PaymentFilterState } from '../payments.contract.ts';
import { balanceEntries, type PaymentRow, payments } from './invoices.table.ts';
import { type DisputeRow, disputes, type RefundRow, refunds } from './refunds.table.ts';

/** Whose payments: of who was paid, of who paid, or of both. */
export type Whose = { sellerId?: string; accountId?: string };
/** `from`, `until`: epoch milliseconds in which it was begun, the latter not any more. */
export type PaymentFilter = Whose & {
  state?: PaymentFilterState | undefined;
  provider?: Provider | 'manual' | undefined;
  currency?: string | undefined;
  from?: number | undefined;
  until?: number | undefined;
};

const ofWhom = ({ sellerId, accountId }: Whose): SQL | undefined =>
  and(
    sellerId === undefined ? undefined : eq(payments.sellerId, sellerId),
    accountId === undefined ? undefined : eq(payments.accountId, accountId),
  );
const inState = (db: Db, state: PaymentFilterState): SQL => {
  if (state === 'disputed') {
    const open = and(eq(disputes.paymentId, payments.id), eq(disputes.state, 'open'));
    return exists(db.select({ one: sql`1` }).from(disputes).where(open));
  }
  if (state === 'refunded') {
    const sent = and(eq(refunds.paymentId, payments.id), ne(refunds.state, 'failed'));
    return exists(db.select({ one: sql`1` }).from(refunds).where(sent));
  }
  return eq(payments.state, state);
};
const byWay = (way: Provider | 'manual'): SQL | undefined => {
  if (way === 'manual') return isNotNull(payments.manual);
  return and(eq(payments.provider, way), way === 'transfer' ? isNull(payments.manual) : undefined);
};
const narrowed = (db: Db, filter: PaymentFilter): SQL | undefined =>
  and(
    ofWhom(filter),
    filter.state === undefined ? undefined : inState(db, filter.state),
    filter.provider === undefined ? undefined : byWay(filter.provider),
    filter.currency === undefined ? undefined : eq(payments.currency, filter.currency),
    // ids sort by time, so the list's own index serves a period
    filter.from === undefined ? undefined : gte(payments.id, firstIdAt(Math.max(0, filter.from))),
    filter.until === undefined ? undefined : lt(payments.id, firstIdAt(Math.max(0, filter.until))),
  );

/** What was searched for, as an amount of each number of decimals that currencies have; none for what is no amount. */
function amountsOf(search: string): { minor: string; currencies: string[] }[] {
  const plain = search.replace(/\s/g, '').replace(',', '.');
  const found = new Map<string, string[]>();
  for (const currency of currencyDecimals.keys()) {
    const money = fromDecimal(plain, currency);
    if (money === null || money.minor <= 0n) continue;
    const minor = money.minor.toString();
    found.set(minor, [...(found.get(minor) ?? []), currency]);
  }
  return [...found].map(([minor, currencies]) => ({ minor, currencies }));
}
/** What the card provider calls a payment is the seller's to search for. */
const namesOf = ({ sellerId }: Whose): SQL =>
  sellerId === undefined ? sql`coalesce(p.bank_ref, '')` : sql`(coalesce(p.ref, '') || chr(10) || coalesce(p.bank_ref, ''))`;
/** The ids of payments that have these words somewhere, or this amount: each place by its own index. */
function having(search: string, whose: Whose): SQL {
  const { sellerId, accountId } = whose;
  const mine = sql.join(
    [
      ...(sellerId === undefined ? [] : [sql`p.seller_id = ${sellerId}`]),
      ...(accountId === undefined ? [] : [sql`p.account_id = ${accountId}`]),
    ],
    sql` and `,
  );
  const pattern = containsPattern(search);
  const asAmount = amountsOf(search).map(
    ({ minor, currencies }) =>
      sql`select p.id from payments p where ${mine} and p.amount = ${minor}::bigint and p.currency = any(${sql.param(currencies)}::text[])`,
  );
  return sql`(${sql.join(
    [
      sql`select p.id from payments p where ${mine} and ${namesOf(whose)} ilike ${pattern}`,
      sql`select p.id from invoices i join payments p on p.invoice_id = i.id where ${mine}
        and (coalesce(i.number, '') || chr(10) || coalesce(i.reference, '') || chr(10) || coalesce(i.buyer ->> 'name', '')) ilike ${pattern}`,
      ...asAmount,
    ],
    sql` union all `,
  )})`;
}

/** The condition of a search, to be asked before the page is read, with the system's eyes; none without words. */
export async function foundBy(
  system: Db,
  { search, ...whose }: Whose & { search: string | undefined },
): Promise<SQL | undefined> {
  if (search === undefined || search === '') return undefined;
  const found = having(search, whose);
  const few = await fewOf(system, { from: sql`${found} found`, id: sql`found.id` }, undefined);
  // none at all is a condition too
  return few === undefined ? sql`${payments.id} in ${found}` : amongIds(payments.id, few);
}

type PaymentSearch = { filter: PaymentFilter; found: SQL | undefined };
type Page = { before: string | null; limit: number };
export const pageStatement = (db: Db, { filter, found }: PaymentSearch, page: Page) =>
  db
    .select()
    .from(payments)
    .where(and(narrowed(db, filter), found, page.before === null ? undefined : lt(payments.id, page.before)))
    .orderBy(desc(payments.id))
    .limit(page.limit);
/** Newest first; `before`: the id of the last one of the page before. */
export const paymentsPage = async (db: Db, asked: PaymentSearch, page: Page): Promise<PaymentRow[]> =>
  pageStatement(db, asked, page);
export const countPayments = (db: Db, { filter, found }: PaymentSearch): Promise<number | undefined> =>
  totalOf(db, payments, and(narrowed(db, filter), found));

/** In which currencies there are any: from one to the next by the index, however many payments each has. */
export async function currenciesOf(db: Db, { sellerId, accountId }: Whose): Promise<string[]> {
  const mine = sellerId === undefined ? sql`account_id = ${accountId ?? null}` : sql`seller_id = ${sellerId}`;
  const { rows } = await db.execute<{ currency: string }>(sql`
    with recursive known as (
      (select currency from payments where ${mine} order by currency limit 1)
      union all
      select (select p.currency from payments p where ${mine} and p.currency > k.currency order by p.currency limit 1)
        from known k where k.currency is not null)
    select currency from known where currency is not null`);
  return rows.map((row) => row.currency);
}

const ofThem = (ids: readonly string[]) => [...new Set(ids)];
/** Of these payments, the oldest first. */
export const refundsOfPayments = async (db: Db, ids: readonly string[]): Promise<RefundRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(refunds)
        .where(inArray(refunds.paymentId, ofThem(ids)))
        .orderBy(refunds.id);
/** Of these payments, the newest first. */
export const disputesOfPayments = async (db: Db, ids: readonly string[]): Promise<DisputeRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(disputes)
        .where(inArray(disputes.paymentId, ofThem(ids)))
        .orderBy(desc(disputes.id));
/** What of a payment went to the balance of the account when it came, in minor units: it was more than due, or late. */
export async function gaveToBalance(db: Db, paymentId: string): Promise<bigint> {
  const [row] = await db
    .select({ amount: sql<string>`coalesce(sum(${balanceEntries.amount}), 0)` })
    .from(balanceEntries)
    .where(
      and(eq(balanceEntries.paymentId, paymentId), or(eq(balanceEntries.cause, 'overpaid'), eq(balanceEntries.cause, 'late'))),
    );
  return BigInt(row?.amount ?? 0);
}
