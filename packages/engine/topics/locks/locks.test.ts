import { afterEach, beforeEach, expect, test } from 'vitest';
import { person, saying, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { locksTopic } from '#topics/locks/locks.topic.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;
const pub = (key: string) => ({ t: 'pub', key, source: key, sdp: 'offer' });
const lock = (locks: object) => topicCommand('locks', { do: 'set', locks });
const except = (member: string, to: 'on' | 'off' = 'on') => topicCommand('locks', { do: 'except', member, on: to === 'on' });
const join = (fullName: string, role = 'VIEWER') => person(engine, { meetingID: 'room', fullName, userID: fullName, role });
const meet = async (params: Record<string, string> = {}): Promise<void> => {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  ada = await join('Ada', 'MODERATOR');
  bob = await join('Bob');
};

beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

test('locking microphones mutes viewers who speak, and unlocking opens none', async () => {
  await meet();
  await ada.ask(pub('mic'));
  await bob.ask(pub('mic'));
  expect(await ada.ask(lock({ mic: true }))).toMatchObject({ t: 'ok' });
  expect(await bob.hears('muted')).toMatchObject({ key: 'mic', by: ada.userId });
  expect(engine.media.asked.filter((asked) => asked.startsWith('block'))).toEqual([`block ${bob.userId} mic on`]);
  expect(await bob.ask({ t: 'mute', key: 'mic', on: false })).toMatchObject({ code: 'locked' });
  await ada.ask(lock({ mic: false }));
  expect(engine.engine.seats.get(bob.userId)?.sources.get('mic')?.muted).toBe(true);
  expect(await bob.ask({ t: 'mute', key: 'mic', on: false })).toMatchObject({ t: 'ok' });
});

test('a muted microphone keeps its way under a lock, and stays muted', async () => {
  await meet();
  await bob.ask(pub('mic'));
  await ada.ask(lock({ mic: true }));
  engine.pass(1_100);
  expect(await bob.ask(pub('mic'))).toMatchObject({ t: 'ok' });
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic on`);
});

test('locks close cameras and screens of viewers; the presenter shares on until the role is taken back', async () => {
  await meet();
  const cy = await join('Cy');
  await ada.ask(topicCommand('presenter', { do: 'give', member: bob.userId }));
  await bob.ask(pub('screen'));
  await cy.ask(pub('cam'));
  await ada.ask(lock({ share: true, cam: true }));
  expect(await cy.hears('pub-dead')).toMatchObject({ key: 'cam', by: ada.userId });
  expect(await cy.ask(pub('screen'))).toMatchObject({ code: 'locked' });
  expect(engine.engine.seats.get(bob.userId)?.sources.has('screen')).toBe(true);
  await ada.ask(topicCommand('presenter', { do: 'take' }));
  expect(await bob.hears('pub-dead')).toMatchObject({ key: 'screen', by: ada.userId });
});

test('an exception gives one person everything back, and ends', async () => {
  await meet({ lockSettingsDisablePublicChat: 'true' });
  expect(await bob.ask(saying('x'))).toMatchObject({ code: 'locked' });
  await ada.ask(except(bob.userId));
  expect((await bob.hears('rights')).rights).toContain('chat');
  expect(await bob.ask(saying('x'))).toMatchObject({ t: 'ok' });
  await ada.ask(except(bob.userId, 'off'));
  expect(await bob.ask(saying('x'))).toMatchObject({ code: 'locked' });
  expect(await ada.ask(except('nobody'))).toMatchObject({ code: 'unknown-member' });
});

test('people who came while locks spared newcomers fall under the next lock, unless a moderator excepted them', async () => {
  await meet({ lockSettingsDisableMic: 'true', lockSettingsLockOnJoin: 'false', lockSettingsLockOnJoinConfigurable: 'true' });
  expect(bob.welcome.rights).toContain('speak');
  const cy = await join('Cy');
  await ada.ask(except(cy.userId));
  await ada.ask(lock({ cam: true }));
  expect((await bob.hears('rights')).rights).not.toContain('speak');
  expect(engine.engine.seats.get(cy.userId)?.rights.has('speak')).toBe(true);
  expect((await join('Dora')).welcome.rights).toContain('speak');
  await ada.ask(topicCommand('locks', { do: 'on-join', on: true }));
  expect((await join('Eve')).welcome.rights).not.toContain('speak');
});

test('a program decides whether moderators may spare newcomers', async () => {
  await meet();
  expect(await ada.ask(topicCommand('locks', { do: 'on-join', on: false }))).toMatchObject({ code: 'not-allowed' });
});

test('where names are hidden, viewers see only moderators, the presenter, themselves and the person who shares a screen', async () => {
  await meet({ lockSettingsHideUserList: 'true' });
  const cy = await join('Cy');
  const names = async (count: number) =>
    (await cy.hears('members', ({ members }) => members.length === count)).members.map(({ name }) => name);
  expect(cy.welcome.members.map(({ name }) => name)).toEqual(['Ada', 'Cy']);
  await join('Dora');
  await bob.ask(pub('cam'));
  expect(engine.media.rule()(cy.userId, { seat: bob.userId, key: 'cam' })).toBe(false);
  expect(JSON.stringify(cy.heard)).not.toMatch(/Bob|Dora/);
  await bob.ask(pub('screen'));
  expect(await names(3)).toEqual(['Ada', 'Bob', 'Cy']);
  await bob.ask({ t: 'unpub', key: 'screen' });
  cy.heard.length = 0;
  bob.say({ t: 'leave' });
  await bob.closed;
  await ada.hears('gone');
  expect(cy.heard.some(({ t }) => t === 'gone')).toBe(false);
  await ada.ask(lock({ names: false }));
  expect(await names(3)).toEqual(['Ada', 'Cy', 'Dora']);
});

test('viewers and forged frames change no lock, and nobody hears of them', async () => {
  await meet();
  for (const command of [
    { do: 'set', locks: { mic: true } },
    { do: 'except', member: bob.userId, on: true },
    { do: 'on-join', on: false },
  ])
    expect(await bob.ask(topicCommand('locks', command))).toMatchObject({ code: 'not-allowed' });
  for (const command of [
    { do: 'created' },
    { do: 'set', locks: { mic: 'yes' } },
    { do: 'set' },
    { do: 'except', member: 7, on: true },
  ])
    expect(await ada.ask(topicCommand('locks', command))).toMatchObject({ code: 'bad-message' });
  const log = engine.engine.meetings.get('room')?.topics.get('locks');
  expect(locksTopic.state.parse(log?.state())).toEqual({ ...locksTopic.empty, onJoinFixed: true });
  expect(await bob.ask(saying('still here'))).toMatchObject({ t: 'ok' });
});

test('muting all spares the asking moderator, and on request the presenter', async () => {
  await meet();
  const cy = await join('Cy');
  for (const one of [ada, bob, cy]) await one.ask(pub('mic'));
  await ada.ask(topicCommand('presenter', { do: 'give', member: bob.userId }));
  await ada.ask({ t: 'mute-all', spare: 'presenter' });
  expect(engine.media.asked.filter((asked) => asked.startsWith('block'))).toEqual([`block ${cy.userId} mic on`]);
});
