import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildServer, buildStage, failureOf, meetApi } from './meet.factory.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import { createParams } from './create-params.service.ts';
import { insertMeeting, meetingById, openMeetingOf } from './meetings.queries.ts';
import { ensureRunning, recoverStarts } from './start.service.ts';

test('an owner starts a room and gets the way into the meeting', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, {
    name: 'Biology <10a>',
    welcome: 'Hello & welcome\nall',
    lobby: true,
    maxPeople: 30,
    maxMinutes: 90,
  });
  const ticket = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(ticket.url).toMatch(/^https:\/\/media\.example\/client\?sessionToken=\w{16}$/);
  const meeting = fake.meetings.get(ticket.meetingId);
  expect(meeting?.request).toMatchObject({
    name: 'Biology <10a>',
    welcome: 'Hello &amp; welcome<br>all',
    guestPolicy: 'ASK_MODERATOR',
    maxParticipants: 30,
    duration: 90,
    muteOnStart: true,
    record: true,
    allowRequestsWithoutSession: true,
  });
  expect(meeting?.request.logoutURL).toBe(`http://localhost:3000/m/${room.slug}?left=1`);
  expect(meeting?.request.metadata.get('atrium-room')).toBe(room.id);
  expect(meeting?.request.metadata.get('atrium-invite')).toBe(`http://localhost:3000/m/${room.slug}`);
  expect(fake.joins[0]).toMatchObject({ role: 'MODERATOR', userID: owner.userId, fullName: 'Olga Owner', redirect: 'false' });
  expect(fake.joins[0]?.['guest']).toBeUndefined();
  const shown = await meetApi(world, owner).rooms.get({ params: { id: room.id } });
  expect(shown.live).toMatchObject({ meetingId: ticket.meetingId, state: 'live' });
  expect(shown.version).toBe(room.version);
});

test('what a room locks and how it looks goes to its server; what it leaves alone does not', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { options: { lockCam: true, layout: 'VIDEO_FOCUS' } });
  expect(room.options).toMatchObject({ lockCam: true, lockMic: false, layout: 'VIDEO_FOCUS' });
  const body = { options: { hostCameras: true, promoteGuests: true }, version: room.version };
  const changed = await meetApi(world, owner).rooms.update({ params: { id: room.id }, body });
  expect(changed.options).toMatchObject({ lockCam: true, hostCameras: true, promoteGuests: true });
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(fake.meetings.get(meetingId)?.request).toMatchObject({
    lockSettingsDisableCam: true,
    lockSettingsDisableMic: false,
    lockSettingsLockOnJoin: true,
    webcamsOnlyForModerator: true,
    endWhenNoModerator: false,
    allowPromoteGuestToModerator: true,
  });
});

test('two people who start at once are in the same meeting', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  const colleague = await buildPerson(world, { colleagueOf: owner, role: 'admin' });
  const tickets = await Promise.all(
    [owner, colleague, owner, colleague].map((who) => meetApi(world, who).meetings.start({ params: { id: room.id } })),
  );
  expect(new Set(tickets.map((one) => one.meetingId)).size).toBe(1);
  expect(fake.meetings.size).toBe(1);
});

test('without a server the start says so and leaves nothing behind', async () => {
  const { world, fake, server, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  await fake.close();
  expect(await failureOf(meetApi(world, owner).meetings.start({ params: { id: room.id } }))).toMatchObject({
    code: 'server_failed',
  });
  const shown = await meetApi(world, owner).rooms.get({ params: { id: room.id } });
  expect(shown.live).toBeNull();
  const list = await meetApi(world, owner).meetings.list({});
  expect(list.items).toMatchObject([{ state: 'failed', endReason: 'server_unreachable' }]);
  expect(server.name).toBe('engine');
  await world.parts.databases.system.read.execute('delete from meetings');
  await world.parts.databases.system.read.execute('delete from servers');
  expect(await failureOf(meetApi(world, owner).meetings.start({ params: { id: room.id } }))).toMatchObject({ code: 'no_server' });
});

test('a server that refuses is not asked again, and the room can be started later', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  fake.mood = 'refuses';
  expect(await failureOf(meetApi(world, owner).meetings.start({ params: { id: room.id } }))).toMatchObject({
    code: 'server_failed',
  });
  fake.mood = 'well';
  const ticket = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(fake.meetings.has(ticket.meetingId)).toBe(true);
});

test('a meeting moves to another server when the first cannot be reached', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  fake.mood = 'silent';
  const other = await buildServer(world, { name: 'second' });
  // the first is preferred: it has less load
  await world.parts.databases.system.read.execute(`update servers set people = 40 where id = '${other.server.id}'`);
  const ticket = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(other.fake.meetings.has(ticket.meetingId)).toBe(true);
  const row = await meetingById(world.ctx().system.read, ticket.meetingId);
  expect(row).toMatchObject({ state: 'live', serverId: other.server.id });
});

