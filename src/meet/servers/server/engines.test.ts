import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import {
  beatEngines,
  claimEngine,
  drainEngines,
  engineAddresses,
  leaveOutEngines,
  registerEngine,
  stopEngines,
} from './engines.service.ts';
import { plainRequest } from './pool-view.service.ts';
import { addServer, chooseAmong, serverList } from './servers.service.ts';

test('an engine has one row wherever it starts, that of an older version with its meetings; another machine cannot take its place while it lives', async () => {
  const world = await worldForThisTest();
  const ctx = world.ctx();
  const passes = (seconds: number) =>
    ctx.system.read.execute(sql`update servers set engine_until = engine_until - make_interval(secs => ${seconds})`);
  const states = async () => (await serverList(ctx)).map((one) => `${one.name} ${one.state} ${one.stateReason}`);
  const older = await addServer(ctx, {
    name: 'engine',
    kind: 'engine',
    url: 'http://127.0.0.1:9',
    secret: 'x',
    directJoin: true,
  });
  const [a, b] = [newId(), newId()];
  expect((await claimEngine(ctx, { engineId: a, number: 1, host: 'one' }))?.id).toBe(older.id);
  // another data folder has a first engine too, which is another one
  expect((await claimEngine(ctx, { engineId: b, number: 1, host: 'two' }))?.name).toBe('engine-2');
  expect((await claimEngine(ctx, { engineId: a, number: 2, host: 'one' }))?.id).toBe(older.id);
  expect(await claimEngine(ctx, { engineId: a, number: 1, host: 'two' })).toBeNull();
  await passes(16);
  expect((await claimEngine(ctx, { engineId: a, number: 1, host: 'two' }))?.id).toBe(older.id);
  expect(await beatEngines(ctx, [a, b], 'two')).toEqual([]);
  expect(await beatEngines(ctx, [a, b], 'one')).toEqual([a, b]);
  for (const engineId of [a, b])
    await registerEngine(ctx, { engineId, url: 'http://10.0.0.7:4100/bigbluebutton', secret: 'x', host: 'two' });
  expect(await states()).toEqual(['engine enabled null', 'engine-2 enabled null']);
  expect((await engineAddresses(ctx, 'two')).get('engine-2')).toEqual({ host: '10.0.0.7', port: 4100 });
  await drainEngines(ctx, [b], 'two');
  // while its lease holds, another process runs it
  await leaveOutEngines(ctx, [a], 'own');
  expect(await states()).toContain('engine enabled null');
  await passes(16);
  await leaveOutEngines(ctx, [a], 'own');
  expect(await states()).toEqual(['engine disabled not_started', 'engine-2 draining stopping']);
  // who lost it to another machine cannot take it out
  await stopEngines(ctx, [b], 'one');
  expect(await states()).toContain('engine-2 draining stopping');
  await stopEngines(ctx, [b], 'two');
  expect((await engineAddresses(ctx, 'two')).get('engine-2')).toBeNull();
  // what a person decided stays
  await ctx.system.read.execute(sql`update servers set state = 'disabled', state_reason = 'by_hand' where engine_id = ${a}`);
  for (const engineId of [a, b]) await registerEngine(ctx, { engineId, url: 'http://10.0.0.7:4100/bigbluebutton', secret: 'x' });
  expect(await states()).toEqual(['engine disabled by_hand', 'engine-2 enabled null']);
});

test('whose lease holds is said by the database: a machine whose clock is wrong takes nothing over and keeps finding the others', async () => {
  const world = await worldForThisTest();
  const ctx = world.ctx();
  const engineId = newId();
  await registerEngine(ctx, { engineId, url: 'http://10.0.0.7:4100/bigbluebutton', secret: 'x', host: 'one' });
  const now = Date.now;
  for (const wrong of [-3_600_000, 3_600_000]) {
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + wrong);
    expect(await claimEngine(ctx, { engineId, number: null, host: 'two' })).toBeNull();
    expect(await beatEngines(ctx, [engineId], 'two')).toEqual([engineId]);
    expect(await beatEngines(ctx, [engineId], 'one')).toEqual([]);
    expect((await engineAddresses(ctx, 'two')).get('engine')).toEqual({ host: '10.0.0.7', port: 4100 });
    const placed = chooseAmong(ctx, await serverList(ctx), { request: plainRequest, reservations: [] });
    expect(placed.server?.engineId).toBe(engineId);
    clock.mockRestore();
  }
  await beatEngines(ctx, [engineId], 'one');
  expect(await claimEngine(ctx, { engineId, number: null, host: 'two' })).toBeNull();
});

test('a new data folder that starts first leaves the row of an older version to the folder that it belongs to', async () => {
  const world = await worldForThisTest();
  const ctx = world.ctx();
  const older = await addServer(ctx, {
    name: 'engine',
    kind: 'engine',
    url: 'http://127.0.0.1:9',
    secret: 'x',
    directJoin: true,
  });
  const [fresh, old] = [newId(), newId()];
  expect((await claimEngine(ctx, { engineId: fresh, number: null, host: 'one' }))?.name).toBe('engine-2');
  await leaveOutEngines(ctx, [], 'own');
  expect((await serverList(ctx))[0]).toMatchObject({ name: 'engine', engineId: null, state: older.state });
  expect((await claimEngine(ctx, { engineId: old, number: 1, host: 'one' }))?.id).toBe(older.id);
});
