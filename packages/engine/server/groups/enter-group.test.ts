import { afterEach, beforeEach, expect, test } from 'vitest';
import { enter, greet, joinByApi, person, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import {
  askForGroup,
  goTo,
  groupMeetings,
  groupsCommand,
  joinRoom,
  mainRoom,
  planned,
  seesGroups,
  startGroups,
} from '#topics/groups/server/groups.factory.ts';

let engine: TestEngine;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Biology', meetingID: 'room', maxParticipants: '4', allowPromoteGuestToModerator: 'true' });
  ada = await joinRoom(engine, { userID: 'ada', role: 'MODERATOR' });
  ben = await joinRoom(engine, { userID: 'ben' });
});
afterEach(() => engine.stop());

const wayOf = (who: Pick<Person, 'token'>, to: number) => askForGroup(engine, { sessionToken: who.token, to });

test('each person learns their own group, goes there as who they are, and comes back', async () => {
  await startGroups(ada, planned(['ben'], ['ada']), { minutes: 10 });
  expect((await seesGroups(ben, ({ run }) => run !== null)).run).toMatchObject({ mine: 1, minutes: 10 });
  const inGroup = await goTo(engine, ben, 1);
  expect(inGroup.welcome.meeting.name).toBe('Biology · 1');
  expect(inGroup.welcome.members.map(({ name, role }) => [name, role])).toEqual([['BEN', 'viewer']]);
  expect(await seesGroups(inGroup)).toMatchObject({ here: 1, run: { mine: 1 } });
  const seen = await seesGroups(ada, ({ run }) => run?.groups[0]?.inside === 1);
  expect(seen.people).toEqual([
    { key: 'ada', name: 'ADA', member: ada.userId, host: true, group: 2 },
    { key: 'ben', name: 'BEN', member: null, host: false, group: 1 },
  ]);
  expect((await ben.closed).reason).toBe('replaced');
  const back = await greet(engine, { token: ben.token });
  expect(back.welcome.members.map(({ name }) => name).sort()).toEqual(['ADA', 'BEN']);
  expect((await inGroup.closed).reason).toBe('replaced');
});

test('a token of nobody, of another meeting, of a page of somebody else, and too much of it lead nowhere', async () => {
  await startGroups(ada, planned(['ben'], ['ada']));
  await engine.call('create', { name: 'Other', meetingID: 'other' });
  const stranger = await person(engine, { meetingID: 'other', fullName: 'Eve', role: 'MODERATOR' });
  expect(await wayOf({ token: 'x'.repeat(22) }, 1)).toMatchObject({ error: 'gone' });
  expect(await wayOf(stranger, 1)).toMatchObject({ error: 'ended' });
  expect(await askForGroup(engine, { sessionToken: ben.token, to: 1 }, 'https://evil.example')).toMatchObject({ status: 403 });
  for (const to of [0, 17, 1.5, '1', null, 'main'])
    expect(await askForGroup(engine, { sessionToken: ben.token, to }), String(to)).toMatchObject({ status: 400 });
  expect(await wayOf({ token: ben.token.repeat(300) }, 1)).toMatchObject({ status: 400 });
  expect(await wayOf({ token: ben.token.repeat(20) }, 1)).toMatchObject({ status: 400 });
  expect(await wayOf(ben, 3)).toMatchObject({ error: 'ended' });
  expect((await fetch(`${engine.base}/session/group`)).status).toBe(404);
});

test('people keep to their group unless the host lets them choose; hosts go anywhere', async () => {
  await startGroups(ada, planned(['ben'], ['ada']));
  expect(await wayOf(ben, 2)).toMatchObject({ error: 'not-allowed' });
  expect(await wayOf(ada, 1)).toMatchObject({ error: '' });
  await ada.ask(groupsCommand({ do: 'end', seconds: 0 }));
  await startGroups(ada, planned([], []), { mode: 'free' });
  expect(await wayOf(ben, 2)).toMatchObject({ error: '' });
  const long = await joinRoom(engine, { userID: 'x'.repeat(250) });
  expect(await wayOf(long, 2)).toMatchObject({ error: '' });
  await seesGroups(ben, ({ run }) => run?.mode === 'free' && run.mine === 2);
  await ada.ask(groupsCommand({ do: 'end', seconds: 0 }));
  await startGroups(ada, planned(['ben'], []), { mayChange: true });
  const inFirst = await goTo(engine, ben, 1);
  // the token of a group is as good as that of the main room
  expect(await wayOf(inFirst, 2)).toMatchObject({ error: '' });
  await seesGroups(inFirst, ({ run }) => run?.mine === 2);
});

