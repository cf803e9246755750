import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  enter,
  joinByApi,
  lowering,
  openSocket,
  person,
  raising,
  saying,
  testEngine,
  ticketFor,
  topicCommand,
} from '#server/engine.factory.ts';
import { handsOf } from '#topics/hands/server/hands.plug.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;
const pub = (key: string, source = key) => ({ t: 'pub', key, source, sdp: 'offer' });
const meet = async (params: Record<string, string> = {}): Promise<void> => {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
};
const aboutBob = (fits: (sources: { key: string; muted: boolean }[]) => boolean) =>
  ada.hears('member', ({ member }) => member.id === bob.userId && fits(member.sources));

beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

test('viewers moderate nobody', async () => {
  await meet();
  const requests = [
    ...['mute', 'stop-camera', 'stop-share', 'remove', 'block', 'make-moderator', 'make-viewer'].map((action) => ({
      t: 'moderate',
      action,
      member: ada.userId,
    })),
    { t: 'mute-all' },
    topicCommand('hands', { do: 'lower-all' }),
    lowering(ada.userId),
    { t: 'lobby-rule', on: true },
    { t: 'lobby-note', text: 'x' },
    { t: 'lobby', action: 'deny' },
    { t: 'end' },
  ];
  for (const request of requests) expect(await bob.ask(request)).toMatchObject({ t: 'error', code: 'not-allowed' });
  expect(await ada.ask({ t: 'moderate', action: 'mute', member: 'nobody' })).toMatchObject({ code: 'unknown-member' });
});

test('a muted microphone is blocked where its packets pass, and opens again by its owner', async () => {
  await meet();
  await bob.ask(pub('mic'));
  await ada.ask({ t: 'moderate', action: 'mute', member: bob.userId });
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic on`);
  expect(await bob.hears('muted')).toMatchObject({ key: 'mic', by: ada.userId });
  await aboutBob((sources) => sources[0]?.muted === true);
  await bob.ask({ t: 'mute', key: 'mic', on: false });
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic off`);
  expect(await bob.ask({ t: 'mute', key: 'cam', on: true })).toMatchObject({ code: 'unknown-key' });
});

test('mute all spares the one who asks', async () => {
  await meet();
  await ada.ask(pub('mic'));
  await bob.ask(pub('mic'));
  await ada.ask({ t: 'mute-all' });
  expect(engine.media.asked.filter((asked) => asked.startsWith('block'))).toEqual([`block ${bob.userId} mic on`]);
});

test('one message takes every hand down, also the own one', async () => {
  await meet();
  await bob.ask(raising());
  await ada.ask(raising());
  const meeting = engine.engine.meetings.get('room');
  const handsUp = () => meeting && handsOf(meeting).length;
  expect(handsUp()).toBe(2);
  expect(await ada.ask(topicCommand('hands', { do: 'lower-all' }))).toMatchObject({ t: 'ok' });
  expect(handsUp()).toBe(0);
});

test('a moderator stops a camera and a share, and lowers a hand', async () => {
  await meet({ allowModsToEjectCameras: 'true' });
  await bob.ask(pub('cam'));
  await bob.ask(pub('screen'));
  await bob.ask(pub('sound', 'screen-audio'));
  await bob.ask(raising());
  await ada.ask({ t: 'moderate', action: 'stop-camera', member: bob.userId });
  expect(await bob.hears('pub-dead')).toEqual({ t: 'pub-dead', key: 'cam', by: ada.userId });
  await ada.ask({ t: 'moderate', action: 'stop-share', member: bob.userId });
  await bob.hears('pub-dead', ({ key }) => key === 'sound');
  expect(engine.media.asked.slice(-3)).toEqual(['cam', 'screen', 'sound'].map((key) => `unpublish ${bob.userId} ${key}`));
  await aboutBob((sources) => sources.length === 0);
  await ada.ask(lowering(bob.userId));
  await bob.hears('topic-event', ({ topic, rev }) => topic === 'hands' && rev === 2);
});

test('a removed person loses media first, then the socket, and does not come back', async () => {
  await meet();
  const spare = await ticketFor(engine, bob.token);
  await bob.ask(pub('mic'));
  await ada.ask({ t: 'moderate', action: 'remove', member: bob.userId });
  expect(engine.media.asked.at(-1)).toBe(`remove ${bob.userId}`);
  expect((await bob.hears('removed')).why).toBe('removed');
  expect((await bob.closed).code).toBe(4003);
  expect(await ada.hears('gone')).toMatchObject({ member: bob.userId, reason: 'removed' });
  expect(await enter(engine, bob.token)).toMatchObject({ error: 'removed' });
  const socket = await openSocket(engine);
  socket.say({ t: 'hello', ticket: spare, resume: bob.welcome.seat });
  expect((await socket.closed).code).toBe(4002);
  expect(await ada.ask({ t: 'moderate', action: 'remove', member: ada.userId })).toMatchObject({ code: 'not-allowed' });
});

