/**
 * `npm run bench endpoint`: calls at the customers' endpoint, 50 callers at a time, against nginx and a bare proxy that pass the same
 * calls to the same server. Rounds in turns, medians of three; processor time beside it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#kit/server/db/postgres-process.ts';
import {
  type Callers,
  type Fake,
  familyMs,
  nginxProgram,
  processMs,
  startBareProxy,
  startCallers,
  startFake,
  startNginx,
} from './callers.ts';
import { fakePath, type Fakes, fill, listedMeetings, listedRecordings, type Made } from './endpoint-fill.ts';
import { openStage, type Stage } from './endpoint-stage.ts';
import { notePlacement } from './placement.ts';
import { type BenchLine, lineOf, type Measured } from './report.ts';

const connections = 50;
const rounds = 3;
const roundMs = 1_000;

/** `pid`: of a rival, whose processor time is measured as well. */
type Side = { name: string; port: number; requests: readonly string[]; pid?: number };
type Figures = { rate: number; p50: number; p99: number; cpu: number; databaseCpu: number; rivalCpu: number };
type Contest = { what: string; ours: Side; rivals: (Side & { atLeast: number })[]; before?: () => Promise<void> };
/** `lines`: what was found so far, for the record. */
type Bench = { stage: Stage; callers: Callers; lines: BenchLine[] };

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function oneRound({ stage, callers }: Bench, side: Side, job: { first: boolean; ours: boolean }): Promise<Figures> {
  const used = { own: 0, database: 0, rival: 0 };
  const look = (sign: 1 | -1) => {
    used.own += sign * processMs(stage.pid);
    used.database += sign * familyMs(stage.databasePid);
    if (side.pid !== undefined) used.rival += sign * familyMs(side.pid);
  };
  const driven = await callers.drive(
    {
      name: side.name,
      port: side.port,
      connections,
      ms: roundMs,
      warmMs: job.first ? 800 : 150,
      ...(job.first ? { requests: side.requests } : {}),
    },
    { began: () => look(-1), ended: () => look(1) },
  );
  if (driven.refused > 0) throw new Error(`${side.name}: ${driven.refused} refusals, such as ${driven.sample}`);
  const { asked, p50, p99 } = driven;
  const per = (ms: number) => (asked === 0 ? 0 : ms / asked);
  return {
    rate: (asked * 1000) / roundMs,
    p50,
    p99,
    cpu: per(used.own),
    databaseCpu: per(used.database),
    rivalCpu: per(used.rival),
  };
}

const fixed = (value: number, digits: number, width: number) => value.toFixed(digits).padStart(width);

type Sides = { ours: Figures; rival: Figures; name: string; atLeast: number };
const ratioOf = ({ ours, rival }: Sides) => (rival.rate === 0 ? 0 : ours.rate / rival.rate);

/** The same figures for the record. */
function linesOf({ what }: Contest, sides: Sides): BenchLine[] {
  const { ours, rival, name, atLeast } = sides;
  const about = `endpoint: ${what}`;
  return [
    lineOf(`${about}: calls per second`, ours.rate, { unit: 'req/s' }),
    lineOf(`${about}: p99`, ours.p99, { unit: 'ms' }),
    lineOf(`${about}: processor per call`, ours.cpu, { unit: 'ms' }),
    lineOf(`${about}: ${name}`, rival.rate, { unit: 'req/s' }),
    lineOf(`${about}: against ${name}`, ratioOf(sides), { unit: 'ratio', atLeast }),
  ];
}

function printLine(contest: Contest, sides: Sides): string | null {
  const { ours, rival, name, atLeast } = sides;
  const ratio = ratioOf(sides);
  const passed = ratio >= atLeast;
  const cells = [
    contest.what.padEnd(34),
    fixed(ours.rate, 0, 7),
    fixed(rival.rate, 0, 7),
    name.padEnd(26),
    fixed(ratio, 2, 6),
    `≥ ${atLeast}`.padEnd(7),
    `${fixed(ours.p50, 1, 6)} /${fixed(ours.p99, 1, 6)}`,
    `${fixed(rival.p50, 1, 6)} /${fixed(rival.p99, 1, 6)}`,
    fixed(ours.cpu, 3, 7),
    fixed(ours.databaseCpu, 3, 7),
    fixed(rival.rivalCpu, 3, 9),
  ];
  process.stdout.write(`${passed ? '  pass ' : '  MISS '} ${cells.join('  ')}\n`);
  return passed ? null : `endpoint: ${contest.what} against ${name}: ${ratio.toFixed(2)}, budget ≥ ${atLeast}`;
}

