/** The invariants of the books as questions: each asks for what does not hold, as `id`, `expected`, `found`, `currency`. */
import { type SQL, sql } from 'drizzle-orm';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';
import {
  balanceEntriesSql,
  invoiceLinesSql,
  invoiceSeriesSql,
  invoiceTaxesSql,
  invoicesSql,
  journalEntriesSql,
  journalLinesSql,
  paymentsSql,
  refundsSql,
  subscriptionsSql,
} from '#sales/billing/server/billing.sql.ts';
import { commissionsSql, resaleChargesSql, resaleStatementsSql } from '#sales/resale/server/resale.sql.ts';
import type { BookRule, SubjectKind } from '../books.rules.ts';

type QueriedRule = Exclude<BookRule, 'counter' | 'papers' | 'statement_papers'>;
export type Question = { rule: QueriedRule; subject: SubjectKind; ask: (now: Date) => SQL };

const issued = sql`i.finalized_at is not null`;

/** Double entry. A claim and its credit notes are booked so that what is still due stands on `receivable`. */
const journal: readonly Question[] = [
  {
    rule: 'journal_balance',
    subject: 'entry',
    ask: () => sql`select l.entry_id as id, 0 as expected, sum(l.amount) as found, l.currency
      from ${journalLinesSql} l group by l.entry_id, l.currency having sum(l.amount) <> 0`,
  },
  {
    rule: 'journal_receivable',
    subject: 'invoice',
    ask: () => sql`select i.id, case when i.state = 'open' then i.remaining else 0 end as expected, coalesce(b.amount, 0) as found, i.currency
      from ${invoicesSql} i left join (
        select coalesce(n.refers_to, n.id) as id, sum(l.amount) as amount from ${journalEntriesSql} e
          join ${journalLinesSql} l on l.entry_id = e.id and l.ledger = 'receivable' join ${invoicesSql} n on n.id = e.invoice_id
        group by 1) b on b.id = i.id
      where i.kind = 'invoice' and ${issued} and coalesce(b.amount, 0) <> case when i.state = 'open' then i.remaining else 0 end`,
  },
  {
    rule: 'journal_credit',
    subject: 'account',
    ask: () => sql`select account_id as id, sum(kept) as expected, sum(booked) as found, currency from (
        select account_id, seller_id, currency, amount as kept, 0 as booked from ${balanceEntriesSql} balance_entries
        union all
        select e.account_id, e.seller_id, l.currency, 0, -l.amount from ${journalEntriesSql} e
          join ${journalLinesSql} l on l.entry_id = e.id where l.ledger = 'balance'
      ) b group by account_id, seller_id, currency having sum(kept) <> sum(booked)`,
  },
];

