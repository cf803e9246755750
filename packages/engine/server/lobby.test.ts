import { afterEach, beforeEach, expect, test } from 'vitest';
import { childText, enter, greet, joinByApi, person, testEngine, saying, raising } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
let host: Person;
const guest = (fullName: string) => person(engine, { meetingID: 'room', fullName, guest: 'true' });

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room', guestPolicy: 'ASK_MODERATOR' });
  host = await person(engine, { meetingID: 'room', fullName: 'Host', role: 'MODERATOR' });
});
afterEach(() => engine.stop());

test('a guest waits without people, chat, media and rights until a moderator lets them in', async () => {
  await host.ask(saying('secret'));
  const gus = await guest('Gus');
  expect(gus.welcome).toMatchObject({ state: 'waiting', members: [], topics: [], waiting: [], ice: [] });
  expect(engine.media.asked).not.toContain(`add ${gus.userId} to ${gus.welcome.meeting.id}`);
  for (const request of [
    { t: 'pub', key: 'mic', source: 'mic', sdp: 'x' },
    { t: 'sub', audioSlots: 1, videoSlots: 1 },
    saying('x'),
    raising(),
    { t: 'lobby', action: 'admit' },
  ]) {
    expect(await gus.ask(request)).toMatchObject({ t: 'error', code: 'waiting' });
  }
  await host.ask(saying('still secret'));
  expect(await host.ask({ t: 'lobby', action: 'admit', member: gus.userId })).toMatchObject({ t: 'ok' });
  const inside = await gus.hears('welcome', ({ state }) => state === 'present');
  expect(inside.members.map(({ name }) => name)).toEqual(['Host', 'Gus']);
  const { state } = await gus.hears('topic-state', ({ topic }) => topic === 'chat');
  expect(state).toMatchObject([{ text: 'secret' }, { text: 'still secret' }]);
  expect(gus.heard.some(({ t }) => t === 'topic-event')).toBe(false);
  expect(await gus.ask({ t: 'pub', key: 'mic', source: 'mic', sdp: 'x' })).toMatchObject({ t: 'ok' });
});

test('moderators see who waits, viewers never do', async () => {
  const bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
  const gus = await guest('Gus');
  expect((await host.hears('waiting', ({ waiting }) => waiting.length === 1)).waiting[0]).toMatchObject({
    id: gus.userId,
    name: 'Gus',
    state: 'waiting',
  });
  const second = await person(engine, { meetingID: 'room', fullName: 'Second', role: 'MODERATOR' });
  expect(second.welcome.waiting.map(({ name }) => name)).toEqual(['Gus']);
  expect(bob.welcome.waiting).toEqual([]);
  gus.say({ t: 'leave' });
  await host.hears('waiting', ({ waiting }) => waiting.length === 0 && host.heard.length > 1);
  await bob.ask(saying('mark'));
  expect(JSON.stringify(bob.heard)).not.toContain('Gus');
});

test('a refused guest is told, cannot come back, and the others hear nothing', async () => {
  const gus = await guest('Gus');
  await host.ask({ t: 'lobby', action: 'deny', member: gus.userId });
  expect((await gus.hears('removed')).why).toBe('denied');
  expect((await gus.closed).code).toBe(4003);
  expect(await enter(engine, gus.token)).toMatchObject({ error: 'removed' });
  expect(host.heard.some(({ t }) => t === 'gone')).toBe(false);
});

test('all at once, and only by moderators', async () => {
  const bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
  const guests = [await guest('Gus'), await guest('Gwen')];
  expect(await bob.ask({ t: 'lobby', action: 'admit' })).toMatchObject({ code: 'not-allowed' });
  expect(await host.ask({ t: 'lobby', action: 'admit', member: 'nobody' })).toMatchObject({ code: 'unknown-member' });
  expect(await host.ask({ t: 'lobby', action: 'admit', member: bob.userId })).toMatchObject({ code: 'unknown-member' });
  await host.ask({ t: 'lobby', action: 'admit' });
  for (const admitted of guests) await admitted.hears('welcome', ({ state }) => state === 'present');
});

test('the lobby is switched for those who come later', async () => {
  const gus = await guest('Gus');
  expect((await joinByApi(engine, { meetingID: 'room', fullName: 'Early', guest: 'true' })).reply.text).toContain(
    '<guestStatus>WAIT<',
  );
  await host.ask({ t: 'lobby-rule', on: false });
  expect((await host.hears('meeting')).meeting.lobby).toBe(false);
  expect((await guest('Open')).welcome.state).toBe('present');
  await host.ask({ t: 'lobby-rule', on: true });
  expect((await guest('Shut')).welcome.state).toBe('waiting');
  expect(gus.heard.filter(({ t }) => t === 'welcome')).toHaveLength(1);
});

test('waiting people read the note, those who come later too', async () => {
  const gus = await guest('Gus');
  await host.ask({ t: 'lobby-note', text: 'Two minutes' });
  expect((await gus.hears('lobby')).note).toBe('Two minutes');
  expect((await guest('Late')).welcome.meeting.lobbyNote).toBe('Two minutes');
});

test('who was let in once does not wait again', async () => {
  const gus = await guest('Gus');
  await host.ask({ t: 'lobby', action: 'admit' });
  await gus.hears('welcome', ({ state }) => state === 'present');
  expect((await greet(engine, { token: gus.token })).welcome.state).toBe('present');
});

test('a lost place in the lobby is kept for ten seconds', async () => {
  const gus = await guest('Gus');
  gus.socket.terminate();
  await gus.closed;
  const again = await greet(engine, { token: gus.token, resume: gus.welcome.seat });
  expect(again.welcome).toMatchObject({ state: 'waiting', resumed: true, ice: [] });
  again.socket.terminate();
  await again.closed;
  await expect.poll(() => engine.engine.seats.get(gus.userId)?.lostAt).toEqual(expect.any(Number));
  engine.pass(10_100);
  expect((await host.hears('waiting', ({ waiting }) => waiting.length === 0)).waiting).toEqual([]);
});

test('who is let in while the socket is lost finds the room after coming back', async () => {
  const gus = await guest('Gus');
  gus.socket.terminate();
  await gus.closed;
  await expect.poll(() => engine.engine.seats.get(gus.userId)?.lostAt).toEqual(expect.any(Number));
  await host.ask({ t: 'lobby', action: 'admit' });
  expect((await host.hears('member', ({ member }) => member.id === gus.userId)).member.state).toBe('away');
  const again = await greet(engine, { token: gus.token, resume: gus.welcome.seat });
  expect(again.welcome.state).toBe('present');
  expect(again.welcome.members.map(({ name }) => name)).toEqual(['Host', 'Gus']);
});

test('people in the lobby do not make a meeting run', async () => {
  await engine.call('create', {
    name: 'Empty',
    meetingID: 'empty',
    guestPolicy: 'ASK_MODERATOR',
    meetingExpireIfNoUserJoinedInMinutes: '1',
  });
  const gus = await person(engine, { meetingID: 'empty', fullName: 'Gus', guest: 'true' });
  expect(childText((await engine.call('isMeetingRunning', { meetingID: 'empty' })).xml, 'running')).toBe('false');
  engine.pass(61_000);
  expect((await gus.hears('ended')).reason).toBe('nobody-came');
});
