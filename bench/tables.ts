/**
 * `npm run bench tables`: lists of the portal and of the endpoint while the tables grow to 100 000 meetings and 1 000 000 recordings, all
 * of them of the account that asks. A list may take half as long again as with ten rows, measured against a call that asks for one
 * row, in brackets. Prints the memory of the process beside it.
 */
import { createHash } from 'node:crypto';
import { newId } from '#kit/server/ids.ts';
import { residentMb } from './callers.ts';
import { idSql, linesOf, type List, printed, type Row, timesOf, unindexed } from './lists.ts';
import { type Customer, openStage, type Stage } from './endpoint-stage.ts';
import { signIn } from './product.ts';
import type { Measured } from './report.ts';

const sizes = [
  { meetings: 10, recordings: 10 },
  { meetings: 1_000, recordings: 10_000 },
  { meetings: 100_000, recordings: 1_000_000 },
] as const;
/** Rows of the account until there are so many, by the owner and past all services. Each meetingID has ten recordings. */
async function grow(stage: Stage, accountId: string, to: { meetings: number; recordings: number }): Promise<void> {
  const { owner } = stage;
  const has = async (table: 'meetings' | 'recordings') =>
    Number(
      (await owner.query<{ n: string }>(`select count(*) n from ${table} where account_id = $1`, [accountId])).rows[0]?.n ?? 0,
    );
  const id = idSql('n');
  const known = { meetings: await has('meetings'), recordings: await has('recordings') };
  await unindexed(owner, ['meetings', 'recordings'], async () => {
    await owner.query(
      `insert into meetings (id, account_id, name, state, created_at, started_at, ended_at, end_reason, people_peak, external_id)
       select ${id}, $1, ${nameSql}, 'ended', now() - n * interval '1 minute', now() - n * interval '1 minute', now(), 'host', 5, 'course-' || n
       from generate_series($2::bigint, $3::bigint) n`,
      [accountId, known.meetings, to.meetings - 1],
    );
    await owner.query(
      `insert into recordings (id, account_id, record_id, external_id, name, state, visibility, started_at, ended_at, length_ms, people, bytes, metadata, formats)
       select ${id}, $1, ${recordIdOf('n')}, 'course-' || (n / 10), ${nameSql}, case when n % 10 = 0 then 'unpublished' else 'published' end, 'link',
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

/** The oldest ones have names that no other has: a search has to find them behind all the others. */
const nameSql = `case when n < 8 then 'Quelimane ' else 'Lesson ' end || n`;

/** SQL of a recordID as long as those of servers: what begins like one is that one. */
const recordIdOf = (n: string) => `md5('recording ' || ${n}) || '00000000-' || (1700000000000 + ${n})`;

function listsOf(customer: Customer, token: string): List[] {
  const headers = { authorization: `Bearer ${token}` };
  const portal = [
    '/api/meetings?limit=10',
    '/api/meetings?limit=10&search=quelim',
    '/api/recordings?limit=10',
    '/api/recordings?view=all&limit=10',
    '/api/recordings?view=all&limit=10&search=quelim',
    '/api/rooms?limit=10',
  ];
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

/** Measures and prints; the misses are sentences. */
export async function measureTables(): Promise<Measured> {
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
      // a process that has just started answers slower, which would flatter the larger tables
      if (rows[0]?.times.length === 0) for (const list of lists) await timesOf(stage.port, list, yardstick);
      for (const [at, list] of lists.entries()) rows[at]?.times.push(await timesOf(stage.port, list, yardstick));
      const memory = residentMb(stage.pid).toFixed(0);
      process.stdout.write(
        `        ${size.meetings} meetings and ${size.recordings} recordings: the process holds ${memory} MB\n`,
      );
    }
    return { lines: rows.flatMap(linesOf), misses: rows.flatMap(printed) };
  } finally {
    await stage.stop();
  }
}
