import { expect, test } from 'vitest';
import type { CookieOut } from '#kit/server/ctx.ts';
import { buildPerson, buildRoom, buildServer, buildStage, failureOf, meetApi, setServer } from './meet.factory.ts';

const from = (address: string, more: { cookies?: Record<string, string>; setCookie?: (cookie: CookieOut) => void } = {}) => ({
  caller: { address, agent: 'test' },
  ...more,
});

test('a guest waits for the host and then joins as a guest of the lobby', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { lobby: true });
  const guest = meetApi(world, { kind: 'nobody' }, from('198.51.100.7'));
  expect(await failureOf(guest.meetings.join({ params: { slug: room.slug }, body: { name: 'Gül' } }))).toMatchObject({
    code: 'waiting_for_host',
  });
  const started = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const ticket = await guest.meetings.join({ params: { slug: room.slug }, body: { name: '  Gül 🌷 ' } });
  expect(ticket.meetingId).toBe(started.meetingId);
  expect(fake.joins.at(-1)).toMatchObject({ fullName: 'Gül 🌷', role: 'VIEWER', guest: 'true' });
  expect(fake.joins.at(-1)?.['userID']).toMatch(/^guest-[0-9a-f]{24}$/);
});

test('a guest is the same person when coming back, and another one in another room', async () => {
  const { world, fake, owner } = await buildStage();
  const [a, b] = [await buildRoom(world, owner), await buildRoom(world, owner)];
  for (const room of [a, b]) await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const cookies: CookieOut[] = [];
  const visit = (slug: string, known: Record<string, string>) =>
    meetApi(
      world,
      { kind: 'nobody' },
      from('198.51.100.7', { cookies: known, setCookie: (cookie) => void cookies.push(cookie) }),
    ).meetings.join({ params: { slug }, body: { name: 'Gül' } });
  await visit(a.slug, {});
  expect(cookies).toMatchObject([{ name: 'atrium_guest', httpOnly: true, path: '/' }]);
  const known = { atrium_guest: cookies[0]?.value ?? '' };
  await visit(a.slug, known);
  await visit(b.slug, known);
  const keys = fake.joins.slice(-3).map((one) => one['userID']);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
  expect(cookies).toHaveLength(1);
});

test('where anyone can start, the first guest wakes the room', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { anyoneCanStart: true });
  const ticket = await meetApi(world).meetings.join({ params: { slug: room.slug }, body: { name: 'Gül' } });
  expect(fake.meetings.has(ticket.meetingId)).toBe(true);
  expect(fake.joins.at(-1)).toMatchObject({ role: 'VIEWER' });
  const locked = await buildRoom(world, owner, { moderatorCode: 'leader-1' });
  await meetApi(world).meetings.join({ params: { slug: locked.slug }, body: { name: 'Gül', code: 'leader-1' } });
  expect(fake.joins.at(-1)).toMatchObject({ role: 'MODERATOR' });
});

test('a full room says so, on servers that are asked and on servers that people are sent to', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { maxPeople: 1 });
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  fake.enter(meetingId, { key: owner.userId, name: owner.name, role: 'MODERATOR' });
  const guest = () => meetApi(world).meetings.join({ params: { slug: room.slug }, body: { name: 'Gül' } });
  expect(await failureOf(guest())).toMatchObject({ code: 'room_full' });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
});

test('people of a distant server get a signed address for their own browser', async () => {
  const { world, fake, owner } = await buildStage();
  const far = await buildServer(world, { name: 'far', directJoin: 'no' });
  fake.mood = 'silent';
  const room = await buildRoom(world, owner);
  const ticket = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const url = new URL(ticket.url);
  expect(url.href.startsWith(`${far.fake.url}/api/join?`)).toBe(true);
  expect(url.searchParams.get('checksum')).toMatch(/^[0-9a-f]{40,}$/);
  expect(url.searchParams.get('errorRedirectUrl')).toBe(`http://localhost:3000/m/${room.slug}?trouble=1`);
  expect(far.fake.calls).not.toContain('join');
  expect((await fetch(ticket.url, { redirect: 'manual' })).headers.get('location')).toContain('sessionToken=');
});

