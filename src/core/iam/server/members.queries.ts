import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db.ts';
import { memberStates, presets } from '../iam.rules.ts';

const number = z.nullable(z.number());
const found = z.object({
  key: z.string(),
  id: z.string(),
  kind: z.enum(['member', 'invitation']),
  name: z.string(),
  email: z.string(),
  role: z.nullable(z.enum(['owner', 'admin', 'member', 'staff'])),
  preset: z.enum(presets),
  state: z.enum(memberStates),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  lastActiveAt: number,
  secondFactor: z.nullable(z.boolean()),
  expiresAt: number,
  createdAt: z.number(),
});
export type FoundMember = z.infer<typeof found>;

const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`;

/** People and open invitations of an account as one relation; tombstones are none. */
const everybody = (accountId: string, now: Date) => sql`
  select m.id as key, m.user_id as id, 'member' as kind, u.name, u.email, m.role, m.preset,
    case when m.state <> 'active' or u.state <> 'active' then 'suspended' when m.expires_at <= ${now.toISOString()}::timestamptz then 'ended'
      when m.locked_at is not null and coalesce(u.password_changed_at, 'epoch') < m.locked_at then 'locked' else 'active' end as state,
    m.expires_at, m.created_at
  from memberships m join users u on u.id = m.user_id where m.account_id = ${accountId} and m.state <> 'deleted'
  union all
  select i.id, i.id, 'invitation', i.name, i.email, null, i.grants ->> 'preset',
    case when i.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else 'invited' end, i.expires_at, i.created_at
  from iam_invitations i where i.account_id = ${accountId} and i.state = 'open'`;

/** Only for the rows that are shown: each costs a look at other tables. */
const more = (accountId: string) => sql`
  p.key, p.id, p.kind, p.name, p.email, p.role, p.preset, p.state, ${ms(sql`p.expires_at`)} as "expiresAt", ${ms(sql`p.created_at`)} as "createdAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name) from iam_group_members b
    join iam_groups g on g.id = b.group_id where b.user_id = p.id and b.account_id = ${accountId} and b.state = 'in'), '[]') as groups,
  (select ${ms(sql`max(s.last_seen_at)`)} from sessions s where s.user_id = p.id and s.account_id = ${accountId}) as "lastActiveAt",
  case when p.kind = 'member' then exists (select 1 from user_totp t where t.user_id = p.id and t.confirmed_at is not null)
    or exists (select 1 from passkeys k where k.user_id = p.id) end as "secondFactor"`;

export type MemberFilter = { accountId: string; now: Date; search?: string; state?: string; group?: string };
function matching({ search, state, group }: MemberFilter): SQL {
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const parts = [
    ...(search === undefined || search === '' ? [] : [sql`(p.name ilike ${pattern} or p.email ilike ${pattern})`]),
    ...(state === undefined ? [] : [sql`p.state = ${state}`]),
    ...(group === undefined
      ? []
      : [sql`exists (select 1 from iam_group_members b where b.group_id = ${group} and b.user_id = p.id and b.state = 'in')`]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** Newest first; `before` is the key of the last row of the page before. The system's eyes, for factors belong to no account. */
export async function membersPage(
  db: Db,
  filter: MemberFilter,
  page: { before: string | null; limit: number },
): Promise<FoundMember[]> {
  const older = page.before === null ? sql`true` : sql`p.key < ${page.before}::uuid`;
  const result = await db.execute(sql`
    select ${more(filter.accountId)} from (select * from (${everybody(filter.accountId, filter.now)}) p
      where ${matching(filter)} and ${older} order by p.key desc limit ${page.limit}) p order by p.key desc`);
  return result.rows.map((row) => z.parse(found, row));
}

export async function memberCount(db: Db, filter: MemberFilter): Promise<number> {
  const result = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${everybody(filter.accountId, filter.now)}) p where ${matching(filter)}`,
  );
  return result.rows[0]?.n ?? 0;
}

/** A person of the account, or an open invitation, by its id. */
export async function memberById(db: Db, filter: MemberFilter, id: string): Promise<FoundMember | null> {
  const result = await db.execute(
    sql`select ${more(filter.accountId)} from (${everybody(filter.accountId, filter.now)}) p where p.id = ${id}`,
  );
  const [row] = result.rows;
  return row === undefined ? null : z.parse(found, row);
}
