import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { isInnerAddress } from '#server/callbacks.ts';
import { testEngine } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';

type Receiver = { url: string; port: number; asked: string[]; answers: number[]; server: Server };
const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});

/** A server that answers with the given statuses in turn, then with 200. */
async function receiver(...answers: number[]): Promise<Receiver> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const status = answers.shift() ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  open.push({ stop: () => new Promise((resolve) => server.close(() => resolve())) });
  return { url: `http://127.0.0.1:${port}`, port, asked, answers, server };
}

async function start(...change: Parameters<typeof testEngine>): Promise<TestEngine> {
  const engine = await testEngine(...change);
  open.push(engine);
  return engine;
}

const idle = (engine: TestEngine) =>
  expect.poll(() => [...engine.engine.deliveries].every(({ dueAt }) => dueAt !== null)).toBe(true);

test('120 the end is told once, with the external id, and the query of the address is kept', async () => {
  const app = await receiver();
  const engine = await start({ allowPrivateCallbacks: true });
  await engine.call('create', {
    name: 'Room',
    meetingID: 'r 1',
    meta_endCallbackUrl: `${app.url}/cb?key=k&meetingID=mine`,
    meetingEndedURL: `${app.url}/quiet?a=1`,
  });
  await engine.call('end', { meetingID: 'r 1' });
  await expect.poll(() => engine.engine.deliveries.size).toBe(0);
  expect([...app.asked].sort()).toEqual(['GET /cb?key=k&meetingID=mine&recordingmarks=false&meetingID=r+1', 'GET /quiet?a=1']);
  engine.pass(3_600_000);
  expect(app.asked).toHaveLength(2);
});

test('121 a callback is tried again after 30, 60 and 120 seconds until it is taken', async () => {
  const app = await receiver(500, 500, 500);
  const engine = await start({ allowPrivateCallbacks: true });
  await engine.call('create', { name: 'Room', meetingID: 'room', meta_endCallbackUrl: `${app.url}/cb` });
  await engine.call('end', { meetingID: 'room' });
  for (const [index, wait] of [30_000, 60_000, 120_000].entries()) {
    await expect.poll(() => app.asked.length).toBe(index + 1);
    await idle(engine);
    engine.pass(wait - 2_000);
    expect([...engine.engine.deliveries][0]?.dueAt).not.toBeNull();
    engine.pass(2_500);
  }
  await expect.poll(() => engine.engine.deliveries.size).toBe(0);
  expect(app.asked).toHaveLength(4);
});

test('a callback that never works is given up after five attempts', async () => {
  const app = await receiver(500, 500, 500, 500, 500, 500, 500);
  const engine = await start({ allowPrivateCallbacks: true });
  await engine.call('create', { name: 'Room', meetingID: 'room', meta_endCallbackUrl: `${app.url}/cb` });
  await engine.call('end', { meetingID: 'room' });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await expect.poll(() => app.asked.length).toBe(attempt);
    await idle(engine);
    engine.pass(301_000);
  }
  expect([app.asked.length, engine.engine.deliveries.size]).toEqual([5, 0]);
});

test('121 a redirect is not followed', async () => {
  const app = await receiver(302);
  const engine = await start({ allowPrivateCallbacks: true });
  await engine.call('create', { name: 'Room', meetingID: 'room', meta_endCallbackUrl: `${app.url}/cb` });
  await engine.call('end', { meetingID: 'room' });
  await expect.poll(() => app.asked.length).toBe(1);
  await idle(engine);
  expect([app.asked.length, engine.engine.deliveries.size]).toEqual([1, 1]);
});

test('an engine that stops still tells the end of its meetings', async () => {
  const app = await receiver();
  const engine = await testEngine({ allowPrivateCallbacks: true });
  await engine.call('create', { name: 'Room', meetingID: 'room', meta_endCallbackUrl: `${app.url}/cb` });
  await engine.stop();
  expect(app.asked).toHaveLength(1);
});

test('a callback does not reach into the own machine or network, not even by a name', async () => {
  const app = await receiver();
  const engine = await start();
  for (const [index, host] of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433'].entries()) {
    await engine.call('create', {
      name: 'Room',
      meetingID: `room-${index}`,
      meta_endCallbackUrl: `http://${host}:${app.port}/cb`,
    });
    await engine.call('end', { meetingID: `room-${index}` });
  }
  await expect.poll(() => engine.engine.deliveries.size).toBe(0);
  expect(app.asked).toEqual([]);
});

test('other schemes are no callbacks', async () => {
  const engine = await start();
  await engine.call('create', {
    name: 'Room',
    meetingID: 'room',
    meta_endCallbackUrl: 'file:///etc/passwd',
    meetingEndedURL: 'gopher://x',
  });
  await engine.call('end', { meetingID: 'room' });
  expect(engine.engine.deliveries.size).toBe(0);
});

test.each([
  ['10.1.2.3', true],
  ['172.20.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['64:ff9b::a00:1', true],
  ['8.8.8.8', false],
  ['172.32.0.1', false],
  ['2001:4860:4860::8888', false],
])('%s is inside: %s', (address, inner) => expect(isInnerAddress(address)).toBe(inner));