/** Documents: their sums, and what was put on them. */
const documents: readonly Question[] = [
  {
    rule: 'invoice_sums',
    subject: 'invoice',
    ask: () => sql`select i.id, i.total as expected, coalesce(t.base + t.tax, 0) as found, i.currency from ${invoicesSql} i
      left join (select invoice_id, sum(base) as base, sum(tax) as tax from ${invoiceTaxesSql} invoice_taxes group by 1) t on t.invoice_id = i.id
      left join (select invoice_id, sum(amount) as amount, sum(discount) as discount from ${invoiceLinesSql} invoice_lines group by 1) l on l.invoice_id = i.id
      where ${issued} and (i.net + i.tax <> i.total or coalesce(t.base, 0) <> i.net or coalesce(t.tax, 0) <> i.tax
        or coalesce(l.amount, 0) <> i.lines_total or coalesce(l.discount, 0) <> i.discount_total)`,
  },
  {
    rule: 'invoice_paid',
    subject: 'invoice',
    ask: () => sql`select i.id, coalesce(p.amount, 0) as expected, i.paid as found, i.currency from ${invoicesSql} i left join (
        select p.invoice_id, sum(p.amount - p.taken - coalesce(o.amount, 0)) as amount
        from ${paymentsSql} p
          left join (select payment_id, sum(amount) as amount from ${balanceEntriesSql} balance_entries where cause in ('overpaid', 'reversed') group by 1) o on o.payment_id = p.id
        where p.state in ('succeeded', 'reversed') group by 1) p on p.invoice_id = i.id
      where i.kind = 'invoice' and i.paid <> coalesce(p.amount, 0)`,
  },
  {
    rule: 'invoice_credited',
    subject: 'invoice',
    ask: () => sql`select i.id, coalesce(c.off, 0) as expected, i.credited as found, i.currency from ${invoicesSql} i left join (
        select refers_to, sum(credited) as off, sum(total) as total from ${invoicesSql} invoices where kind = 'credit_note' and finalized_at is not null group by 1
      ) c on c.refers_to = i.id
      where i.kind = 'invoice' and (i.credited <> coalesce(c.off, 0) or coalesce(c.total, 0) > i.total)`,
  },
  {
    rule: 'invoice_balance',
    subject: 'invoice',
    ask: () => sql`select i.id, coalesce(-b.amount, 0) as expected, i.balance_used as found, i.currency from ${invoicesSql} i left join (
        select invoice_id, sum(amount) as amount from ${balanceEntriesSql} balance_entries where cause = 'used' group by 1) b on b.invoice_id = i.id
      where i.kind = 'invoice' and i.state <> 'void' and i.balance_used <> coalesce(-b.amount, 0)`,
  },
  {
    rule: 'credit_note_parts',
    subject: 'invoice',
    ask: () => sql`select i.id, i.total as expected, i.credited + coalesce(r.amount, 0) + coalesce(b.amount, 0) as found, i.currency from ${invoicesSql} i
      left join (select credit_note_id, sum(amount) as amount from ${refundsSql} refunds where state <> 'failed' group by 1) r on r.credit_note_id = i.id
      left join (select invoice_id, sum(amount) as amount from ${balanceEntriesSql} balance_entries where cause in ('credit_note', 'refund_failed') group by 1) b
        on b.invoice_id = i.id
      where i.kind = 'credit_note' and ${issued}
        and (i.paid <> coalesce(r.amount, 0) or i.balance_used <> coalesce(b.amount, 0) or i.credited + i.paid + i.balance_used <> i.total)`,
  },
  {
    rule: 'numbers',
    subject: 'series',
    ask: () => sql`select s.seller_id || ' ' || s.kind || ' ' || s.year as id, s.next - 1 as expected, count(i.id) as found, null::text as currency
      from ${invoiceSeriesSql} s left join ${invoicesSql} i on i.seller_id = s.seller_id and i.kind = s.kind and i.year = s.year and i.serial is not null
      group by s.seller_id, s.kind, s.year, s.next
      having count(i.id) <> s.next - 1 or coalesce(max(i.serial), 0) <> s.next - 1 or coalesce(min(i.serial), 1) <> 1`,
  },
];

/** What resellers are paid and charged: a statement is its lines, its tax and the invoice that it stands for. */
const statements: readonly Question[] = [
  {
    rule: 'statement_sums',
    subject: 'statement',
    ask: () => sql`select s.account_id || ' ' || s.id as id, coalesce(l.amount, 0) as expected, s.net as found, s.currency from ${resaleStatementsSql} s
      left join (
        select statement_id, sum(amount) as amount from (
          select statement_id, amount from ${commissionsSql} commissions where statement_id is not null
          union all select statement_id, amount from ${resaleChargesSql} resale_charges) one
        group by 1) l on l.statement_id = s.id
      left join ${invoicesSql} i on i.id = s.invoice_id
      left join lateral (
        select count(*) as parts, sum((t ->> 'base')::bigint) as base, sum((t ->> 'tax')::bigint) as tax
        from jsonb_array_elements(coalesce(s.paper -> 'taxes', '[]'::jsonb)) t) p on true
      where s.net <> coalesce(l.amount, 0) or s.net + s.tax <> s.gross
        or p.parts > 0 and (p.base <> s.net or p.tax <> s.tax)
        or i.id is not null and (i.net <> s.net or i.total <> s.gross or i.currency <> s.currency)`,
  },
];

/** Accounts hold what their plan says; the engine comes to everybody. */
const running: readonly Question[] = [
  {
    rule: 'entitlements',
    subject: 'account',
    ask: () => sql`select a.id, null::bigint as expected, null::bigint as found, null::text as currency from ${accountsSql} a
      left join ${subscriptionsSql} s on s.account_id = a.id and s.kind = 'base' and s.state in ('trialing', 'active', 'past_due', 'restricted', 'paused')
      where (s.id is null) <> (a.plan_entitlements is null)
        or s.id is not null and (s.state in ('restricted', 'paused')) <> (a.service = 'restricted')`,
  },
  {
    rule: 'engine',
    subject: 'subscription',
    ask: (
      now,
    ) => sql`select s.id, null::bigint as expected, null::bigint as found, null::text as currency from ${subscriptionsSql} s
      where s.next_at < ${now}::timestamptz - interval '1 day'`,
  },
];

export const questions: readonly Question[] = [...journal, ...documents, ...statements, ...running];