test('who waits in the lobby, or was removed or blocked, has no way into groups, and none back out of them', async () => {
  const leo = await joinRoom(engine, { userID: 'leo' });
  await startGroups(ada, planned(['ben', 'leo', 'guest']));
  await ada.ask({ t: 'lobby-rule', on: true });
  const { token } = await joinByApi(engine, { meetingID: 'room', fullName: 'Guest', guest: 'true', userID: 'guest' });
  expect(await wayOf({ token }, 1)).toMatchObject({ error: 'not-allowed' });
  await ada.ask({ t: 'moderate', action: 'remove', member: leo.userId });
  expect(await wayOf(leo, 1)).toMatchObject({ error: 'not-allowed' });
  const inGroup = await goTo(engine, ben, 1);
  const visiting = await goTo(engine, ada, 1);
  await visiting.ask({ t: 'moderate', action: 'block', member: inGroup.welcome.you });
  expect(await inGroup.hears('removed')).toMatchObject({ why: 'removed' });
  expect(await wayOf(ben, 1)).toMatchObject({ error: 'not-allowed' });
  expect(await enter(engine, ben.token)).toMatchObject({ error: 'removed' });
  expect(await enter(engine, inGroup.token)).toMatchObject({ error: 'removed' });
  expect((await joinByApi(engine, { meetingID: 'room', fullName: 'Ben', userID: 'ben' })).reply.key).toBe('guestDeniedAccess');
});

test('a role that is given in a group holds in the main room', async () => {
  await startGroups(ada, planned(['ben']));
  const inGroup = await goTo(engine, ben, 1);
  const visiting = await goTo(engine, ada, 1);
  await visiting.ask({ t: 'moderate', action: 'make-moderator', member: inGroup.welcome.you });
  const back = await greet(engine, { token: ben.token });
  expect(back.welcome.rights).toContain('groups');
});

test('in a group without a host the first person presents, everybody draws where the host wants it, and a host who visits may present', async () => {
  const leo = await joinRoom(engine, { userID: 'leo' });
  await startGroups(ada, planned(['ben', 'leo']), { everyoneDraws: true });
  const [first, second] = [await goTo(engine, ben, 1), await goTo(engine, leo, 1)];
  expect(second.welcome.rights).toContain('draw');
  expect(first.welcome.rights).toContain('present');
  expect(second.welcome.rights).not.toContain('present');
  const visiting = await goTo(engine, ada, 1);
  expect(visiting.welcome.rights).not.toContain('present');
  await visiting.ask(topicCommand('presenter', { do: 'take' }));
  await first.hears('rights', ({ rights }) => !rights.includes('present'));
  await greet(engine, { token: ada.token });
  await first.hears('rights', ({ rights }) => rights.includes('present'));
});

test('people in groups keep the meeting, their place in it and its host', async () => {
  await engine.call('create', { name: 'Small', meetingID: 'small', maxParticipants: '2', endWhenNoModerator: 'true' });
  const host = await person(engine, { meetingID: 'small', fullName: 'Host', role: 'MODERATOR', userID: 'host' });
  const guest = await person(engine, { meetingID: 'small', fullName: 'Guest', userID: 'guest' });
  await startGroups(host, planned(['host', 'guest']));
  const inGroup = await goTo(engine, guest, 1);
  await goTo(engine, host, 1);
  engine.pass(20 * 60_000);
  expect(engine.engine.meetings.has('small')).toBe(true);
  expect((await joinByApi(engine, { meetingID: 'small', fullName: 'More' })).reply.key).toBe('maxParticipantsReached');
  expect('ticket' in (await enter(engine, guest.token))).toBe(true);
  const looked = await engine.call('getMeetingInfo', { meetingID: 'small' });
  expect(looked.text).toContain('<running>true</running>');
  expect(looked.text).toContain('<participantCount>2</participantCount>');
  expect((await engine.call('isMeetingRunning', { meetingID: 'small' })).text).toContain('<running>true</running>');
  inGroup.say({ t: 'leave' });
  await engine.call('end', { meetingID: 'small' });
  expect(await wayOf(guest, 1)).toMatchObject({ error: 'ended' });
});

test('a second page with the same link takes the person along', async () => {
  await startGroups(ada, planned(['ben']));
  const first = await goTo(engine, ben, 1);
  const second = await greet(engine, { token: ben.token });
  expect((await first.closed).reason).toBe('replaced');
  const third = await goTo(engine, ben, 1);
  expect((await second.closed).reason).toBe('replaced');
  expect(third.welcome.you).toBe(first.welcome.you);
  // the token of before is used up
  expect(await enter(engine, first.token)).toMatchObject({ error: 'gone' });
  expect(mainRoom(engine).seats.has(ben.userId)).toBe(false);
  expect(groupMeetings(engine)[0]?.seats.size).toBe(1);
});
