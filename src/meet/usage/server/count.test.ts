import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { closeMonths, countUsage, forgetPresences } from './count.service.ts';
import { addStays, buildMeeting, setZone, type Stay, turnTo, usageApi } from './usage.factory.ts';

type Wish = { zone?: string; at: string };
async function stage({ zone = 'UTC', at }: Wish) {
  const world = await worldForThisTest();
  turnTo(world, at);
  const owner = await buildPerson(world);
  await setZone(world, owner.accountId, zone);
  const meetingId = await buildMeeting(world, owner.accountId);
  const stays = (all: readonly Stay[]) => addStays(world, { accountId: owner.accountId, meetingId }, all);
  const days = async (from: string, until: string) => {
    const { days: found } = await usageApi(world, owner).usage.mine({ query: { from, until } });
    return found.filter((one) => one.minutes > 0 || one.storageBytes > 0);
  };
  return { world, owner, meetingId, stays, days, count: () => countUsage(world.ctx()) };
}

test('a day has its meetings, people, minutes and the most at one time; who goes as another comes does not meet them', async () => {
  const { stays, days, count } = await stage({ at: '2026-03-10T12:00:00Z' });
  await stays([
    ['ann', '2026-03-10T09:00:00Z', '2026-03-10T09:30:00Z'],
    ['bob', '2026-03-10T09:30:00Z', '2026-03-10T10:00:00Z'],
    ['eve', '2026-03-10T09:10:00Z', '2026-03-10T09:40:30Z'],
    ['ann', '2026-03-10T09:50:00Z', '2026-03-10T09:55:00Z'],
  ]);
  await count();
  expect(await days('2026-03-01', '2026-03-31')).toEqual([
    { day: '2026-03-10', meetings: 1, people: 3, minutes: 95, peak: 2, storageBytes: 0 },
  ]);
});

test('days are those of the account: midnight of its zone, and the hour that a clock change adds or takes', async () => {
  const { stays, days, count } = await stage({ zone: 'Europe/Berlin', at: '2026-11-01T12:00:00Z' });
  // 25 hours long, from 22:00 UTC to 23:00 UTC
  await stays([['ann', '2026-10-24T21:00:00Z', '2026-10-25T23:30:00Z']]);
  await count();
  expect((await days('2026-10-20', '2026-10-30')).map((one) => [one.day, one.minutes])).toEqual([
    ['2026-10-24', 60],
    ['2026-10-25', 25 * 60],
    ['2026-10-26', 30],
  ]);
});

test('the short day of spring, too', async () => {
  const { stays, days, count } = await stage({ zone: 'Europe/Berlin', at: '2026-04-01T12:00:00Z' });
  await stays([['ann', '2026-03-28T22:00:00Z', '2026-03-29T23:00:00Z']]);
  await count();
  expect((await days('2026-03-20', '2026-03-31')).map((one) => [one.day, one.minutes])).toEqual([
    ['2026-03-28', 60],
    ['2026-03-29', 23 * 60],
    ['2026-03-30', 60],
  ]);
});

test('an account that changes its zone has no minute twice and none left out', async () => {
  for (const [first, then] of [
    ['UTC', 'Asia/Tokyo'],
    ['UTC', 'America/Los_Angeles'],
  ] as const) {
    const { world, owner, stays, days, count } = await stage({ zone: first, at: '2026-03-10T22:00:00Z' });
    await stays([['ann', '2026-03-10T00:00:00Z', '2026-03-10T22:00:00Z']]);
    await count();
    await setZone(world, owner.accountId, then);
    turnTo(world, '2026-03-13T12:00:00Z');
    await stays([
      ['bob', '2026-03-10T22:00:00Z', '2026-03-11T02:00:00Z'],
      ['eve', '2026-03-11T02:00:00Z', '2026-03-12T03:00:00Z'],
    ]);
    await count();
    const minutes = (await days('2026-03-01', '2026-03-31')).reduce((sum, one) => sum + one.minutes, 0);
    expect(minutes, then).toBe((22 + 4 + 25) * 60);
  }
});

