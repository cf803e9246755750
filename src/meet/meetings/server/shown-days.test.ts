import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi } from './meet.factory.ts';
import { pollServers } from './polling/poll.service.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const head = 1;

/** Two meetings with a guest each, forty days apart, the later one just over. */
async function stage() {
  const found = await buildStage();
  const { world, fake, owner } = found;
  const api = meetApi(world, owner);
  const { id } = await buildRoom(world, owner);
  const met = async (guest: string) => {
    const { meetingId } = await api.meetings.start({ params: { id } });
    fake.enter(meetingId, { key: guest, name: guest });
    await pollServers(world.ctx());
    await api.meetings.end({ params: { id: meetingId } });
    return meetingId;
  };
  const from = world.clock.now();
  const old = await met('Ida');
  world.clock.advance(40 * dayMs);
  const young = await met('Jon');
  const hold = (days: number | null) =>
    world.ctx().system.read.execute(sql`
      update accounts set entitlements = entitlements || jsonb_build_object('analyticsDays', ${days}::int) where id = ${owner.accountId}`);
  const namesOf = async (meetingId: string) => {
    const { items, shownDays } = await api.meetings.attendance({ params: { id: meetingId } });
    return [items.map((one) => one.name), shownDays];
  };
  const period = () => api.meetings.attendancePeriod({ query: { from, to: world.clock.now() + 1 } });
  return { ...found, api, id, old, young, hold, namesOf, period };
}

test('attendance is shown as far back as the plan says, one by one and in a file; nothing of it is gone', async () => {
  const { old, young, hold, namesOf, api, period } = await stage();
  expect([await namesOf(old), await namesOf(young)]).toEqual([
    [['Ida'], null],
    [['Jon'], null],
  ]);
  await hold(30);
  expect([await namesOf(old), await namesOf(young)]).toEqual([
    [[], 30],
    [['Jon'], null],
  ]);
  expect(await failureOf(api.meetings.attendanceCsv({ params: { id: old } }))).toMatchObject({
    code: 'limit_reached',
    data: { limit: 'analyticsDays', max: 30, wanted: 41 },
  });
  expect((await api.meetings.attendanceCsv({ params: { id: young } })).text).toContain('Jon');
  const page = await period();
  expect(page).toMatchObject({ meetings: 2, beyondPlan: 1 });
  expect(page.text.trimEnd().split('\r\n')).toHaveLength(head + 1);
  await hold(41);
  expect(await namesOf(old)).toEqual([['Ida'], null]);
  expect(await period()).toMatchObject({ meetings: 2, beyondPlan: 0 });
});

test('a meeting that is older than the days of the plan by an hour is not shown', async () => {
  const { world, young, hold, namesOf } = await stage();
  await hold(1);
  world.clock.advance(23 * hourMs);
  expect(await namesOf(young)).toEqual([['Jon'], null]);
  world.clock.advance(2 * hourMs);
  expect(await namesOf(young)).toEqual([[], 1]);
});

test('what runs is shown whatever the plan; another account is told nothing', async () => {
  const { world, fake, old, id, api, hold, namesOf } = await stage();
  await hold(0);
  const { meetingId } = await api.meetings.start({ params: { id } });
  fake.enter(meetingId, { key: 'Kai', name: 'Kai' });
  await pollServers(world.ctx());
  expect(await namesOf(meetingId)).toEqual([['Kai'], null]);
  const stranger = meetApi(world, await buildPerson(world));
  expect(await failureOf(stranger.meetings.attendance({ params: { id: old } }))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(meetApi(world).meetings.attendance({ params: { id: old } }))).toMatchObject({ code: 'not_signed_in' });
});
