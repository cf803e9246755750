/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const commissionsSql = sql`(select amount, statement_id from commissions)`;
export const resaleChargesSql = sql`(select statement_id, amount from resale_charges)`;
export const resaleStatementsSql = sql`(
  select id, account_id, kind, currency, net, tax, gross, paper, invoice_id, paid_on from resale_statements)`;