test('nobody is sent from pages with https to a server without', async () => {
  const { world, fake, owner } = await buildStage();
  const far = await buildServer(world, { name: 'far', directJoin: 'no' });
  fake.mood = 'silent';
  world.parts.config.publicUrl = 'https://meet.example.org';
  const room = await buildRoom(world, owner);
  const start = () => meetApi(world, owner).meetings.start({ params: { id: room.id } });
  // it is not even asked for a meeting
  expect(await failureOf(start())).toMatchObject({ code: 'server_failed' });
  expect(far.fake.calls).not.toContain('create');
  world.parts.config.publicUrl = 'http://meet.example.org';
  await start();
  world.parts.config.publicUrl = 'https://meet.example.org';
  expect(await failureOf(start())).toMatchObject({ code: 'server_insecure' });
  expect(far.fake.calls).not.toContain('join');
  // one that gives a secure address of its own is no trouble
  await setServer(world, far.server.id, { direct_join: 'true' });
  expect((await start()).url).toMatch(/^https:\/\//);
});

test('a server that forgot the meeting: the host starts anew, a guest waits', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  const first = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  fake.restart();
  const guest = () => meetApi(world).meetings.join({ params: { slug: room.slug }, body: { name: 'Gül' } });
  expect(await failureOf(guest())).toMatchObject({ code: 'waiting_for_host' });
  const past = await meetApi(world, owner).meetings.get({ params: { id: first.meetingId } });
  expect(past).toMatchObject({ state: 'ended', endReason: 'server_lost' });
  expect(await failureOf(meetApi(world, owner).meetings.joinMeeting({ params: { id: first.meetingId } }))).toMatchObject({
    code: 'meeting_ended',
  });
  const second = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(second.meetingId).not.toBe(first.meetingId);
  fake.restart();
  const third = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(third.meetingId).not.toBe(second.meetingId);
  expect((await guest()).meetingId).toBe(third.meetingId);
});

test('nothing that opens a door is written to the log', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { viewerCode: 'open-sesame' });
  const ticket = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  fake.mood = 'silent';
  await failureOf(meetApi(world).meetings.join({ params: { slug: room.slug }, body: { name: 'Gül', code: 'open-sesame' } }));
  const log = world.logged().join('\n');
  for (const secret of ['open-sesame', fake.secret, new URL(ticket.url).searchParams.get('sessionToken') ?? ''])
    expect(log).not.toContain(secret);
});

test('people at once of the account are held in rooms too, before the poll has seen anybody', async () => {
  const { world } = await buildStage();
  const owner = await buildPerson(world, { entitlements: { peopleAtOnce: 3 } });
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const guest = async (name: string) => {
    try {
      await meetApi(world).meetings.join({ params: { slug: room.slug }, body: { name } });
      return 'in';
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    }
  };
  const outcomes = await Promise.all(['Ada', 'Ben', 'Cem', 'Dilan', 'Eve'].map(guest));
  expect(outcomes.toSorted()).toEqual(['in', 'in', 'room_full', 'room_full', 'room_full']);
  // the owner is one of the three and may come back
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
});

test("a guest's name is one line that cannot turn or hide the text around it, of at most 64 characters", async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const join = (name: string) => meetApi(world).meetings.join({ params: { slug: room.slug }, body: { name } });
  for (const [typed, name] of [
    [' Gu\u0308l\n  \u202ETaş\u202C ', 'Gül Taş'],
    ['ليلى\u200F حسن', 'ليلى حسن'],
    ['👩‍👩‍👧 Ada', '👩‍👩‍👧 Ada'],
    [` ${'a'.repeat(64)} `, 'a'.repeat(64)],
  ] as const) {
    await join(typed);
    expect(fake.joins.at(-1)).toMatchObject({ fullName: name });
  }
  for (const refused of ['a'.repeat(65), ' \u200B\u202E\u2060 ', '\u200D'])
    expect(await failureOf(join(refused))).toMatchObject({ code: 'invalid_input' });
});
