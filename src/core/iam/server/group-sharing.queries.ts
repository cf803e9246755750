import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';
import { keptStatements } from '../policy.contract.ts';

const row = z.object({
  id: z.string(),
  name: z.string(),
  given: z.array(z.object({ statements: keptStatements, grantors: z.array(z.string()) })),
  people: z.number(),
  names: z.array(z.string()),
});
export type GivingGroup = z.infer<typeof row>;

const shownNames = 5;
const mostGroups = 100;
/** Groups that something is allowed or denied to for one of these resources, by name, with all that they give and who is in them. */
export async function groupsGiving(db: Db, accountId: string, resources: readonly string[]): Promise<GivingGroup[]> {
  const wanted = sql`array[${sql.join(
    resources.map((one) => sql`${one}::text`),
    sql`, `,
  )}]`;
  const result = await db.execute(sql`
    select g.id, g.name, to_jsonb(inside.given) given, coalesce(who.n, 0)::int people, coalesce(who.names, '{}') names
    from iam_groups g
    cross join lateral (
      select array_agg(jsonb_build_object('statements', one.statements, 'grantors', to_jsonb(array_remove(one.grantors, null)))) given
      from (
        select g.statements, array[g.granted_by::text] grantors
        union all
        select s.statements, array[s.granted_by::text, q.granted_by::text]
        from iam_group_sets q join iam_sets s on s.id = q.set_id where q.group_id = g.id
      ) one
    ) inside
    left join lateral (
      select count(*) n, (array_agg(u.name order by u.name collate people_order, u.id))[1:${sql.raw(String(shownNames))}] names
      from iam_group_members m join ${usersSql} u on u.id = m.user_id
      join ${membershipsSql} p on p.account_id = m.account_id and p.user_id = m.user_id
      where m.group_id = g.id and m.state = 'in' and p.state <> 'deleted'
    ) who on true
    where g.account_id = ${accountId} and exists (
      select 1 from unnest(inside.given) one, jsonb_array_elements(one -> 'statements') said
      where said ->> 'effect' = 'allow' and said -> 'resources' ?| ${wanted})
    order by g.name collate people_order, g.id limit ${mostGroups}`);
  return result.rows.map((one) => z.parse(row, one));
}
