/** Who may ask what, the operator's questions over all accounts, questions that are too big, and saved ones. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { Input } from '#kit/contract.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPerson, buildServer, setServer } from '#meet/meetings/server/meet.factory.ts';
import { turnTo } from '#meet/usage/server/usage.factory.ts';
import type { analyticsCalls } from '../analytics.contract.ts';
import { buildFigures, loopFigures, minutesOfStays, pastMeetings, personIds } from './analytics.factory.ts';
import { rebuildAnalytics } from './rollups.service.ts';
import { answerQuestion } from './explore.service.ts';

const world = await testWorld();
afterAll(() => world.close());
turnTo(world, '2026-11-05T12:00:00Z');
type Question = Input<typeof analyticsCalls.answer>['body'];
const period = { from: '2026-10-01', until: '2026-11-05' };
const minutesBy = (by: Question['by']): Question => ({ measures: ['minutes'], by, only: [], period });
const api = (actor?: UserActor) => world.api(actor).analytics;
const build = (meetings: number) =>
  buildFigures(world, { zone: 'UTC', first: '2026-10-20T07:00:00Z', meetings: pastMeetings(meetings) });
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => ({ code: 'done' }),
    (error: unknown) => error,
  );

test('nobody, a plain member, and somebody who may look but not ask', async () => {
  const { owner } = await build(2);
  const member = await buildPerson(world, { colleagueOf: owner });
  const looker = await buildPerson(world, { colleagueOf: owner, permissions: ['analytics.view'] });
  const question = { body: minutesBy(['day']) };
  const view = { name: 'V', question: question.body, chart: 'bars' as const, shared: false };
  const { id } = await api(owner).saveView({ body: view });
  for (const [actor, failure] of [
    [undefined, { code: 'not_signed_in' }],
    [member, { code: 'not_allowed' }],
    [looker, { code: 'not_allowed', data: { permission: 'analytics.explore' } }],
  ] as const) {
    const calls = api(actor);
    const asked = [calls.answer(question), calls.views(), calls.saveView({ body: view }), calls.removeView({ params: { id } })];
    for (const one of asked) expect(await failureOf(one)).toMatchObject(failure);
    if (actor !== looker) expect(await failureOf(calls.charts({ query: period }))).toMatchObject(failure);
  }
  expect((await api(looker).charts({ query: period })).totals.meetings).toBeGreaterThan(0);
});

test('names of people are for those who see attendance; the figures are there without them', async () => {
  const { owner } = await build(3);
  const without = { ...owner, scope: owner.scope.filter((name) => name !== 'attendance.view') };
  const named = await api(owner).answer({ body: minutesBy(['person']) });
  const blind = await api(without).answer({ body: minutesBy(['person']) });
  expect(named.rows.map((row) => row.by[0]?.name)).toContain('p1');
  expect(blind.rows.map((row) => row.figures)).toEqual(named.rows.map((row) => row.figures));
  expect(blind.rows.every((row) => row.by[0]?.name === null)).toBe(true);
  expect((await api(without).charts({ query: period })).people).toEqual([]);
  expect((await api(without).choices({ query: { of: 'person' } })).items).toEqual([]);
  const ids = await personIds(world, owner);
  const chosen = await api(owner).choices({ query: { of: 'person', ids: ids.get('p1') ?? '' } });
  expect(chosen.items.map((one) => one.name)).toEqual(['p1']);
  expect((await api(owner).choices({ query: { of: 'room', search: 'gre' } })).items.map((one) => one.name)).toEqual(['Green']);
});

test('the operator asks over all accounts and servers, and of money', async () => {
  const [one, two] = [await build(5), await build(9)];
  const { server } = await buildServer(world, { name: 'ana' });
  await setServer(world, server.id, { max_people: 10, created_at: '2026-10-20T00:00:00Z' });
  await world
    .ctx()
    .system.read.execute(sql`update meetings set server_id = ${server.id} where account_id = ${two.owner.accountId}`);
  await rebuildAnalytics(world.ctx(), { accountId: two.owner.accountId, after: null, tell: () => undefined });
  const operator = await buildPerson(world, { kind: 'operator' });
  const only = [{ dimension: 'account' as const, ids: [one.owner.accountId, two.owner.accountId] }];
  const byAccount = await api(operator).answer({
    body: { ...minutesBy(['account']), measures: ['minutes', 'people', 'peak'], only },
  });
  const loops = [one, two].map((stage) => [stage.owner.accountId, loopFigures(minutesOfStays(stage))] as const);
  expect(byAccount.rows.map((row) => [row.by[0]?.key, ...row.figures]).toSorted()).toEqual(
    loops.map(([id, { minutes, people, peak }]) => [id, minutes, people, peak]).toSorted(),
  );
  expect(byAccount.rows.every((row) => row.by[0]?.name?.endsWith('account'))).toBe(true);
  // the most of both at one moment
  expect(byAccount.totals[2]).toBe(loopFigures([one, two].flatMap((stage) => minutesOfStays(stage))).peak);
  const byServer = { only: [{ dimension: 'server' as const, ids: [server.id] }], by: ['server' as const] };
  const onServer = await api(operator).answer({ body: { ...minutesBy([]), ...byServer, measures: ['minutes', 'serverLoad'] } });
  const minutes = loops[1]?.[1].minutes ?? 0;
  expect(onServer.rows).toHaveLength(1);
  expect(onServer.rows[0]?.figures[0]).toBe(minutes);
  // seventeen days of a server that holds ten
  expect(onServer.rows[0]?.figures[1]).toBeCloseTo((100 * minutes) / (17 * 24 * 60 * 10), 6);
  const money = await api(operator).answer({ body: { ...minutesBy(['month']), measures: ['recurring', 'overdue', 'churn'] } });
  expect(money).toMatchObject({ meetings: 0, cut: false });
  expect(await failureOf(api(operator).answer({ body: { ...minutesBy([]), measures: ['recurring', 'minutes'] } }))).toMatchObject(
    { code: 'measures_mixed' },
  );
  const bookless = { ...operator, scope: operator.scope.filter((name) => name !== 'invoices.manage') };
  expect(await failureOf(api(bookless).answer({ body: { ...minutesBy([]), measures: ['recurring'] } }))).toMatchObject({
    code: 'not_allowed',
  });
});

test('a question that takes too long is given up, and the next one is answered', async () => {
  const { owner } = await build(6);
  const question: Question = { measures: ['peak'], by: ['hour', 'room'], only: [], period };
  const given = await failureOf(answerQuestion(world.ctx(owner), { question, within: 1 }));
  expect(given).toMatchObject({ code: 'question_too_big' });
  expect((await api(owner).answer({ body: question })).rows.length).toBeGreaterThan(0);
});

test('periods: full weeks before the present, none that is turned round or too long, none that the plan hides', async () => {
  const { owner } = await build(4);
  const spanOf = async (wish: Question['period']) => {
    const { from, until } = await api(owner).answer({ body: { ...minutesBy([]), period: wish } });
    return [from, until];
  };
  expect(await spanOf({ last: 2, unit: 'week' })).toEqual(['2026-10-19', '2026-11-01']);
  expect(await spanOf({ last: 1, unit: 'month' })).toEqual(['2026-10-01', '2026-10-31']);
  expect(await spanOf({ last: 3, unit: 'day' })).toEqual(['2026-11-02', '2026-11-04']);
  for (const bad of [
    { from: '2026-10-02', until: '2026-10-01' },
    { last: 120, unit: 'week' as const },
  ])
    expect(await failureOf(api(owner).answer({ body: { ...minutesBy([]), period: bad } }))).toMatchObject({ code: 'bad_span' });
  const { owner: short } = await buildFigures(world, {
    zone: 'UTC',
    first: '2026-10-20T07:00:00Z',
    meetings: pastMeetings(2),
    entitlements: { analyticsDays: 30 },
  });
  const charts = await api(short).charts({ query: { from: '2026-09-01', until: '2026-11-05' } });
  expect([charts.from, charts.shownFrom, charts.before]).toEqual(['2026-10-01', '2026-10-01', null]);
  expect(await failureOf(api(short).charts({ query: { from: '2026-08-01', until: '2026-09-05' } }))).toMatchObject({
    code: 'limit_reached',
  });
});

test('saved questions: their owner changes them, colleagues see what is shared, and everybody gets figures of their own', async () => {
  const { owner } = await build(2);
  const colleague = await buildPerson(world, { colleagueOf: owner, permissions: ['analytics.explore'] });
  const stranger = (await build(1)).owner;
  const question = minutesBy(['week']);
  const mine = await api(owner).saveView({ body: { name: ' By week ', question, chart: 'lines', shared: false } });
  expect(mine).toMatchObject({ name: 'By week', mine: true, version: 1, owner: { id: owner.userId, name: owner.name } });
  expect((await api(colleague).views()).items).toEqual([]);
  const params = { id: mine.id };
  const shared = await api(owner).changeView({ params, body: { shared: true, version: 1 } });
  expect((await api(colleague).views()).items).toEqual([{ ...shared, mine: false }]);
  expect(await failureOf(api(owner).changeView({ params, body: { name: 'Late', version: 1 } }))).toMatchObject({
    code: 'changed_meanwhile',
  });
  expect(await failureOf(api(colleague).changeView({ params, body: { name: 'X', version: 2 } }))).toMatchObject({
    code: 'not_allowed',
  });
  expect(await failureOf(api(colleague).removeView({ params }))).toMatchObject({ code: 'not_allowed' });
  for (const foreign of [
    () => api(stranger).changeView({ params, body: { name: 'X', version: 2 } }),
    () => api(stranger).removeView({ params }),
    () => api(owner).removeView({ params: { id: newId() } }),
  ])
    expect(await failureOf(foreign())).toMatchObject({ code: 'not_found' });
  await api(owner).removeView({ params });
  expect((await api(owner).views()).items).toEqual([]);
});
