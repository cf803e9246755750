import { afterEach, beforeEach, expect, test } from 'vitest';
import { bbbClient } from '@atrium/bbb/client';
import { person, SECRET, testEngine, saying, raising } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;
const steering = () => bbbClient({ url: `${engine.base}/bigbluebutton`, secret: SECRET }).steering;

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room', duration: '30' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR', userID: 'ada' });
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob', userID: 'bob' });
});
afterEach(() => engine.stop());

const seen = async (userID: string) => {
  const looked = await steering().look('room');
  return looked.ok ? looked.people.find((one) => one.userID === userID) : undefined;
};

test('a look tells who spoke how long, who speaks, and whose hand is up', async () => {
  engine.events.speaking(engine.engine.meetings.get('room')?.internalId ?? '', [bob.userId]);
  engine.pass(4_000);
  expect(await seen('bob')).toMatchObject({ speaking: true, handAt: null });
  engine.events.speaking(engine.engine.meetings.get('room')?.internalId ?? '', []);
  engine.pass(9_000);
  const { talkedMs, speaking } = (await seen('bob')) ?? {};
  expect(speaking).toBe(false);
  expect(talkedMs).toBeGreaterThanOrEqual(4_000);
  expect(talkedMs).toBeLessThan(9_000);
  await bob.ask(raising());
  expect((await seen('bob'))?.handAt).toBeGreaterThan(0);
  expect((await seen('ada'))?.handAt).toBeNull();
});

test('a hand is taken down from outside, and its owner sees it', async () => {
  await bob.ask(raising());
  const steered = await steering().steer({ meetingID: 'room', lowerHand: 'bob' });
  expect(steered).toMatchObject({ ok: true });
  expect(await bob.hears('topic-event', ({ rev }) => rev === 2)).toMatchObject({ event: { is: 'lowered', member: bob.userId } });
  expect((await seen('bob'))?.handAt).toBeNull();
});

test('a longer meeting is told to everybody and lasts as long as that', async () => {
  expect(await steering().steer({ meetingID: 'room', duration: 45 })).toMatchObject({ ok: true, duration: 45 });
  const { createdAt = 0 } = engine.engine.meetings.get('room') ?? {};
  await bob.hears('meeting', ({ meeting }) => meeting.endsAt === createdAt + 45 * 60_000);
  engine.pass(31 * 60_000);
  expect(engine.engine.meetings.has('room')).toBe(true);
  engine.pass(15 * 60_000);
  expect(engine.engine.meetings.has('room')).toBe(false);
});

test('a lock closes what viewers have open, keeps it closed and spares moderators', async () => {
  const pub = (key: string) => ({ t: 'pub', key, source: key, sdp: 'offer' });
  await bob.ask(pub('cam'));
  await ada.ask(pub('cam'));
  expect(await steering().steer({ meetingID: 'room', locks: { cam: true, chat: true } })).toMatchObject({
    locks: { mic: false, cam: true, chat: true },
  });
  expect(await bob.hears('pub-dead')).toMatchObject({ key: 'cam' });
  expect(engine.media.asked).toContain(`unpublish ${bob.userId} cam`);
  expect(engine.media.asked).not.toContain(`unpublish ${ada.userId} cam`);
  expect(await bob.ask(saying('Hello'))).toMatchObject({ t: 'error', code: 'locked' });
  expect(await ada.ask(saying('Hello'))).toMatchObject({ t: 'ok' });
  engine.pass(2_000);
  expect(await bob.ask(pub('cam'))).toMatchObject({ t: 'error', code: 'locked' });
  await steering().steer({ meetingID: 'room', locks: { chat: false } });
  expect(await bob.ask(saying('Hello'))).toMatchObject({ t: 'ok' });
});

test('what makes no sense is refused, and so is whoever does not know the secret', async () => {
  expect(await steering().look('nobody')).toMatchObject({ ok: false, key: 'notFound' });
  expect(await steering().steer({ meetingID: 'nobody', duration: 5 })).toMatchObject({ ok: false, key: 'notFound' });
  expect((await engine.call('atrium/steer', { meetingID: 'room', duration: '0' })).key).toBe('validationError');
  expect((await engine.call('atrium/steer', { meetingID: 'room', lockMic: 'maybe' })).key).toBe('validationError');
  expect((await engine.call('atrium/steer')).key).toBe('missingParamMeetingID');
  expect((await engine.raw('/atrium/look?meetingID=room&checksum=0')).key).toBe('checksumError');
  expect((await engine.call('atrium/other', { meetingID: 'room' })).key).toBe('unsupportedRequest');
});
