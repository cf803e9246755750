import { afterEach, beforeEach, expect, test } from 'vitest';
import { childText, greet, testEngine } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { childMeetings } from '#server/groups/group-meetings.ts';
import { analyticsOf } from '#server/statistics.ts';
import { analyticsBody, readAnalytics } from '@atrium/bbb/analytics';
import type { Meeting } from '#server/model.ts';
import {
  askForGroup,
  groupsCommand,
  joinRoom,
  nowSees,
  planned,
  seesGroups,
  startGroups,
} from '#topics/groups/server/groups.factory.ts';

let engine: TestEngine;
let ada: Person;
let ben: Person;
let kim: Person;

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Biology', meetingID: 'room' });
  ada = await joinRoom(engine, { userID: 'ada', role: 'MODERATOR' });
  ben = await joinRoom(engine, { userID: 'ben' });
  kim = await joinRoom(engine, { userID: 'kim' });
});
afterEach(() => engine.stop());

function main(): Meeting {
  const meeting = engine.engine.meetings.get('room');
  if (meeting === undefined) throw new Error('there is no such meeting');
  return meeting;
}
const children = () => childMeetings(engine.engine, main());
/** Takes a person of the main room into a group. */
async function goes(who: Person, to: number) {
  const { sessionToken: token, error } = await askForGroup(engine, { sessionToken: who.token, to });
  if (error !== '') throw new Error(error);
  return { ...(await greet(engine, { token })), token };
}

test('each person learns their own group, goes there as who they are, and comes back', async () => {
  expect(await startGroups(ada, planned(['ben'], ['kim']), { minutes: 10 })).toMatchObject({ t: 'ok' });
  expect((await seesGroups(ben, ({ run }) => run !== null)).run).toMatchObject({ mine: 1, minutes: 10 });
  expect((await seesGroups(kim, ({ run }) => run !== null)).run).toMatchObject({ mine: 2 });
  const inGroup = await goes(ben, 1);
  expect(inGroup.welcome.meeting.name).toBe('Biology · 1');
  expect(inGroup.welcome.members.map(({ name, role }) => [name, role])).toEqual([['BEN', 'viewer']]);
  expect(await seesGroups(inGroup)).toMatchObject({ here: 1, run: { mine: 1 } });
  const seen = await seesGroups(ada, ({ run }) => run?.groups[0]?.inside === 1);
  expect(seen.people).toEqual([
    { key: 'ada', name: 'ADA', member: ada.userId, host: true, group: null },
    { key: 'kim', name: 'KIM', member: kim.userId, host: false, group: 2 },
    { key: 'ben', name: 'BEN', member: null, host: false, group: 1 },
  ]);
  expect((await ben.closed).reason).toBe('replaced');
  const back = await greet(engine, { token: ben.token });
  expect(back.welcome.members.map(({ name }) => name).sort()).toEqual(['ADA', 'BEN', 'KIM']);
  expect((await inGroup.closed).reason).toBe('replaced');
});
