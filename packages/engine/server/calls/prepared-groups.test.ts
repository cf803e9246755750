import { writeModules } from '@atrium/bbb/modules-write';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childText, person, signed, testEngine } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';
import { analyticsOf } from '#server/statistics.ts';
import { GROUPS } from '#topics/groups/group-schemas.ts';
import {
  goTo,
  groupMeetings,
  joinRoom,
  mainRoom,
  planned,
  seesGroups,
  startGroups,
} from '#topics/groups/server/groups.factory.ts';

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

const host = () => joinRoom(engine, { userID: 'ada', role: 'MODERATOR' });

test('groups that a program names are a set that hosts can start', async () => {
  const groups = [
    { id: '1', name: 'Poets', roster: ['ben', 7] },
    { id: 2 },
    ...Array.from({ length: 20 }, (_, at) => ({ id: at, name: 'x'.repeat(99) })),
  ];
  await engine.call('create', { name: 'Room', meetingID: 'room', groups: JSON.stringify(groups) });
  const { sets } = await seesGroups(await host());
  expect(sets).toHaveLength(1);
  expect(sets[0]?.groups).toHaveLength(GROUPS.most);
  expect({ ...sets[0], groups: sets[0]?.groups.slice(0, 2) }).toEqual({
    ...{ id: 'create', name: '', usedAt: null },
    groups: [
      {
        name: 'Poets',
        people: [
          { key: 'ben', name: '' },
          { key: '7', name: '' },
        ],
      },
      { name: '', people: [] },
    ],
  });
});

test('a program decides whether there are groups, and whether they record and have private chat', async () => {
  const create = { name: 'Room', meetingID: 'room', breakoutRoomsPrivateChatEnabled: 'false', breakoutRoomsRecord: 'false' };
  await engine.call('create', { ...create, record: 'true' });
  await startGroups(await host(), planned([]), { record: true });
  engine.pass(0);
  const [plan] = groupMeetings(engine).map((group) => group.plan);
  expect([plan?.recording.allowed, plan?.disabledFeatures.has('privateChat')]).toEqual([false, true]);
  await engine.call('create', { name: 'None', meetingID: 'none', breakoutRoomsEnabled: 'false' });
  const other = await person(engine, { meetingID: 'none', fullName: 'Ada', role: 'MODERATOR' });
  expect(other.welcome.topics).not.toContain('groups');
  expect(other.welcome.rights).not.toContain('groups');
  expect(await startGroups(other, planned([]))).toMatchObject({ code: 'locked' });
});

test('prepared sets come with the body of create, and go on with the statistics', async () => {
  const set = (id: string) => ({ id, name: id, usedAt: null, groups: planned(['ben'], ['kim']) });
  const broken = [
    { id: 'x' },
    null,
    { ...set('long'), name: 'x'.repeat(101) },
    { ...set('many'), groups: planned(...Array(17).fill([])) },
  ];
  const sent = [set('a'), ...broken, set('b'), ...Array.from({ length: GROUPS.sets }, (_, at) => set(`more-${at}`))];
  const query = signed('create', { params: { name: 'Room', meetingID: 'room' } });
  const init = { method: 'POST', headers: { 'content-type': 'application/xml' } };
  const body = writeModules({ documents: [], others: new Map([['atriumGroups', JSON.stringify(sent)]]) });
  await engine.raw(`/create?${query}`, { ...init, body });
  const ada = await host();
  const { sets } = await seesGroups(ada);
  expect(sets.map(({ id }) => id).slice(0, 2)).toEqual(['a', 'b']);
  expect(sets).toHaveLength(GROUPS.sets);
  await startGroups(ada, sets[1]?.groups ?? []);
  const kept = analyticsOf(mainRoom(engine), Date.now()).groupSets ?? [];
  expect(kept.slice(0, 3)).toMatchObject([{ id: 'last' }, { id: 'a' }, { id: 'b' }]);
  const other = signed('create', { params: { name: 'Room', meetingID: 'other' } });
  const junk = writeModules({ documents: [], others: new Map([['atriumGroups', '{"a":[}']]) });
  expect(childText((await engine.raw(`/create?${other}`, { ...init, body: junk })).xml, 'returncode')).toBe('SUCCESS');
});