async function compete(bench: Bench, contest: Contest): Promise<string[]> {
  const sides = [contest.ours, ...contest.rivals];
  const found = sides.map((): Figures[] => []);
  for (let round = 0; round <= rounds; round++)
    for (const [at, side] of sides.entries()) {
      if (at === 0) await contest.before?.();
      const figures = await oneRound(bench, side, { first: round === 0, ours: at === 0 });
      // the first warms up what is measured
      if (round > 0) found[at]?.push(figures);
    }
  const medians = found.map((all): Figures => {
    const of = (name: keyof Figures) => middle(all.map((one) => one[name]));
    return {
      rate: of('rate'),
      p50: of('p50'),
      p99: of('p99'),
      cpu: of('cpu'),
      databaseCpu: of('databaseCpu'),
      rivalCpu: of('rivalCpu'),
    };
  });
  const [ours, ...theirs] = medians;
  return contest.rivals.flatMap((rival, at) => {
    const figures = theirs[at];
    if (ours === undefined || figures === undefined) return [];
    const compared = { ours, rival: figures, name: rival.name.split(': ').at(-1) ?? '', atLeast: rival.atLeast };
    bench.lines.push(...linesOf(contest, compared));
    return printLine(contest, compared) ?? [];
  });
}

type Ports = { nginx: number; bare: number; nginxPid: number; barePid: number };

async function lookContests(bench: Bench, made: Made, at: { fake: Fake; ports: Ports }): Promise<string[]> {
  const { fake, ports } = at;
  const misses: string[] = [];
  for (const call of ['isMeetingRunning', 'getMeetingInfo']) {
    const ours = made.looks.map((one) => made.customer.path(call, `meetingID=${one.externalId}`));
    const theirs = made.looks.map((one) => fakePath(fake, call, `meetingID=${one.id}`));
    const kinds = [
      { delayMs: 20, name: 'nginx', port: ports.nginx, pid: ports.nginxPid, prefix: '/looks' },
      { delayMs: 0, name: 'a bare Node proxy', port: ports.bare, pid: ports.barePid, prefix: '' },
    ];
    for (const kind of kinds) {
      await fake.tell({ do: 'quirks', set: { all: { delayMs: kind.delayMs } } });
      const what = `${call}, server after ${kind.delayMs} ms`;
      misses.push(
        ...(await compete(bench, {
          what,
          ours: { name: what, port: bench.stage.port, requests: ours },
          rivals: [
            {
              name: `${what}: ${kind.name}`,
              port: kind.port,
              pid: kind.pid,
              requests: theirs.map((one) => kind.prefix + one),
              atLeast: 0.5,
            },
          ],
        })),
      );
    }
  }
  return misses;
}

/** What our `create` sends on, as far as a proxy would have it to pass. */
const createQuery = (id: string, more: string) =>
  `meetingID=${id}&name=Lesson+of+the+day&record=false&attendeePW=attendee&moderatorPW=moderator&welcome=Welcome+to+the+lesson&meta_bbb-origin=Moodle&meta_bbb-context=Mathematics${more}`;

async function createContest(bench: Bench, made: Made, at: { fake: Fake; ports: Ports }): Promise<string[]> {
  const { fake, ports } = at;
  await fake.tell({ do: 'quirks', set: { all: { delayMs: 20 } } });
  const ids = Array.from({ length: 30_000 }, (_none, number) => `new-${number}`);
  const what = 'create, server after 20 ms';
  return compete(bench, {
    what,
    ours: { name: what, port: bench.stage.port, requests: ids.map((id) => made.customer.path('create', createQuery(id, ''))) },
    rivals: [
      {
        name: `${what}: nginx`,
        port: ports.nginx,
        pid: ports.nginxPid,
        requests: ids.map((id) => `/creates${fakePath(fake, 'create', createQuery(`proxied-${id}`, ''))}`),
        atLeast: 0.2,
      },
    ],
    // as if they were over: a customer does not start thousands in a second
    before: async () => {
      await bench.stage.owner.query(
        "update meetings set state = 'ended', ended_at = now() where external_id like 'new-%' and state <> 'ended'",
      );
    },
  });
}

