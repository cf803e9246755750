import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { membershipsSql } from '#core/accounts/server/accounts.sql.ts';
import { keptStatements } from '../policy.contract.ts';
import type { Statement } from '../statements.rules.ts';

/** Every statement of the account that has one of these names, each once; boundaries and open invitations are among them. */
export async function statementsNaming(db: Db, accountId: string, names: readonly string[]): Promise<Statement[]> {
  if (names.length === 0) return [];
  const wanted = sql.join(
    names.map((name) => sql`${name}::text`),
    sql`, `,
  );
  const result = await db.execute<{ one: unknown }>(sql`
    select distinct on (one - 'id') one from (
      select statements from ${membershipsSql} memberships where account_id = ${accountId} and statements <> '[]'
      union all select boundary from ${membershipsSql} memberships where account_id = ${accountId} and boundary is not null
      union all select statements from iam_sets where account_id = ${accountId}
      union all select statements from iam_groups where account_id = ${accountId}
      union all select grants -> 'statements' from iam_invitations where account_id = ${accountId} and state = 'open'
      union all select grants -> 'boundary' from iam_invitations
        where account_id = ${accountId} and state = 'open' and jsonb_typeof(grants -> 'boundary') = 'array'
    ) given (statements), jsonb_array_elements(statements) one
    where one -> 'resources' ?| array[${wanted}]`);
  return z.parse(
    keptStatements,
    result.rows.map((row) => row.one),
  );
}
