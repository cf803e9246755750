import { expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import type { World } from '#app/proof/testing.ts';
import { attendanceOf } from './attendance/attendance.queries.ts';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi } from './meet.factory.ts';
import { listMeetings, meetingById } from './meetings.queries.ts';
import { pollServers } from './polling/poll.service.ts';

type Api = ReturnType<typeof meetApi>;
type Thing = { id: string; shareId: string; meetingId: string; invitationId: string };

/** Every call about one thing, with the permission that its door asks; null = any signed-in person. */
const calls = (api: Api, thing: Thing): [name: string, permission: string | null, work: () => Promise<unknown>][] => {
  const params = { id: thing.id };
  const share = { id: thing.id, shareId: thing.shareId };
  const meeting = { id: thing.meetingId };
  const waiting = { id: thing.invitationId };
  return [
    ['get', 'rooms.view', () => api.rooms.get({ params })],
    ['update', 'rooms.edit', () => api.rooms.update({ params, body: { version: 1, name: 'Taken over' } })],
    ['remove', 'rooms.delete', () => api.rooms.remove({ params })],
    ['restore', 'rooms.delete', () => api.rooms.restore({ params })],
    ['purge', 'rooms.delete', () => api.rooms.purge({ params, body: { name: 'Mathematics' } })],
    ['shares', 'rooms.view', () => api.rooms.shares({ params })],
    ['invite', 'rooms.edit', () => api.rooms.invite({ params, body: { email: 'x@example.org', role: 'co-owner' } })],
    ['changeShare', 'rooms.edit', () => api.rooms.changeShare({ params: share, body: { role: 'co-owner' } })],
    ['removeShare', 'rooms.edit', () => api.rooms.removeShare({ params: share })],
    ['leave', 'rooms.view', () => api.rooms.leave({ params })],
    ['acceptInvitation', null, () => api.rooms.acceptInvitation({ params: waiting })],
    ['declineInvitation', null, () => api.rooms.declineInvitation({ params: waiting })],
    ['offerTransfer', 'rooms.edit', () => api.rooms.offerTransfer({ params, body: { email: 'x@example.org' } })],
    ['cancelTransfer', 'rooms.edit', () => api.rooms.cancelTransfer({ params })],
    ['acceptTransfer', 'rooms.create', () => api.rooms.acceptTransfer({ params: waiting })],
    ['declineTransfer', null, () => api.rooms.declineTransfer({ params: waiting })],
    ['start', 'rooms.start', () => api.meetings.start({ params })],
    ['joinMeeting', 'meetings.view', () => api.meetings.joinMeeting({ params: meeting })],
    ['meeting', 'meetings.view', () => api.meetings.get({ params: meeting })],
    ['steer', 'meetings.end', () => api.meetings.steer({ params: meeting, body: { entryLocked: true } })],
    ['end', 'meetings.end', () => api.meetings.end({ params: meeting })],
    ['attendance', 'attendance.view', () => api.meetings.attendance({ params: meeting })],
    ['attendanceCsv', 'attendance.view', () => api.meetings.attendanceCsv({ params: meeting })],
  ];
};
const lists = (api: Api): [name: string, permission: string | null, work: () => Promise<unknown>][] => [
  ['list', 'rooms.view', () => api.rooms.list({})],
  ['slugFree', 'rooms.view', () => api.rooms.slugFree({ query: { slug: 'abc' } })],
  ['create', 'rooms.create', () => api.rooms.create({ body: { name: 'A room' } })],
  ['removeMany', 'rooms.delete', () => api.rooms.removeMany({ body: { ids: [crypto.randomUUID()] } })],
  ['changeMany', 'rooms.edit', () => api.rooms.changeMany({ body: { ids: [crypto.randomUUID()], addTags: ['x'] } })],
  [
    'inviteToMany',
    'rooms.edit',
    () => api.rooms.inviteToMany({ body: { ids: [crypto.randomUUID()], email: 'x@example.org', role: 'moderator' } }),
  ],
  ['invitations', null, () => api.rooms.invitations({})],
  ['meetings', 'meetings.view', () => api.meetings.list({})],
  ['attendancePeriod', 'attendance.view', () => api.meetings.attendancePeriod({ query: { from: 0, to: 1 } })],
];

async function aLivingThing(): Promise<{ world: World; owner: UserActor; thing: Thing }> {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  const api = meetApi(world, owner);
  await api.rooms.invite({ params: { id: room.id }, body: { email: 'guest@example.org', role: 'moderator' } });
  await api.rooms.offerTransfer({ params: { id: room.id }, body: { email: 'heir@example.org' } });
  const { meetingId } = await api.meetings.start({ params: { id: room.id } });
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  await pollServers(world.ctx());
  const [share] = (await api.rooms.shares({ params: { id: room.id } })).items;
  return { world, owner, thing: { id: room.id, shareId: share?.id ?? '', meetingId, invitationId: share?.id ?? '' } };
}

test('without a session every call asks to sign in; only the public ones do not', async () => {
  const { world, thing } = await aLivingThing();
  const api = meetApi(world);
  for (const [name, , work] of [...calls(api, thing), ...lists(api)])
    expect(await failureOf(work()), name).toMatchObject({ code: 'not_signed_in' });
});

