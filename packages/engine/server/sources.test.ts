import { afterEach, beforeEach, expect, test } from 'vitest';
import { person, testEngine, saying, raising, lowering } from '#server/engine.factory.ts';
import { handsOf } from '#topics/hands/server/hands.plug.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;
const pub = (key: string, source = key, sdp = 'offer') => ({ t: 'pub', key, source, sdp });

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room', userCameraCap: '0' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
});
afterEach(() => engine.stop());

const bobsSources = () => [...(engine.engine.seats.get(bob.userId)?.sources.keys() ?? [])];

test('a source is answered and shown to everybody', async () => {
  expect(await bob.ask(pub('cam'))).toMatchObject({ t: 'ok' });
  expect(await bob.hears('pub-answer')).toEqual({ t: 'pub-answer', key: 'cam', sdp: 'answer to offer' });
  const shown = await ada.hears('member', ({ member }) => member.id === bob.userId && member.sources.length === 1);
  expect(shown.member.sources).toEqual([{ id: `${bob.userId}:cam`, key: 'cam', source: 'cam', muted: false }]);
});

test('a refused or broken offer leaves nothing behind, and the socket lives', async () => {
  expect(await bob.ask(pub('cam', 'cam', 'refuse'))).toMatchObject({ t: 'error', code: 'bad-offer', key: 'cam' });
  expect(await bob.ask(pub('mic', 'mic', 'break'))).toMatchObject({ t: 'error', code: 'media-down', key: 'mic' });
  expect(bobsSources()).toEqual([]);
  expect(engine.logged.some(({ level, text }) => level === 'error' && text === 'a request failed')).toBe(true);
  expect(await bob.ask(pub('screen'))).toMatchObject({ t: 'ok' });
});

test('one screen at a time, also when two begin at the same moment', async () => {
  const outcomes = await Promise.all([ada.ask(pub('screen')), bob.ask(pub('screen'))]);
  expect(outcomes.map((outcome) => (outcome.t === 'error' ? outcome.code : 'ok')).sort()).toEqual(['ok', 'share-taken']);
  const [holder, other] = outcomes[0].t === 'ok' ? [ada, bob] : [bob, ada];
  expect(await other.ask(pub('sound', 'screen-audio'))).toMatchObject({ code: 'share-taken' });
  await holder.ask({ t: 'unpub', key: 'screen' });
  engine.pass(1_100);
  expect(await other.ask(pub('screen'))).toMatchObject({ t: 'ok' });
});

test('one offer per key and second, six keys per person', async () => {
  expect(await bob.ask(pub('cam'))).toMatchObject({ t: 'ok' });
  expect(await bob.ask(pub('cam'))).toMatchObject({ code: 'too-fast', key: 'cam' });
  engine.pass(1_000);
  expect(await bob.ask(pub('cam'))).toMatchObject({ t: 'ok' });
  for (const key of ['k2', 'k3', 'k4', 'k5', 'k6']) expect(await bob.ask(pub(key, 'cam'))).toMatchObject({ t: 'ok' });
  expect(await bob.ask(pub('k7', 'cam'))).toMatchObject({ code: 'too-many-sources', key: 'k7' });
  await bob.ask({ t: 'unpub', key: 'k6' });
  expect(await bob.ask(pub('k7', 'cam'))).toMatchObject({ t: 'ok' });
  expect(await bob.ask({ t: 'unpub', key: 'k6' })).toMatchObject({ code: 'unknown-key' });
});

test('a source that died in the media part is taken off the list, its owner hears it', async () => {
  await bob.ask(pub('cam'));
  engine.events.closed(bob.userId, 'cam', 'failed');
  expect(await bob.hears('pub-dead')).toEqual({ t: 'pub-dead', key: 'cam', by: null });
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.sources.length === 0);
});

test('a replaced source stays, and news of somebody who is gone changes nothing', async () => {
  await bob.ask(pub('cam'));
  engine.events.closed(bob.userId, 'cam', 'replaced');
  engine.events.closed('w_nobody', 'cam', 'failed');
  engine.events.slots('w_nobody', {}, []);
  engine.events.quality('w_nobody', 'weak-sending');
  engine.events.speaking('no-room', []);
  engine.events.silent('w_nobody');
  expect(bobsSources()).toEqual(['cam']);
});

