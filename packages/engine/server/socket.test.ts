import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { chatTopic } from '#topics/chat/chat.topic.ts';
import { sayToAll } from '#topics/chat/server/chat.plug.ts';
import {
  enter,
  greet,
  joinByApi,
  openSocket,
  person,
  testEngine,
  ticketFor,
  saying,
  raising,
  heardWords,
} from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room' });
});
afterEach(() => engine.stop());

const host = { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' };
const viewer = { meetingID: 'room', fullName: 'Bob' };
const offer = (key: string, source: string) => ({ t: 'pub', key, source, sdp: 'offer' });

test('two people meet, and both read what one of them writes', async () => {
  const ada = await person(engine, host);
  const bob = await person(engine, viewer);
  await ada.hears('member', ({ member }) => member.name === 'Bob');
  expect(await ada.ask(saying('hello'))).toMatchObject({ t: 'ok' });
  const event = { is: 'said', name: 'Ada', text: 'hello' };
  expect(await bob.hears('topic-event')).toMatchObject({ topic: 'chat', by: ada.userId, event });
});

test('a page of another origin, or of none, is turned away', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, {}, { origin: 'https://meet.example.evil.example' }]) {
    expect((await (await openSocket(engine, headers)).closed).code).toBe(4005);
  }
  const init = { method: 'POST', headers: { origin: 'https://evil.example' }, body: JSON.stringify({ sessionToken: 'x' }) };
  expect((await fetch(`${engine.base}/session/enter`, init)).status).toBe(403);
});

test('a ticket opens the socket once, and not after a minute', async () => {
  const { token } = await joinByApi(engine, viewer);
  const ticket = await ticketFor(engine, token);
  const first = await openSocket(engine);
  first.say({ t: 'hello', ticket });
  await first.hears('welcome');
  const refused = async (bad: string) => {
    const socket = await openSocket(engine);
    socket.say({ t: 'hello', ticket: bad });
    expect((await socket.closed).code).toBe(4002);
  };
  for (const bad of [ticket, 'invented', '']) await refused(bad);
  const late = await ticketFor(engine, token);
  engine.pass(61_000);
  await refused(late);
});

test('a socket that says nothing is closed after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const socket = await openSocket(engine);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect((await socket.closed).code).toBe(4006);
  } finally {
    vi.useRealTimers();
  }
});

test('hello comes first, and only once', async () => {
  const { token } = await joinByApi(engine, viewer);
  for (const early of [{ t: 'ping' }, saying('hi'), { t: 'pub', key: 'mic', source: 'mic', sdp: 'x' }]) {
    const socket = await openSocket(engine);
    socket.say(early);
    expect((await socket.closed).code).toBe(4007);
  }
  const seated = await greet(engine, { token });
  seated.say({ t: 'hello', ticket: await ticketFor(engine, token) });
  expect((await seated.closed).code).toBe(4007);
});

test('frames that are too large, binary or no message end the socket', async () => {
  const cases: [string | Buffer, number][] = [
    [JSON.stringify(saying('x'.repeat(70_000))), 4007],
    ['x'.repeat(200_000), 1009],
    [Buffer.from('{"t":"ping"}'), 4007],
    ['not JSON', 4007],
    ['null', 4007],
  ];
  for (const [frame, code] of cases) {
    const bob = await person(engine, viewer);
    bob.socket.send(frame);
    expect((await bob.closed).code).toBe(code);
  }
});

test('what the engine does not know is answered, with or without a number, as often as it comes, and the socket lives', async () => {
  const bob = await person(engine, viewer);
  for (let count = 0; count < 25; count += 1) bob.say({ t: 'of-tomorrow' });
  await vi.waitFor(() => expect(bob.heard.filter(({ t }) => t === 'error').length).toBe(25));
  expect(bob.heard.at(-1)).toEqual({ t: 'error', code: 'bad-message' });
  expect(await bob.ask(saying(''))).toMatchObject({ t: 'error', code: 'bad-message' });
  expect(await bob.ask({ t: 'of-tomorrow' })).toMatchObject({ t: 'error', code: 'bad-message' });
  expect(await bob.ask(saying(' \u0000 '))).toMatchObject({ t: 'error', code: 'bad-message' });
  expect(await bob.ask(saying('fine'))).toMatchObject({ t: 'ok' });
});

test('too many messages end the socket', async () => {
  const bob = await person(engine, viewer);
  for (let count = 0; count < 62; count += 1) bob.say({ t: 'ping', id: count });
  expect((await bob.closed).code).toBe(4008);
  expect(bob.heard.filter(({ t }) => t === 'pong').length).toBeLessThanOrEqual(60);
});