test('a blocked person gets no new link to the same meeting, a removed one and a moderator do', async () => {
  await meet();
  const again = (fullName: string, role: string) =>
    engine.call('join', { meetingID: 'room', fullName, role, userID: fullName, redirect: 'false' });
  const eve = await person(engine, { meetingID: 'room', fullName: 'eve', userID: 'eve', role: 'VIEWER' });
  await ada.ask({ t: 'moderate', action: 'block', member: eve.userId });
  await eve.closed;
  expect((await again('eve', 'VIEWER')).key).toBe('guestDeniedAccess');
  expect((await again('eve', 'MODERATOR')).code).toBe('SUCCESS');
  const mal = await person(engine, { meetingID: 'room', fullName: 'mallory', userID: 'mallory' });
  await ada.ask({ t: 'moderate', action: 'remove', member: mal.userId });
  await mal.closed;
  expect(await enter(engine, mal.token)).toMatchObject({ error: 'removed' });
  expect((await again('mallory', 'VIEWER')).code).toBe('SUCCESS');
});

test('a blocked person loses all pages and links at once; who has another id stays', async () => {
  await meet();
  const eve = { meetingID: 'room', fullName: 'eve', userID: 'eve' };
  const [first, second, spare] = [await person(engine, eve), await person(engine, eve), await joinByApi(engine, eve)];
  await ada.ask({ t: 'moderate', action: 'block', member: first.userId });
  expect([(await first.closed).code, (await second.closed).code]).toEqual([4003, 4003]);
  for (const { token } of [first, second, spare]) expect(await enter(engine, token)).toMatchObject({ error: 'removed' });
  expect(await bob.ask(saying('still here'))).toMatchObject({ t: 'ok' });
});

test('roles change in the middle, with what hangs on them', async () => {
  await meet({ lockSettingsDisableMic: 'true', lockSettingsDisableCam: 'true' });
  expect(bob.welcome.rights).not.toContain('speak');
  for (const key of ['mic', 'cam']) expect(await bob.ask(pub(key))).toMatchObject({ code: 'locked', key });
  await ada.ask({ t: 'moderate', action: 'make-moderator', member: bob.userId });
  expect((await bob.hears('rights')).rights).toEqual(expect.arrayContaining(['speak', 'film', 'end']));
  engine.pass(1_100);
  expect(await bob.ask(pub('mic'))).toMatchObject({ t: 'ok' });
  await ada.ask({ t: 'moderate', action: 'make-viewer', member: bob.userId });
  expect(await bob.hears('muted')).toMatchObject({ key: 'mic', by: ada.userId });
  expect(await bob.ask({ t: 'mute', key: 'mic', on: false })).toMatchObject({ code: 'locked' });
  expect(await bob.ask({ t: 'mute-all' })).toMatchObject({ code: 'not-allowed' });
});

test('a guest becomes moderator only where the meeting allows it', async () => {
  await meet();
  const gus = await person(engine, { meetingID: 'room', fullName: 'Gus', guest: 'true' });
  expect(await ada.ask({ t: 'moderate', action: 'make-moderator', member: gus.userId })).toMatchObject({ code: 'not-allowed' });
  expect(gus.welcome.meeting.guestsMayModerate).toBe(false);
  await engine.call('create', { name: 'Free', meetingID: 'free', allowPromoteGuestToModerator: 'true' });
  const host = await person(engine, { meetingID: 'free', fullName: 'Ada', role: 'MODERATOR' });
  const free = await person(engine, { meetingID: 'free', fullName: 'Gus', guest: 'true' });
  expect(host.welcome.meeting.guestsMayModerate).toBe(true);
  expect(await host.ask({ t: 'moderate', action: 'make-moderator', member: free.userId })).toMatchObject({ t: 'ok' });
});

test('locks hold for viewers, unless people are not locked on joining', async () => {
  await meet({ lockSettingsDisablePublicChat: 'true' });
  expect(await bob.ask(saying('x'))).toMatchObject({ code: 'locked' });
  expect(await ada.ask(saying('x'))).toMatchObject({ t: 'ok' });
  await engine.call('create', {
    name: 'Open',
    meetingID: 'open',
    lockSettingsDisablePublicChat: 'true',
    lockSettingsLockOnJoin: 'false',
  });
  expect(await (await person(engine, { meetingID: 'open', fullName: 'Bob' })).ask(saying('x'))).toMatchObject({
    t: 'ok',
  });
});

