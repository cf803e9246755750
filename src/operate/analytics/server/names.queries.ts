/** Names of what figures are of, as they are now; what was deleted or erased has none. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountNamesSql, accountsSql } from '#core/accounts/server/accounts.sql.ts';
import { attendancesSql } from '#meet/meetings/server/meetings.sql.ts';
import { roomNamesSql, roomsSql } from '#meet/rooms/server/rooms.sql.ts';
import { serverNamesSql, serversSql } from '#meet/servers/server/servers.sql.ts';
import { containsText } from '#kit/server/db/search.ts';
import { findThingNames } from '#kit/server/db/thing-names.ts';
import type { NamedDimension } from '../measures.rules.ts';

type ThingName = { id: string; name: string };
/** `accountId` null: of all accounts. `ids` null: all that match `search`, so many at most. */
type NamesParams = { accountId: string | null; ids: readonly string[] | null; search: string; most: number };

const personOf = sql`md5(a.account_id::text || ' ' || a.person_key)::uuid`;
const within = (column: SQL, accountId: string | null): SQL =>
  accountId === null ? sql`true` : sql`${column} = ${accountId}::uuid`;

/** The name that a person came with last. */
async function peopleNamed(db: Db, { accountId, ids, search, most }: NamesParams): Promise<ThingName[]> {
  const { rows } = await db.execute<ThingName>(
    ids === null
      ? sql`select id, name from (
          select distinct on (person) person as id, name from (
            select ${personOf} as person, a.name, a.joined_at from ${attendancesSql} a
            where ${within(sql`a.account_id`, accountId)} and ${containsText(search, sql`a.name`) ?? sql`true`} order by a.joined_at desc limit 5000) recent
          order by person, joined_at desc) people order by name, id limit ${most}`
      : sql`select p.id, n.name from (
          select distinct r.account_id, r.key::uuid as id from analytics_rollups r
          where r.by = 'person' and r.key = any(${sql.param([...ids])}::text[]) and ${within(sql`r.account_id`, accountId)}) p
        cross join lateral (
          select a.name from ${attendancesSql} a where a.account_id = p.account_id and ${personOf} = p.id order by a.joined_at desc limit 1) n`,
  );
  return rows;
}

const published = { room: roomNamesSql, account: accountNamesSql, server: serverNamesSql } as const;

export async function namesOf(db: Db, of: NamedDimension, params: NamesParams): Promise<ThingName[]> {
  if (of === 'person') return peopleNamed(db, params);
  const { accountId, ids, search, most } = params;
  if (ids !== null) return findThingNames(db, [{ kind: of, source: published[of], ids }], of === 'server' ? null : accountId);
  const from = {
    room: sql`${roomsSql} t where t.deleted_at is null and ${within(sql`t.account_id`, accountId)}`,
    account: sql`${accountsSql} t where ${within(sql`t.id`, accountId)}`,
    server: sql`${serversSql} t where true`,
  }[of];
  const { rows } = await db.execute<ThingName>(
    sql`select t.id, t.name from ${from} and ${containsText(search, sql`t.name`) ?? sql`true`} order by t.name, t.id limit ${most}`,
  );
  return rows;
}
