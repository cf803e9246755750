import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { membershipsSql } from '#core/accounts/server/accounts.sql.ts';
import { presets } from '../iam.rules.ts';
import { keptStatements } from '../policy.contract.ts';

const given = z.object({
  kind: z.enum(['set', 'group']),
  id: z.string(),
  name: z.string(),
  statements: keptStatements,
  grantors: z.array(z.string()),
});
const held = z.object({
  userId: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'staff']),
  preset: z.enum(presets),
  permissions: z.array(z.string()),
  statements: keptStatements,
  boundary: z.nullable(keptStatements),
  grantedBy: z.nullable(z.string()),
  given: z.array(given),
});
export type PrincipalRow = z.infer<typeof held>;

const listOf = (rows: ReturnType<typeof sql>) => sql`coalesce((select jsonb_agg(to_jsonb(x)) from (${rows}) x), '[]'::jsonb)`;
const grantors = (...columns: ReturnType<typeof sql>[]) =>
  sql`to_jsonb(array_remove(array[${sql.join(columns, sql`, `)}]::text[], null)) as grantors`;

/** Everything that these people of an account were given: one question for all of them. Tombstones are among them. */
export async function heldBy(db: Db, accountId: string, userIds: readonly string[]): Promise<PrincipalRow[]> {
  if (userIds.length === 0) return [];
  const ids = sql.join(
    userIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const mine = sql`.user_id = m.user_id and`;
  const result = await db.execute(sql`
    select m.user_id as "userId", m.role, m.preset, m.permissions, m.statements, m.boundary, m.granted_by as "grantedBy",
      ${listOf(sql`select 'set' as kind, s.id, s.name, s.statements, ${grantors(sql`s.granted_by`, sql`g.granted_by`)}
        from iam_member_sets g join iam_sets s on s.id = g.set_id where g${mine} g.account_id = m.account_id`)}
      || ${listOf(sql`select 'group' as kind, s.id, s.name, s.statements, ${grantors(sql`s.granted_by`, sql`g.granted_by`)}
        from iam_group_members g join iam_groups s on s.id = g.group_id where g${mine} g.account_id = m.account_id and g.state = 'in'
          and s.statements <> '[]'::jsonb`)}
      || ${listOf(sql`select 'group' as kind, s.id, s.name, p.statements, ${grantors(sql`p.granted_by`, sql`q.granted_by`, sql`g.granted_by`)}
        from iam_group_members g join iam_groups s on s.id = g.group_id join iam_group_sets q on q.group_id = s.id join iam_sets p on p.id = q.set_id
        where g${mine} g.account_id = m.account_id and g.state = 'in'`)} as given
    from ${membershipsSql} m where m.account_id = ${accountId} and m.user_id in (${ids})`);
  return result.rows.map((row) => z.parse(held, row));
}
