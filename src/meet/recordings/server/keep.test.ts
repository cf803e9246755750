import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { keepUntil } from '../recordings.rules.ts';
import { keepHouse } from './bin.service.ts';
import { buildRecording, recordingsApi, worldWithFiles } from './recordings.factory.ts';

const day = 86_400_000;

async function limited(keptDays: number | null) {
  const world = await worldWithFiles();
  const owner = await buildPerson(world, { entitlements: { recordingDays: 30 } });
  const start = world.clock.now();
  const keepUntil = keptDays === null ? null : new Date(start + keptDays * day);
  const row = await buildRecording(world, owner, { keepUntil });
  const api = recordingsApi(world, owner);
  const keep = async (until: number | null) => {
    const { revision } = await api.get({ params: { id: row.id } });
    return api.edit({ params: { id: row.id }, body: { revision, keepUntil: until } });
  };
  return { world, api, row, start, keep };
}
const refused = { code: 'limit_reached', data: { limit: 'recordingDays', max: 30 } };

test('nobody keeps one recording longer than the plan allows, not by many small steps either', async () => {
  const { world, start, keep } = await limited(20);
  for (const until of [null, start + 30 * day + 60_000]) expect(await failureOf(keep(until))).toMatchObject(refused);
  expect(await keep(start + 30 * day)).toMatchObject({ keepUntil: start + 30 * day });
  expect(await keep(start + 5 * day)).toMatchObject({ keepUntil: start + 5 * day });
  world.clock.advance(29 * day);
  expect(await failureOf(keep(world.clock.now() + 7 * day))).toMatchObject(refused);
});

test('one that was kept for ever before the plan may stay so, or get an end within the days of the notice', async () => {
  const { world, start, keep } = await limited(null);
  world.clock.advance(100 * day);
  expect(await keep(null)).toMatchObject({ keepUntil: null });
  expect(await failureOf(keep(start + 108 * day))).toMatchObject(refused);
  expect(await keep(start + 107 * day)).toMatchObject({ keepUntil: start + 107 * day });
});

test('taken out of the bin after its time, it stays for the days of the notice and no longer', async () => {
  const { world, api, row, start } = await limited(30);
  const binned = async () => (await api.list({ query: { view: 'bin' } })).items.map((one) => one.id);
  world.clock.advance(24 * day);
  await keepHouse(world.ctx());
  world.clock.advance(8 * day);
  await keepHouse(world.ctx());
  expect(await binned()).toEqual([row.id]);
  await api.restore({ body: { ids: [row.id] } });
  const { keepUntil } = await api.get({ params: { id: row.id } });
  expect(Math.floor(((keepUntil ?? 0) - start) / day)).toBe(32 + 7);
  world.clock.advance(60_000);
  await keepHouse(world.ctx());
  expect(await binned()).toEqual([]);
  world.clock.advance(7 * day + 60_000);
  await keepHouse(world.ctx());
  expect(await binned()).toEqual([row.id]);
});

test('before a new rule one learns how many recordings it makes too old, and those get the days of the notice', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const start = world.clock.now();
  const ages = [0, 5, 20, 40, 400];
  for (const age of ages) await buildRecording(world, owner, { startedAt: new Date(start - age * day) });
  await buildRecording(world, owner, { startedAt: new Date(start - 400 * day), keepOwn: true });
  await buildRecording(world, await buildPerson(world), { startedAt: new Date(start - 400 * day) });
  const api = recordingsApi(world, owner);
  const tooOld = async (tryDays: number) => (await api.retention({ query: { tryDays } })).tooOld;
  expect(await tooOld(30)).toBe(2);
  expect(await tooOld(25)).toBe(3);
  expect(await tooOld(3650)).toBe(0);
  expect(await api.setRetention({ body: { days: 30 } })).toEqual({ days: 30, most: null, tooOld: 2 });
  const { items } = await api.list({ query: { view: 'all' } });
  const soon = items.filter((one) => Math.floor(((one.keepUntil ?? 0) - start) / day) === 7);
  expect(soon).toHaveLength(2);
  expect(await api.setRetention({ body: { days: null } })).toEqual({ days: null, most: null, tooOld: 0 });
});

test('the same rule again gives nobody more time, and a shorter one ends nothing without its notice', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const start = world.clock.now();
  for (const age of [0, 40]) await buildRecording(world, owner, { startedAt: new Date(start - age * day) });
  const api = recordingsApi(world, owner);
  const ends = async () => {
    const { items } = await api.list({ query: { view: 'all' } });
    return items.map((one) => Math.round(((one.keepUntil ?? 0) - start) / day)).toSorted((a, b) => a - b);
  };
  await api.setRetention({ body: { days: 30 } });
  await keepHouse(world.ctx());
  expect(await ends()).toEqual([7, 30]);
  world.clock.advance(5 * day);
  await api.setRetention({ body: { days: 30 } });
  expect(await ends()).toEqual([7, 30]);
  await api.setRetention({ body: { days: 6 } });
  expect(await ends()).toEqual([7, 12]);
  world.clock.advance(2 * day + 60_000);
  await keepHouse(world.ctx());
  expect(await ends()).toHaveLength(1);
  await api.setRetention({ body: { days: 60 } });
  expect(await ends()).toEqual([60]);
});

test('the recordings of one meeting are found by it', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const meetingId = newId();
  const meeting = sql`insert into meetings (id, account_id, name, state) values (${meetingId}, ${owner.accountId}, 'Lesson', 'ended')`;
  await world.ctx().system.write((tx) => tx.execute(meeting));
  const { id } = await buildRecording(world, owner, { meetingId });
  await buildRecording(world, owner);
  const found = await recordingsApi(world, owner).list({ query: { view: 'all', meetingId } });
  expect([found.total, found.items.map((one) => one.id)]).toEqual([1, [id]]);
  const stranger = recordingsApi(world, await buildPerson(world));
  expect(await stranger.list({ query: { view: 'all', meetingId } })).toMatchObject({ total: 0, items: [] });
});

test('one whose start nobody knows is kept without an end until somebody decides', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const row = await buildRecording(world, owner, { startedAt: new Date(0), keepUntil: new Date(world.clock.now() + 7 * day) });
  const api = recordingsApi(world, owner);
  const item = () => api.get({ params: { id: row.id } });
  expect(await api.setRetention({ body: { days: 30 } })).toMatchObject({ tooOld: 0 });
  expect(await item()).toMatchObject({ keepUntil: null });
  const { revision } = await item();
  const until = world.clock.now() + 20 * day;
  expect(await api.edit({ params: { id: row.id }, body: { revision, keepUntil: until } })).toMatchObject({ keepUntil: until });
  expect(keepUntil({ startedAt: 0 }, { days: 30, now: world.clock.now() })).toBeNull();
});
