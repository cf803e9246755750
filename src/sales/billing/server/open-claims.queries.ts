import { and, asc, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import type { ClaimHints } from '#sales/providers/hints.rules.ts';
import { legalForms } from '#sales/providers/matching.rules.ts';
import { type InvoiceRow, invoices, type PaymentRow, payments } from './invoices.table.ts';

const waiting = and(eq(invoices.kind, 'invoice'), inArray(invoices.state, ['open', 'uncollectible']), gt(invoices.remaining, 0n));
const waits = (sellerId: string) => and(eq(invoices.sellerId, sellerId), waiting);
/** Whether the account left something of the seller unpaid: it is overdue, or was given up on. */
export async function anyUnpaid(db: Db, of: { accountId: string; sellerId: string; now: Date }): Promise<boolean> {
  const { accountId, sellerId, now } = of;
  const late = or(eq(invoices.state, 'uncollectible'), lte(invoices.overdueAt, now));
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), waits(sellerId), late))
    .limit(1);
  return rows.length > 0;
}
/** What the account is still asked for, by whichever seller. */
export const claimsOnAccount = (db: Db, accountId: string): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), waiting))
    .orderBy(asc(invoices.id));
const wordsIn = (name: SQL) => sql`string_to_array(trim(regexp_replace(lower(regexp_replace(regexp_replace(
  normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g'), '([[:alpha:]])[.](?=[[:alpha:]])', '\\1', 'g')), '[^[:alnum:]]+', ' ', 'g')), ' ')`;
/** `accountIds`: who is known to pay from the account that money came from. */
export type Hinted = Omit<ClaimHints, 'ibans'> & { accountIds: readonly string[] };
/** Numbered ones on which money is still to come and that have one of these, those that are due first in front. */
export function hintedClaims(
  db: Db,
  { sellerId, hints, limit }: { sellerId: string; hints: Hinted; limit: number },
): Promise<InvoiceRow[]> {
  const { endings, references, amounts, accountIds, payers } = hints;
  const words = sql`(select array_agg(word) from unnest(${sql.param(payers)}::text[]) payer, unnest(${wordsIn(sql`payer`)}) word
    where length(word) > 1 and word <> all(${sql.param([...legalForms])}::text[]))`;
  return db
    .select()
    .from(invoices)
    .where(
      and(
        waits(sellerId),
        or(
          sql`substring(${invoices.number} from '[0-9]+$') = any(${sql.param(endings)}::text[])`,
          sql`${invoices.number} !~ '[0-9]$'`,
          sql`${invoices.reference} = any(${sql.param(references)}::text[])`,
          sql`${invoices.currency} || ' ' || ${invoices.remaining} = any(${sql.param(amounts)}::text[])`,
          sql`${invoices.accountId} = any(${sql.param(accountIds)}::uuid[])`,
          sql`${wordsIn(sql`${invoices.buyer} ->> 'name'`)} && ${words}`,
        ),
      ),
    )
    .orderBy(asc(invoices.dueDate), asc(invoices.id))
    .limit(limit);
}

/** One that is paid or void already, by its whole number: money comes twice. */
const settled = (of: { sellerId: string; search: string }) =>
  and(
    eq(invoices.sellerId, of.sellerId),
    eq(invoices.kind, 'invoice'),
    inArray(invoices.state, ['paid', 'void']),
    eq(invoices.number, of.search),
  );
/** The first twenty of them whose number or buyer has the text in it. */
export const searchedClaims = (db: Db, of: { sellerId: string; currency: string; search: string }): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.currency, of.currency),
        of.search === ''
          ? waits(of.sellerId)
          : or(and(waits(of.sellerId), containsText(of.search, invoices.number, sql`${invoices.buyer} ->> 'name'`)), settled(of)),
      ),
    )
    .orderBy(asc(invoices.dueDate), asc(invoices.id))
    .limit(20);

export const invoicesByIds = async (db: Db, ids: readonly string[]): Promise<InvoiceRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(invoices)
        .where(inArray(invoices.id, [...ids]));

/** Payments that were reported, the oldest first, with their invoices; `after`: the id of the last one of the page before. */
export const reportedPage = (
  db: Db,
  of: { sellerId: string; after: string | null; limit: number },
): Promise<{ payment: PaymentRow; invoice: InvoiceRow }[]> =>
  db
    .select({ payment: payments, invoice: invoices })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      and(
        eq(payments.sellerId, of.sellerId),
        eq(payments.state, 'reported'),
        of.after === null ? undefined : gt(payments.id, of.after),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(of.limit);

/** Ids of the subscriptions of some invoices, each once, in the order in which everybody locks. */
export const subscriptionIdsOf = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await invoicesByIds(db, ids);
  return [...new Set(rows.flatMap((row) => row.subscriptionId ?? []))].sort();
};
