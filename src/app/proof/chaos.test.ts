/**
 * Processes of each kind are killed, paused and cut off from the database while API clients work. Afterwards nothing that was
 * acknowledged is lost, nothing was done twice, and nothing is left behind. `npm run chaos -- --minutes 10` does it for longer.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { buildReceiver } from '#connect/webhooks/server/receiver.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { environment } from '#kit/server/config/config.ts';
import { newId } from '#kit/server/ids.ts';
import { buildServer } from '#meet/meetings/server/meet.factory.ts';
import { clientFor, serverList } from '#meet/servers/server/servers.service.ts';
import { emptyFolder, quiet, type Run, run } from './start.factory.ts';
import { buildPages, masterKey, type World, worldForThisTest } from './testing.ts';

beforeAll(() => buildPages(), 180_000);

const lasts = Number(environment()['CHAOS_MINUTES'] ?? '0.15') * 60_000;
/** On a slow machine too, each disruption happens. */
const fewest = 5;
/** Milliseconds in which what was cut off has to be made good: jobs of a killed process begin again after at most 65 s. */
const settlesWithin = 120_000;
const kinds = ['web', 'web', 'worker', 'worker', 'engine', 'engine'] as const;
type Member = { kind: (typeof kinds)[number]; process: Run; site: string };

async function startProcess(world: World, kind: Member['kind'], dataDir: string): Promise<Member> {
  const started = run({
    PROCESSES: kind,
    ...{ ENGINE: kind === 'engine' ? 'on' : 'off', ENGINES: '1', ENGINE_DRAIN_SECONDS: '1', FIRST_RUN_LINK: 'off', PORT: '0' },
    ...{ DATABASE_URL: world.ownerUrl, DATABASE_ROLES: world.parts.config.databaseRoles, DATABASE_CONNECTIONS: '4' },
    ...{ DATA_DIR: dataDir, MASTER_KEY: masterKey, PGAPPNAME: 'chaos' },
  });
  return { kind, process: started, site: await started.hears(kind === 'web' ? quiet : /is ready/) };
}

async function kill(member: Member): Promise<void> {
  if (member.process.child.exitCode !== null) throw new Error(`the ${member.kind} process had ended by itself`);
  const ended = once(member.process.child, 'exit');
  member.process.child.kill('SIGKILL');
  await ended;
}

const rowsOf = async (world: World, query: ReturnType<typeof sql>) => (await world.ctx().system.read.execute(query)).rows;

/** What the installation has to live through; each disruption ends with everything running again. */
function disruptor(world: World, members: Member[], dataDir: string) {
  const disruptions = {
    'kill all': async () => {
      await Promise.all(members.map(kill));
      const started = await Promise.all(members.map((one) => startProcess(world, one.kind, dataDir)));
      members.splice(0, members.length, ...started);
    },
    kill: async (at: number, member: Member) => {
      await kill(member);
      members[at] = await startProcess(world, member.kind, dataDir);
    },
    pause: async (_at: number, { process: { child } }: Member) => {
      child.kill('SIGSTOP');
      await wait(1_000 + Math.random() * 3_000);
      child.kill('SIGCONT');
    },
    cut: async () => {
      // as the superuser: the roles of the product may not end each other's connections
      const client = new pg.Client({ connectionString: inject('databaseUrl') });
      await client.connect();
      const { rowCount } = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name in ('chaos', 'atrium-jobs')",
        [new URL(world.ownerUrl).pathname.slice(1)],
      );
      expect(rowCount).toBeGreaterThan(4);
      await client.end();
    },
  };
  /** In turn, each to a process of that kind. */
  const turns = [
    ['kill', 'web'],
    ['cut', 'worker'],
    ['kill', 'worker'],
    ['pause', 'web'],
    ['kill all', 'engine'],
    ['kill', 'engine'],
  ] as const;
  return async (turn: number): Promise<void> => {
    const [disruption, kind] = turns[turn % turns.length] ?? turns[0];
    const at = members.findIndex((one) => one.kind === kind) + (Math.floor(turn / turns.length) % 2);
    const member = members[at];
    if (member !== undefined) await disruptions[disruption](at, member);
  };
}

