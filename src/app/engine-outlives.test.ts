/** What becomes of an engine when the process that looked after it ends. */
import { expect, onTestFinished, test } from 'vitest';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { adoptEngine, registerEngine } from '#meet/servers/server/engines.service.ts';
import { engineSecret, superviseEngine } from '#app/engine.ts';
import { endEngines, engineLifetime } from '#app/engines.ts';
import { commands } from '#app/cli/admin-commands.ts';
import { enginePids, runningEngine, startMeeting } from '#app/proof/engine.factory.ts';
import { worldForThisTest } from '#app/proof/testing.ts';

test('an engine with a meeting outlives its supervisor; the next one goes on with it, and follows it when it is empty', async () => {
  const { world, engine, engineId } = await runningEngine('http://localhost:3000', {}, 'its-meetings');
  const { config, secrets, log } = world.parts;
  const ctx = world.ctx();
  const { api, room, meetingId } = await startMeeting(world);
  const [pid = 0] = enginePids();
  const before = engine.address();
  expect(await engine.leave()).toBe('stays');
  const origins: string[] = [];
  const next = superviseEngine({
    ...{ config, secrets, log, publicUrl: 'http://localhost:3000', engineId, number: 1, lastsFor: 'its-meetings' },
    slot: { number: 1, folder: `${config.dataDir}/recordings` },
    onReady: async (url, origin) => {
      const up = { engineId, url, host: '' };
      if (origin === 'adopted') await adoptEngine(ctx, up);
      else await registerEngine(ctx, { ...up, secret: engineSecret(secrets, engineId) });
      origins.push(origin);
    },
  });
  onTestFinished(() => next.stop());
  await expect.poll(() => origins, { timeout: 10_000 }).toEqual(['adopted']);
  await world.runJobs();
  await pollServers(ctx);
  expect([next.address(), next.meetings(), enginePids()]).toEqual([before, 1, [pid]]);
  expect((await api.rooms.get({ params: { id: room.id } })).live?.meetingId).toBe(meetingId);
  await api.meetings.end({ params: { id: meetingId } });
  await expect.poll(() => origins, { timeout: 20_000 }).toEqual(['adopted', 'started']);
  expect(enginePids()).not.toContain(pid);
  expect(await next.leave()).toBe('ended');
  expect(enginePids()).toEqual([]);
}, 60_000);

test('the operator ends an engine with all its meetings by the command line, also one that was started before', async () => {
  const { world, engine } = await runningEngine('http://localhost:3000', {}, 'its-meetings');
  const { config } = world.parts;
  await startMeeting(world);
  expect(await engine.leave()).toBe('stays');
  const stop = commands.find(({ noun, verb }) => noun === 'engines' && verb === 'stop');
  const ended = () => stop?.run({ config, given: {}, ownerUrl: '', ctx: null });
  expect(await ended()).toMatchObject({ json: { ended: 1 } });
  expect(enginePids()).toEqual([]);
  expect(await ended()).toMatchObject({ json: { ended: 0 } });
}, 60_000);

test('a second signal ends engines that were left to their meetings', async () => {
  const { world, engine, engineId } = await runningEngine('http://localhost:3000', {}, 'its-meetings');
  await startMeeting(world);
  const second = new AbortController();
  const said: string[] = [];
  const running = [{ engine, slot: { engineId, folder: 'recordings' } }];
  const end = { lastsFor: 'its-meetings', atOnce: second.signal, say: (text: string) => void said.push(text) } as const;
  expect(await endEngines(running, end)).toEqual([]);
  expect(enginePids()).toHaveLength(1);
  expect(said).toEqual([expect.stringContaining('npm run admin -- engines stop')]);
  second.abort();
  await expect.poll(enginePids, { timeout: 10_000 }).toEqual([]);
}, 60_000);

test('engines end with their process where it waits for meetings itself, where none is to go on, and as the first process of a container', async () => {
  const { config } = (await worldForThisTest()).parts;
  const lifetime = (change: Partial<typeof config>, system = { platform: 'linux', pid: 7 }) =>
    engineLifetime({ ...config, processes: 'all', ...change }, system);
  expect(lifetime({})).toBe('its-meetings');
  expect([
    lifetime({ processes: 'engine' }),
    lifetime({ engineDrain: 0 }),
    lifetime({}, { platform: 'linux', pid: 1 }),
    lifetime({}, { platform: 'darwin', pid: 7 }),
  ]).toEqual(Array(4).fill('this-process'));
}, 40_000);