test('somebody who floods the chat is slowed down', async () => {
  const bob = await person(engine, viewer);
  const outcomes = await Promise.all(Array.from({ length: 14 }, () => bob.ask(saying('again'))));
  expect(outcomes.filter(({ t }) => t === 'ok').length).toBeLessThanOrEqual(11);
  expect(outcomes.at(-1)).toMatchObject({ t: 'error', code: 'too-fast' });
  engine.pass(1_000);
  expect(await bob.ask(saying('later'))).toMatchObject({ t: 'ok' });
});

test('an upgrade elsewhere is refused', async () => {
  const socket = new WebSocket(`${engine.base.replace('http', 'ws')}/session/other`);
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('404');
});

test('a reader that takes nothing is cut off, and the others hear it', async () => {
  const ada = await person(engine, host);
  const bob = await person(engine, viewer);
  bob.socket.pause();
  const meeting = engine.engine.meetings.get('room');
  if (meeting === undefined) throw new Error('no meeting');
  ada.socket.pause();
  for (let count = 0; count < 4_000; count += 1) {
    const seat = engine.engine.seats.get(bob.userId);
    seat?.line?.send({ t: 'topic-state', topic: 'chat', rev: count, state: 'x'.repeat(4_000) });
  }
  ada.socket.resume();
  expect((await ada.hears('member', ({ member }) => member.id === bob.userId && member.state === 'away')).member.state).toBe(
    'away',
  );
  sayToAll(meeting, { name: 'n', text: 'still here' });
  await ada.hears('topic-event', (message) => heardWords(message) === 'still here');
});

test('a seat whose media flow is kept however long its socket is away, and ten seconds after they end', async () => {
  const ada = await person(engine, host);
  const bob = await person(engine, viewer);
  engine.media.heard.add(bob.userId);
  bob.socket.terminate();
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.state === 'away');
  for (let minute = 0; minute < 5; minute += 1) engine.pass(60_000);
  engine.media.heard.delete(bob.userId);
  engine.pass(9_000);
  expect(engine.engine.seats.get(bob.userId)?.state).toBe('away');
  engine.pass(1_100);
  expect(await ada.hears('gone')).toMatchObject({ member: bob.userId, reason: 'lost' });
});

test('a lost seat is kept for ten seconds with its sources, and taken back', async () => {
  const ada = await person(engine, host);
  const bob = await person(engine, viewer);
  await bob.ask(offer('mic', 'mic'));
  await bob.ask(raising());
  bob.socket.terminate();
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.state === 'away');
  engine.pass(9_000);
  const again = await greet(engine, { token: bob.token, resume: bob.welcome.seat });
  expect(again.welcome).toMatchObject({ resumed: true, you: bob.userId, state: 'present' });
  const me = again.welcome.members.find(({ id }) => id === bob.userId);
  expect(me).toMatchObject({ sources: [{ key: 'mic', muted: false }] });
  const hands = await again.hears('topic-state', ({ topic }) => topic === 'hands');
  expect(hands.state).toMatchObject([{ member: bob.userId }]);
  expect(engine.media.asked.filter((asked) => asked.startsWith('remove'))).toEqual([]);
  engine.pass(20_000);
  expect(await again.ask(saying('back'))).toMatchObject({ t: 'ok' });
});

test('after ten seconds the seat is gone, and the secret opens a new one', async () => {
  const ada = await person(engine, host);
  const bob = await person(engine, viewer);
  await bob.ask(offer('mic', 'mic'));
  bob.socket.terminate();
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.state === 'away');
  engine.pass(10_100);
  expect(await ada.hears('gone')).toMatchObject({ member: bob.userId, name: 'Bob', reason: 'lost' });
  expect(engine.media.asked).toContain(`remove ${bob.userId}`);
  const again = await greet(engine, { token: bob.token, resume: bob.welcome.seat });
  expect(again.welcome).toMatchObject({ resumed: false, you: bob.userId });
  expect(again.welcome.members.find(({ id }) => id === bob.userId)?.sources).toEqual([]);
});

test('the newest socket with the secret wins, the older one is told', async () => {
  const bob = await person(engine, viewer);
  const again = await greet(engine, { token: bob.token, resume: bob.welcome.seat });
  expect((await bob.closed).code).toBe(4001);
  expect(await again.ask(saying('here'))).toMatchObject({ t: 'ok' });
  const other = await greet(engine, { token: bob.token, resume: 'guessed' });
  expect((await again.closed).code).toBe(4001);
  expect(other.welcome.resumed).toBe(false);
});

