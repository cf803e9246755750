import { and, count, desc, eq, gte, inArray, lt, not, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { namelessClients } from '../client-name.rules.ts';
import type { ClientName } from '../endpoint.rules.ts';
import { endpointCallRows } from './endpoint.table.ts';

export type CallRow = typeof endpointCallRows.$inferSelect;
export type NewCallRow = typeof endpointCallRows.$inferInsert;

/** Of this transaction: its commit does not wait for the disk, so that the log of calls never holds up the calls. */
export async function commitSoon(db: Db): Promise<void> {
  await db.execute(sql`select set_config('synchronous_commit', 'off', true)`);
}

/** All in one parameter: many rows with one each would take longer to write down than to store. */
export async function insertCalls(db: Db, rows: readonly NewCallRow[]): Promise<void> {
  const told = rows.map((row) => ({
    id: row.id,
    account_id: row.accountId,
    at: row.at,
    secret_id: row.secretId,
    call: row.call,
    method: row.method,
    meeting: row.meeting,
    client: row.client,
    address: row.address,
    outcome: row.outcome,
    key: row.key,
    reason: row.reason,
    took_ms: row.tookMs,
    server_id: row.serverId,
    unhonoured: row.unhonoured ?? [],
  }));
  await db.execute(sql`
    insert into endpoint_calls (id, account_id, at, secret_id, call, method, meeting, client, address, outcome, key, reason, took_ms, server_id, unhonoured)
    select id, account_id, at, secret_id, call, method, meeting, client, address, outcome, key, reason, took_ms, server_id, unhonoured
    from json_to_recordset(${JSON.stringify(told)}::json) as c(id uuid, account_id uuid, at timestamptz, secret_id uuid, call text, method text, meeting text,
      client text, address text, outcome text, key text, reason text, took_ms integer, server_id uuid, unhonoured text[])`);
}

/** When each secret was used last, in one statement; an older use never replaces a newer one. */
export async function noteUses(db: Db, uses: readonly { id: string; at: Date; address: string }[]): Promise<void> {
  const rows = uses.map((one) => ({ ...one, at: one.at.toISOString() }));
  await db.execute(sql`
    update endpoint_secrets s set last_used_at = u.at, last_address = u.address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u(id uuid, at timestamptz, address text)
    where s.id = u.id and (s.last_used_at is null or s.last_used_at < u.at)`);
}

export type CallFilter = {
  accountId: string;
  secretId?: string | undefined;
  call?: string | undefined;
  outcome?: CallRow['outcome'] | undefined;
  since?: number | undefined;
};

const matching = (filter: CallFilter) =>
  and(
    eq(endpointCallRows.accountId, filter.accountId),
    filter.secretId === undefined ? undefined : eq(endpointCallRows.secretId, filter.secretId),
    filter.call === undefined || filter.call === '' ? undefined : eq(endpointCallRows.call, filter.call),
    filter.outcome === undefined ? undefined : eq(endpointCallRows.outcome, filter.outcome),
    filter.since === undefined ? undefined : gte(endpointCallRows.at, new Date(filter.since)),
  );

/** Newest first; `before` is the id of the last call of the page before. */
export function callsPage(db: Db, filter: CallFilter, page: { before: string | null; limit: number }): Promise<CallRow[]> {
  return db
    .select()
    .from(endpointCallRows)
    .where(and(matching(filter), page.before === null ? undefined : lt(endpointCallRows.id, page.before)))
    .orderBy(desc(endpointCallRows.id))
    .limit(page.limit);
}

/** Refused before anybody was known: no program of the account has to have sent it. */
const unsigned = sql`(${endpointCallRows.secretId} is null and ${endpointCallRows.outcome} <> 'answered')`;

/** Calls since then that count towards the limit of the account. */
export async function countSigned(db: Db, accountId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(endpointCallRows)
    .where(and(eq(endpointCallRows.accountId, accountId), gte(endpointCallRows.at, since), not(unsigned)));
  return row?.n ?? 0;
}

export const countCalls = (db: Db, filter: CallFilter): Promise<number | undefined> =>
  totalOf(db, endpointCallRows, matching(filter));

/** Calls since then, those that were not answered among them, and the busiest minute of what counts towards the limit. */
export async function callFigures(
  db: Db,
  accountId: string,
  since: Date,
): Promise<{ calls: number; refused: number; busiestMinute: number }> {
  const [row] = (
    await db.execute<{ calls: string | null; refused: string | null; busiest: string | null }>(sql`
      select sum(n) as calls, sum(r) as refused, max(s) as busiest from (
        select count(*) as n, count(*) filter (where outcome <> 'answered') as r, count(*) filter (where not ${unsigned}) as s
        from endpoint_calls where account_id = ${accountId} and id >= ${idAt(since)}::uuid group by date_trunc('minute', at)) as minutes`)
  ).rows;
  return { calls: Number(row?.calls ?? 0), refused: Number(row?.refused ?? 0), busiestMinute: Number(row?.busiest ?? 0) };
}

/** The lowest id of a moment: ids begin with their time, so the index on them serves. */
function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

type ClientFigures = {
  client: ClientName;
  last_id: string;
  last_answered: string | null;
  creates: number;
  joins: number;
};

/**
 * The last call of each kind of client, with how many it made since then. Calls of people's browsers and of programs without a name count
 * for the client that created the meeting; only signed calls do, because anybody can send the others.
 */
export async function lastOfClients(
  db: Db,
  accountId: string,
  since: Date,
): Promise<{ client: ClientName; row: CallRow; lastAnswered: Date | null; creates: number; joins: number }[]> {
  const nameless = sql.join(
    namelessClients.map((name) => sql`${name}`),
    sql`, `,
  );
  const from = sql`account_id = ${accountId} and at >= ${since.toISOString()}::timestamptz and client <> 'builder'`;
  const { rows: figures } = await db.execute<ClientFigures>(sql`
    with makers as (
      select distinct on (meeting) meeting, client from endpoint_calls
      where ${from} and call = 'create' and outcome = 'answered' and meeting is not null and client not in (${nameless})
      order by meeting, id desc),
    named as (
      select c.id, c.at, c.call, c.outcome,
        case when c.client in (${nameless}) and c.secret_id is not null then coalesce(m.client, c.client) else c.client end as client
      from (select * from endpoint_calls where ${from}) c left join makers m on m.meeting = c.meeting)
    select client, (array_agg(id order by id desc))[1] as last_id,
      max(at) filter (where outcome = 'answered') as last_answered,
      (count(*) filter (where call = 'create' and outcome = 'answered'))::int as creates,
      (count(*) filter (where call = 'join' and outcome = 'answered'))::int as joins
    from named group by client`);
  if (figures.length === 0) return [];
  const last = await db
    .select()
    .from(endpointCallRows)
    .where(
      inArray(
        endpointCallRows.id,
        figures.map((one) => one.last_id),
      ),
    );
  const found = figures.flatMap((one) => {
    const row = last.find(({ id }) => id === one.last_id);
    const lastAnswered = one.last_answered === null ? null : new Date(one.last_answered);
    return row === undefined ? [] : [{ client: one.client, row, lastAnswered, creates: one.creates, joins: one.joins }];
  });
  return found.sort((a, b) => (a.row.id < b.row.id ? 1 : -1));
}

/** Deletes the log before a moment; how many rows went. */
export async function deleteCallsBefore(db: Db, before: Date): Promise<number> {
  return (await db.execute(sql`delete from endpoint_calls where at < ${before.toISOString()}::timestamptz`)).rowCount ?? 0;
}

/** Accounts whose programs called since then. */
export async function accountsWithCalls(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ accountId: endpointCallRows.accountId })
    .from(endpointCallRows)
    .where(gte(endpointCallRows.at, since));
  return rows.map((row) => row.accountId);
}
