import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { countUsage } from './count.service.ts';
import { addStays, buildMeeting, turnTo, usageApi } from './usage.factory.ts';

async function stage() {
  const world = await worldForThisTest();
  turnTo(world, '2026-03-10T12:00:00Z');
  const owner = await buildPerson(world, { entitlements: { minutesPerMonth: 100, minutesBeyond: true } });
  const meetingId = await buildMeeting(world, owner.accountId);
  await addStays(world, { accountId: owner.accountId, meetingId }, [
    ['ann', '2026-03-09T09:00:00Z', '2026-03-09T09:40:00Z'],
    ['ann', '2026-03-10T09:00:00Z', '2026-03-10T10:20:00Z'],
  ]);
  await countUsage(world.ctx());
  return { world, owner, api: usageApi(world, owner) };
}

test('this month by day, its sums, and what stands beside the limit, which is the same', async () => {
  const { api } = await stage();
  const usage = await api.usage.mine();
  expect(usage).toMatchObject({ zone: 'UTC', from: '2026-03-01', until: '2026-03-10', adjustments: [] });
  expect(usage.days).toHaveLength(10);
  expect(usage.totals).toMatchObject({ days: 2, meetings: 2, minutes: 120, peak: 1 });
  expect(usage.month).toEqual({ from: '2026-03-01', until: '2026-03-31', minutes: 120, max: 100, beyond: true });
});

test('the same as a file, with the sums last', async () => {
  const { api } = await stage();
  const { fileName, text } = await api.usage.csv({ query: { from: '2026-03-09', until: '2026-03-31' } });
  expect(fileName).toBe('usage-2026-03-09-2026-03-10.csv');
  expect(text.split('\r\n').slice(1, 4)).toEqual(['2026-03-09,1,1,40,1,0', '2026-03-10,1,1,80,1,0', 'total,2,,120,1,0']);
});

test('days that are none, and spans that are none or too long', async () => {
  const { api } = await stage();
  expect(await failureOf(api.usage.mine({ query: { from: '2026-02-30' } }))).toMatchObject({ code: 'invalid_input' });
  for (const query of [
    { from: '2026-03-10', until: '2026-03-01' },
    { from: '2020-01-01', until: '2026-03-01' },
  ])
    expect(await failureOf(api.usage.mine({ query }))).toMatchObject({ code: 'bad_span' });
});

test('nobody, somebody without the permission, and another account', async () => {
  const { world, owner } = await stage();
  expect(await failureOf(usageApi(world).usage.mine())).toMatchObject({ code: 'not_signed_in' });
  const member = await buildPerson(world, { colleagueOf: owner });
  expect(await failureOf(usageApi(world, member).usage.mine())).toMatchObject({
    code: 'not_allowed',
    data: { permission: 'subscriptions.view' },
  });
  const other = await buildPerson(world);
  expect((await usageApi(world, other).usage.mine()).totals.minutes).toBe(0);
});

test('the operator sees every customer’s, a vendor only those it brought in', async () => {
  const { world, owner } = await stage();
  const params = { id: owner.accountId };
  const operator = await buildPerson(world, { kind: 'operator', permissions: ['users.manage'] });
  expect((await usageApi(world, operator).usage.ofAccount({ params })).totals.minutes).toBe(120);
  const vendor = await buildPerson(world, { kind: 'vendor' });
  expect(await failureOf(usageApi(world, vendor).usage.ofAccount({ params }))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(usageApi(world, owner).usage.ofAccount({ params }))).toMatchObject({ code: 'not_found' });
});
