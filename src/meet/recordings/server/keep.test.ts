import { expect, test } from 'vitest';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
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
  for (const until of [null, start + 30 * day + 1]) expect(await failureOf(keep(until))).toMatchObject(refused);
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
