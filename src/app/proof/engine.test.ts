/** The supervisor with the real engine as its child, and the product speaking to it over the API. */
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { claimEngine, registerEngine } from '#meet/servers/server/engines.service.ts';
import { clientFor, serverList } from '#meet/servers/server/servers.service.ts';
import { type EngineHandle, engineSecret, superviseEngine } from '#app/engine.ts';
import { engineDirectory, proxyRequest, proxyUpgrade } from '#app/http/proxy.ts';
import { newId } from '#kit/server/ids.ts';
import { enginePids, ownDataDir, runningEngine, startMeeting } from './engine.factory.ts';
import { worldForThisTest } from './testing.ts';

test('the engine comes up, is one of the servers, and speaks the API with its derived secret', async () => {
  const { world, engine, engineId, ups } = await runningEngine();
  const [server] = await serverList(world.ctx());
  expect(server).toMatchObject({ name: 'engine', kind: 'engine', health: 'healthy', state: 'enabled', url: ups[0] });
  expect(engine.address()).toMatchObject({ host: '127.0.0.1' });
  expect(engine.udpPort()).toBeGreaterThan(0);
  if (server === undefined) return;
  expect(server.secretSealed).not.toContain(engineSecret(world.parts.secrets, engineId));
  expect(await clientFor(world.ctx(), server).getMeetings()).toMatchObject({ ok: true, meetings: [] });
}, 40_000);

test('an engine that is killed comes back elsewhere with its meetings; those that it lost are over with the reason, and the room can start again', async () => {
  const { world, engine, ups, up } = await runningEngine();
  const { api, room, meetingId } = await startMeeting(world);
  await pollServers(world.ctx());
  expect((await api.rooms.get({ params: { id: room.id } })).live).not.toBeNull();
  const before = engine.address();
  const [pid = 0, ...more] = enginePids();
  expect(more).toEqual([]);
  // written four times a second
  const journals = `${world.parts.config.dataDir}/recordings/live`;
  await expect.poll(() => fs.globSync(`${journals}/[!_]*.jsonl`).length, { timeout: 5_000 }).toBeGreaterThan(0);
  process.kill(pid, 'SIGKILL');
  // the next ping goes into a broken pipe, before its end is noticed
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  await expect.poll(() => engine.address(), { timeout: 5_000 }).toBeNull();
  await up(2);
  expect(engine.address()?.port).not.toBe(before?.port);
  expect(enginePids()).not.toContain(pid);
  expect((await serverList(world.ctx())).map((one) => one.url)).toEqual([ups[1]]);
  const settled = async () => {
    await world.runJobs();
    await pollServers(world.ctx());
    const { rows } = await world
      .ctx()
      .system.read.execute<{ state: string; end_reason: string | null }>(
        sql`select state, end_reason from meetings where id = ${meetingId}`,
      );
    return rows;
  };
  expect(await settled()).toEqual([{ state: 'live', end_reason: null }]);
  const [second = 0] = enginePids();
  // so that it does not write the journal again before it dies
  process.kill(second, 'SIGSTOP');
  fs.rmSync(journals, { recursive: true });
  process.kill(second, 'SIGKILL');
  await up(3);
  expect(await settled()).toEqual([{ state: 'ended', end_reason: 'server_lost' }]);
  const again = await api.meetings.start({ params: { id: room.id } });
  expect(again.meetingId).not.toBe(meetingId);
  expect(world.logged().join('')).toContain('the meeting engine ended and is started again');
}, 60_000);

/** An address on this machine, and what was asked of it. */
async function hearer(): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').pathname);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // cast: a TCP server's address is never a pipe's name
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('the engine calls the product back on this machine, and nobody else on an inner address', async () => {
  const [ours, theirs] = [await hearer(), await hearer()];
  const { world } = await runningEngine(ours.origin);
  const [server] = await serverList(world.ctx());
  if (server === undefined) throw new Error('no server');
  const bbb = clientFor(world.ctx(), server);
  for (const [meetingId, endCallbackUrl] of [
    ['foreign', `${theirs.origin}/ended`],
    ['similar', `${ours.origin.replace('127.0.0.1', '127.0.0.2')}/ended`],
    ['own', `${ours.origin}/ended`],
  ] as const) {
    expect(await bbb.create({ meetingID: meetingId, name: 'Maths', metadata: { endCallbackUrl } })).toMatchObject({ ok: true });
    expect(await bbb.end({ meetingID: meetingId })).toMatchObject({ ok: true });
  }
  // ended last, so the others had their turn
  await expect.poll(() => ours.asked, { timeout: 10_000 }).toEqual(['/ended']);
  expect(theirs.asked).toEqual([]);
}, 40_000);

test('a second engine has a name, a secret and ports of its own, and its meetings open where it is', async () => {
  const world = await worldForThisTest({ env: { DATA_DIR: ownDataDir(), ENGINE_UDP_PORT: '41870' } });
  const { config, secrets, log } = world.parts;
  const ctx = world.ctx();
  const up = Promise.withResolvers<void>();
  const [first, engineId] = [newId(), newId()];
  await claimEngine(ctx, { engineId: first, number: 1, host: 'a' });
  const onReady = async (url: string) => {
    await registerEngine(ctx, { engineId, url, secret: engineSecret(secrets, engineId) });
    up.resolve();
  };
  const slot = { number: 2, folder: `${config.dataDir}/recordings-2` };
  const engine = superviseEngine({
    config,
    secrets,
    log,
    publicUrl: 'http://localhost:3000',
    engineId,
    number: 2,
    slot,
    lastsFor: 'this-process',
    onReady,
  });
  onTestFinished(() => engine.stop());
  await up.promise;
  expect(engine.udpPort()).toBe(41_871);
  expect(engineSecret(secrets, first)).not.toBe(engineSecret(secrets, engineId));
  const { url } = await startMeeting(world);
  expect(url).toMatch(/^http:\/\/localhost:3000\/m\?engine=2&sessionToken=\w+&lang=en-US&room=[\w-]+&meeting=[\w-]+$/);
  expect((await serverList(ctx)).map((one) => [one.name, one.state, one.health])).toEqual([
    ['engine', 'disabled', 'unknown'],
    ['engine-2', 'enabled', 'healthy'],
  ]);
}, 40_000);

