import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { containsPattern } from '#kit/server/db/search.ts';
import { fewOf, totalOf } from '#kit/server/db/total.ts';
import { membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';
import { passkeysSql, sessionsSql, userTotpSql } from '#core/identity/server/identity.sql.ts';
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

const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`;
const stateOfMember = (now: Date) => sql`case when m.suspended_why is not null and u.state = 'active' then 'resting'
  when m.state <> 'active' or u.state <> 'active' then 'suspended' when m.expires_at <= ${moment(now)} then 'ended'
  when m.locked_at is not null and coalesce(u.password_changed_at, 'epoch') < m.locked_at then 'locked' else 'active' end`;
const stateOfInvitation = (now: Date) => sql`case when i.expires_at <= ${moment(now)} then 'expired' else 'invited' end`;

type MembersPart = { of: 'members' | 'invitations'; columns: SQL; from: SQL; where: SQL[]; id: SQL };
/** Tombstones are none. */
const membersPart = ({ accountId, now }: MemberFilter): MembersPart => ({
  of: 'members',
  columns: sql`m.id as key, m.user_id as id, 'member' as kind, u.name, u.email, m.role, m.preset, ${stateOfMember(now)} as state, m.expires_at, m.created_at`,
  from: sql`${membershipsSql} m join ${usersSql} u on u.id = m.user_id`,
  where: [sql`m.account_id = ${accountId}`, sql`m.state <> 'deleted'`],
  id: sql`m.id`,
});
const invitationsPart = ({ accountId, now }: MemberFilter): MembersPart => ({
  of: 'invitations',
  columns: sql`i.id as key, i.id, 'invitation' as kind, i.name, i.email, null as role, i.grants ->> 'preset' as preset, ${stateOfInvitation(now)} as state,
    i.expires_at, i.created_at`,
  from: sql`iam_invitations i`,
  where: [sql`i.account_id = ${accountId}`, sql`i.state = 'open'`],
  id: sql`i.id`,
});

/** Only for the rows that are shown: each costs a look at other tables. */
const more = (accountId: string) => sql`
  p.key, p.id, p.kind, p.name, p.email, p.role, p.preset, p.state, ${ms(sql`p.expires_at`)} as "expiresAt", ${ms(sql`p.created_at`)} as "createdAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name) from iam_group_members b
    join iam_groups g on g.id = b.group_id where b.user_id = p.id and b.account_id = ${accountId} and b.state = 'in'), '[]') as groups,
  (select ${ms(sql`max(s.last_seen_at)`)} from ${sessionsSql} s where s.user_id = p.id and s.account_id = ${accountId}) as "lastActiveAt",
  case when p.kind = 'member' then exists (select 1 from ${userTotpSql} t where t.user_id = p.id and t.confirmed_at is not null)
    or exists (select 1 from ${passkeysSql} k where k.user_id = p.id) end as "secondFactor"`;

export type MemberFilter = {
  accountId: string;
  now: Date;
  search?: string;
  state?: string;
  group?: string;
  /** Nobody but these places. */
  keys?: readonly string[] | undefined;
};

const likeIn = (search: string | undefined, columns: readonly SQL[]): SQL[] => {
  if (search === undefined || search === '') return [];
  const pattern = containsPattern(search);
  const parts = columns.map((column) => sql`${column} ilike ${pattern}`);
  return [sql`(${sql.join(parts, sql` or `)})`];
};

/** What an index can tell of a state; which state it is in the end is decided by the whole row. */
function hintOf({ accountId, now, state }: MemberFilter): SQL[] {
  if (state === 'ended') return [sql`m.expires_at <= ${moment(now)}`];
  if (state === 'locked') return [sql`m.locked_at is not null`];
  if (state === 'resting') return [sql`m.state = 'suspended'`];
  if (state !== 'suspended') return [];
  return [
    sql`m.id in (select s.id from ${membershipsSql} s where s.account_id = ${accountId} and s.state = 'suspended'
      union all select s.id from ${usersSql} b join ${membershipsSql} s on s.user_id = b.id where b.state <> 'active' and s.account_id = ${accountId})`,
  ];
}

function wanted(filter: MemberFilter): MembersPart[] {
  const { search, state, group, now, keys } = filter;
  const [members, invitations] = [membersPart(filter), invitationsPart(filter)];
  const parts: MembersPart[] = [];
  if (state !== 'invited' && state !== 'expired')
    parts.push({
      ...members,
      where: [
        ...members.where,
        ...likeIn(search, [sql`u.name`, sql`u.email`]),
        ...hintOf(filter),
        ...(state === undefined ? [] : [sql`${stateOfMember(now)} = ${state}`]),
        ...(group === undefined
          ? []
          : [
              sql`exists (select 1 from iam_group_members b where b.group_id = ${group} and b.user_id = m.user_id and b.state = 'in')`,
            ]),
        ...(keys === undefined ? [] : [sql`m.id = any(${sql.param([...keys])}::uuid[])`]),
      ],
    });
  if (group === undefined && (state === undefined || state === 'invited' || state === 'expired'))
    parts.push({
      ...invitations,
      where: [
        ...invitations.where,
        ...likeIn(search, [sql`i.name`, sql`i.email`]),
        ...(state === undefined ? [] : [sql`${stateOfInvitation(now)} = ${state}`]),
      ],
    });
  return parts;
}

const select = (part: MembersPart, columns: SQL, rest = sql``): SQL =>
  sql`(select ${columns} from ${part.from} where ${sql.join(part.where, sql` and `)} ${rest})`;
const together = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` union all `);

/** The same with the places of what is asked for, where they are few among many. */
export async function narrowedMembers(db: Db, filter: MemberFilter): Promise<MemberFilter> {
  const rare = (filter.search !== undefined && filter.search !== '') || hintOf(filter).length > 0;
  const members = rare ? wanted(filter).find((part) => part.of === 'members') : undefined;
  if (members === undefined) return filter;
  return { ...filter, keys: await fewOf(db, { from: members.from, id: members.id }, sql.join(members.where, sql` and `)) };
}

/** Newest first; `before` is the key of the last row of the page before. The system's eyes, for factors belong to no account. */
export async function membersPage(
  db: Db,
  filter: MemberFilter,
  page: { before: string | null; limit: number },
): Promise<FoundMember[]> {
  // each part ends in its own index, and as many of each as the page holds
  const pages = wanted(filter).map(({ where, ...part }) => {
    const older = page.before === null ? [] : [sql`${part.id} < ${page.before}::uuid`];
    return select({ ...part, where: [...where, ...older] }, part.columns, sql`order by ${part.id} desc limit ${page.limit}`);
  });
  if (pages.length === 0) return [];
  const result = await db.execute(sql`
    select ${more(filter.accountId)} from (select * from (${together(pages)}) a order by key desc limit ${page.limit}) p order by p.key desc`);
  return result.rows.map((row) => z.parse(found, row));
}

export async function memberCount(db: Db, filter: MemberFilter): Promise<number | undefined> {
  const parts = wanted(filter);
  // nobody who is only invited is in a group
  return parts.length === 0 ? 0 : totalOf(db, sql`(${together(parts.map((part) => select(part, sql`1`)))}) p`);
}

/** A person of the account, or an open invitation, by its id. */
export async function memberById(db: Db, filter: MemberFilter, id: string): Promise<FoundMember | null> {
  const result = await db.execute(
    sql`select ${more(filter.accountId)} from (${together(wanted(filter).map((part) => select(part, part.columns)))}) p where p.id = ${id}`,
  );
  const [row] = result.rows;
  return row === undefined ? null : z.parse(found, row);
}
