import { once } from 'node:events';
import { createServer } from 'node:net';
import { bbbClient } from '@atrium/bbb/client';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { SECRET } from '#server/engine.factory.ts';
import { exitOf, launch, micOffer, started } from '#server/engine-process.factory.ts';

async function enterByClient(port: number, fullName: string): Promise<WebSocket> {
  const client = bbbClient({ url: `http://127.0.0.1:${port}/bigbluebutton`, secret: SECRET });
  await client.create({ meetingID: 'room', name: 'Room' });
  const token = new URL(await redirectOf(client.joinUrl({ meetingID: 'room', fullName, role: 'MODERATOR' }))).searchParams.get(
    'sessionToken',
  );
  const init = { method: 'POST', body: JSON.stringify({ sessionToken: token }) };
  const { ticket } = JSON.parse(await (await fetch(`http://127.0.0.1:${port}/session/enter`, init)).text());
  const socket = new WebSocket(`ws://127.0.0.1:${port}/session/socket`, { origin: 'https://meet.example' });
  await once(socket, 'open');
  socket.send(JSON.stringify({ t: 'hello', ticket }));
  return socket;
}

async function redirectOf(url: string): Promise<string> {
  return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
}

/** Waits for one message of a kind. */
function heard(socket: WebSocket, t: string): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    socket.on('message', (data) => {
      const message: Record<string, unknown> = JSON.parse(data.toString());
      if (message.t === t) resolve(message);
    });
  });
}

test('the process with its real media part answers offers, and tells that it lives', async () => {
  const { child, httpPort, udpPort, output } = await started();
  child.send({ t: 'ping' });
  expect((await once(child, 'message'))[0]).toMatchObject({ t: 'pong', at: expect.any(Number) });
  const socket = await enterByClient(httpPort, 'Ada');
  const answers = Promise.all([heard(socket, 'pub-answer'), heard(socket, 'sub-offer'), heard(socket, 'error')]);
  socket.send(JSON.stringify({ t: 'pub', id: 1, key: 'mic', source: 'mic', sdp: micOffer }));
  socket.send(JSON.stringify({ t: 'sub', id: 2, audioSlots: 2, videoSlots: 1 }));
  socket.send(JSON.stringify({ t: 'pub', id: 3, key: 'cam', source: 'cam', sdp: 'v=0 nonsense' }));
  const [answer, offer, error] = await answers;
  expect(answer.sdp).toContain(` ${udpPort} typ host`);
  expect([answer.key, offer.gen, error.code, error.id]).toEqual(['mic', expect.any(Number), 'bad-offer', 3]);
  const health = JSON.parse(await (await fetch(`http://127.0.0.1:${httpPort}/healthz`)).text());
  expect(health).toMatchObject({ ok: true, meetings: 1, people: 1, sources: 1 });
  const ended = heard(socket, 'ended');
  child.kill('SIGTERM');
  expect([(await ended).reason, await exitOf(child)]).toEqual(['engine-stopped', 0]);
  expect(output()).not.toContain(SECRET);
});

test('the process ends by itself when its parent is gone', async () => {
  const { child } = await started();
  const exit = exitOf(child);
  child.disconnect();
  expect(await exit).toBe(0);
});

test.each([
  ['while it still starts', []],
  ['before its first line', ['--import', 'data:text/javascript,await new Promise((gone) => process.once("disconnect", gone))']],
])('the process ends by itself when its parent goes %s', async (_when, execArgv) => {
  const { child, output } = launch({}, execArgv);
  const exit = exitOf(child);
  child.disconnect();
  expect(await exit, output()).toBe(0);
  expect(output()).not.toContain('broke');
});

test('a wrong setting is told in one plain line', async () => {
  const { child, output } = launch({ ENGINE_SECRET: '' });
  expect(await exitOf(child)).toBe(1);
  expect(JSON.parse(output())).toMatchObject({
    level: 'error',
    msg: 'wrong setting: ENGINE_SECRET is empty: the API would be open to everyone',
  });
});

test('a port that is taken is told', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const { child, output } = launch({ ENGINE_HTTP_PORT: String(port) });
  expect(await exitOf(child)).toBe(1);
  expect(JSON.parse(output()).msg).toBe(
    `the engine could not start: port ${port} at 127.0.0.1 is already taken by another program`,
  );
  taken.close();
});