test('crash after the server made the meeting and before we noted it: the recovery finds it alive', async () => {
  const { world, fake, owner, server } = await buildStage();
  const room = await buildRoom(world, owner);
  const ctx = world.ctx();
  const row = await roomOf(ctx.system.read, room.id);
  if (row === null) throw new Error('no room');
  // the answer never arrives: to us it is as if the process had died between asking and settling
  fake.mood = 'crashes';
  const dying = ensureRunning(ctx, { room: row, by: owner.userId }).catch(() => undefined);
  await expect.poll(() => fake.meetings.size).toBe(1);
  const starting = await openMeetingOf(ctx.system.read, room.id);
  expect(starting).toMatchObject({ state: 'starting', serverId: server.id });
  fake.mood = 'well';
  world.clock.advance(31_000);
  expect(await recoverStarts(world.ctx())).toBe(1);
  await dying;
  expect((await openMeetingOf(ctx.system.read, room.id))?.state).toBe('live');
});

test('crash before the server was asked: the recovery gives the start up and frees the room', async () => {
  const { world, owner, server } = await buildStage();
  const room = await buildRoom(world, owner);
  const ctx = world.ctx();
  const meetingId = room.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  await ctx.system.write((tx) =>
    insertMeeting(tx, {
      id: meetingId,
      accountId: owner.accountId,
      roomId: room.id,
      serverId: server.id,
      name: room.name,
      state: 'starting',
      createdAt: new Date(ctx.now()),
    }),
  );
  expect(await recoverStarts(ctx)).toBe(0);
  world.clock.advance(31_000);
  expect(await recoverStarts(world.ctx())).toBe(1);
  expect(await meetingById(ctx.system.read, meetingId)).toMatchObject({ state: 'failed', endReason: 'abandoned' });
  const ticket = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(ticket.meetingId).not.toBe(meetingId);
});

test('somebody who starts while another start hangs finishes that one', async () => {
  const { world, fake, owner, server } = await buildStage();
  const room = await buildRoom(world, owner);
  const ctx = world.ctx();
  const meetingId = room.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  await ctx.system.write((tx) =>
    insertMeeting(tx, {
      id: meetingId,
      accountId: owner.accountId,
      roomId: room.id,
      serverId: server.id,
      name: room.name,
      state: 'starting',
      createdAt: new Date(ctx.now()),
    }),
  );
  const ticket = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(ticket.meetingId).toBe(meetingId);
  expect(fake.meetings.has(meetingId)).toBe(true);
});

test('the plan limits meetings at once', async () => {
  const { world } = await buildStage();
  const small = await buildPerson(world, { entitlements: { meetingsAtOnce: 1, peoplePerMeeting: 25 } });
  const [first, second] = [await buildRoom(world, small), await buildRoom(world, small)];
  await meetApi(world, small).meetings.start({ params: { id: first.id } });
  expect(await failureOf(meetApi(world, small).meetings.start({ params: { id: second.id } }))).toMatchObject({
    code: 'limit_reached',
    data: { limit: 'meetingsAtOnce', max: 1, used: 1 },
  });
  const list = await meetApi(world, small).meetings.get({
    params: { id: (await meetApi(world, small).meetings.list({})).items[0]?.id ?? '' },
  });
  expect(list.limits.maxPeople).toBe(25);
});

test('of many rooms that start at once with one meeting left, one starts', async () => {
  const { world, fake } = await buildStage();
  const small = await buildPerson(world, { entitlements: { meetingsAtOnce: 1 } });
  const rooms = await Promise.all(Array.from({ length: 6 }, () => buildRoom(world, small)));
  const { meetings } = meetApi(world, small);
  const starts = await Promise.allSettled(rooms.map(({ id }) => meetings.start({ params: { id } })));
  const codes = starts.map((one) => (one.status === 'fulfilled' ? 'started' : one.reason.code));
  expect(codes.toSorted()).toEqual([...rooms.slice(1).map(() => 'limit_reached'), 'started']);
  expect(fake.meetings.size).toBe(1);
});

test('the parameters of a meeting are the same whenever they are made', async () => {
  const { world, owner, server } = await buildStage();
  const room = await buildRoom(world, owner);
  const ticket = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const ctx = world.ctx();
  const [meeting, row] = [await meetingById(ctx.system.read, ticket.meetingId), await roomOf(ctx.system.read, room.id)];
  if (meeting === null || row === null) throw new Error('not there');
  const [a, b] = [createParams(ctx, meeting, { room: row, server }), createParams(world.ctx(), meeting, { room: row, server })];
  expect(a).toEqual(b);
  expect(a.moderatorPW).not.toBe(a.attendeePW);
});