test('a reload without the secret keeps the person and drops the old media', async () => {
  const ada = await person(engine, host);
  const bob = await person(engine, viewer);
  await bob.ask(offer('cam', 'cam'));
  const again = await greet(engine, { token: bob.token });
  expect(again.welcome).toMatchObject({ you: bob.userId, resumed: false });
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.sources.length === 1);
  await ada.ask(saying('mark'));
  const last = ada.heard.filter((message) => message.t === 'member' && message.member.id === bob.userId).at(-1);
  expect(last).toMatchObject({ member: { sources: [], state: 'present' } });
  expect(ada.heard.some(({ t }) => t === 'gone')).toBe(false);
});

test('requests are done one after the other, in their order', async () => {
  const bob = await person(engine, viewer);
  bob.say({ ...offer('mic', 'mic'), id: 901 });
  bob.say({ t: 'mute', key: 'mic', on: true, id: 902 });
  bob.say({ t: 'unpub', key: 'mic', id: 903 });
  await bob.hears('ok', ({ id }) => id === 903);
  expect(bob.heard.flatMap((message) => (message.t === 'ok' ? [message.id] : []))).toEqual([901, 902, 903]);
  expect(engine.media.asked.slice(-3)).toEqual([
    `publish ${bob.userId} mic mic`,
    `block ${bob.userId} mic on`,
    `unpublish ${bob.userId} mic`,
  ]);
});

test('who comes late reads what was said, and only the newest of it', async () => {
  const meeting = engine.engine.meetings.get('room');
  const ada = await person(engine, host);
  await ada.ask(saying('first'));
  if (meeting !== undefined) for (let count = 0; count < 199; count += 1) sayToAll(meeting, { name: 'n', text: `${count}` });
  const read = async (who: Person) =>
    chatTopic.state.parse((await who.hears('topic-state', ({ topic }) => topic === 'chat')).state).map(({ text }) => text);
  const his = await read(await person(engine, viewer));
  expect([his.length, his[0]]).toEqual([200, 'first']);
  await ada.ask(saying('newest'));
  const late = await read(await person(engine, { ...viewer, fullName: 'Cy' }));
  expect([late.length, late[0], late.at(-1)]).toEqual([200, '0', 'newest']);
});

test('a chat full of long messages keeps nobody out', async () => {
  const meeting = engine.engine.meetings.get('room');
  if (meeting !== undefined)
    for (let count = 0; count < 200; count += 1) sayToAll(meeting, { name: 'n', text: '語'.repeat(4_000) });
  const bob = await person(engine, viewer);
  expect((await bob.hears('topic-state', ({ topic }) => topic === 'chat')).state).toHaveLength(50);
  expect(await bob.ask(raising())).toMatchObject({ t: 'ok' });
});

test('who left may come back; unknown tokens and those of a past meeting are told apart', async () => {
  const ada = await person(engine, host);
  const bob = await person(engine, viewer);
  bob.say({ t: 'leave' });
  expect((await bob.closed).code).toBe(4010);
  expect(await ada.hears('gone')).toMatchObject({ member: bob.userId, reason: 'left' });
  expect(await enter(engine, bob.token)).toMatchObject({ you: { name: 'Bob', role: 'viewer', guest: false }, waiting: false });
  expect(await enter(engine, 'unknown')).toEqual({ error: 'gone', logoutUrl: 'https://meet.example/' });
  await engine.call('end', { meetingID: 'room' });
  expect(await enter(engine, bob.token)).toMatchObject({ error: 'ended' });
});

test('somebody who left is not seen again when their socket is gone', async () => {
  const ada = await person(engine, host);
  const bob = await person(engine, viewer);
  bob.say({ t: 'leave' });
  bob.socket.close();
  await Promise.all([ada.hears('gone'), bob.closed]);
  // the engine has noticed the end of the socket by then
  for (const text of ['one', 'two', 'three']) await ada.ask(saying(text));
  const [last] = ada.heard.filter(({ t }) => t === 'gone' || t === 'member').slice(-1);
  expect(last).toMatchObject({ t: 'gone', member: bob.userId });
});

test('a ping is answered', async () => {
  const bob = await person(engine, viewer);
  bob.say({ t: 'ping', id: 7 });
  expect(await bob.hears('pong')).toEqual({ t: 'pong', id: 7 });
});

test('when the engine stops, people are told', async () => {
  const bob = await person(engine, viewer);
  const [, ended, closed] = await Promise.all([engine.stop(), bob.hears('ended'), bob.closed]);
  expect([ended.reason, closed.code]).toEqual(['engine-stopped', 4004]);
  engine = await testEngine();
});