test('the connection for receiving, its answer and its wishes reach the media part', async () => {
  expect(await bob.ask({ t: 'sub', audioSlots: 3, videoSlots: 4 })).toMatchObject({ t: 'ok' });
  expect(await bob.hears('sub-offer')).toMatchObject({
    gen: 1,
    sdp: 'offer',
    mids: { audio: ['a0', 'a1', 'a2'], video: ['v0', 'v1', 'v2', 'v3'] },
  });
  await bob.ask({ t: 'sub-answer', gen: 1, sdp: 'answer' });
  await bob.ask({ t: 'view', wants: [{ source: `${ada.userId}:cam`, height: 360 }] });
  expect(engine.media.asked.slice(-3)).toEqual([
    `subscribe ${bob.userId} 3 4`,
    `answer ${bob.userId} 1`,
    `view ${bob.userId} ${ada.userId}:cam`,
  ]);
});

test('slots come as a whole map with a rising number, to their owner only', async () => {
  engine.events.slots(bob.userId, { v0: `${ada.userId}:cam` }, []);
  engine.events.slots(bob.userId, { v0: null }, [`${ada.userId}:cam`]);
  const newest = await bob.hears('slots', ({ map }) => map.v0 === null);
  expect(newest.paused).toEqual([`${ada.userId}:cam`]);
  expect([newest.rev, (await bob.hears('slots')).rev]).toEqual([2, 1]);
  await ada.ask(saying('mark'));
  expect(ada.heard.some(({ t }) => t === 'slots')).toBe(false);
});

test('everybody learns of a weak connection, including people who join later, until it is good again', async () => {
  engine.events.quality(bob.userId, 'weak-sending');
  const weak = await ada.hears('member', ({ member }) => member.id === bob.userId && member.connection !== undefined);
  expect(weak.member.connection).toBe('weak-sending');
  await bob.hears('member', ({ member }) => member.id === bob.userId && member.connection === 'weak-sending');
  engine.events.quality(bob.userId, 'good');
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.connection === undefined);
});

test('who speaks is told to the room it concerns', async () => {
  await engine.call('create', { name: 'Other', meetingID: 'other' });
  const eve = await person(engine, { meetingID: 'other', fullName: 'Eve' });
  engine.events.speaking(ada.welcome.meeting.id, [bob.userId]);
  expect((await ada.hears('speaking')).members).toEqual([bob.userId]);
  await eve.ask(saying('mark'));
  expect(eve.heard.some(({ t }) => t === 'speaking')).toBe(false);
});

test('raised hands keep their turn', async () => {
  await bob.ask(raising());
  const meeting = engine.engine.meetings.get('room');
  const hands = () => meeting && handsOf(meeting);
  const first = hands();
  expect(first).toMatchObject([{ member: bob.userId }]);
  engine.pass(5_000);
  await bob.ask(raising());
  expect(hands()).toEqual(first);
  await bob.ask(lowering());
  expect(hands()).toEqual([]);
});

test('outside relays without a shared secret get the user that is set', async () => {
  const relay = await testEngine({
    media: { ...engine.engine.settings.media, turn: { urls: ['turn:turn.example:3478'], secret: 'pw', user: 'us' } },
  });
  await relay.call('create', { name: 'Room', meetingID: 'room' });
  const { welcome } = await person(relay, { meetingID: 'room', fullName: 'Ada' });
  expect(welcome.ice.at(-1)).toEqual({ urls: ['turn:turn.example:3478'], username: 'us', credential: 'pw' });
  await relay.stop();
});

test('outside relays get credentials that end by themselves', async () => {
  const relay = await testEngine({
    media: { ...engine.engine.settings.media, turn: { urls: ['turn:turn.example:3478'], secret: 'shared', user: null } },
  });
  await relay.call('create', { name: 'Room', meetingID: 'room' });
  const { welcome } = await person(relay, { meetingID: 'room', fullName: 'Ada' });
  const [, turn] = welcome.ice;
  expect(turn?.urls).toEqual(['turn:turn.example:3478']);
  const [until, seat] = turn?.username?.split(':') ?? [];
  expect([Number(until) > Date.now() / 1000, seat]).toEqual([true, welcome.you]);
  expect(turn?.credential).toMatch(/^[A-Za-z\d+/]{27}=$/);
  await relay.stop();
});
