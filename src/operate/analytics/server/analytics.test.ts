/** Figures against plain loops over the presences that they are made of, over a change of clocks and in a zone of three quarters. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { Input } from '#kit/contract.ts';
import { turnTo } from '#meet/usage/server/usage.factory.ts';
import type { analyticsCalls } from '../analytics.contract.ts';
import type { Dimension } from '../measures.rules.ts';
import {
  addPast,
  buildFigures,
  type FiguresStage,
  keysOfMinute,
  loopFigures,
  loopGroups,
  minutesOfStays,
  pastMeetings,
  personIds,
} from './analytics.factory.ts';
import { lockRollups, takeDueDays } from './rollups.queries.ts';
import { countAnalytics, rebuildAnalytics } from './rollups.service.ts';

const world = await testWorld();
afterAll(() => world.close());
turnTo(world, '2026-11-05T12:00:00Z');
const period = { from: '2026-10-01', until: '2026-11-05' };
// from a Saturday evening over the night of the 25th of October, whose hour from two to three comes twice in Berlin
const first = '2026-10-11T18:43:00Z';
const stages: FiguresStage[] = [];
beforeAll(async () => {
  for (const zone of ['Europe/Berlin', 'Asia/Kathmandu'])
    stages.push(await buildFigures(world, { zone, first, meetings: pastMeetings(44) }));
  // two who stay through the whole night of the change
  const [berlin] = stages;
  if (berlin === undefined) throw new Error('no stage');
  const night = {
    meeting: berlin.stays[1]?.meeting ?? '',
    room: berlin.stays[1]?.room ?? '',
    from: Date.parse('2026-10-24T21:10:00Z'),
  };
  const more = ['p0', 'p9'].map((person, n) => ({ ...night, person, until: Date.parse('2026-10-25T02:30:00Z') + n * 3_600_000 }));
  berlin.stays.push(...more);
  await addPast(world, berlin.owner, more);
}, 60_000);

const stage = (n: number): FiguresStage => {
  const found = stages[n];
  if (found === undefined) throw new Error('no stage');
  return found;
};
const api = ({ owner }: Pick<FiguresStage, 'owner'>) => world.api(owner).analytics;
type Question = Input<typeof analyticsCalls.answer>['body'];
const ask = (of: FiguresStage, question: Partial<Question>) =>
  api(of).answer({ body: { measures: ['meetings', 'people', 'minutes'], by: [], only: [], period, ...question } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
  );
type LoopDimension = keyof typeof keysOfMinute;
type PastMinute = Parameters<typeof keysOfMinute.day>[0];
const keysBy = (by: readonly LoopDimension[], ids: ReadonlyMap<string, string>) => (one: PastMinute) =>
  by.map((dimension) => (dimension === 'person' ? (ids.get(one.person) ?? '') : keysOfMinute[dimension](one))).join(' ');

test.each([0, 1])('charts of stage %i are the sums of what was there, and the days are those that are billed', async (n) => {
  const of = stage(n);
  const minutes = minutesOfStays(of);
  const days = loopGroups(minutes, keysOfMinute.day);
  const charts = await api(of).charts({ query: period });
  expect(charts.unit).toBe('day');
  const { peak, minutes: all, people } = loopFigures(minutes);
  expect(charts.totals).toMatchObject({
    peak,
    minutes: all,
    people,
    meetings: [...days.values()].reduce((sum, day) => sum + day.meetings, 0),
  });
  for (const step of charts.steps)
    expect(step, step.at).toMatchObject(days.get(step.at) ?? { meetings: 0, people: 0, minutes: 0, peak: 0 });
  const usage = await world.api(of.owner).usage.mine({ query: period });
  expect(charts.steps.map((step) => step.minutes)).toEqual(usage.days.map((day) => day.minutes));
  // one row of the heat map against the hours: 36 days from a Thursday are six Thursdays and five of the others
  const hours = loopGroups(minutes, (one) => `${keysOfMinute.weekday(one)} ${one.hour}`);
  for (const [row, line] of charts.week.entries())
    for (const [hour, average] of line.entries())
      expect(average).toBeCloseTo((hours.get(`${row + 1} ${hour}`)?.minutes ?? 0) / 60 / (row === 3 ? 6 : 5), 6);
  const rooms = [...loopGroups(minutes, keysOfMinute.room)]
    .filter(([id]) => id !== '')
    .map(([id, one]) => [id, one.meetings, one.minutes, one.people]);
  expect(charts.rooms.map((one) => [one.id, one.meetings, one.minutes, one.people]).toSorted()).toEqual(rooms.toSorted());
  expect(charts.people.map((one) => one.name).toSorted()).toEqual(
    [...loopGroups(minutes, keysOfMinute.person).keys()].toSorted(),
  );
});

test('weeks against the weeks before, narrowed to a room, a person or both', async () => {
  const of = stage(0);
  const ids = await personIds(world, of.owner);
  const [room = ''] = of.rooms;
  const person = ids.get('p1') ?? '';
  const minutes = minutesOfStays(of);
  const query = { from: '2026-09-14', until: '2026-11-01', compare: 'year' } as const;
  for (const narrow of [{}, { room }, { person }, { room, person }]) {
    const charts = await api(of).charts({ query: { ...query, ...narrow } });
    expect(charts).toMatchObject({ unit: 'week', beforeFrom: '2025-09-15', before: { minutes: 0 } });
    const wanted = minutes.filter(
      (one) =>
        one.day <= query.until && (!('room' in narrow) || one.room === room) && (!('person' in narrow) || one.person === 'p1'),
    );
    const weeks = loopGroups(wanted, keysOfMinute.week);
    for (const step of charts.steps) {
      const { peak, ...rest } = weeks.get(step.at) ?? { meetings: 0, people: 0, minutes: 0, peak: 0 };
      expect(step, `${JSON.stringify(narrow)} ${step.at}`).toMatchObject('person' in narrow ? rest : { ...rest, peak });
    }
    expect(charts.totals).toMatchObject({ people: loopFigures(wanted).people, minutes: wanted.length });
  }
  const before = await api(of).charts({ query: { from: '2026-10-19', until: '2026-11-01' } });
  expect(before.before?.minutes).toBe(minutes.filter((one) => one.day >= '2026-10-05' && one.day <= '2026-10-18').length);
});

const splits: LoopDimension[][] = [
  ['day'],
  ['week'],
  ['month'],
  ['weekday'],
  ['hour'],
  ['room'],
  ['person'],
  ['weekday', 'hour'],
  ['week', 'room'],
  ['room', 'person'],
  ['month', 'hour'],
];
test.each([0, 1])('questions of stage %i by each dimension', async (n) => {
  const of = stage(n);
  const ids = await personIds(world, of.owner);
  const minutes = minutesOfStays(of);
  for (const by of splits) {
    const answer = await ask(of, { by });
    const peaks = by.includes('person') ? null : await ask(of, { by, measures: ['peak'] });
    const loops = loopGroups(minutes, keysBy(by, ids));
    const found = answer.rows.map((row) => [row.by.map((cell) => cell.key).join(' '), ...row.figures]).toSorted();
    expect(found, by.join()).toEqual([...loops].map(([key, one]) => [key, one.meetings, one.people, one.minutes]).toSorted());
    if (peaks !== null)
      expect(peaks.rows.map((row) => [row.by.map((cell) => cell.key).join(' '), ...row.figures]).toSorted(), by.join()).toEqual(
        [...loops].map(([key, one]) => [key, one.peak]).toSorted(),
      );
    const whole = loopFigures(minutes);
    expect(answer.totals).toEqual([whole.meetings, whole.people, whole.minutes]);
  }
});

test('filters are joined by "and", peaks of filtered presences are looked up in them, and another account’s ids give nothing', async () => {
  const [of, other] = [stage(0), stage(1)];
  const ids = await personIds(world, of.owner);
  const chosen = ['p1', 'p2'].map((name) => ids.get(name) ?? '');
  const [room = ''] = of.rooms;
  const only = [
    { dimension: 'room' as const, ids: [room] },
    { dimension: 'person' as const, ids: chosen },
  ];
  const wanted = minutesOfStays(of).filter((one) => one.room === room && ['p1', 'p2'].includes(one.person));
  const { meetings, minutes } = loopFigures(wanted);
  expect((await ask(of, { only, measures: ['meetings', 'minutes'] })).totals).toEqual([meetings, minutes]);
  const hours = loopGroups(
    minutesOfStays(of).filter((one) => one.room === room),
    keysOfMinute.hour,
  );
  const peaks = await ask(of, { only: only.slice(0, 1), by: ['hour'], measures: ['peak'] });
  expect(peaks.rows.map((row) => [row.by[0]?.key, row.figures[0]])).toEqual(
    [...hours].map(([key, one]) => [key, one.peak] as const).toSorted((a, b) => Number(a[0]) - Number(b[0])),
  );
  const foreign = await ask(other, { only: only.slice(0, 1), by: ['room'] });
  expect([foreign.rows, foreign.meetings]).toEqual([[], 0]);
  expect((await api(other).charts({ query: { ...period, room } })).totals.minutes).toBe(0);
});

const table = async (name: 'hours' | 'rollups') => {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ row: string }>(sql`select t::text as row from ${sql.raw(`analytics_${name}`)} t order by 1`);
  return rows.map((one) => one.row);
};
const both = async () => [...(await table('hours')), ...(await table('rollups'))];
const countedDays = async () => {
  const { rows } = await world.ctx().system.read.execute<{ n: number }>(sql`select count(*)::int as n from usage_days`);
  return rows[0]?.n;
};
const command = { accountId: null, after: null, tell: () => undefined };

test('a rebuild from nothing is equal row for row, for one account or all, and resumes where it stopped', async () => {
  const before = await both();
  expect(before.length).toBeGreaterThan(500);
  await world.ctx().system.write((tx) => tx.execute(sql`delete from analytics_hours`));
  await world.ctx().system.write((tx) => tx.execute(sql`delete from analytics_rollups`));
  const { accountId } = stage(0).owner;
  const one = await rebuildAnalytics(world.ctx(), { ...command, accountId });
  expect(one).toMatchObject({ older: 0 });
  const progress: number[] = [];
  await rebuildAnalytics(world.ctx(), { ...command, tell: ({ done }) => void progress.push(done) });
  expect(progress.at(-1)).toBeGreaterThan(one.done);
  expect(await both()).toEqual(before);
  const rest = await rebuildAnalytics(world.ctx(), { ...command, accountId, after: { accountId, day: '2026-10-25' } });
  expect(rest.done).toBeLessThan(one.done);
  expect(await codeOf(rebuildAnalytics(world.ctx(stage(0).owner), command))).toBe('not_allowed');
});

test('two workers at once, and one that died in the middle, count each day once', async () => {
  const before = await both();
  await world
    .ctx()
    .system.write((tx) => tx.execute(sql`insert into analytics_due (account_id, day) select account_id, day from usage_days`));
  const died = world.ctx().system.write(async (tx) => {
    await lockRollups(tx);
    expect((await takeDueDays(tx, 5)).entries).toBe(5);
    throw new Error('died');
  });
  await expect(died).rejects.toThrow('died');
  const [one, two] = await Promise.all([countAnalytics(world.ctx()), countAnalytics(world.ctx())]);
  expect(one + two).toBe(await countedDays());
  expect(await both()).toEqual(before);
  expect(await countAnalytics(world.ctx())).toBe(0);
});

test('days whose presences are gone stay as they are', async () => {
  const before = await both();
  const { now } = world.clock;
  const later = { ...world.ctx(), now: () => now() + 200 * 86_400_000 };
  const done = await rebuildAnalytics(later, command);
  expect(done.done).toBe(0);
  expect(done.older).toBe(await countedDays());
  expect(await both()).toEqual(before);
});

const dimensionsOfAll: Dimension[] = ['account', 'server'];
test('accounts, servers and money are the operator’s', async () => {
  const of = stage(0);
  for (const dimension of dimensionsOfAll) expect(await codeOf(ask(of, { by: [dimension] }))).toBe('dimension_unfit');
  for (const measures of [['recurring'], ['overdue'], ['serverLoad']] as const)
    expect(await codeOf(ask(of, { by: ['month'], measures: [...measures] }))).toBe('dimension_unfit');
  expect(await codeOf(api(of).choices({ query: { of: 'account' } }))).toBe('not_found');
});
