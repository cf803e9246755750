import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { readAnalytics, sittingsOf } from '@atrium/bbb/analytics';
import { readToken } from '@atrium/bbb/hooks/callbacks';
import { send } from '#server/deliveries.ts';
import { isInnerAddress } from '#server/outgoing.ts';
import { greet, person, SECRET, testEngine, saying, raising } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';

type Receiver = {
  url: string;
  port: number;
  asked: string[];
  posts: { url: string; headers: IncomingHttpHeaders; body: string }[];
  answers: number[];
  server: Server;
};
const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});

/** A server that answers with the given statuses in turn, then with 200. */
async function receiver(...answers: number[]): Promise<Receiver> {
  const asked: string[] = [];
  const posts: Receiver['posts'] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { url = '', headers, method } = request;
    if (method === 'POST') posts.push({ url, headers, body: Buffer.concat(await request.toArray()).toString('utf8') });
    const status = answers.shift() ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  open.push({ stop: () => new Promise((resolve) => server.close(() => resolve())) });
  return { url: `http://127.0.0.1:${port}`, port, asked, posts, answers, server };
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
  expect([...app.asked].sort()).toEqual([
    'GET /cb?key=k&meetingID=mine&recordingmarks=false&meetingID=r+1&atriumEndReason=ended-by-api',
    'GET /quiet?a=1',
  ]);
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

test('the news of the end say why, to whom it may concern', async () => {
  const app = await receiver();
  const engine = await start({ allowPrivateCallbacks: true });
  const open = (meetingID: string, more: Record<string, string> = {}) =>
    engine.call('create', { name: 'Room', meetingID, meta_endCallbackUrl: `${app.url}/cb`, ...more });
  await open('room-a');
  const host = await person(engine, { meetingID: 'room-a', fullName: 'Ada', role: 'MODERATOR', userID: 'ada-1' });
  host.say({ t: 'end' });
  await host.closed;
  await open('room-b', { duration: '10' });
  engine.pass(600_000);
  await open('room-c', { meetingExpireIfNoUserJoinedInMinutes: '1' });
  engine.pass(60_000);
  await expect.poll(() => app.asked.length).toBe(3);
  expect(app.asked.map((asked) => /atriumEndReason=(.*)$/.exec(asked)?.[1])).toEqual([
    'ended-by-moderator&atriumEndedBy=ada-1',
    'duration',
    'nobody-came',
  ]);
});

test('123 statistics are posted at the end with who was in, when, and a token; a receiver in trouble gets them again', async () => {
  const app = await receiver(500);
  const engine = await start({ allowPrivateCallbacks: true });
  await engine.call('create', {
    name: 'Room',
    meetingID: 'room',
    meetingKeepEvents: 'true',
    'meta_analytics-callback-url': `${app.url}/numbers?key=k`,
  });
  const ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR', userID: 'ada' });
  const bob = await person(engine, { meetingID: 'room', fullName: 'Bob', userID: 'bob' });
  await bob.ask(saying('hello'));
  await bob.ask(raising());
  engine.events.speaking(ada.welcome.meeting.id, [bob.userId]);
  engine.pass(60_000);
  engine.events.speaking(ada.welcome.meeting.id, []);
  bob.say({ t: 'leave' });
  await bob.closed;
  engine.pass(540_000);
  await engine.call('end', { meetingID: 'room' });
  await expect.poll(() => app.posts.length).toBe(1);
  await idle(engine);
  engine.pass(30_000);
  await expect.poll(() => engine.engine.deliveries.size).toBe(0);
  const [first, second] = app.posts;
  expect([first?.url, first?.headers['content-type'], first?.headers['user-agent']]).toEqual([
    '/numbers?key=k',
    'application/json',
    'BigBlueButton Analytics Callback',
  ]);
  expect(second?.body).toBe(first?.body);
  const token = (first?.headers.authorization ?? '').replace('Bearer ', '');
  expect(readToken(token, { secret: SECRET, algorithm: 'HS512', now: Date.now() })?.['exp']).toBeGreaterThan(
    Date.now() / 1000 + 86_000,
  );
  const told = readAnalytics(JSON.parse(first?.body ?? ''));
  expect(told).toMatchObject({ meetingId: 'room', internalMeetingId: ada.welcome.meeting.id });
  const minutes = (id: string) => {
    const one = told?.attendees.find(({ extUserId }) => extUserId === id);
    return one?.joins.map((at, index) => Math.round(((one.leaves[index] ?? 0) - at) / 60_000));
  };
  expect([minutes('ada'), minutes('bob')]).toEqual([[10], [1]]);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    version: '1.0',
    data: {
      duration: expect.closeTo(600, -1),
      metadata: { meeting_name: 'Room' },
      attendees: [
        {
          ext_user_id: 'ada',
          name: 'Ada',
          moderator: true,
          duration: expect.closeTo(600, -1),
          engagement: { chats: 0, talk_time: 0 },
        },
        {
          ext_user_id: 'bob',
          name: 'Bob',
          moderator: false,
          duration: expect.closeTo(60, -1),
          engagement: { chats: 1, raisehand: 1, talks: 1, talk_time: expect.closeTo(60, -1) },
        },
      ],
    },
  });
});

test('who only waits, reloads or is lost is told as it was', async () => {
  const app = await receiver();
  const engine = await start({ allowPrivateCallbacks: true });
  const address = { 'meta_analytics-callback-url': `${app.url}/numbers` };
  await engine.call('create', { name: 'Room', meetingID: 'room', guestPolicy: 'ASK_MODERATOR', record: 'true', ...address });
  await engine.call('create', { name: 'No events', meetingID: 'quiet', ...address });
  await person(engine, { meetingID: 'room', fullName: 'Gus', guest: 'true', userID: 'gus' });
  const bob = await person(engine, { meetingID: 'room', fullName: 'Bob', userID: 'bob' });
  engine.pass(10_000);
  await greet(engine, { token: bob.token });
  await bob.closed;
  const cy = await person(engine, { meetingID: 'room', fullName: 'Cy', userID: 'cy' });
  engine.pass(20_000);
  cy.socket.terminate();
  await expect.poll(() => engine.engine.seats.get(cy.userId)?.lostAt ?? null).not.toBeNull();
  engine.pass(10_000);
  await engine.call('end', { meetingID: 'quiet' });
  await engine.call('end', { meetingID: 'room' });
  await expect.poll(() => app.posts.length).toBe(1);
  const told = readAnalytics(JSON.parse(app.posts[0]?.body ?? ''));
  const stays = told?.attendees.map((one) => [
    one.extUserId,
    sittingsOf(one, told.finish).map(([from, to]) => Math.round((to - from) / 10_000)),
  ]);
  expect(stays).toEqual([
    ['bob', [4]],
    ['cy', [2]],
  ]);
  expect(app.posts).toHaveLength(1);
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

test('what is no address is given up at once, and the engine lives on', async () => {
  const engine = await testEngine();
  open.push(engine);
  const lost = vi.fn();
  send(engine.engine, { kept: { kind: 'end' }, url: 'nowhere', meeting: '', delaysMs: [60_000], lost });
  await expect.poll(() => engine.engine.deliveries.size).toBe(0);
  expect(lost).toHaveBeenCalledOnce();
});
