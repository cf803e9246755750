/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { type SQL, sql } from 'drizzle-orm';
import { planPricesSql } from '#sales/plans/server/plans.sql.ts';

export const balanceEntriesSql = sql`(
  select account_id, seller_id, currency, amount, cause, invoice_id, payment_id from balance_entries)`;
export const billingEventsSql = sql`(select seller_id, subscription_id, kind, from_state, to_state, at from billing_events)`;
export const invoiceNamesSql = sql`(select id, number as name, array[account_id, seller_id] as readers from invoices)`;
export const invoiceLinesSql = sql`(select invoice_id, amount, discount from invoice_lines)`;
export const invoiceSeriesSql = sql`(select seller_id, kind, year, next from invoice_series)`;
export const invoiceTaxesSql = sql`(select invoice_id, base, tax from invoice_taxes)`;
export const invoicesSql = sql`(
  select id, seller_id, kind, state, year, serial, currency, lines_total, discount_total, net, tax, total, paid,
    credited, balance_used, remaining, refers_to, finalized_at from invoices)`;
export const journalEntriesSql = sql`(select id, seller_id, account_id, invoice_id from journal_entries)`;
export const journalLinesSql = sql`(select entry_id, ledger, currency, amount from journal_lines)`;
export const paymentsSql = sql`(select id, invoice_id, state, amount, taken from payments)`;
export const refundsSql = sql`(select credit_note_id, state, amount from refunds)`;
export const subscriptionPeriodsSql = sql`(select subscription_id, starts_at, ends_at from subscription_periods)`;
export const subscriptionsSql = sql`(
  select id, account_id, seller_id, kind, state, plan_id, version, currency, period, seats, trial_end, cancel_at_end,
    pay_by, method_id, next_at, ended_at, created_at, addons, free_until from subscriptions)`;

/** Which price `p` is that of a subscription, by the name that it has in the query. */
export const isPriceOfSql = (
  subscription: SQL,
): SQL => sql`p.plan_id = ${subscription}.plan_id and p.version = ${subscription}.version
  and p.currency = ${subscription}.currency and p.period = ${subscription}.period`;
const addonsSql = (subscription: SQL): SQL => sql`(select coalesce(sum(ap.amount * a.quantity), 0)::bigint
  from jsonb_to_recordset(${subscription}.addons) as a ("planId" uuid, version integer, quantity bigint)
  join ${planPricesSql} ap on ap.plan_id = a."planId" and ap.version = a.version
    and ap.currency = ${subscription}.currency and ap.period = ${subscription}.period)`;
/** What a month of a subscription with the price `p` brings in: a year's price is spread over twelve months, rounded half up. An event pass comes once. */
export const monthlyAmountSql = (subscription: SQL): SQL => {
  const amount = sql`(p.amount + coalesce(p.seat_amount, 0) * ${subscription}.seats + ${addonsSql(subscription)})`;
  return sql`case when ${subscription}.pay_by = 'none' or ${subscription}.free_until is not null or p.period = 'once' then 0
    when p.period = 'year' then (2 * ${amount} + 12) / 24 else ${amount} end`;
};
