import { expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { holdLease } from '#kit/server/lease.queries.ts';
import { claimEngine, registerEngine } from '#meet/servers/server/engines.service.ts';
import { POLL_LEASE, startPolling } from '#meet/meetings/server/meetings.jobs.ts';
import { buildPerson, buildRoom, buildServer, buildStage, meetApi, type Stage } from '#meet/meetings/server/meet.factory.ts';
import { attendeesOf, dueServers, pollServers } from './poll.service.ts';

async function live(stage: Stage) {
  const room = await buildRoom(stage.world, stage.owner);
  const { meetingId } = await meetApi(stage.world, stage.owner).meetings.start({ params: { id: room.id } });
  const read = () => meetApi(stage.world, stage.owner).meetings.get({ params: { id: meetingId } });
  const attendance = async () =>
    (await meetApi(stage.world, stage.owner).meetings.attendance({ params: { id: meetingId } })).items;
  const poll = async (passed = 3_000) => {
    stage.world.clock.advance(passed);
    await pollServers(stage.world.ctx());
  };
  return { room, meetingId, read, attendance, poll };
}

test('counts, peak and attendance follow what the server says', async () => {
  const stage = await buildStage();
  const { fake, owner } = stage;
  const { room, meetingId, read, attendance, poll } = await live(stage);
  fake.enter(meetingId, { key: owner.userId, name: 'Olga', role: 'MODERATOR' });
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  await poll();
  expect(await read()).toMatchObject({ people: 2, moderators: 1, peak: 2, total: 2 });
  expect((await meetApi(stage.world, owner).rooms.get({ params: { id: room.id } })).live).toMatchObject({
    people: 2,
    state: 'live',
  });
  fake.leave(meetingId, 'guest-1');
  await poll(240_000);
  expect(await read()).toMatchObject({ people: 1, peak: 2, total: 2 });
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  await poll(60_000);
  fake.leave(meetingId, 'guest-1');
  await poll(60_000);
  const [guest, host] = await attendance();
  expect(host).toMatchObject({ name: 'Olga', userId: owner.userId, role: 'moderator', leftAt: null, sittings: 1 });
  expect(guest).toMatchObject({ name: 'Gül', userId: null, role: 'viewer', sittings: 2 });
  expect(guest?.minutes).toBeGreaterThanOrEqual(5);
  expect(guest?.minutes).toBeLessThanOrEqual(6);
  expect(guest?.leftAt).not.toBeNull();
});

test('a key that looks like a person but is none is kept as a guest', async () => {
  const stage = await buildStage();
  const { meetingId, attendance, poll } = await live(stage);
  stage.fake.enter(meetingId, { key: '01890000-0000-7000-8000-000000000000', name: 'Somebody' });
  await poll();
  expect(await attendance()).toMatchObject([{ name: 'Somebody', userId: null }]);
});

test('missing once is forgiven, missing twice ends the meeting', async () => {
  const stage = await buildStage();
  const { room, meetingId, read, attendance, poll } = await live(stage);
  stage.fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  await poll();
  const kept = new Map(stage.fake.meetings);
  stage.fake.restart();
  await poll();
  expect(await read()).toMatchObject({ state: 'live' });
  for (const [id, meeting] of kept) stage.fake.meetings.set(id, meeting);
  await poll();
  stage.fake.restart();
  await poll();
  expect(await read()).toMatchObject({ state: 'live' });
  await poll();
  expect(await read()).toMatchObject({ state: 'ended', endReason: 'server_lost', people: 0, total: 1 });
  expect((await attendance())[0]?.leftAt).not.toBeNull();
  expect((await meetApi(stage.world, stage.owner).rooms.get({ params: { id: room.id } })).live).toBeNull();
});

test('an engine that starts anew ends its meetings at once, but not those begun after', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const first = await live(stage);
  world.clock.advance(1_000);
  fake.restart();
  const engineId = newId();
  await claimEngine(world.ctx(), { engineId, number: 1, host: '' });
  await registerEngine(world.ctx(), { engineId, url: fake.url, secret: fake.secret });
  world.clock.advance(1_000);
  const room = await buildRoom(world, owner);
  const later = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  await world.runJobs();
  expect(await first.read()).toMatchObject({ state: 'ended', endReason: 'server_lost' });
  expect(await meetApi(world, owner).meetings.get({ params: { id: later.meetingId } })).toMatchObject({ state: 'live' });
});

test('a person in two tabs counts once, with what either shows', () => {
  const base = {
    fullName: 'Gül',
    isPresenter: false,
    isListeningOnly: false,
    hasJoinedVoice: false,
    hasVideo: false,
    clientType: 'HTML5',
    customdata: new Map(),
  };
  const people = attendeesOf({
    attendees: [
      { ...base, userID: 'a', role: 'VIEWER', hasVideo: true },
      { ...base, userID: 'a', role: 'MODERATOR', hasJoinedVoice: true },
      { ...base, userID: 'b', role: 'VIEWER' },
    ],
  });
  expect(people).toMatchObject([
    { key: 'a', role: 'moderator', video: true, voice: true },
    { key: 'b', role: 'viewer' },
  ]);
});

