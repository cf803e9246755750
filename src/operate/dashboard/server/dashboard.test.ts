import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { dashboard } from './dashboard.service.ts';

test('a customer sees what runs, what is quick to start, what is used and what waits', async () => {
  const { world, fake, owner } = await buildStage();
  const api = meetApi(world, owner);
  const [one, two] = [await buildRoom(world, owner, { name: 'One' }), await buildRoom(world, owner, { name: 'Two' })];
  for (const name of ['Three', 'Four']) await buildRoom(world, owner, { name });
  const past = await api.meetings.start({ params: { id: one.id } });
  world.clock.advance(125_000);
  await api.meetings.end({ params: { id: past.meetingId } });
  world.clock.advance(1_000);
  const live = await api.meetings.start({ params: { id: two.id } });
  fake.enter(live.meetingId, { key: 'guest-1', name: 'Gül' });
  fake.enter(live.meetingId, { key: 'guest-2', name: 'Tom' });
  await pollServers(world.ctx());
  const friend = await buildPerson(world, { name: 'Fred' });
  const other = await buildRoom(world, friend, { name: 'Choir' });
  await meetApi(world, friend).rooms.invite({ params: { id: other.id }, body: { email: owner.email, role: 'moderator' } });
  const page = await dashboard(world.ctx(owner));
  if (page.kind !== 'customer') throw new Error('not a customer');
  expect(page.live).toMatchObject([
    { id: live.meetingId, name: 'Two', people: 2, host: 'Olga Owner', canJoin: true, account: null },
  ]);
  expect(page.quickStart.map((room) => [room.name, room.live])).toContainEqual(['Two', true]);
  expect(page.quickStart).toHaveLength(3);
  expect(page.usage).toEqual({
    rooms: { used: 4, limit: 100 },
    meetingsAtOnce: { used: 1, limit: 10 },
    peopleAtOnce: { used: 2, limit: 200, peak: 2 },
  });
  expect(page.latest).toMatchObject([{ id: past.meetingId, name: 'One', total: 0 }]);
  expect(page.waiting).toMatchObject([{ kind: 'share', room: { name: 'Choir' }, from: { name: 'Fred' }, role: 'moderator' }]);
  const stranger = await dashboard(world.ctx(await buildPerson(world)));
  expect(stranger).toMatchObject({ live: [], quickStart: [], latest: [], waiting: [], usage: { rooms: { used: 0 } } });
});

test('a colleague sees live meetings of own rooms only, and starts only them', async () => {
  const { world, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const colleague = await buildPerson(world, { colleagueOf: owner });
  expect(await dashboard(world.ctx(colleague))).toMatchObject({ live: [], quickStart: [], usage: { rooms: { used: 1 } } });
});

test('the operator sees all accounts, servers, sign-ups and mails; staff only what they may', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  await pollServers(world.ctx());
  await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: 'x@example.org', role: 'moderator' } });
  const operator = await buildPerson(world, { kind: 'operator' });
  const page = await dashboard(world.ctx(operator));
  expect(page).toMatchObject({
    kind: 'operator',
    live: [{ id: meetingId, account: { id: owner.accountId }, people: 1, canJoin: false }],
    servers: [{ name: 'engine', health: 'healthy', meetings: 1, people: 1 }],
    signUps: { week: 1, month: 1 },
    mails: { queued: 0, failed: 0, kept: 1 },
  });
  world.clock.advance(8 * 86_400_000);
  expect(await dashboard(world.ctx(operator))).toMatchObject({ signUps: { week: 0, month: 1 } });
  const staff = await buildPerson(world, {
    ...{ colleagueOf: operator, role: 'staff', permissions: ['meetings.view', 'tickets.answer'] },
  });
  expect(await dashboard(world.ctx(staff))).toMatchObject({
    live: [{ id: meetingId }],
    servers: null,
    signUps: null,
    mails: null,
  });
  for (const colleague of [
    await buildPerson(world, { colleagueOf: operator }),
    await buildPerson(world, { colleagueOf: operator, role: 'staff', permissions: ['meetings.view', 'posts.edit'] }),
  ])
    expect(await dashboard(world.ctx(colleague))).toMatchObject({ kind: 'customer', live: [], quickStart: [], latest: [] });
  expect(await failureOf(Promise.resolve().then(() => dashboard(world.ctx({ kind: 'nobody' }))))).toMatchObject({
    code: 'not_signed_in',
  });
});
