import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { countUsage } from './count.service.ts';
import { driftOf } from './drift.service.ts';
import { addStays, buildMeeting, turnTo } from './usage.factory.ts';

test('counters that say what there is are not told; each that drifted is', async () => {
  const world = await worldForThisTest();
  turnTo(world, '2026-03-10T12:00:00Z');
  const { accountId } = await buildPerson(world);
  const meetingId = await buildMeeting(world, accountId);
  await addStays(world, { accountId, meetingId }, [['ann', '2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z']]);
  const run = (text: ReturnType<typeof sql>) => world.ctx().system.read.execute(text);
  await run(sql`update meetings set state = 'ended', ended_at = '2026-03-10T10:00:00Z'`);
  // what waits to be counted is not wrong
  expect(await driftOf(world.ctx())).toEqual([]);
  await countUsage(world.ctx());
  expect(await driftOf(world.ctx())).toEqual([]);
  await run(sql`insert into people_counts (account_id, n) values (${accountId}, 1)`);
  await run(
    sql`insert into account_use (account_id, recorded_bytes) values (${accountId}, 5) on conflict (account_id) do update set recorded_bytes = 5`,
  );
  await run(sql`update usage_days set seconds = 60`);
  expect(await driftOf(world.ctx())).toEqual([
    { counter: 'people', accounts: 1 },
    { counter: 'recordedBytes', accounts: 1 },
    { counter: 'usageMinutes', accounts: 1 },
  ]);
});