type Problem = { code?: string; id?: string; meetingId?: string };
/** Repeats the request under one key until it is answered for good, with a refusal too; null when nobody knows whether it was carried out. */
async function insist(sites: () => string[], path: string, options: { token: string; body?: object }): Promise<Problem | null> {
  const headers = { authorization: `Bearer ${options.token}`, 'idempotency-key': newId(), 'content-type': 'application/json' };
  const until = Date.now() + settlesWithin;
  for (let n = Math.floor(Math.random() * 2); Date.now() < until; n++) {
    const site = sites()[n % 2] ?? '';
    const init = { method: 'POST', headers, body: JSON.stringify(options.body ?? {}), signal: AbortSignal.timeout(5_000) };
    const answer = await fetch(`${site}${path}`, init).catch(() => null);
    const body: Problem | null = answer === null ? null : await answer.json().catch(() => null);
    if (body?.code === 'repeat_unanswered') return null;
    // a process that is away, a database that is, a request that is still worked on, or no server that could take the meeting
    const passes = answer === null || body === null || answer.status === 503 || body.code === 'repeat_running';
    if (!passes) return body;
    await wait(200);
  }
  throw new Error(`${path} was not answered`);
}

/** `answers`: when something was acknowledged, in epoch milliseconds. */
type Ledger = { world: World; accountId: string; acknowledged: Map<string, string>; unknown: Set<string>; answers: number[] };

/** Makes rooms and meets in them until it is stopped. */
async function runClient(
  ledger: Ledger,
  sites: () => string[],
  { token, stop }: { token: string; stop: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    const name = newId();
    const room = await insist(sites, '/api/rooms', { token, body: { name } });
    if (room === null) ledger.unknown.add(name);
    else if (room.id === undefined) throw new Error(`no room: ${JSON.stringify(room)}`);
    else {
      ledger.acknowledged.set(name, room.id);
      ledger.answers.push(Date.now());
      const meeting = await insist(sites, `/api/rooms/${room.id}/start`, { token });
      await wait(300);
      // one that was lost with its server cannot be ended
      if (meeting?.meetingId !== undefined) await insist(sites, `/api/meetings/${meeting.meetingId}/end`, { token });
      else if (meeting !== null) throw new Error(`no meeting: ${JSON.stringify(meeting)}`);
    }
    await wait(300);
  }
}

/** What is not as it has to be, in words; empty in the end. */
async function faults({ world, accountId, acknowledged, unknown }: Ledger): Promise<string[]> {
  const found: string[] = [];
  const rooms = await rowsOf(world, sql`select id, name from rooms where account_id = ${accountId}`);
  for (const [name, id] of acknowledged)
    if (!rooms.some((room) => room['id'] === id && room['name'] === name)) found.push(`room ${name} is lost`);
  const names = rooms.map((room) => String(room['name']));
  for (const name of names) if (!acknowledged.has(name) && !unknown.has(name)) found.push(`room ${name} was made for nobody`);
  if (new Set(names).size < names.length) found.push('a room was made twice');
  const [news] = await rowsOf(
    world,
    sql`select count(*)::int as all, count(distinct event_id)::int as single, count(*) filter (where state <> 'delivered')::int as open
      from deliveries where account_id = ${accountId} and event = 'room.created'`,
  );
  if (news?.['all'] !== rooms.length || news['single'] !== rooms.length || news['open'] !== 0)
    found.push(`of ${rooms.length} rooms webhooks say ${JSON.stringify(news)}`);
  const jobs = await rowsOf(
    world,
    sql`select name, state, count(*)::int as count from pgboss.job where name not like '\_\_pgboss%'
      and ((state = 'failed' and retry_limit > 0) or (state in ('created', 'retry', 'active') and start_after <= now())) group by 1, 2`,
  );
  for (const job of jobs) found.push(`${job['count']} of ${job['name']} are ${job['state']}`);
  return [...found, ...(await meetingFaults(world))];
}