test('to another account every thing does not exist, and nothing of it changes', async () => {
  const { world, owner, thing } = await aLivingThing();
  const before = await meetApi(world, owner).rooms.get({ params: { id: thing.id } });
  for (const wish of [{}, { kind: 'vendor' as const }]) {
    const api = meetApi(world, await buildPerson(world, wish));
    for (const [name, , work] of calls(api, thing)) expect(await failureOf(work()), name).toMatchObject({ code: 'not_found' });
    expect(await api.rooms.list({ query: { view: 'all' } })).toMatchObject({ items: [], total: 0 });
    expect(await api.meetings.list({ query: { roomId: thing.id } })).toMatchObject({ items: [], total: 0, live: 0 });
    const many = { ids: [thing.id] };
    const refused = { done: [], refused: [{ code: 'not_found' }] };
    expect(await api.rooms.removeMany({ body: many })).toMatchObject(refused);
    expect(await api.rooms.changeMany({ body: { ...many, settings: { lobby: false } } })).toMatchObject(refused);
    expect(await api.rooms.inviteToMany({ body: { ...many, email: 'x@example.org', role: 'moderator' } })).toMatchObject(refused);
  }
  expect(await meetApi(world, owner).rooms.get({ params: { id: thing.id } })).toEqual(before);
  expect(await meetApi(world, owner).meetings.get({ params: { id: thing.meetingId } })).toMatchObject({ state: 'live' });
});

test('in the own account a missing permission is named', async () => {
  const { world, owner, thing } = await aLivingThing();
  const nothing = await buildPerson(world, { colleagueOf: owner, role: 'staff' });
  for (const [name, permission, work] of [...calls(meetApi(world, nothing), thing), ...lists(meetApi(world, nothing))]) {
    if (permission !== null) expect(await failureOf(work()), name).toMatchObject({ code: 'not_allowed', data: { permission } });
  }
});

test('a plain colleague sees rooms, meetings and who is in, but leads only own rooms', async () => {
  const { world, owner, thing } = await aLivingThing();
  const api = meetApi(world, await buildPerson(world, { colleagueOf: owner }));
  expect(await api.rooms.get({ params: { id: thing.id } })).toMatchObject({
    role: 'colleague',
    rights: { view: true, edit: false, start: false },
  });
  expect(await api.meetings.get({ params: { id: thing.meetingId } })).toMatchObject({
    rights: { join: false, end: false, attendance: false },
  });
  const may = ['get', 'meeting'];
  const unseen = ['restore', 'purge', 'leave', 'acceptInvitation', 'declineInvitation', 'acceptTransfer', 'declineTransfer'];
  for (const [name, , work] of calls(api, thing)) {
    if (may.includes(name)) await work();
    else if (unseen.includes(name)) expect(await failureOf(work()), name).toMatchObject({ code: 'not_found' });
    else expect(await failureOf(work()), name).toMatchObject({ code: 'not_allowed', data: { permission: 'rooms.manage' } });
  }
});

test('the operator looks at everything, ends meetings, and changes no room', async () => {
  const { world, thing, owner } = await aLivingThing();
  const operator = await buildPerson(world, { kind: 'operator' });
  const api = meetApi(world, operator);
  expect((await api.rooms.list({})).items).toMatchObject([{ id: thing.id, role: 'operator', account: { id: owner.accountId } }]);
  expect(await api.rooms.get({ params: { id: thing.id } })).toMatchObject({
    viewerCode: null,
    rights: { edit: false, delete: false, start: false },
  });
  expect((await api.meetings.list({})).items).toMatchObject([
    { id: thing.meetingId, account: { id: owner.accountId }, server: { name: 'engine' } },
  ]);
  for (const name of ['update', 'remove', 'invite', 'offerTransfer', 'start', 'attendance']) {
    const work = calls(api, thing).find(([one]) => one === name)?.[2];
    expect(await failureOf(Promise.resolve().then(() => work?.())), name).toMatchObject({ code: 'not_allowed' });
  }
  await api.meetings.end({ params: { id: thing.meetingId } });
  expect(await meetApi(world, owner).meetings.get({ params: { id: thing.meetingId } })).toMatchObject({
    state: 'ended',
    endReason: 'host',
  });
});

test('the second wall: a query that forgets the account sees no meeting of others', async () => {
  const { world, owner, thing } = await aLivingThing();
  const { db } = world.ctx(await buildPerson(world));
  const everything = { accountId: null, roomIds: null, state: undefined, search: undefined };
  expect(await listMeetings(db.read, everything, { after: null, limit: 50 })).toEqual([]);
  expect(await attendanceOf(db.read, thing.meetingId)).toEqual([]);
  expect(await meetingById(db.read, thing.meetingId)).toBeNull();
  expect(await listMeetings(world.ctx().db.read, everything, { after: null, limit: 50 })).toEqual([]);
  expect(await listMeetings(world.ctx(owner).db.read, everything, { after: null, limit: 50 })).toHaveLength(1);
  expect(await attendanceOf(world.ctx(owner).db.read, thing.meetingId)).toHaveLength(1);
  await expect(db.read.execute('select secret_sealed from servers')).resolves.toMatchObject({ rows: [] });
});
