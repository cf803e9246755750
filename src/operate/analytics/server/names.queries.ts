/** Names of what figures are of, as they are now; what was deleted or erased has none. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';
import { attendancesSql } from '#meet/meetings/server/meetings.sql.ts';
import { roomsSql } from '#meet/rooms/server/rooms.sql.ts';
import { serversSql } from '#meet/servers/server/servers.sql.ts';
import { containsText } from '#kit/server/db/search.ts';
import type { NamedDimension } from '../measures.rules.ts';

type NamedThing = { id: string; name: string };
/** `accountId` null: of all accounts. `ids` null: all that match `search`, so many at most. */
type NamesParams = { accountId: string | null; ids: readonly string[] | null; search: string; most: number };

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;
const personOf = sql`md5(a.account_id::text || ' ' || a.person_key)::uuid`;
const among = (column: SQL, ids: readonly string[] | null): SQL =>
  ids === null ? sql`true` : sql`${column} = any(${uuids(ids)})`;
const within = (column: SQL, accountId: string | null): SQL =>
  accountId === null ? sql`true` : sql`${column} = ${accountId}::uuid`;

/** The name that a person came with last. */
async function peopleNamed(db: Db, { accountId, ids, search, most }: NamesParams): Promise<NamedThing[]> {
  const { rows } = await db.execute<NamedThing>(
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

export async function namesOf(db: Db, of: NamedDimension, params: NamesParams): Promise<NamedThing[]> {
  if (of === 'person') return peopleNamed(db, params);
  const { accountId, ids, search, most } = params;
  const from = {
    room: sql`${roomsSql} t where ${ids === null ? sql`t.deleted_at is null` : sql`true`} and ${within(sql`t.account_id`, accountId)}`,
    account: sql`${accountsSql} t where ${within(sql`t.id`, accountId)}`,
    server: sql`${serversSql} t where true`,
  }[of];
  const { rows } = await db.execute<NamedThing>(
    sql`select t.id, t.name from ${from} and ${among(sql`t.id`, ids)} and ${containsText(search, sql`t.name`) ?? sql`true`} order by t.name, t.id limit ${most}`,
  );
  return rows;
}