test('muted on start: a microphone that is published muted is blocked, however late, until its owner asks to speak', async () => {
  await meet({ muteOnStart: 'true' });
  expect(bob.welcome.meeting.muteOnStart).toBe(true);
  engine.pass(60_000);
  await bob.ask({ ...pub('mic'), muted: true });
  await aboutBob((sources) => sources[0]?.muted === true);
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic on`);
  await bob.ask({ t: 'mute', key: 'mic', on: false });
  await aboutBob((sources) => sources[0]?.muted === false);
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic off`);
  expect(bob.heard.some(({ t }) => t === 'muted')).toBe(false);
});

test('whoever switches the microphone on in the very moment of coming in is heard', async () => {
  await meet({ muteOnStart: 'true' });
  await bob.ask(pub('mic'));
  await aboutBob((sources) => sources[0]?.muted === false);
  expect(engine.media.asked.some((asked) => asked.startsWith('block'))).toBe(false);
});

test('a muted microphone that is built anew stays muted, whatever its page remembers', async () => {
  await meet();
  await bob.ask(pub('mic'));
  await ada.ask({ t: 'moderate', action: 'mute', member: bob.userId });
  engine.pass(1_100);
  await bob.ask(pub('mic'));
  await bob.hears('muted', ({ by }) => by === bob.userId);
  expect(engine.engine.seats.get(bob.userId)?.sources.get('mic')?.muted).toBe(true);
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic on`);
});

test('a moderator ends the meeting for everybody', async () => {
  await meet();
  ada.say({ t: 'end' });
  for (const one of [ada, bob]) {
    expect((await one.hears('ended')).reason).toBe('ended-by-moderator');
    expect((await one.closed).code).toBe(4004);
  }
  expect((await engine.call('getMeetingInfo', { meetingID: 'room' })).key).toBe('notFound');
  expect(await enter(engine, bob.token)).toMatchObject({ error: 'ended' });
});

test('a meeting without a moderator ends where it was created so', async () => {
  await meet({ endWhenNoModerator: 'true' });
  ada.say({ t: 'leave' });
  await ada.closed;
  engine.pass(59_000);
  expect(await bob.ask(saying('alone'))).toMatchObject({ t: 'ok' });
  engine.pass(2_000);
  expect((await bob.hears('ended')).reason).toBe('no-moderator');
  await meet({ endWhenNoModerator: 'true', endWhenNoModeratorDelayInMinutes: '3' });
  ada.say({ t: 'leave' });
  await ada.closed;
  engine.pass(179_000);
  expect(await bob.ask(saying('alone'))).toMatchObject({ t: 'ok' });
  engine.pass(2_000);
  expect((await bob.hears('ended')).reason).toBe('no-moderator');
});

test('a meeting to which no moderator ever came goes on without one', async () => {
  await engine.call('create', { name: 'Free', meetingID: 'free', endWhenNoModerator: 'true' });
  const cy = await person(engine, { meetingID: 'free', fullName: 'Cy' });
  engine.pass(120_000);
  expect(await cy.ask(saying('still here'))).toMatchObject({ t: 'ok' });
});

test('cameras are stopped only where the program allows it; without a word it does not, as in BBB', async () => {
  await meet();
  await bob.ask(pub('cam'));
  expect(ada.welcome.rights).not.toContain('stop-cameras');
  expect(await ada.ask({ t: 'moderate', action: 'stop-camera', member: bob.userId })).toMatchObject({ code: 'not-allowed' });
  expect(engine.media.asked).not.toContain(`unpublish ${bob.userId} cam`);
});

test('072 disabled features are sent to the page, and requests for them are refused', async () => {
  await meet({ disabledFeatures: 'screenshare,raiseHand,chat,polls' });
  expect(ada.welcome.meeting.off).toEqual(['chat', 'screenshare', 'raiseHand']);
  for (const request of [pub('screen'), raising(), saying('hello')])
    expect(await ada.ask(request), request.t).toMatchObject({ t: 'error', code: 'locked' });
  expect(await ada.ask(pub('cam'))).toMatchObject({ t: 'ok' });
});

test('the address to pass on is one of the web, or there is none', async () => {
  await meet({ 'meta_atrium-invite': 'https://example.org/m/frogs' });
  expect(bob.welcome.meeting.invite).toBe('https://example.org/m/frogs');
  await engine.call('create', { name: 'Room', meetingID: 'other', 'meta_atrium-invite': 'javascript:alert(1)' });
  expect((await person(engine, { meetingID: 'other', fullName: 'Eve' })).welcome.meeting.invite).toBeUndefined();
});
