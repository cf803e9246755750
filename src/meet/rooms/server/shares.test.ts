import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildPerson, buildRoom, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { ShareRole } from '../rooms.rules.ts';
import { setLive } from './live.service.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const mailsTo = async (email: string) =>
  (
    await world
      .ctx()
      .system.read.execute<{ template: string; subject: string }>(
        `select template, subject from outbox_mails where recipient = '${email}' order by id`,
      )
  ).rows;

async function shared(role: ShareRole) {
  const [owner, friend] = [await buildPerson(world, { name: 'Olga' }), await buildPerson(world, { name: 'Fred' })];
  const room = await buildRoom(world, owner, { viewerCode: '123456', moderatorCode: '654321' });
  await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: friend.email, role } });
  const invitation = (await meetApi(world, friend).rooms.invitations({})).items[0];
  await meetApi(world, friend).rooms.acceptInvitation({ params: { id: invitation?.id ?? '' } });
  return { owner, friend, room };
}

test('an invitation answers the same for known and unknown addresses, and both get a mail', async () => {
  const [owner, friend] = [await buildPerson(world, { name: 'Olga' }), await buildPerson(world)];
  const room = await buildRoom(world, owner, { name: 'Choir' });
  const api = meetApi(world, owner);
  const known = await api.rooms.invite({
    params: { id: room.id },
    body: { email: friend.email.toUpperCase(), role: 'moderator' },
  });
  const unknown = await api.rooms.invite({
    params: { id: room.id },
    body: { email: 'nobody-here@example.org', role: 'moderator' },
  });
  expect(known).toEqual(unknown);
  const list = (await api.rooms.shares({ params: { id: room.id } })).items;
  expect(list).toMatchObject([
    { person: null, email: friend.email, state: 'invited' },
    { person: null, email: 'nobody-here@example.org', state: 'invited' },
  ]);
  for (const email of [friend.email, 'nobody-here@example.org'])
    expect(await mailsTo(email)).toEqual([
      { template: 'rooms.invitation', subject: 'You have been invited to a room at localhost:3000' },
    ]);
});

test('before it is accepted an invitation opens nothing', async () => {
  const [owner, friend] = [await buildPerson(world), await buildPerson(world)];
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: friend.email, role: 'co-owner' } });
  const api = meetApi(world, friend);
  expect(await failureOf(api.rooms.get({ params: { id: room.id } }))).toMatchObject({ code: 'not_found' });
  const { items } = await api.rooms.invitations({});
  expect(items).toMatchObject([
    { kind: 'share', room: { id: room.id, name: room.name }, from: { id: owner.userId }, role: 'co-owner' },
  ]);
  await api.rooms.declineInvitation({ params: { id: items[0]?.id ?? '' } });
  expect((await api.rooms.invitations({})).items).toEqual([]);
  expect(await failureOf(api.rooms.acceptInvitation({ params: { id: items[0]?.id ?? '' } }))).toMatchObject({
    code: 'not_found',
  });
  expect((await meetApi(world, owner).rooms.shares({ params: { id: room.id } })).items).toMatchObject([
    { state: 'declined', person: null },
  ]);
});

test('an invitation to an address without an account waits for the person who signs up with it', async () => {
  const owner = await buildPerson(world);
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: 'late@example.org', role: 'participant' } });
  const late = await buildPerson(world, { email: 'Late@Example.org' });
  const { items } = await meetApi(world, late).rooms.invitations({});
  await meetApi(world, late).rooms.acceptInvitation({ params: { id: items[0]?.id ?? '' } });
  expect(await meetApi(world, late).rooms.get({ params: { id: room.id } })).toMatchObject({ role: 'participant' });
});

