/** Where meetings go when there are several servers. */
import { BbbBadAnswer, BbbUnreachable } from '@atrium/bbb/client-answer';
import { expect, test } from 'vitest';
import { crowd } from '#app/proof/testing.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import { clientFor, serverList } from '#meet/servers/server/servers.service.ts';
import { createParams } from '#meet/meetings/server/create-params.service.ts';
import { launch } from '#meet/meetings/server/launch.service.ts';
import {
  buildPerson,
  buildRoom,
  buildServer,
  buildStage,
  failureOf,
  meetApi,
  setServer,
} from '#meet/meetings/server/meet.factory.ts';
import { insertMeeting, meetingById, openMeetingOf } from '#meet/meetings/server/meetings.queries.ts';
import { pollServers } from './poll.service.ts';
import { meetingSaid } from '#meet/meetings/server/said.service.ts';

const twenty = Array.from({ length: 20 }, (_none, n) => n);

test('twenty rooms that start at the same moment are spread evenly, although no server knows of them yet', async () => {
  const { world, fake } = await buildStage(crowd);
  const owner = await buildPerson(world, { entitlements: { meetingsAtOnce: null } });
  const fakes = [fake];
  for (const name of ['b', 'c', 'd']) fakes.push((await buildServer(world, { name })).fake);
  const rooms = await Promise.all(twenty.map(() => buildRoom(world, owner)));
  await Promise.all(rooms.map((room) => meetApi(world, owner).meetings.start({ params: { id: room.id } })));
  expect(fakes.map((one) => one.meetings.size)).toEqual([5, 5, 5, 5]);
}, 60_000);

test('what is usual in a room is reserved for it, and gives way to those who came', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  const start = () => meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const first = await start();
  const read = (id: string) => meetingById(world.ctx().system.read, id);
  const standard = (await read(first.meetingId))?.expectedPeople ?? 0;
  for (let n = 0; n < 60; n++) fake.enter(first.meetingId, { key: `guest-${n}`, name: 'Gül' });
  await pollServers(world.ctx());
  await meetApi(world, owner).meetings.end({ params: { id: first.meetingId } });
  const next = await start();
  expect((await read(next.meetingId))?.expectedPeople).toBeGreaterThan(standard * 2);
  expect(await read(next.meetingId)).toMatchObject({ placedAt: expect.any(Date), polledAt: null });
});

test('a server that is not healthy and enabled takes none, and another one does', async () => {
  const { world, fake, server, owner } = await buildStage();
  const second = await buildServer(world, { name: 'second' });
  const set = (change: Record<string, string>) => setServer(world, server.id, { state: 'enabled', health: 'healthy', ...change });
  for (const change of [
    { state: 'draining' },
    { state: 'disabled' },
    { health: 'degraded' },
    { health: 'offline' },
    { health: 'unknown' },
  ] as const) {
    await set(change);
    const room = await buildRoom(world, owner);
    const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
    expect([change, second.fake.meetings.has(meetingId)]).toEqual([change, true]);
  }
  expect(fake.meetings.size).toBe(0);
});

test('a server at its own limit passes the meeting on within the same request, and so does one that answers nonsense', async () => {
  const { world, fake, server, owner } = await buildStage();
  const second = await buildServer(world, { name: 'second' });
  await setServer(world, second.server.id, { people: 40 });
  fake.mood = 'refuses';
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(second.fake.meetings.has(meetingId)).toBe(true);
  expect(fake.calls.filter((name) => name === 'create')).toHaveLength(1);
  // the failed create counts against it
  const health = (await serverList(world.ctx())).find((one) => one.id === server.id);
  expect(health).toMatchObject({ health: 'degraded', healthReason: 'maxConcurrent', failures: 1 });
});

/** Launches a reserved meeting on two well servers with this `create`; `asked` names those that were asked. */
async function launchWith(create: () => Promise<never> | { ok: false; key: string; message: string }) {
  const stage = await buildStage();
  const { world, server, owner } = stage;
  await buildServer(world, { name: 'second' });
  const room = await buildRoom(world, owner);
  const ctx = world.ctx();
  const id = room.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const row = await ctx.system.write((tx) =>
    insertMeeting(tx, {
      id,
      accountId: owner.accountId,
      roomId: room.id,
      serverId: server.id,
      name: room.name,
      state: 'starting',
      createdAt: new Date(ctx.now()),
    }),
  );
  const asked: string[] = [];
  const launched = await launch(ctx, row, {
    create: async (to) => {
      asked.push(to.name);
      return create();
    },
    ask: { key: id, size: { hint: null, roomRuns: [], accountUsual: null, maximum: null } },
  });
  const servers = await serverList(ctx);
  return { launched, asked, servers, row: await meetingById(ctx.system.read, id) };
}