async function meetingFaults(world: World): Promise<string[]> {
  const twice = await rowsOf(
    world,
    sql`select room_id from meetings where state in ('starting', 'live') and room_id is not null group by 1 having count(*) > 1`,
  );
  const found = twice.map((row) => `room ${row['room_id']} has two meetings`);
  const servers = (await serverList(world.ctx())).filter((server) => server.state === 'enabled');
  const seen = new Map<string, string>();
  for (const server of servers) {
    const answer = await clientFor(world.ctx(), server).getMeetings();
    for (const { meetingID } of answer.ok ? answer.meetings : []) {
      const other = seen.get(meetingID);
      if (other !== undefined) found.push(`meeting ${meetingID} is on ${other} and ${server.name}`);
      seen.set(meetingID, server.name);
    }
    if (!answer.ok) found.push(`${server.name} does not answer`);
  }
  return found;
}

/** Processes that were given the folder, engines too. */
const left = (dataDir: string): string[] =>
  fs.readdirSync('/proc').filter((pid) => {
    try {
      const given = /^\d+$/.test(pid) ? fs.readFileSync(`/proc/${pid}/environ`, 'latin1') : '';
      return given.includes(dataDir) && !/^State:\tZ/m.test(fs.readFileSync(`/proc/${pid}/status`, 'latin1'));
    } catch {
      return false;
    }
  });

test(
  'what dies, sleeps or loses the database loses and doubles nothing, and leaves nothing behind',
  async () => {
    const world = await worldForThisTest();
    for (const name of ['first', 'second']) await buildServer(world, { name });
    const { actor, token } = await buildActor(world);
    const receiver = await buildReceiver();
    const owner = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
    await world.api(owner).webhooks.add({ body: { name: 'News', url: receiver.url, events: ['room.created'] } });
    const dataDir = emptyFolder();
    // one that ends well keeps what it compiled, which all the other starts use
    await (await startProcess(world, 'web', dataDir)).process.end();
    const members = await Promise.all(kinds.map((kind) => startProcess(world, kind, dataDir)));
    const ledger: Ledger = { world, accountId: actor.accountId, acknowledged: new Map(), unknown: new Set(), answers: [] };
    const sites = () => members.filter((one) => one.kind === 'web').map((one) => one.site);
    const over = new AbortController();
    const clients = Promise.all([1, 2].map(() => runClient(ledger, sites, { token, stop: over.signal })));
    const disrupt = disruptor(world, members, dataDir);
    const end = Date.now() + lasts;
    const began: number[] = [];
    // a client that fails ends it
    const failed = clients.catch(() => undefined).then(() => over.abort());
    try {
      for (let turn = 0; (Date.now() < end || turn < fewest) && !over.signal.aborted; turn++) {
        began.push(Date.now());
        await disrupt(turn);
        await wait(1_000 + Math.random() * 1_000);
      }
    } finally {
      over.abort();
    }
    await clients;
    await failed;
    const pauses = began.map((at) => (ledger.answers.find((answer) => answer > at) ?? Date.now()) - at);
    process.stdout.write(
      `note: chaos: ${began.length} disruptions, ${ledger.acknowledged.size} writes acknowledged, ${ledger.unknown.size} without an answer, ` +
        `the next one acknowledged after ${(Math.max(...pauses) / 1000).toFixed(1)} s at worst\n`,
    );
    expect(ledger.acknowledged.size).toBeGreaterThan(0);
    await expect.poll(() => faults(ledger), { timeout: settlesWithin, interval: 1_000 }).toEqual([]);
    const events = receiver.received.map((one) => one.headers['atrium-event-id']);
    const rooms = await rowsOf(world, sql`select id from rooms where account_id = ${actor.accountId}`);
    expect(new Set(events).size).toBe(rooms.length);

    expect(await Promise.all(members.map(async (one) => (await one.process.end()).code))).toEqual(kinds.map(() => 0));
    expect(await rowsOf(world, sql`select key from settings where key in ('jobs.sweep', 'meetings.poller')`)).toEqual([]);
    expect(await rowsOf(world, sql`select name from servers where engine_until is not null`)).toEqual([]);
    await expect.poll(() => left(dataDir), { timeout: 15_000 }).toEqual([]);
  },
  lasts + settlesWithin + 180_000,
);
