import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bbbClient } from '@atrium/bbb/client';
import { afterEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { SECRET } from '#server/engine.factory.ts';

const open: ChildProcess[] = [];
afterEach(() => {
  for (const child of open.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

type Started = { child: ChildProcess; httpPort: number; udpPort: number; output: () => string };

function launch(env: Record<string, string>, execArgv: string[] = []): { child: ChildProcess; output: () => string } {
  const settings = { ENGINE_SECRET: SECRET, ENGINE_CLIENT_URL: 'https://meet.example/m' };
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    env: { ...settings, ...env },
    silent: true,
    execArgv,
  });
  open.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      text += String(bytes);
    });
  }
  return { child, output: () => text };
}

function numberAt(message: unknown, name: string): number {
  const value =
    typeof message === 'object' && message !== null ? Object.entries(message).find(([key]) => key === name)?.[1] : undefined;
  return typeof value === 'number' ? value : 0;
}

async function started(env: Record<string, string> = {}): Promise<Started> {
  const { child, output } = launch(env);
  const [message] = await once(child, 'message');
  expect(message).toMatchObject({ t: 'ready' });
  return { child, output, httpPort: numberAt(message, 'httpPort'), udpPort: numberAt(message, 'udpPort') };
}

const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

/** The offer of a browser that sends one microphone, shortened to what the engine reads. */
const micOffer = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=msid-semantic: WMS',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=ice-ufrag:Abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  'a=ice-options:trickle',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=sendonly',
  'a=msid:- mic',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=ssrc:1234567 cname:mic',
  'a=ssrc:1234567 msid:- mic',
  '',
].join('\r\n');

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
