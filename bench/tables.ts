/**
 * `npm run bench tables`: lists of the portal and of the endpoint while the tables grow to 100 000 meetings and 1 000 000 recordings, all
 * of them of the account that asks. A list may take half as long again as with ten rows, measured against a call that asks for one
 * row, in brackets. Prints the memory of the process beside it.
 */
import { createHash } from 'node:crypto';
import { newId } from '#kit/server/ids.ts';
import { residentMb } from './callers.ts';
import { type Customer, openStage, type Stage } from './endpoint-stage.ts';
import { signIn } from './product.ts';

const sizes = [
  { meetings: 10, recordings: 10 },
  { meetings: 1_000, recordings: 10_000 },
  { meetings: 100_000, recordings: 1_000_000 },
] as const;
const atMost = 1.5;
const asked = 25;

/** Without indexes and triggers while `fill` writes; the rows come to the same, a hundred times as fast. */
async function unindexed(owner: Stage['owner'], fill: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string; made: string }>(
    `select i.indexname as name, i.indexdef as made from pg_indexes i where i.schemaname = 'public' and i.tablename in ('meetings', 'recordings')
       and not exists (select from pg_constraint c where c.conname = i.indexname)`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  for (const table of ['meetings', 'recordings']) await owner.query(`alter table ${table} disable trigger user`);
  await fill();
  for (const table of ['meetings', 'recordings']) await owner.query(`alter table ${table} enable trigger user`);
  for (const { made } of rows) await owner.query(made);
}

/** Rows of the account until there are so many, by the owner and past all services. Each meetingID has ten recordings. */
async function grow(stage: Stage, accountId: string, to: { meetings: number; recordings: number }): Promise<void> {
  const { owner } = stage;
  const has = async (table: 'meetings' | 'recordings') =>
    Number(
      (await owner.query<{ n: string }>(`select count(*) n from ${table} where account_id = $1`, [accountId])).rows[0]?.n ?? 0,
    );
  // ids that sort by time, as ours do
  const id = `(lpad(to_hex(1700000000000 + n), 12, '0') || '7000800000' || lpad(to_hex(n), 10, '0'))::uuid`;
  const known = { meetings: await has('meetings'), recordings: await has('recordings') };
  await unindexed(owner, async () => {
    await owner.query(
      `insert into meetings (id, account_id, name, state, created_at, started_at, ended_at, end_reason, people_peak, external_id)
       select ${id}, $1, 'Lesson ' || n, 'ended', now() - n * interval '1 minute', now() - n * interval '1 minute', now(), 'host', 5, 'course-' || n
       from generate_series($2::bigint, $3::bigint) n`,
      [accountId, known.meetings, to.meetings - 1],
    );
    await owner.query(
      `insert into recordings (id, account_id, record_id, external_id, name, state, visibility, started_at, ended_at, length_ms, people, bytes, metadata, formats)
       select ${id}, $1, ${recordIdOf('n')}, 'course-' || (n / 10), 'Lesson ' || n, case when n % 10 = 0 then 'unpublished' else 'published' end, 'link',
         now() - n * interval '1 minute', now(), 2700000, 5, 12345678, jsonb_build_object('course', (n / 10)::text), '[]'
       from generate_series($2::bigint, $3::bigint) n`,
      [accountId, known.recordings, to.recordings - 1],
    );
  });
  // what the triggers would have counted
  await owner.query(
    `insert into account_use (account_id, recorded_bytes) select $1, sum(bytes) from recordings where account_id = $1
     on conflict (account_id) do update set recorded_bytes = excluded.recorded_bytes`,
    [accountId],
  );
  await owner.query('delete from recording_counts where account_id = $1', [accountId]);
  await owner.query(
    'insert into recording_counts (account_id, state, n) select account_id, state, count(*) from recordings where account_id = $1 group by 1, 2',
    [accountId],
  );
  for (const table of ['meetings', 'recordings', 'recording_counts']) await owner.query(`vacuum analyze ${table}`);
}

