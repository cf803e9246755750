import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor, UserActor } from '#kit/server/ctx.ts';
import { buildPerson, buildRoom, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { mailsTo, templatesTo, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import type { NewScheduledMeeting, ScheduledMeetingDetail } from '../schedule.contract.ts';
import { wallAt } from '../schedule.rules.ts';
import { extendSeries } from './keeping.service.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const day = 86_400_000;
const calls = (actor: Actor) => world.api(actor).schedule;
/** A day from now at that hour, in UTC, whose offsets do not move. */
const inDays = (days: number, hour = '10:00') => `${wallAt(world.clock.now() + days * day).slice(0, 10)}T${hour}`;
const daily = { every: 1, unit: 'day', days: [], monthly: 'day', until: null, count: 5 } as const;
type Wish = Partial<NewScheduledMeeting>;
async function planned(wish: Wish = {}): Promise<{ owner: UserActor; roomId: string; made: ScheduledMeetingDetail }> {
  const owner = await buildPerson(world, { name: 'Olga' });
  const room = await buildRoom(world, owner);
  const made = await calls(owner).create({
    body: {
      roomId: room.id,
      title: 'Choir',
      zone: 'UTC',
      start: inDays(3),
      minutes: 60,
      ...wish,
      ...(wish.repeat == null ? {} : { repeat: { ...wish.repeat } }),
    },
  });
  return { owner, roomId: room.id, made };
}
const startsOf = async (actor: UserActor, room?: string) => {
  const now = world.clock.now();
  const { items } = await calls(actor).dates({
    query: { from: now - day, to: now + 40 * day, ...(room === undefined ? {} : { room }) },
  });
  return items.map(({ start, title }) => `${start} ${title}`);
};
const at = (made: ScheduledMeetingDetail, recurrence: string) => ({ version: made.version, recurrence });

test('a date is made, read by those who see its room, and by nobody else', async () => {
  const { owner, roomId, made } = await planned({ description: 'Bring notes' });
  expect(made).toMatchObject({
    title: 'Choir',
    start: inDays(3),
    repeats: false,
    description: 'Bring notes',
    version: 1,
    rights: { edit: true },
  });
  expect(await startsOf(owner)).toEqual([`${inDays(3)} Choir`]);
  expect(await startsOf(owner, roomId)).toEqual([`${inDays(3)} Choir`]);
  const stranger = await buildPerson(world);
  expect(await startsOf(stranger)).toEqual([]);
  const params = { id: made.seriesId };
  const lost = [
    calls(stranger).get({ params }),
    calls(stranger).dates({ query: { from: 0, to: day, room: roomId } }),
    calls(stranger).days({ query: { from: inDays(0).slice(0, 10), days: 7, zone: 'UTC', room: roomId } }),
    calls(stranger).create({ body: { roomId, title: 'X', zone: 'UTC', start: inDays(4), minutes: 30 } }),
    calls(stranger).change({ params, body: { ...at(made, made.recurrence), scope: 'all', title: 'X' } }),
    calls(stranger).cancel({ params, body: { ...at(made, made.recurrence), scope: 'all' } }),
    calls(stranger).makeFeed({ body: { roomId } }),
  ];
  for (const failure of await Promise.all(lost.map(failureOf))) expect(failure).toMatchObject({ code: 'not_found' });
  expect(await failureOf(calls({ kind: 'nobody' }).get({ params }))).toMatchObject({ code: 'not_signed_in' });
});

test('a colleague sees the date and may not change it; a co-owner of another account may', async () => {
  const { owner, roomId, made } = await planned({ invitees: ['ana@school.example'] });
  const colleague = await buildPerson(world, { colleagueOf: owner, permissions: ['rooms.edit'] });
  expect((await calls(colleague).get({ params: { id: made.seriesId } })).invitees).toEqual([]);
  const change = { ...at(made, made.recurrence), scope: 'all', title: 'Mine now' } as const;
  expect(await failureOf(calls(colleague).change({ params: { id: made.seriesId }, body: change }))).toMatchObject({
    code: 'not_allowed',
  });
  const friend = await buildPerson(world);
  await meetApi(world, owner).rooms.invite({ params: { id: roomId }, body: { email: friend.email, role: 'co-owner' } });
  expect(await startsOf(friend)).toEqual([]);
  const [invitation] = (await meetApi(world, friend).rooms.invitations({})).items;
  await meetApi(world, friend).rooms.acceptInvitation({ params: { id: invitation?.id ?? '' } });
  expect(await startsOf(friend)).toEqual([`${inDays(3)} Choir`]);
  const after = await calls(friend).change({ params: { id: made.seriesId }, body: change });
  expect(after).toMatchObject({ title: 'Mine now', version: 2 });
  expect(after.invitees).toMatchObject([{ email: 'ana@school.example', answer: 'none' }]);
  expect(await failureOf(calls(owner).change({ params: { id: made.seriesId }, body: change }))).toMatchObject({
    code: 'changed_meanwhile',
  });
});

test('of a series one date moves, then it and those that follow, then all', async () => {
  const { owner, made } = await planned({ repeat: { ...daily, days: [] } });
  const params = { id: made.seriesId };
  const one = await calls(owner).change({
    params,
    body: { ...at(made, inDays(4)), scope: 'this', start: inDays(4, '14:00'), title: 'Rehearsal' },
  });
  expect(one).toMatchObject({ start: inDays(4, '14:00'), recurrence: inDays(4), changed: true, title: 'Rehearsal' });
  const refused = calls(owner).change({ params, body: { ...at(one, inDays(4)), scope: 'this', zone: 'Asia/Tokyo' } });
  expect(await failureOf(refused)).toMatchObject({ code: 'not_for_one' });
  const rest = await calls(owner).change({
    params,
    body: { ...at(one, inDays(6)), scope: 'following', start: inDays(6, '08:00') },
  });
  expect(rest.seriesId).not.toBe(made.seriesId);
  expect(rest).toMatchObject({ repeat: { count: 2 }, seriesStart: inDays(6, '08:00') });
  expect(await startsOf(owner)).toEqual([
    `${inDays(3)} Choir`,
    `${inDays(4, '14:00')} Rehearsal`,
    `${inDays(5)} Choir`,
    `${inDays(6, '08:00')} Choir`,
    `${inDays(7, '08:00')} Choir`,
  ]);
  const before = await calls(owner).get({ params });
  const all = await calls(owner).change({
    params,
    body: { ...at(before, inDays(5)), scope: 'all', start: inDays(6, '09:30'), title: 'Tenors' },
  });
  expect(all.seriesStart).toBe(inDays(4, '09:30'));
  // the moved date keeps the hour of its own
  expect((await startsOf(owner)).slice(0, 3)).toEqual([
    `${inDays(4, '09:30')} Tenors`,
    `${inDays(4, '14:00')} Rehearsal`,
    `${inDays(6, '08:00')} Choir`,
  ]);
});

test('a series that began keeps its past, whatever is done to all of it', async () => {
  const { owner, made } = await planned({ repeat: { ...daily, days: [], count: null, until: null } });
  // between two dates, whatever time of day it is when the test runs
  world.clock.advance(Date.parse(`${inDays(4, '18:00')}Z`) - world.clock.now());
  const before = await calls(owner).get({ params: { id: made.seriesId } });
  const past = (await startsOf(owner)).slice(0, 1);
  const moved = await calls(owner).change({
    params: { id: made.seriesId },
    body: { ...at(before, before.recurrence), scope: 'all', start: `${before.recurrence.slice(0, 10)}T20:00` },
  });
  expect(moved.seriesId).not.toBe(made.seriesId);
  const now = await startsOf(owner);
  expect(now.slice(0, 1)).toEqual(past);
  expect(now.filter((one) => one.includes('T20:00')).length).toBeGreaterThan(30);
  await calls(owner).cancel({ params: { id: moved.seriesId }, body: { ...at(moved, moved.recurrence), scope: 'all' } });
  expect(await startsOf(owner)).toEqual(past);
});

test('a cancelled date is gone and cannot be changed; so is a cancelled series', async () => {
  const { owner, made } = await planned({ repeat: { ...daily, days: [] } });
  const params = { id: made.seriesId };
  await calls(owner).cancel({ params, body: { ...at(made, inDays(5)), scope: 'this' } });
  const now = await calls(owner).get({ params });
  expect([now.cancelled, (await startsOf(owner)).length]).toEqual([[inDays(5)], 4]);
  const gone = calls(owner).change({ params, body: { ...at(now, inDays(5)), scope: 'this', title: 'Again' } });
  expect(await failureOf(gone)).toMatchObject({ code: 'not_found' });
  await calls(owner).cancel({ params, body: { ...at(now, inDays(6)), scope: 'following' } });
  const short = await calls(owner).get({ params });
  expect(await startsOf(owner)).toEqual([`${inDays(3)} Choir`, `${inDays(4)} Choir`]);
  await calls(owner).cancel({ params, body: { ...at(short, inDays(3)), scope: 'all' } });
  expect(await failureOf(calls(owner).get({ params }))).toMatchObject({ code: 'not_found' });
  expect(await startsOf(owner)).toEqual([]);
});

test('a rule without an end goes on as time goes on, and one without a date is refused', async () => {
  const { owner, roomId, made } = await planned({ repeat: { ...daily, days: [], unit: 'week', count: null } });
  const last = async () => {
    const { rows } = await world
      .ctx()
      .system.read.execute<{ at: Date }>(sql`select max(starts_at) at from scheduled_dates where meeting_id = ${made.seriesId}`);
    return new Date(rows[0]?.at ?? 0).getTime();
  };
  const before = await last();
  world.clock.advance(60 * day);
  while ((await extendSeries(world.ctx())) > 0);
  expect((await last()) - before).toBeGreaterThan(55 * day);
  const none = { ...daily, days: [], count: null, until: inDays(-30).slice(0, 10) };
  const refused = calls(owner).create({
    body: { roomId, title: 'Never', zone: 'UTC', start: inDays(3), minutes: 30, repeat: none },
  });
  expect(await failureOf(refused)).toMatchObject({ code: 'no_dates' });
  const over = calls(owner).create({ body: { roomId, title: 'Gone', zone: 'UTC', start: inDays(-3), minutes: 30 } });
  expect(await failureOf(over)).toMatchObject({ code: 'no_dates' });
});

test('the plan says what it would not allow, and where the clock skips the hour', async () => {
  const owner = await buildPerson(world, { entitlements: { peoplePerMeeting: 3, minutesPerMeeting: 45, meetingsAtOnce: 1 } });
  const room = await buildRoom(world, owner);
  await calls(owner).create({ body: { roomId: room.id, title: 'First', zone: 'UTC', start: inDays(3), minutes: 30 } });
  const plan = { roomId: room.id, zone: 'UTC', start: inDays(3, '10:15'), minutes: 60, repeat: null, people: 3 };
  const seen = await calls(owner).preview({ body: plan });
  expect(seen.warnings).toEqual([
    { warning: 'longer_than_allowed', max: 45, wanted: 60 },
    { warning: 'more_people_than_allowed', max: 3, wanted: 4 },
    { warning: 'more_at_once_than_allowed', max: 1, wanted: 2 },
    { warning: 'room_taken', max: null, wanted: 1 },
  ]);
  const skipped = await calls(owner).preview({
    body: { ...plan, zone: 'Europe/Berlin', start: '2027-03-27T02:30', repeat: { ...daily, days: [], count: 3 } },
  });
  expect(skipped).toMatchObject({ count: 3, moved: [{ planned: '2027-03-28T02:30', start: '2027-03-28T03:30' }] });
});

test('a month tells the first four of a day and how many there are; pages go on where they ended', async () => {
  const { owner, roomId } = await planned();
  for (let n = 1; n < 6; n += 1)
    await calls(owner).create({ body: { roomId, title: `Choir ${n}`, zone: 'UTC', start: inDays(3, `1${n}:00`), minutes: 30 } });
  const { items } = await calls(owner).days({ query: { from: inDays(2).slice(0, 10), days: 3, zone: 'UTC' } });
  expect(items.map(({ dates, count }) => [dates.length, count])).toEqual([
    [0, 0],
    [4, 6],
    [0, 0],
  ]);
  const range = { from: world.clock.now(), to: world.clock.now() + 10 * day, limit: 4 };
  const first = await calls(owner).dates({ query: range });
  const second = await calls(owner).dates({ query: { ...range, cursor: first.next ?? '' } });
  expect([first.total, first.items.length, second.items.length, second.next]).toEqual([6, 4, 2, null]);
  expect((await calls(owner).upcoming({ query: { room: roomId, limit: 2 } })).items.map(({ title }) => title)).toEqual([
    'Choir',
    'Choir 1',
  ]);
});

test('the link of a room tells its next dates, and titles only where anybody may come in', async () => {
  const { owner, roomId } = await planned({ lobbyMinutes: 15 });
  const room = await meetApi(world, owner).rooms.get({ params: { id: roomId } });
  const ofLink = () => calls({ kind: 'nobody' }).ofLink({ params: { slug: room.slug } });
  const [item] = (await ofLink()).items;
  expect(item).toMatchObject({ title: 'Choir', lobbyAt: (item?.startsAt ?? 0) - 15 * 60_000 });
  await meetApi(world, owner).rooms.update({ params: { id: roomId }, body: { version: room.version, viewerCode: '123456' } });
  expect((await ofLink()).items).toMatchObject([{ title: null }]);
  expect(await failureOf(calls({ kind: 'nobody' }).ofLink({ params: { slug: 'no-such-room' } }))).toMatchObject({
    code: 'not_found',
  });
});

test('a room that goes to another account leaves no date and no feed behind', async () => {
  const { owner, roomId, made } = await planned({ invitees: ['mia@school.example'], repeat: { ...daily, days: [] } });
  await calls(owner).makeFeed({ body: { roomId } });
  const friend = await buildPerson(world);
  await meetApi(world, owner).rooms.offerTransfer({ params: { id: roomId }, body: { email: friend.email } });
  const [offer] = (await meetApi(world, friend).rooms.invitations({})).items;
  await meetApi(world, friend).rooms.acceptTransfer({ params: { id: offer?.id ?? '' } });
  expect([await startsOf(owner), (await calls(owner).feeds()).items]).toEqual([[], []]);
  expect(await failureOf(calls(owner).get({ params: { id: made.seriesId } }))).toMatchObject({ code: 'not_found' });
  expect(await templatesTo(world, 'mia@school.example')).toEqual(['schedule.first', 'schedule.firstCancelled']);
});

test('a date moved from the past to the days ahead stays when the rest is cancelled, and one that runs is not cut', async () => {
  const { owner, made } = await planned({ repeat: { ...daily, days: [] } });
  const params = { id: made.seriesId };
  const one = await calls(owner).change({
    params,
    body: { ...at(made, inDays(3)), scope: 'this', start: inDays(9, '14:00') },
  });
  const [first, kept] = [inDays(4), inDays(9, '14:00')];
  // the second date runs
  world.clock.advance(Date.parse(`${first}:00Z`) + 600_000 - world.clock.now());
  await calls(owner).cancel({ params, body: { ...at(one, first), scope: 'following' } });
  expect(await startsOf(owner)).toEqual([`${first} Choir`, `${kept} Choir`]);
  const rest = await calls(owner).get({ params });
  const again = calls(owner).cancel({ params, body: { ...at(rest, first), scope: 'following' } });
  expect(await failureOf(again)).toMatchObject({ code: 'no_dates' });
});

test('answers stay with their times', async () => {
  const { owner, made } = await planned({ invitees: ['zoe@school.example'], repeat: { ...daily, days: [] } });
  const params = { id: made.seriesId };
  const [mail] = await mailsTo(world, 'zoe@school.example');
  await calls({ kind: 'nobody' }).setAnswer({ body: { token: tokenIn(mail), answer: 'accepted' } });
  const answers = ({ invitees }: ScheduledMeetingDetail) => invitees.map(({ answer }) => answer);
  const split = await calls(owner).change({ params, body: { ...at(made, inDays(5)), scope: 'following', title: 'Tenors' } });
  expect(answers(split)).toEqual(['accepted']);
  const moved = await calls(owner).change({
    params: { id: split.seriesId },
    body: { ...at(split, inDays(5)), scope: 'all', minutes: 90 },
  });
  expect(answers(moved)).toEqual(['none']);
  // the half that ended is no change of time
  expect((await templatesTo(world, 'zoe@school.example')).toSorted()).toEqual(
    ['schedule.first', 'schedule.ended', 'meeting.invitation', 'schedule.changed'].toSorted(),
  );
});