test.each<[ShareRole, string]>([
  ['co-owner', 'view edit start'],
  ['moderator', 'view start'],
  ['participant', 'view'],
])('a %s of another account may: %s', async (role, expected) => {
  const { owner, friend, room } = await shared(role);
  const api = meetApi(world, friend);
  const seen = await api.rooms.get({ params: { id: room.id } });
  expect(
    Object.entries(seen.rights)
      .flatMap(([name, yes]) => (yes ? [name] : []))
      .join(' '),
  ).toBe(expected);
  expect(seen).toMatchObject({
    role,
    account: { id: owner.accountId },
    owner: { name: 'Olga' },
    viewerCode: role === 'co-owner' ? '123456' : null,
    entry: { code: true },
  });
  expect((await api.rooms.list({ query: { view: 'shared' } })).items).toMatchObject([{ id: room.id }]);
  expect((await api.rooms.list({ query: { view: 'mine' } })).items).toMatchObject([{ id: room.id }]);
  expect((await api.rooms.list({ query: { view: 'all' } })).items).toEqual([]);
  const saving = api.rooms.update({ params: { id: room.id }, body: { version: 1, welcome: 'hello' } });
  if (role === 'co-owner') expect(await saving).toMatchObject({ welcome: 'hello', version: 2 });
  else expect(await failureOf(saving)).toMatchObject({ code: 'not_allowed', data: { permission: 'rooms.manage' } });
  const params = { id: room.id };
  const refused = [
    () => api.rooms.remove({ params }),
    () => api.rooms.shares({ params }),
    () => api.rooms.offerTransfer({ params, body: { email: 'x@example.org' } }),
  ];
  for (const work of refused) expect(await failureOf(work())).toMatchObject({ code: 'not_allowed' });
  const colleague = await buildPerson(world, { colleagueOf: friend, role: 'admin' });
  expect(await failureOf(meetApi(world, colleague).rooms.get({ params: { id: room.id } }))).toMatchObject({ code: 'not_found' });
});

test('shared access changes, ends and is given up', async () => {
  const { owner, friend, room } = await shared('participant');
  const [share] = (await meetApi(world, owner).rooms.shares({ params: { id: room.id } })).items;
  expect(share).toMatchObject({ person: { id: friend.userId, name: 'Fred' }, state: 'accepted' });
  const params = { id: room.id, shareId: share?.id ?? '' };
  await meetApi(world, owner).rooms.changeShare({ params, body: { role: 'moderator' } });
  expect((await meetApi(world, friend).rooms.get({ params: { id: room.id } })).rights.start).toBe(true);
  expect(
    await failureOf(
      meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: friend.email, role: 'moderator' } }),
    ),
  ).toMatchObject({ code: 'already_shared' });
  expect(
    await failureOf(
      meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: owner.email, role: 'moderator' } }),
    ),
  ).toMatchObject({ code: 'is_owner' });
  const otherRoom = await buildRoom(world, owner);
  expect(
    await failureOf(meetApi(world, owner).rooms.removeShare({ params: { id: otherRoom.id, shareId: params.shareId } })),
  ).toMatchObject({ code: 'not_found' });
  await meetApi(world, friend).rooms.leave({ params: { id: room.id } });
  expect(await failureOf(meetApi(world, friend).rooms.get({ params: { id: room.id } }))).toMatchObject({ code: 'not_found' });
  const again = await shared('moderator');
  const [next] = (await meetApi(world, again.owner).rooms.shares({ params: { id: again.room.id } })).items;
  await meetApi(world, again.owner).rooms.removeShare({ params: { id: again.room.id, shareId: next?.id ?? '' } });
  expect(await failureOf(meetApi(world, again.friend).rooms.get({ params: { id: again.room.id } }))).toMatchObject({
    code: 'not_found',
  });
});

async function offered(owner: UserActor, friend: UserActor) {
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).rooms.offerTransfer({ params: { id: room.id }, body: { email: friend.email } });
  const offer = (await meetApi(world, friend).rooms.invitations({})).items.find((one) => one.room.id === room.id);
  return { room, params: { id: offer?.id ?? '' } };
}

test('a room goes to another account, with its shares and without its former owner', async () => {
  const [owner, friend, third] = [await buildPerson(world), await buildPerson(world), await buildPerson(world)];
  const { room, params } = await offered(owner, friend);
  await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: third.email, role: 'moderator' } });
  expect((await meetApi(world, owner).rooms.get({ params: { id: room.id } })).transfer).toMatchObject({ email: friend.email });
  expect(await failureOf(meetApi(world, third).rooms.acceptTransfer({ params }))).toMatchObject({ code: 'not_found' });
  expect(await meetApi(world, friend).rooms.acceptTransfer({ params })).toEqual({ roomId: room.id });
  expect(await meetApi(world, friend).rooms.get({ params: { id: room.id } })).toMatchObject({
    role: 'owner',
    account: null,
    transfer: null,
  });
  expect((await meetApi(world, friend).rooms.shares({ params: { id: room.id } })).items).toMatchObject([{ email: third.email }]);
  expect(await failureOf(meetApi(world, owner).rooms.get({ params: { id: room.id } }))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(meetApi(world, friend).rooms.acceptTransfer({ params }))).toMatchObject({ code: 'not_found' });
});

