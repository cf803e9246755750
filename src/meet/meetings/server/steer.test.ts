import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildServer, buildStage, failureOf, meetApi, setServer, type Stage } from './meet.factory.ts';
import { pollServers } from './polling/poll.service.ts';

async function live(stage: Stage, wish: { maxMinutes?: number } = {}) {
  const room = await buildRoom(stage.world, stage.owner, { maxMinutes: 60, ...wish });
  const { meetingId } = await meetApi(stage.world, stage.owner).meetings.start({ params: { id: room.id } });
  return { room, meetingId, params: { id: meetingId } };
}

test('the console tells who spoke how long and whose hand is up, and takes a hand down', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, params } = await live(stage);
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  fake.enter(meetingId, { key: 'guest-2', name: 'Tom' });
  const meeting = fake.meetings.get(meetingId);
  meeting?.more.push({ userID: 'guest-1', talkedMs: 61_000, speaking: true, handAt: 1_700_000_000_000 });
  const api = meetApi(world, owner);
  expect((await api.meetings.get({ params })).attendees).toMatchObject([
    { key: 'guest-1', talkedMs: 61_000, speaking: true, handAt: 1_700_000_000_000 },
    { key: 'guest-2', talkedMs: null, speaking: false, handAt: null },
  ]);
  await api.meetings.steer({ params, body: { lowerHand: 'guest-1' } });
  expect(meeting?.steered).toMatchObject([{ lowerHand: 'guest-1' }]);
});

test('a meeting is made longer, up to what the plan allows and no further', async () => {
  const stage = await buildStage();
  const { world, fake } = stage;
  const owner = await buildPerson(world, { entitlements: { minutesPerMeeting: 100 } });
  const { meetingId, params } = await live({ ...stage, owner });
  const api = meetApi(world, owner);
  expect(await api.meetings.get({ params })).toMatchObject({
    limits: { maxMinutes: 60 },
    steering: { mostMinutes: 100, live: true },
  });
  await api.meetings.steer({ params, body: { addMinutes: 30 } });
  expect(await api.meetings.get({ params })).toMatchObject({ limits: { maxMinutes: 90 } });
  await api.meetings.steer({ params, body: { addMinutes: 30 } });
  expect(fake.meetings.get(meetingId)?.steered.map((one) => one.duration)).toEqual([90, 100]);
  expect(await failureOf(api.meetings.steer({ params, body: { addMinutes: 15 } }))).toMatchObject({
    code: 'limit_reached',
    data: { limit: 'minutesPerMeeting', max: 100, used: 100 },
  });
  // an operator is not held by the customer's plan
  const operator = meetApi(world, await buildPerson(world, { kind: 'operator' }));
  expect((await operator.meetings.get({ params })).steering).toMatchObject({ mostMinutes: null, live: true });
  await operator.meetings.steer({ params, body: { addMinutes: 30 } });
  expect(await api.meetings.get({ params })).toMatchObject({ limits: { maxMinutes: 130 } });
  fake.mood = 'silent';
  expect(await failureOf(api.meetings.steer({ params, body: { locks: { mic: true } } }))).toMatchObject({
    code: 'server_failed',
  });
});

test('locks reach the server, are told again and stand in the audit log', async () => {
  const stage = await buildStage();
  const { world, owner } = stage;
  const { params } = await live(stage);
  const api = meetApi(world, owner);
  expect((await api.meetings.get({ params })).steering).toMatchObject({ locks: { mic: false, cam: false, chat: false } });
  await api.meetings.steer({ params, body: { locks: { mic: true } } });
  expect((await api.meetings.get({ params })).steering).toMatchObject({ locks: { mic: true, cam: false, chat: false } });
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select data from audit_entries where action = 'meetings.steered' and subject_id = ${params.id}`);
  expect(rows).toEqual([{ data: { mic: true } }]);
});

test('a locked meeting lets nobody new in, those who were in come back, and moderators come always', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { room, meetingId, params } = await live(stage);
  const api = meetApi(world, owner);
  const guest = meetApi(world, { kind: 'nobody' }, { cookies: { atrium_guest: 'a'.repeat(24) } });
  const stranger = meetApi(world, { kind: 'nobody' }, { cookies: { atrium_guest: 'b'.repeat(24) } });
  const joins = (who: typeof guest) => who.meetings.join({ params: { slug: room.slug }, body: { name: 'Gül' } });
  await joins(guest);
  fake.enter(meetingId, { key: fake.joins.at(-1)?.['userID'] ?? '', name: 'Gül' });
  await pollServers(world.ctx());
  await api.meetings.steer({ params, body: { entryLocked: true } });
  expect((await api.meetings.get({ params })).steering).toMatchObject({ entryLocked: true });
  expect(await failureOf(joins(stranger))).toMatchObject({ code: 'entry_locked' });
  await joins(guest);
  await api.meetings.joinMeeting({ params });
  await api.meetings.steer({ params, body: { entryLocked: false } });
  await joins(stranger);
});

test('somebody with a picture is in the meeting with it', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { params } = await live(stage);
  await world
    .ctx()
    .system.read.execute(
      sql`insert into user_pictures (user_id, hash, picture, changed_at) values (${owner.userId}, ${'b'.repeat(40)}, 'x', now())`,
    );
  await meetApi(world, owner).meetings.joinMeeting({ params });
  expect(fake.joins.at(-1)?.['avatarURL']).toBe(`http://localhost:3000/faces/${'b'.repeat(40)}.webp`);
});

test('a server of another kind says what it does not offer; the way in can be locked all the same', async () => {
  const stage = await buildStage();
  const { world, owner } = stage;
  const { params } = await live(stage);
  await setServer(world, stage.server.id, { kind: 'bbb' });
  const api = meetApi(world, owner);
  expect((await api.meetings.get({ params })).steering).toMatchObject({ live: false, locks: null });
  for (const body of [{ addMinutes: 15 }, { locks: { mic: true } }, { lowerHand: 'guest-1' }])
    expect(await failureOf(api.meetings.steer({ params, body }))).toMatchObject({ code: 'not_on_this_server' });
  await api.meetings.steer({ params, body: { entryLocked: true } });
  expect((await api.meetings.get({ params })).steering).toMatchObject({ entryLocked: true });
});

test('steering is for those who may end the meeting, and only while it runs', async () => {
  const stage = await buildStage();
  const { world, owner } = stage;
  await buildServer(world, { name: 'spare' });
  const { params } = await live(stage);
  const body = { entryLocked: true };
  const other = meetApi(world, await buildPerson(world));
  const colleague = meetApi(world, await buildPerson(world, { colleagueOf: owner, permissions: ['meetings.view'] }));
  expect(await failureOf(other.meetings.steer({ params, body }))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(colleague.meetings.steer({ params, body }))).toMatchObject({ code: 'not_allowed' });
  expect(await failureOf(meetApi(world).meetings.steer({ params, body }))).toMatchObject({ code: 'not_signed_in' });
  expect((await colleague.meetings.get({ params })).steering).toBeNull();
  const api = meetApi(world, owner);
  await api.meetings.end({ params });
  expect(await failureOf(api.meetings.steer({ params, body }))).toMatchObject({ code: 'meeting_ended' });
});