test.each(['validationError', 'sizeError', 'patternError'])(
  'a request that is at fault itself (%s) is not tried elsewhere, and no server suffers for it',
  async (key) => {
    const { launched, asked, servers, row } = await launchWith(() => ({ ok: false, key, message: 'It has to be shorter' }));
    expect(launched).toMatchObject({ result: 'refused', key });
    expect(asked).toEqual(['engine']);
    expect(servers.map((one) => one.failures)).toEqual([0, 0]);
    expect(row).toMatchObject({ state: 'failed', endReason: 'server_refused' });
  },
);

test('what a web server finds too long is not tried elsewhere, and no server suffers for it', async () => {
  const { launched, asked, servers } = await launchWith(() => Promise.reject(new BbbBadAnswer('no XML', 414)));
  expect(launched).toMatchObject({ result: 'refused', key: 'sizeError' });
  expect(asked).toEqual(['engine']);
  expect(servers.map((one) => [one.health, one.failures])).toEqual([
    ['healthy', 0],
    ['healthy', 0],
  ]);
});

test('a request that every server cuts off or fails at takes none of them out of the pool as long as they answer', async () => {
  for (const create of [
    () => Promise.reject(new BbbUnreachable('cut off')),
    () => Promise.reject(new BbbBadAnswer('no XML', 502)),
    () => ({ ok: false as const, key: 'somethingNew', message: '' }),
  ]) {
    const { launched, asked, servers } = await launchWith(create);
    expect(launched.result).toBe('unreachable');
    expect(new Set(asked)).toEqual(new Set(['engine', 'second']));
    expect(servers.map((one) => [one.health, one.failures])).toEqual([
      ['healthy', 0],
      ['healthy', 0],
    ]);
  }
}, 20_000);

test('when no server is well, those that failed lately are asked at once before somebody is turned away', async () => {
  const { world, fake, server, owner } = await buildStage();
  await setServer(world, server.id, { health: 'degraded', health_reason: 'unreachable', failures: 1 });
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(fake.meetings.has(meetingId)).toBe(true);
  await setServer(world, server.id, { state: 'draining' });
  const other = await buildRoom(world, owner);
  expect(await failureOf(meetApi(world, owner).meetings.start({ params: { id: other.id } }))).toMatchObject({
    code: 'no_server',
  });
});

test('what a server said of a meeting is kept whole for lists', async () => {
  const { world, fake, owner, server } = await buildStage();
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  await pollServers(world.ctx());
  const row = await meetingById(world.ctx().system.read, meetingId);
  if (row?.said == null) throw new Error('nothing was kept');
  const answer = await clientFor(world.ctx(), server).getMeetings();
  expect(answer.ok && answer.meetings[0]).toEqual(meetingSaid(row.said));
  expect(row.saidAt).toEqual(row.polledAt);
  expect(row.said.metadata['atrium-room']).toBe(room.id);
});

test('the parameters of a meeting do not depend on its server', async () => {
  const { world, owner, server } = await buildStage();
  const other = await buildServer(world, { name: 'second' });
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const ctx = world.ctx();
  const meeting = await openMeetingOf(ctx.system.read, room.id);
  const row = await roomOf(ctx.system.read, room.id);
  if (meeting === null || row === null) throw new Error('not there');
  expect(createParams(ctx, meeting, { room: row, server })).toEqual(
    createParams(ctx, meeting, { room: row, server: other.server }),
  );
});

test('people of one account do not wait for another account, and each gets a meeting', async () => {
  const { world, fake, owner } = await buildStage();
  const people = [owner, await buildPerson(world), await buildPerson(world)];
  const rooms = await Promise.all(people.map((one) => buildRoom(world, one)));
  await Promise.all(
    people.flatMap((one, at) =>
      twenty.slice(0, 5).map(() => meetApi(world, one).meetings.start({ params: { id: rooms[at]?.id ?? '' } })),
    ),
  );
  expect(fake.meetings.size).toBe(3);
});