test('statistics say who was in which group from when to when, as a part of one stay in the lesson', async () => {
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  const [ada, ben] = [await host(), await joinRoom(engine, { userID: 'ben' })];
  await startGroups(ada, [{ name: 'Poets', people: [{ key: 'ben', name: 'Ben' }] }]);
  const inGroup = await goTo(engine, ben, 1);
  const [meeting] = groupMeetings(engine);
  engine.pass(60_000);
  inGroup.say({ t: 'leave' });
  await inGroup.closed;
  engine.pass(60_000);
  await goTo(engine, ben, 1);
  const told = analyticsOf(mainRoom(engine), engine.engine.clock.now());
  const stays = (told.groups ?? []).map(({ from, to, ...stay }) => ({ ...stay, seconds: Math.round((to - from) / 1_000) }));
  const stay = { meeting: meeting?.internalId, group: 1, name: 'Poets', extUserId: 'ben' };
  expect(stays).toEqual([
    { ...stay, seconds: 60 },
    { ...stay, seconds: 0 },
  ]);
  const attendee = told.attendees.find(({ extUserId }) => extUserId === 'ben');
  expect([attendee?.joins.length, attendee?.leaves.length]).toEqual([2, 1]);
  expect(told.attendees).toHaveLength(2);
});

test('a program sees groups as breakout rooms, and may end one', async () => {
  await engine.call('create', { name: 'Room', meetingID: 'room', meta_course: 'bio' });
  const [ada, ben] = [await host(), await joinRoom(engine, { userID: 'ben' })];
  await startGroups(ada, planned(['ben'], ['kim']));
  const inGroup = await goTo(engine, ben, 1);
  engine.pass(0);
  const [first, second] = groupMeetings(engine);
  const main = await engine.call('getMeetingInfo', { meetingID: 'room' });
  expect(main.text).toContain(`<breakout>${first?.internalId}</breakout><breakout>${second?.internalId}</breakout>`);
  const info = await engine.call('getMeetingInfo', { meetingID: first?.internalId ?? '' });
  expect(['isBreakout', 'sequence', 'freeJoin', 'participantCount'].map((name) => childText(info.xml, name))).toEqual([
    ...['true', '1', 'false', '1'],
  ]);
  expect(childText(info.xml, 'parentMeetingID')).toBe(mainRoom(engine).internalId);
  expect(info.text).toContain('<course>bio</course>');
  await engine.call('end', { meetingID: first?.internalId ?? '' });
  expect(await inGroup.hears('ended')).toMatchObject({ reason: 'ended-by-api' });
  engine.pass(1_000);
  const left = await seesGroups(ada, ({ run }) => run?.groups.length === 1);
  expect([left.run?.groups[0]?.id, groupMeetings(engine)]).toEqual([2, [second]]);
  await engine.call('end', { meetingID: second?.internalId ?? '' });
  await seesGroups(ada, ({ run, sets }) => run === null && sets.length === 1);
  // a room that a program makes itself stays out of it
  const breakout = { isBreakout: 'true', parentMeetingID: mainRoom(engine).internalId, sequence: '3', name: 'Own' };
  await engine.call('create', { ...breakout, meetingID: 'own-1' });
  const inOwn = await person(engine, { meetingID: 'own-1', fullName: 'Eve', role: 'MODERATOR' });
  expect(await seesGroups(inOwn)).toMatchObject({ here: null, run: null });
  expect(await startGroups(inOwn, planned(['ben']))).toMatchObject({ code: 'not-allowed' });
});

test('people who were prepared by their name alone are those of that name who have come', async () => {
  const people = ['Ben', 'BEN', 'Zoe'].map((name) => ({ key: '', name }));
  const sets = [{ id: 'a', name: 'Pairs', usedAt: null, groups: [{ name: '', people }] }];
  const body = writeModules({ others: new Map([['atriumGroups', JSON.stringify(sets)]]) });
  const query = signed('create', { params: { name: 'Room', meetingID: 'room' } });
  await engine.raw(`/create?${query}`, { method: 'POST', headers: { 'content-type': 'application/xml' }, body });
  await joinRoom(engine, { userID: 'ben' });
  const seen = await seesGroups(await host());
  expect(seen.sets[0]?.groups[0]?.people.map(({ key }) => key)).toEqual(['ben', '', '']);
});