test('an offer is declined, taken back, and refused while the room is live or the plan is full', async () => {
  const [owner, friend] = [await buildPerson(world), await buildPerson(world, { entitlements: { rooms: 1 } })];
  const declined = await offered(owner, friend);
  await meetApi(world, friend).rooms.declineTransfer({ params: declined.params });
  expect((await meetApi(world, friend).rooms.invitations({})).items).toEqual([]);
  const back = await offered(owner, friend);
  await meetApi(world, owner).rooms.cancelTransfer({ params: { id: back.room.id } });
  expect(await failureOf(meetApi(world, friend).rooms.acceptTransfer({ params: back.params }))).toMatchObject({
    code: 'not_found',
  });
  const live = await offered(owner, friend);
  await world
    .ctx()
    .system.write((tx) => setLive(tx, live.room.id, { meetingId: live.room.id, state: 'live', people: 1, since: 1 }));
  expect(await failureOf(meetApi(world, friend).rooms.acceptTransfer({ params: live.params }))).toMatchObject({
    code: 'room_live',
  });
  await world.ctx().system.write((tx) => setLive(tx, live.room.id, null));
  await buildRoom(world, friend);
  expect(await failureOf(meetApi(world, friend).rooms.acceptTransfer({ params: live.params }))).toMatchObject({
    code: 'limit_reached',
    data: { limit: 'rooms' },
  });
});

/** An account whose room is shared by somebody who may not see addresses. */
async function unseeing() {
  const owner = await buildPerson(world, { name: 'Olga' });
  const [teacher, mia] = [
    await buildPerson(world, { colleagueOf: owner }),
    await buildPerson(world, { name: 'Mia', colleagueOf: owner }),
  ];
  const reader = { ...teacher, scope: owner.scope.filter((name) => name !== 'iam.view') };
  const { id } = await buildRoom(world, teacher);
  return { owner, mia, params: { id }, reader, rooms: meetApi(world, reader).rooms };
}

test('a colleague is invited by id and shown by name; the address is only for those who may see it', async () => {
  const { owner, mia, params, reader, rooms } = await unseeing();
  const invite = (userId: string) => rooms.invite({ params, body: { userId, role: 'participant' } });
  await invite(mia.userId);
  expect(await mailsTo(mia.email)).toHaveLength(1);
  const person = { id: mia.userId, name: 'Mia' };
  expect((await rooms.shares({ params })).items).toMatchObject([{ person, email: null, state: 'invited' }]);
  const full = meetApi(world, { ...reader, scope: owner.scope });
  expect((await full.rooms.shares({ params })).items).toMatchObject([{ person, email: mia.email }]);
  const [invitation] = (await meetApi(world, mia).rooms.invitations({})).items;
  await meetApi(world, mia).rooms.acceptInvitation({ params: { id: invitation?.id ?? '' } });
  expect((await failureOf(invite(mia.userId))).code).toBe('already_shared');
  expect((await rooms.shares({ params })).items).toMatchObject([{ person, email: null, state: 'accepted' }]);
  expect((await failureOf(invite(reader.userId))).code).toBe('is_owner');
});

test('nobody of another account is invited or given a room by id, nor without the right or a session', async () => {
  const { mia, params, reader, rooms } = await unseeing();
  const { userId } = await buildPerson(world);
  const role = 'participant' as const;
  expect((await failureOf(rooms.invite({ params, body: { userId, role } }))).code).toBe('not_found');
  expect((await failureOf(rooms.offerTransfer({ params, body: { userId } }))).code).toBe('not_found');
  for (const body of [{}, { email: 'a@example.org', userId: mia.userId }])
    expect((await failureOf(rooms.offerTransfer({ params, body }))).code).toBe('invalid_input');
  const refused = meetApi(world, { ...reader, scope: ['rooms.view'] }).rooms;
  expect((await failureOf(refused.invite({ params, body: { userId: mia.userId, role } }))).code).toBe('not_allowed');
  expect((await failureOf(world.api().rooms.invite({ params, body: { userId: mia.userId, role } }))).code).toBe('not_signed_in');
});

test('a room is offered to a colleague by id, and to several at once they are invited', async () => {
  const { owner, mia, params, rooms } = await unseeing();
  await rooms.offerTransfer({ params, body: { userId: mia.userId } });
  const offered = (await rooms.get({ params })).transfer;
  expect(offered).toMatchObject({ person: { id: mia.userId, name: 'Mia' }, email: null });
  const body = { ids: [params.id], userId: owner.userId, role: 'moderator' as const };
  expect(await rooms.inviteToMany({ body })).toEqual({ done: [params.id], refused: [] });
  const [offer] = (await meetApi(world, mia).rooms.invitations({})).items;
  expect(offer).toMatchObject({ kind: 'transfer' });
});
