import { readModules } from '@atrium/bbb/modules';
import { writeModules } from '@atrium/bbb/modules-write';
import type { GroupSet } from '@atrium/engine/topics/groups/group-schemas.ts';
import { expect, test } from 'vitest';
import { bind, localClient } from '#kit/server/http/mount.ts';
import type { Actor } from '#kit/server/ctx.ts';
import { everHeldBy } from '#core/iam/iam.rules.ts';
import type { World } from '#app/proof/testing.ts';
import { roomGroupsCalls } from '#meet/presentations/room-groups.contract.ts';
import { roomGroupsHandlers } from '#meet/presentations/server/presentations.routes.ts';
import { preparedModules } from '#meet/presentations/server/prepared-modules.service.ts';
import { forgetOldAttendance } from './attendance/attendance.service.ts';
import { buildMeetingWithStatistics } from './attendance/statistics.factory.ts';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi, setServer } from './meet.factory.ts';

const person = (name: string, key = '') => ({ name, key });
const set = (id: string, over: Partial<GroupSet> = {}): GroupSet => ({
  ...{ id, name: `Set ${id}`, usedAt: null },
  groups: [
    { name: 'Red', people: [person('Aylin', 'a-1')] },
    { name: '', people: [person('Ben')] },
  ],
  ...over,
});
const api = (world: World, actor: Actor = { kind: 'nobody' }) =>
  localClient(
    { roomGroups: roomGroupsCalls },
    { mounted: bind('roomGroups', roomGroupsCalls, roomGroupsHandlers), ctx: world.ctx(actor), doors: { everHeldBy } },
  ).roomGroups;

async function buildLesson() {
  const stage = await buildStage();
  const room = await buildRoom(stage.world, stage.owner);
  const params = { id: room.id };
  const own = api(stage.world, stage.owner);
  const read = async () => (await own.list({ params })).sets;
  const save = async (...sets: GroupSet[]) => own.set({ params, body: { sets, version: (await own.list({ params })).version } });
  return { ...stage, params, read, save };
}
const names = (sets: readonly GroupSet[]) => sets.map(({ name }) => name);