/** SQL of a recordID as long as those of servers: what begins like one is that one. */
const recordIdOf = (n: string) => `md5('recording ' || ${n}) || '00000000-' || (1700000000000 + ${n})`;

type List = { name: string; path: string; headers: Record<string, string> };

function listsOf(customer: Customer, token: string): List[] {
  const headers = { authorization: `Bearer ${token}` };
  const portal = ['/api/meetings?limit=10', '/api/recordings?limit=10', '/api/rooms?limit=10'];
  const endpoint: [call: string, query: string][] = [
    ['getMeetings', ''],
    ['getRecordings', 'meetingID=course-0'],
    ['getRecordings', `recordID=${createHash('md5').update('recording 3').digest('hex')}`],
    ['getRecordings', 'offset=0&limit=10'],
    ['getRecordings', 'state=published&offset=0&limit=10'],
    ['getRecordings', 'meta_course=0&offset=0&limit=10'],
    ['getRecordings', 'offset=5&limit=5'],
  ];
  return [
    ...portal.map((path) => ({ name: path, path, headers })),
    ...endpoint.map(([call, query]) => ({ name: `${call} ${query}`, path: customer.path(call, query), headers: {} })),
  ];
}

async function timed(stage: Stage, list: List): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${stage.port}${list.path}`, { headers: list.headers });
  const text = await answer.text();
  if (!answer.ok || text.includes('<returncode>FAILED')) throw new Error(`${list.name}: ${answer.status} ${text.slice(0, 200)}`);
  return performance.now() - began;
}

const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Milliseconds in the middle, of the list and of `yardstick`, asked in turns: the machine may be slower at another time. */
async function timesOf(stage: Stage, list: List, yardstick: List): Promise<Times> {
  const found: Times[] = [];
  for (let at = 0; at < asked; at++) found.push({ own: await timed(stage, list), yard: await timed(stage, yardstick) });
  // the first ones prepare
  const later = found.slice(5);
  return { own: middle(later.map((one) => one.own)), yard: middle(later.map((one) => one.yard)) };
}

type Times = { own: number; yard: number };
type Row = { name: string; times: Times[] };

function printed(row: Row): string[] {
  const [small, large] = [row.times[0], row.times.at(-1)];
  const ratio = small === undefined || large === undefined ? 0 : large.own / large.yard / (small.own / small.yard);
  const passed = ratio <= atMost;
  const cells = row.times.map(({ own, yard }) => `${own.toFixed(2).padStart(9)} (${yard.toFixed(2)}) ms`).join('  ');
  process.stdout.write(`${passed ? '  pass ' : '  MISS '} ${row.name.padEnd(50)} ${cells}  ${ratio.toFixed(2)}×  ≤ ${atMost}×\n`);
  return passed
    ? []
    : [`tables: ${row.name} takes ${ratio.toFixed(2)} times as long with the largest tables, budget ≤ ${atMost}`];
}

/** Measures and prints; the misses are sentences. */
export async function measureTables(): Promise<{ misses: string[] }> {
  const customers: Customer[] = [];
  const stage = await openStage(async (to) => void customers.push(await to.customer(`tables-${newId().slice(-6)}`)));
  try {
    const [customer] = customers;
    if (customer === undefined) throw new Error('there is no customer');
    const token = await signIn({ url: `http://127.0.0.1:${stage.port}`, password: customer.password }, customer.email);
    const lists = listsOf(customer, token);
    // one row by an index, or none
    const yardstick = { name: 'isMeetingRunning', path: customer.path('isMeetingRunning', 'meetingID=nobody'), headers: {} };
    const rows = lists.map(({ name }): Row => ({ name, times: [] }));
    for (const size of sizes) {
      await grow(stage, customer.accountId, size);
      for (const [at, list] of lists.entries()) rows[at]?.times.push(await timesOf(stage, list, yardstick));
      const memory = residentMb(stage.pid).toFixed(0);
      process.stdout.write(
        `        ${size.meetings} meetings and ${size.recordings} recordings: the process holds ${memory} MB\n`,
      );
    }
    return { misses: rows.flatMap(printed) };
  } finally {
    await stage.stop();
  }
}
