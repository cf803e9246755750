/**
 * `npm run bench charts`: charts and questions of an account with 1 000 000 presences in twelve weeks against those of one with a hundredth, and
 * what counting them takes. The same people and rooms, so that what grows is what they did.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import { countUsage } from '#meet/usage/server/count.service.ts';
import { countAnalytics } from '#operate/analytics/server/rollups.service.ts';
import { type Building, type Customer, openStage } from './endpoint-stage.ts';
import { idSql, type List, timesOf, unindexed } from './lists.ts';
import { signIn } from './product.ts';
import type { Report } from './report.ts';

const budget = 1.5;
const [people, rooms, days, perMeeting] = [5_000, 200, 84, 20];
const hello: List = { name: 'hello', path: '/healthz', headers: {} };

/** Presences over twelve weeks, in the hours of a school day; each twenty of them are one meeting. `kind` keeps the ids of accounts apart. */
async function fillPresences({ owner }: Building, of: { accountId: string; count: number; kind: string }): Promise<void> {
  const { accountId, count, kind } = of;
  const [room, meeting] = [idSql(`(m % ${rooms})`, `${kind}1`), idSql('m', `${kind}2`)];
  const begins = `date_trunc('day', now()) - interval '1 day' * (1 + m % ${days}) + interval '1 minute' * (420 + (m * 37) % 480)`;
  await owner.query(
    `insert into rooms (id, account_id, owner_id, name, slug)
     select ${room}, $1, (select user_id from memberships where account_id = $1 limit 1), 'Room ' || m, 'bench-${kind}-' || m from generate_series(0, ${rooms - 1}) m`,
    [accountId],
  );
  await unindexed(owner, ['meetings', 'usage_intervals'], async () => {
    await owner.query(
      `insert into meetings (id, account_id, room_id, name, state, created_at)
       select ${meeting}, $1, ${room}, 'Lesson', 'ended', ${begins} from generate_series(1, $2::bigint) m`,
      [accountId, count / perMeeting],
    );
    await owner.query(
      `insert into usage_intervals (account_id, source, event_id, meeting_id, stay_id, person, from_at, until_at)
       select $1::uuid, 'stay', '${kind}-' || n, ${meeting}, ${idSql('n', `${kind}3`)}, md5('${kind}' || (n * 7919 % ${people}))::uuid,
         ${begins} + interval '1 second' * (n % 300), ${begins} + interval '1 second' * (1800 + n % 900)
       from (select n, (n - 1) / ${perMeeting} + 1 as m from generate_series(1, $2::bigint) n) stays`,
      [accountId, count],
    );
  });
  await owner.query(
    `insert into usage_due (account_id, from_at, until_at) select account_id, min(from_at), max(until_at) from usage_intervals where account_id = $1 group by 1`,
    [accountId],
  );
}

async function counted(ctx: Ctx, note: Report['note']): Promise<void> {
  await countUsage(ctx);
  const began = performance.now();
  await countAnalytics(ctx);
  note('charts: counting 1 010 000 presences apart', (performance.now() - began) / 1000, { unit: 's' });
}

const shown: readonly (readonly [name: string, path: string])[] = [
  ['charts of twelve weeks', '/api/analytics/charts'],
  ['charts of twelve weeks, beside nothing', '/api/analytics/charts?compare=none'],
];
const asked = ['day', 'room', 'weekday'] as const;

async function answerTime(port: number, { token, by }: { token: string; by: string }): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/analytics/answers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        measures: ['meetings', 'people', 'minutes'],
        by: [by],
        only: [],
        period: { last: 11, unit: 'week' },
      }),
    });
    if (!answer.ok) throw new Error(`a question by ${by}: ${answer.status} ${await answer.text()}`);
    await answer.json();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[3] ?? 0;
}

export async function measureCharts(note: Report['note']): Promise<void> {
  const customers: Customer[] = [];
  const stage = await openStage(async (to) => {
    const began = performance.now();
    for (const [kind, count] of [
      ['a', 10_000],
      ['b', 1_000_000],
    ] as const) {
      const customer = await to.customer(`charts-${count}`);
      customers.push(customer);
      await fillPresences(to, { accountId: customer.accountId, count, kind });
    }
    await to.owner.query('analyze');
    note('charts: writing the presences', (performance.now() - began) / 1000, { unit: 's' });
    await counted(to.ctx, note);
    for (const table of ['usage_days', 'analytics_hours', 'analytics_rollups']) await to.owner.query(`vacuum analyze ${table}`);
  });
  try {
    const at = { url: `http://127.0.0.1:${stage.port}` };
    const tokens: string[] = [];
    for (const { email, password } of customers) tokens.push(await signIn({ ...at, password }, email));
    for (const [name, path] of shown) {
      const lists = tokens.map((token): List => ({ name, path, headers: { authorization: `Bearer ${token}` } }));
      const times: number[] = [];
      for (const list of lists) times.push((await timesOf(stage.port, list, hello)).own);
      const [small = 0, large = 0] = times;
      note(`${name}: a million presences`, large, { unit: 'ms' });
      note(`${name}: a million presences against ten thousand`, large / small, { unit: 'ratio', atMost: budget });
    }
    for (const by of asked)
      for (const [n, token] of tokens.entries())
        note(
          `question by ${by}: ${n === 0 ? 'ten thousand' : 'a million'} presences`,
          await answerTime(stage.port, { token, by }),
          { unit: 'ms' },
        );
  } finally {
    await stage.stop();
  }
}