async function listContests(bench: Bench, made: Made, at: { fake: Fake; ports: Ports }): Promise<string[]> {
  const { fake, ports } = at;
  const misses: string[] = [];
  for (const call of ['getMeetings', 'getRecordings']) {
    const own = made.lister.path(call, '');
    const body = await (await fetch(`http://127.0.0.1:${bench.stage.port}${own}`)).text();
    const wanted = call === 'getMeetings' ? listedMeetings : listedRecordings;
    const found = body.split(call === 'getMeetings' ? '<meeting>' : '<recording>').length - 1;
    if (found !== wanted) throw new Error(`${call} lists ${found} instead of ${wanted}: ${body.slice(0, 300)}`);
    const file = `files/${call}.xml`;
    mkdirSync(path.join(bench.stage.folder, 'nginx/files'), { recursive: true });
    writeFileSync(path.join(bench.stage.folder, 'nginx', file), body);
    const what = `${call}, ${wanted} of them, ${(Buffer.byteLength(body) / 1000).toFixed(0)} kB`;
    misses.push(
      ...(await compete(bench, {
        what,
        ours: { name: what, port: bench.stage.port, requests: [own] },
        rivals: [
          {
            name: `${what}: nginx to the server`,
            port: ports.nginx,
            requests: [`/lists${fakePath(fake, call, '')}`],
            atLeast: 1,
          },
          { name: `${what}: nginx with a file`, port: ports.nginx, pid: ports.nginxPid, requests: [`/${file}`], atLeast: 0.25 },
        ],
      })),
    );
  }
  return misses;
}

function printHead(): void {
  const cells = ['call'.padEnd(34), '  ours/s', 'rival/s', 'rival'.padEnd(26), ' ratio', 'budget '];
  process.stdout.write(
    `        ${[...cells, 'ours p50/p99 ms', 'rival p50/p99 ms', 'our CPU', 'DB CPU', 'rival CPU (ms per call)'].join('  ')}\n`,
  );
}

async function contests(bench: Bench, made: Made, at: { fakes: Fakes; ports: Ports }): Promise<string[]> {
  const { fakes, ports } = at;
  const chosen = (process.env['BENCH_CALLS'] ?? 'looks,create,lists').split(',');
  printHead();
  return [
    ...(chosen.includes('looks') ? await lookContests(bench, made, { fake: fakes.looks, ports }) : []),
    ...(chosen.includes('create') ? await createContest(bench, made, { fake: fakes.creates, ports }) : []),
    ...(chosen.includes('lists') ? await listContests(bench, made, { fake: fakes.lists, ports }) : []),
  ];
}

/** Measures everything and prints it. Without nginx nothing but the placement is measured, and the rest counts as not kept. */
export async function measureEndpoint(): Promise<Measured> {
  const program = nginxProgram();
  if (program === null) {
    const missing = 'endpoint: not measured, because nginx is not installed: none of its budgets is known to be kept';
    process.stdout.write(`  MISS  ${missing}\n`);
    const { lines, misses } = notePlacement();
    return { lines, misses: [...misses, missing] };
  }
  const closers: (() => Promise<void> | void)[] = [];
  const opened = async <T extends { stop(): Promise<void> | void }>(one: T | Promise<T>): Promise<T> => {
    const running = await one;
    closers.push(() => running.stop());
    return running;
  };
  try {
    const found = [notePlacement(), await measureWith(program, opened)];
    return { lines: found.flatMap((one) => one.lines), misses: found.flatMap((one) => one.misses) };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

type Opened = <T extends { stop(): Promise<void> | void }>(one: T | Promise<T>) => Promise<T>;

async function measureWith(program: string, opened: Opened): Promise<Measured> {
  const fakes = { looks: await opened(startFake()), lists: await opened(startFake()), creates: await opened(startFake()) };
  const made: Made[] = [];
  const stage = await opened(openStage(async (to) => void made.push(await fill(to, fakes))));
  const bare = await opened(startBareProxy(fakes.looks.port));
  const to = [
    { path: '/looks', port: fakes.looks.port },
    { path: '/lists', port: fakes.lists.port },
    { path: '/creates', port: fakes.creates.port },
  ];
  const nginx = await opened(startNginx(program, { folder: path.join(stage.folder, 'nginx'), port: await freePort(), to }));
  const callers = await opened(startCallers());
  const [filled] = made;
  if (filled === undefined) throw new Error('nothing was filled in');
  const lines: BenchLine[] = [];
  const misses = await contests({ stage, callers, lines }, filled, {
    fakes,
    ports: { nginx: nginx.port, bare: bare.port, nginxPid: nginx.pid, barePid: bare.pid },
  });
  return { lines, misses };
}
