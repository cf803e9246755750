import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { Preset } from '../iam.rules.ts';

/** `patterns`: what a statement may name that covers the permission: the name itself, and those that end in a star. */
export type HolderSearch = {
  accountId: string;
  permission: string;
  presets: readonly Preset[];
  patterns: readonly string[];
  at: Date;
  most: number;
  /** Only of these. */
  among?: readonly string[];
};

/**
 * Active people of an account who may hold a permission by what was given to them, owners first. Whether they do is decided by the policy:
 * a boundary or a denial is not looked at here.
 */
export async function possibleHolders(db: Db, of: HolderSearch): Promise<string[]> {
  const names = sql`${sql.param([...of.patterns])}::text[]`;
  const says = (statements: ReturnType<typeof sql>) =>
    sql`exists (select 1 from jsonb_array_elements(${statements}) s where s ->> 'effect' = 'allow' and s -> 'actions' ?| ${names})`;
  const among = of.among === undefined ? sql`` : sql` and m.user_id = any(${sql.param([...of.among])}::uuid[])`;
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select m.user_id from memberships m join users u on u.id = m.user_id
    where m.account_id = ${of.accountId} and m.state = 'active' and u.state = 'active' and (m.expires_at is null or m.expires_at > ${of.at.toISOString()}::timestamptz)${among}
      and (m.role = 'owner' or m.preset = any(${sql.param([...of.presets])}::text[]) or ${of.permission} = any(m.permissions) or ${says(sql`m.statements`)}
        or m.user_id in (select g.user_id from iam_member_sets g join iam_sets s on s.id = g.set_id where g.account_id = ${of.accountId} and ${says(sql`s.statements`)})
        or m.user_id in (select g.user_id from iam_group_members g join iam_groups s on s.id = g.group_id
          where g.account_id = ${of.accountId} and g.state = 'in' and ${says(sql`s.statements`)})
        or m.user_id in (select g.user_id from iam_group_members g join iam_group_sets q on q.group_id = g.group_id join iam_sets p on p.id = q.set_id
          where g.account_id = ${of.accountId} and g.state = 'in' and ${says(sql`p.statements`)}))
    order by m.role <> 'owner', m.id limit ${of.most}`);
  return rows.map((row) => row.user_id);
}