test('starts and ends are pushed to those of another account who share the room, and to nobody who was only invited', async () => {
  const stage = await buildStage();
  const { world, owner } = stage;
  const [friend, invited] = [await buildPerson(world), await buildPerson(world)];
  const room = await buildRoom(world, owner);
  for (const { email } of [friend, invited])
    await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email, role: 'moderator' } });
  const [invitation] = (await meetApi(world, friend).rooms.invitations({})).items;
  await meetApi(world, friend).rooms.acceptInvitation({ params: { id: invitation?.id ?? '' } });
  const heard: string[] = [];
  const { bus } = world.parts;
  const hear = (name: string, topic: string) =>
    bus.on(topic, (push) => void (push.kind === 'room' || heard.push(`${name} ${push.kind} ${String(push.data?.['state'])}`)));
  hear('probe', 'probe');
  hear('friend', `user:${friend.userId}`);
  hear('invited', `user:${invited.userId}`);
  const probe = () => world.ctx().system.write((tx) => bus.push(tx, { topic: 'probe', kind: 'ready' }));
  await expect.poll(() => probe().then(() => heard.length)).toBeGreaterThan(0);
  heard.length = 0;
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  await meetApi(world, owner).meetings.end({ params: { id: meetingId } });
  await expect.poll(() => heard).toContain('friend meeting ended');
  // pushes keep their order: whatever was sent before this one would be here
  heard.push('-');
  await expect.poll(() => probe().then(() => heard.at(-1))).toMatch(/^probe/);
  expect(heard).toContain('friend meeting live');
  expect(heard.filter((line) => line.startsWith('invited'))).toEqual([]);
});

test('starts, ends and counts are pushed to the account and to the door', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { bus } = world.parts;
  const heard: string[] = [];
  const hear = (topic: string) =>
    bus.on(
      topic,
      (push) =>
        void heard.push(`${push.topic.split(':')[0]} ${push.kind} ${push.data?.['state'] ?? ''} ${push.data?.['people'] ?? ''}`),
    );
  hear(`account:${owner.accountId}`);
  hear('probe');
  await expect
    .poll(async () => {
      await world.ctx().system.write((tx) => bus.push(tx, { topic: 'probe', kind: 'ready' }));
      return heard.length > 0;
    })
    .toBe(true);
  const room = await buildRoom(world, owner);
  hear(`room:${room.slug}`);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  world.clock.advance(3_000);
  await pollServers(world.ctx());
  await meetApi(world, owner).meetings.end({ params: { id: meetingId } });
  await expect.poll(() => heard).toContain('account meeting ended 0');
  await expect.poll(() => heard.at(-1)).toBe('room room idle 0');
  for (const line of [
    'account meeting starting 0',
    'account meeting live 0',
    'account meeting live 1',
    'room room live 0',
    'room room live 1',
  ])
    expect(heard).toContain(line);
});

test('of two pollers one works, and the other takes over when it stops', async () => {
  const { world, fake } = await buildStage();
  const asked = () => fake.calls.filter((name) => name === 'getMeetings').length;
  const stopFirst = startPolling(() => world.ctx());
  await expect.poll(asked).toBe(1);
  const other = { key: POLL_LEASE, holder: 'another', seconds: 30 };
  expect(await holdLease(world.ctx().system.read, other)).toBeGreaterThan(20_000);
  await stopFirst();
  expect(await holdLease(world.ctx().system.read, other)).toBe(0);
});

test('each server is asked once, however many meetings it has', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const second = await buildServer(world, { name: 'second' });
  for (let n = 0; n < 4; n++) await meetApi(world, owner).meetings.start({ params: { id: (await buildRoom(world, owner)).id } });
  fake.calls.length = 0;
  second.fake.calls.length = 0;
  world.clock.advance(31_000);
  await pollServers(world.ctx());
  expect([fake.calls, second.fake.calls]).toEqual([['getMeetings'], ['getMeetings']]);
});

test('of a hundred servers that are away, those not asked the longest have their turn; the well ones always', () => {
  const server = (n: number, health: 'healthy' | 'offline', state: 'enabled' | 'draining' | 'disabled' = 'enabled') => ({
    n,
    health,
    state,
    stateReason: null,
    checkedAt: new Date(1_000_000 - n),
  });
  const away = Array.from({ length: 100 }, (_none, n) => server(n, 'offline'));
  const due = dueServers([
    ...away,
    server(500, 'healthy'),
    server(501, 'healthy', 'draining'),
    server(502, 'healthy', 'disabled'),
  ]);
  expect(due.map((one) => one.n)).toEqual([500, 501, ...Array.from({ length: 25 }, (_none, at) => 99 - at)]);
  expect(dueServers([{ ...server(1, 'offline', 'disabled'), stateReason: 'new' }])).toHaveLength(1);
});