test('counting again changes nothing, and a worker that died between two goes on where it was', async () => {
  const { world, stays, days, count } = await stage({ at: '2026-03-10T12:00:00Z' });
  await stays([['ann', '2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z']]);
  const before = world.ctx().system.write;
  // the process dies with its transaction: the queue is as it was
  await expect(
    before(async (tx) => {
      await tx.execute(sql`delete from usage_due`);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  await count();
  const once = await days('2026-03-01', '2026-03-31');
  await count();
  expect(await days('2026-03-01', '2026-03-31')).toEqual(once);
  expect(once).toMatchObject([{ minutes: 60 }]);
});

test('who is in now is counted up to now, and one who was seen again after a loss is counted once', async () => {
  const { world, owner, meetingId, days, count } = await stage({ at: '2026-03-10T10:00:00Z' });
  const stay = newId();
  const run = (text: ReturnType<typeof sql>) => world.ctx().system.read.execute(text);
  await run(sql`insert into attendances (id, account_id, meeting_id, person_key, name, role, joined_at)
    values (${stay}, ${owner.accountId}, ${meetingId}, 'ann', 'Ann', 'viewer', '2026-03-10T09:00:00Z')`);
  await count();
  expect(await days('2026-03-10', '2026-03-10')).toMatchObject([{ minutes: 60, peak: 1 }]);
  // its server fell silent, and came back with her
  await run(sql`update attendances set left_at = '2026-03-10T09:30:00Z' where id = ${stay}`);
  await count();
  expect(await days('2026-03-10', '2026-03-10')).toMatchObject([{ minutes: 30 }]);
  await run(sql`update attendances set left_at = null where id = ${stay}`);
  turnTo(world, '2026-03-10T10:15:00Z');
  await count();
  expect(await days('2026-03-10', '2026-03-10')).toMatchObject([{ minutes: 75, peak: 1 }]);
  await run(sql`update attendances set left_at = '2026-03-10T10:20:00Z' where id = ${stay}`);
  turnTo(world, '2026-03-10T11:00:00Z');
  await count();
  expect(await days('2026-03-10', '2026-03-10')).toMatchObject([{ minutes: 80, peak: 1, people: 1 }]);
});

const adjusted = async (world: World, accountId: string) =>
  (
    await world
      .ctx()
      .system.read.execute(sql`select day::text, minutes::int from usage_adjustments where account_id = ${accountId}`)
  ).rows;

test('what comes within a day of the end of the month is in it; what comes later is an adjustment, told once', async () => {
  const { world, owner, stays, days, count } = await stage({ at: '2026-03-31T12:00:00Z' });
  await stays([['ann', '2026-03-31T09:00:00Z', '2026-03-31T10:00:00Z']]);
  turnTo(world, '2026-04-01T20:00:00Z');
  await closeMonths(world.ctx());
  await stays([['bob', '2026-03-31T09:00:00Z', '2026-03-31T09:20:00Z']]);
  await count();
  expect(await days('2026-03-01', '2026-03-31')).toMatchObject([{ minutes: 80 }]);
  turnTo(world, '2026-04-02T01:00:00Z');
  await closeMonths(world.ctx());
  await stays([
    ['eve', '2026-03-31T09:00:00Z', '2026-03-31T09:15:00Z'],
    ['eve', '2026-03-30T09:00:00Z', '2026-03-30T09:05:00Z'],
  ]);
  await count();
  await count();
  expect(await days('2026-03-01', '2026-03-31')).toMatchObject([{ minutes: 80 }]);
  const late = [
    { day: '2026-03-30', minutes: 5 },
    { day: '2026-03-31', minutes: 15 },
  ];
  expect(await adjusted(world, owner.accountId)).toEqual(expect.arrayContaining(late));
  expect(await adjusted(world, owner.accountId)).toHaveLength(2);
  const { adjustments } = await usageApi(world, owner).usage.mine({ query: { from: '2026-04-01', until: '2026-04-30' } });
  expect(adjustments).toMatchObject(late);
  const told = await world.ctx().system.read.execute(sql`select data from events where name = 'usage.adjusted' order by id`);
  expect(told.rows).toHaveLength(2);
});

test('a worker that was away over the end of the month counts first and closes then: nothing of it is late', async () => {
  const { world, owner, stays, days } = await stage({ at: '2026-03-20T12:00:00Z' });
  await stays([['ann', '2026-03-20T09:00:00Z', '2026-03-20T10:00:00Z']]);
  turnTo(world, '2026-04-25T12:00:00Z');
  await closeMonths(world.ctx());
  expect(await days('2026-03-01', '2026-03-31')).toMatchObject([{ minutes: 60 }]);
  expect(await adjusted(world, owner.accountId)).toEqual([]);
});

test('what was measured does not change, and presences go after their time without taking minutes with them', async () => {
  const { world, stays, days, count } = await stage({ at: '2026-03-10T12:00:00Z' });
  await stays([['ann', '2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z']]);
  await count();
  const run = (text: ReturnType<typeof sql>) => world.ctx().system.read.execute(text);
  await expect(run(sql`update usage_intervals set until_at = until_at + interval '1 hour'`)).rejects.toThrow();
  turnTo(world, '2026-08-01T12:00:00Z');
  expect(await forgetPresences(world.ctx())).toBe(1);
  await count();
  expect(await days('2026-03-01', '2026-03-31')).toMatchObject([{ minutes: 60 }]);
});