test('stop ends the engine and nothing starts it again', async () => {
  const { engine, ups } = await runningEngine();
  const pids = enginePids();
  expect(pids).toHaveLength(1);
  await engine.stop();
  expect(enginePids()).toEqual([]);
  // a restart would be due after a quarter of a second
  const late = new Promise((resolve) => setTimeout(resolve, 600));
  await late;
  expect([enginePids(), ups.length]).toEqual([[], 1]);
}, 40_000);

/** The front door with the real engine behind it. */
async function front(engine: EngineHandle): Promise<number> {
  const engines = engineDirectory(async () => new Map([['engine', engine.address()]]));
  const door = http.createServer({ maxHeaderSize: 128 * 1024 }, (request, response) => {
    if (!proxyRequest(engines, request, response)) response.writeHead(404).end('ours');
  });
  door.on('upgrade', (request, socket, head) => void (proxyUpgrade(engines, request, { socket, head }) || socket.destroy()));
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => {
    door.closeAllConnections();
    door.close();
  });
  // cast: a TCP server's address is never a pipe's name
  return (door.address() as AddressInfo).port;
}
async function raw(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let got = '';
  socket.on('data', (data) => {
    got += String(data);
  });
  socket.on('error', () => undefined);
  socket.write(text);
  const closed = once(socket, 'close');
  socket.setTimeout(3_000, () => socket.destroy());
  await closed;
  return got;
}

test('from outside, the engine answers its API with long addresses, and tells nothing of its health', async () => {
  const { engine } = await runningEngine();
  const port = await front(engine);
  const site = `http://127.0.0.1:${port}/engine`;
  expect(await (await fetch(`${site}/bigbluebutton/api`)).text()).toContain('<returncode>SUCCESS</returncode>');
  const wrong = await fetch(`${site}/bigbluebutton/api/getMeetings?checksum=00`);
  expect([wrong.status, await wrong.text()]).toEqual([200, expect.stringContaining('checksumError')]);
  const long = await fetch(`${site}/bigbluebutton/api/create?welcome=${'w'.repeat(60_000)}&checksum=00`);
  expect([long.status, await long.text()]).toEqual([200, expect.stringContaining('checksumError')]);
  for (const path of [
    '/healthz',
    '//healthz',
    '/./healthz',
    '/%68ealthz',
    '/healthz/',
    '/healthz;x',
    '/healthz%20',
    '/HEALTHZ',
    '/metrics',
  ])
    expect(await raw(port, `GET /engine${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`), path).toMatch(
      /^HTTP\/1\.1 404/,
    );
}, 40_000);

test('an upgrade that the engine refuses does not leave a tunnel to what is not public', async () => {
  const { engine } = await runningEngine();
  const port = await front(engine);
  for (const kind of ['websocket', 'h2c', 'x']) {
    const answer = await raw(
      port,
      `GET /engine/bigbluebutton/api HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: ${kind}\r\n\r\nGET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    );
    expect(answer, kind).not.toMatch(/rooms|meetings"|uptime|"status"|"ok"/);
  }
}, 40_000);

test('an engine that listens to a network gives nothing away without its secret', async () => {
  const { engine } = await runningEngine('http://localhost:3000', { ENGINE_LISTEN: '127.0.0.2' });
  const port = engine.address()?.port ?? 0;
  const asks = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.2:${port}${path}`, init);
    return `${answer.status} ${await answer.text()}`;
  };
  expect(await asks('/bigbluebutton/api/getMeetings?checksum=00')).toMatch(/^200 .*checksumError/s);
  expect(await asks('/recordings/x/manifest.json')).toMatch(/^404/);
  expect(await asks('/session/enter', { method: 'POST', body: JSON.stringify({ sessionToken: 'x'.repeat(22) }) })).not.toContain(
    'ticket',
  );
}, 40_000);

test('an engine that cannot be forked is tried again like one that ended', async () => {
  const world = await worldForThisTest({ env: { DATA_DIR: ownDataDir() } });
  const { config, secrets, log } = world.parts;
  // longer than a process may be given: `fork` throws
  const stunUrls = [`stun:${'x'.repeat(200_000)}`];
  const engine = superviseEngine({
    ...{ config: { ...config, stunUrls }, secrets, log, publicUrl: 'http://localhost:3000', engineId: newId(), number: 1 },
    slot: { number: 1, folder: `${config.dataDir}/recordings` },
    lastsFor: 'this-process',
    onReady: async () => undefined,
  });
  const tries = () => world.logged().filter((line) => line.includes('ended and is started again')).length;
  await expect.poll(tries, { timeout: 5_000 }).toBeGreaterThan(1);
  await engine.stop();
  expect([engine.address(), engine.meetings()]).toEqual([null, 0]);
});