test('a room keeps its breakout groups in order, and the second of two people who save at once gets an error', async () => {
  const { world, owner, params, read, save } = await buildLesson();
  expect(await save(set('1'), set('2'))).toMatchObject({ version: 1 });
  expect(await read()).toEqual([set('1'), set('2')]);
  const late = { params, body: { sets: [], version: 0 } };
  expect(await failureOf(api(world, owner).set(late))).toMatchObject({ code: 'changed_meanwhile', data: { version: 1 } });
  const body = { sets: [set('3')], version: 1 };
  const both = await Promise.allSettled([1, 2].map(() => api(world, owner).set({ params, body })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('groups that no meeting could use are refused', async () => {
  const { save, read } = await buildLesson();
  const wrong = [
    set('no group', { groups: [] }),
    set('17 groups', { groups: Array.from({ length: 17 }, () => ({ name: '', people: [] })) }),
    set('somebody without a name', {
      groups: [
        { name: '', people: [person(' ')] },
        { name: '', people: [] },
      ],
    }),
    set('too many people', { groups: [1, 2].map(() => ({ name: '', people: Array.from({ length: 151 }, () => person('x')) })) }),
    set('a long name', { name: 'x'.repeat(101) }),
  ];
  for (const one of wrong) expect(await failureOf(save(one)), one.id).toMatchObject({ code: 'invalid_input' });
  const many = Array.from({ length: 21 }, (_, at) => set(String(at)));
  expect(await failureOf(save(...many))).toMatchObject({ code: 'invalid_input' });
  expect(await read()).toEqual([]);
});

test('nobody without the right to change the room sees or sets its groups', async () => {
  const { world, owner, params, save } = await buildLesson();
  await save(set('1'));
  const body = { sets: [], version: 1 };
  const codes = async (actor?: Actor) =>
    Promise.all(
      [api(world, actor).list({ params }), api(world, actor).set({ params, body })].map(
        async (work) => (await failureOf(work)).code,
      ),
    );
  expect(await codes()).toEqual(['not_signed_in', 'not_signed_in']);
  expect(await codes(await buildPerson(world))).toEqual(['not_found', 'not_found']);
  expect(await codes(await buildPerson(world, { colleagueOf: owner, role: 'staff' }))).toEqual(['not_allowed', 'not_allowed']);
  expect(await codes(await buildPerson(world, { colleagueOf: owner }))).toEqual(['not_allowed', 'not_allowed']);
});

test('the embedded engine is sent all sets, and a BBB server the first one with the people that it will know again', async () => {
  const stage = await buildLesson();
  await stage.save(set(']]></module>'), set('2'));
  const sent = async (kind: 'engine' | 'bbb') => {
    await setServer(stage.world, stage.server.id, { kind });
    const { meetingId } = await meetApi(stage.world, stage.owner).meetings.start({ params: stage.params });
    const groups = stage.fake.meetings.get(meetingId)?.request.groups;
    await meetApi(stage.world, stage.owner).meetings.end({ params: { id: meetingId } });
    return { modules: [...(stage.fake.modules.get(meetingId)?.keys() ?? [])], groups };
  };
  expect(await sent('engine')).toEqual({ modules: ['atriumGroups'], groups: [] });
  const groups = [
    { id: '1', name: 'Red', roster: ['a-1'] },
    { id: '2', roster: [] },
  ];
  expect(await sent('bbb')).toEqual({ modules: [], groups });
  const modules = readModules(writeModules((await preparedModules(stage.world.ctx(), { roomId: stage.params.id })) ?? {}));
  const text = modules.ok ? modules.value.others.get('atriumGroups') : undefined;
  expect(JSON.parse(text ?? '')).toEqual([set(']]></module>'), set('2')]);
});

test('a BBB server is not sent groups that make the address too long', async () => {
  const stage = await buildLesson();
  const people = Array.from({ length: 120 }, (_, at) =>
    person('Aylin', `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`),
  );
  await stage.save(
    set('1', {
      groups: [
        { name: '', people },
        { name: '', people: [] },
      ],
    }),
  );
  await setServer(stage.world, stage.server.id, { kind: 'bbb' });
  const { meetingId } = await meetApi(stage.world, stage.owner).meetings.start({ params: stage.params });
  expect(stage.fake.meetings.get(meetingId)?.request.groups).toEqual([]);
});

test('the sets that a meeting has at its end are those of the room, once', async () => {
  const stage = await buildLesson();
  const { world, read, save } = stage;
  await save(set('1'), set('2'));
  world.clock.advance(1_000);
  const { send } = await buildMeetingWithStatistics(stage, stage.params);
  world.clock.advance(60_000);
  await send();
  expect(names(await read()), 'a server that knows no sets').toEqual(['Set 1', 'Set 2']);
  const last = set('last', { name: '', usedAt: world.clock.now() });
  const broken = [{ id: 'x' }, 'x', set('empty', { groups: [] })];
  await send({ groupSets: [last, set('1'), ...broken] });
  expect(await read()).toEqual([last, set('1')]);
  await save(set('1'));
  await send({ groupSets: [last, set('1')] });
  expect(await read(), 'sent twice').toEqual([set('1')]);
});

test('what somebody changed in the room while a meeting ran is kept beside what the meeting had', async () => {
  const stage = await buildLesson();
  await stage.save(set('1'), set('2'));
  stage.world.clock.advance(1_000);
  const { send } = await buildMeetingWithStatistics(stage, stage.params);
  stage.world.clock.advance(1_000);
  await stage.save(set('1', { name: 'Renamed' }), set('2'));
  const usedAt = stage.world.clock.now();
  await send({ groupSets: [set('2', { usedAt }), set('1'), set('last', { name: '', usedAt })] });
  const after = await stage.read();
  expect(after.map(({ name, usedAt: used }) => [name, used])).toEqual([
    ['Renamed', null],
    ['Set 2', usedAt],
    ['Set 1', null],
    ['', usedAt],
  ]);
  expect(new Set(after.map(({ id }) => id)).size).toBe(4);
});

test('groups that a meeting had and nobody has named are kept no longer than its attendance', async () => {
  const { world, read, save } = await buildLesson();
  const usedAt = world.clock.now();
  await save(set('1', { usedAt }), set('last', { name: '', usedAt }), set('2'));
  const forget = () => forgetOldAttendance(world.ctx());
  await forget();
  expect((await read()).map(({ id }) => id)).toEqual(['1', 'last', '2']);
  world.clock.advance((world.ctx().config.attendanceDays + 1) * 86_400_000);
  await forget();
  expect((await read()).map(({ id }) => id)).toEqual(['1', '2']);
});

test('attendance says in which group people were and when, and going there is no absence', async () => {
  const stage = await buildLesson();
  const { world, owner } = stage;
  const { meetingId, send } = await buildMeetingWithStatistics(stage, stage.params);
  const began = world.clock.now();
  world.clock.advance(3_600_000);
  const at = (minutes: number, seconds = 0) => began + minutes * 60_000 + seconds * 1_000;
  const engagement = { chats: 0, talks: 0, raisehand: 0, emojis: 0, pollVotes: 0, talkTime: 0 };
  const attendee = { extUserId: 'guest-1', name: 'Rosa', moderator: false, engagement };
  const attendees = [
    { ...attendee, joins: [at(0), at(25)], leaves: [at(10), at(60)] },
    { ...attendee, extUserId: 'guest-2', name: 'Ben', joins: [at(0)], leaves: [at(60)] },
  ];
  const stay = { meeting: 'm', group: 2, name: 'Red', extUserId: 'guest-1', from: at(10, 2), to: at(24, 58) };
  const groups = [stay, { ...stay, group: 0 }, { ...stay, extUserId: 'guest-3' }, { ...stay, from: at(9), to: at(8) }];
  for (const _ of [1, 2]) await send({ start: began, finish: at(60), attendees, groups });
  const { items } = await meetApi(world, owner).meetings.attendance({ params: { id: meetingId } });
  expect(items).toMatchObject([
    { name: 'Ben', sittings: 1, minutes: 60, groups: [] },
    { name: 'Rosa', sittings: 1, minutes: 60, groups: [{ group: 2, name: 'Red', from: at(10, 2), to: at(24, 58) }] },
  ]);
  const { text } = await meetApi(world, owner).meetings.attendanceCsv({ params: { id: meetingId } });
  const span = `${new Date(at(10, 2)).toISOString()}/${new Date(at(24, 58)).toISOString()}`;
  expect(text).toContain(`2 Red ${span}`);
});
