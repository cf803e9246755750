import ICAL from 'ical.js';
import ical from 'node-ical';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { mailsTo, templatesTo, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { readReturnAddress } from '#core/outbox/server/return-address.service.ts';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { openMailServer } from '#publish/newsletter/server/mail-server.factory.ts';
import { testWorld, type World, worldForThisTest } from '#app/proof/testing.ts';
import type { NewScheduledMeeting } from '../schedule.contract.ts';
import { scheduleLimits, wallAt } from '../schedule.rules.ts';
import { takeReply } from './answering.service.ts';
import { buildLetter, replyOf } from './calendar-replies.factory.ts';
import { remindDue } from './reminding.service.ts';
import { inviteesOf, seriesById } from './schedule.queries.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const minute = 60_000;
const day = 1440 * minute;
const nobody: Actor = { kind: 'nobody' };
const callsIn = (place: Pick<World, 'api'>, actor: Actor) => place.api(actor).schedule;
const calls = (actor: Actor) => callsIn(world, actor);
const inDays = (days: number) => `${wallAt(world.clock.now() + days * day).slice(0, 10)}T10:00`;
const address = () => `${newId().slice(-8)}@school.example`;

async function planned(wish: Partial<NewScheduledMeeting> = {}) {
  const owner = await buildPerson(world, { name: 'Olga Host' });
  const room = await buildRoom(world, owner, { name: 'Secret room name' });
  const body = {
    roomId: room.id,
    title: 'Buy now',
    description: 'At evil.example',
    zone: 'UTC',
    start: inDays(3),
    minutes: 60,
    reminderMinutes: 30,
  };
  const { repeat, ...rest } = wish;
  const made = await calls(owner).create({ body: { ...body, ...rest, ...(repeat == null ? {} : { repeat }) } });
  return { owner, room, made };
}
type Made = Awaited<ReturnType<typeof planned>>;
const at = ({ made }: Made) => ({ version: made.version, recurrence: made.recurrence });
const answersOf = async ({ owner, made }: Made) =>
  (await calls(owner).get({ params: { id: made.seriesId } })).invitees.map(({ answer }) => answer);
const rowsOf = async ({ made }: Made) => {
  const db = world.ctx().system.read;
  const [series, [invitee]] = [await seriesById(db, made.seriesId), await inviteesOf(db, made.seriesId)];
  if (series === null || invitee === undefined) throw new Error('nobody is invited');
  return { series, invitee };
};

test('a stranger reads what, when and who, cut and without links, and the description once they answered; a colleague reads all', async () => {
  const guest = address();
  const owner = await buildPerson(world, { name: 'Olga Host' });
  const colleague = await buildPerson(world, { colleagueOf: owner, name: 'Carl' });
  const room = await buildRoom(world, owner, { name: 'Secret room name' });
  const body = {
    roomId: room.id,
    title: 'Buy now at https://evil.example/x',
    description: 'Secret words',
    zone: 'Europe/Berlin',
    start: inDays(3),
    minutes: 60,
  };
  await calls(owner).create({ body: { ...body, invitees: [guest, colleague.email] } });
  const [first] = await mailsTo(world, guest);
  expect(first?.template).toBe('schedule.first');
  expect(first?.subject).toBe('Olga Host invites you: Buy now at https evil. example/x');
  expect(first?.bodyText).toMatch(
    /Olga Host \(.+\) invites you to Buy now at https evil\. example\/x on .*, in the room Secret room name\./,
  );
  expect(first?.bodyText).toContain(guest);
  for (const word of ['evil.example', 'Secret words'])
    for (const part of [first?.subject, first?.bodyText, first?.bodyHtml]) expect(part).not.toContain(word);
  for (const answer of ['accepted', 'tentative', 'declined'])
    expect(first?.bodyText).toMatch(new RegExp(`: http://\\S+/calendar/invitation\\?token=\\S+&answer=${answer}\n`));
  const [known] = await mailsTo(world, colleague.email);
  expect(known).toMatchObject({
    template: 'meeting.invitation',
    subject: 'Olga Host invites you: Buy now at https://evil.example/x',
  });
  expect(known?.bodyText).toContain('Carl');
  expect(await noticesOf(colleague)).toEqual(['meetingInvited']);
});
const noticesOf = async (actor: UserActor) => (await world.api(actor).notices.list()).items.map(({ kind }) => kind);

test('the calendar’s part of a mail is read by an independent parser, and the same UID goes up with each change', async () => {
  const smtp = await openMailServer();
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url, INBOUND_ADDRESS: 'mail@replies.example.com' } });
  try {
    const owner = await buildPerson(place, { name: 'Olga Host' });
    const room = await buildRoom(place, owner);
    const api = callsIn(place, owner);
    const guest = address();
    const body = { roomId: room.id, title: 'Choir', zone: 'Europe/Berlin', start: inDays(3), minutes: 60, invitees: [guest] };
    const repeat = { every: 1, unit: 'week', days: [], monthly: 'day', until: null, count: 4 } as const;
    const made = await api.create({ body: { ...body, repeat: { ...repeat, days: [] } } });
    const all = { version: made.version, recurrence: made.recurrence, scope: 'all' } as const;
    const moved = await api.change({ params: { id: made.seriesId }, body: { ...all, minutes: 90 } });
    await api.cancel({ params: { id: made.seriesId }, body: { ...all, version: moved.version } });
    await place.runJobs();
    const files = smtp.taken.map(({ mail }) => mail.attachments.find(({ mimeType }) => mimeType.startsWith('text/calendar')));
    const texts = files.map((file) =>
      typeof file?.content === 'string' ? file.content : new TextDecoder().decode(file?.content),
    );
    const read = texts.map((text) => {
      const event = Object.values(ical.sync.parseICS(text)).find((one) => one?.type === 'VEVENT');
      if (event?.type !== 'VEVENT') throw new Error('no event');
      return { method: ICAL.Component.fromString(text).getFirstPropertyValue('method'), event };
    });
    expect(read.map(({ method, event }) => [method, Number(event.sequence), event.summary])).toEqual([
      ['REQUEST', 0, 'Choir'],
      ['REQUEST', 1, 'Choir'],
      ['CANCEL', 2, 'Choir'],
    ]);
    expect(new Set(read.map(({ event }) => event.uid)).size).toBe(1);
    expect(read.map(({ event }) => ((event.end?.getTime() ?? 0) - event.start.getTime()) / minute)).toEqual([60, 90, 90]);
    expect(smtp.taken.map(({ raw }) => /content-type: text\/calendar;[^\n]*(?:\n [^\n]*)*method=(\w+)/i.exec(raw)?.[1])).toEqual([
      'REQUEST',
      'REQUEST',
      'CANCEL',
    ]);
    // answers go to a signed address, which is the organizer's for calendar programs as well
    const [reply] = smtp.taken[0]?.mail.replyTo ?? [];
    const id = readReturnAddress(place.ctx(), reply?.address ?? '');
    expect(id).toMatchObject({ kind: 'reply' });
    expect(JSON.stringify(read[0]?.event.organizer)).toContain(reply?.address ?? 'none');
  } finally {
    await smtp.close();
  }
});

test('a link answers without an account: reading changes nothing, a forged one opens nothing', async () => {
  const guest = address();
  const all = await planned({ invitees: [guest] });
  const token = tokenIn((await mailsTo(world, guest))[0]);
  expect(await calls(nobody).invitation({ query: { token } })).toMatchObject({
    title: 'Buy now',
    answer: 'none',
    email: guest,
    path: expect.stringContaining(`/m/${all.room.slug}?invitation=`),
  });
  expect(await answersOf(all)).toEqual(['none']);
  expect(await calls(nobody).setAnswer({ body: { token, answer: 'accepted' } })).toMatchObject({ answer: 'accepted' });
  expect(await answersOf(all)).toEqual(['accepted']);
  expect((await world.api(all.owner).notices.list()).items).toMatchObject([
    { kind: 'meetingAnswered', data: { by: guest, answer: 'accepted' } },
  ]);
  const forged = `${token.slice(0, -2)}${token.endsWith('A') ? 'BB' : 'AA'}`;
  for (const one of [forged, 'x', `${token}A`])
    expect(await failureOf(calls(nobody).setAnswer({ body: { token: one, answer: 'declined' } }))).toMatchObject({
      code: 'not_found',
    });
  // who was uninvited has no link any more
  await calls(all.owner).change({ params: { id: all.made.seriesId }, body: { ...at(all), scope: 'all', invitees: [] } });
  expect(await failureOf(calls(nobody).invitation({ query: { token } }))).toMatchObject({ code: 'not_found' });
  expect((await templatesTo(world, guest)).at(-1)).toBe('schedule.cancelled');
});

test.each(['outlook', 'google', 'apple', 'thunderbird'] as const)(
  'the reply of %s is kept when it comes from the invitee',
  async (program) => {
    const guest = address();
    const all = await planned({ invitees: [guest] });
    const { series, invitee } = await rowsOf(all);
    const calendar = replyOf(program, {
      uid: series.uid,
      attendee: guest,
      answer: 'ACCEPTED',
      sequence: 0,
      at: world.clock.now(),
    });
    const took = await takeReply(world.ctx(), { id: invitee.id, letter: buildLetter({ from: guest, text: '', calendar }) });
    expect([took, await answersOf(all)]).toEqual(['kept', ['accepted']]);
  },
);

test('replies in another name, of other meetings, too old or broken change nothing', async () => {
  const guest = address();
  const all = await planned({ invitees: [guest] });
  const { series, invitee } = await rowsOf(all);
  const now = world.clock.now();
  const good = { uid: series.uid, attendee: guest, answer: 'ACCEPTED', sequence: 0, at: now } as const;
  const take = (calendar: string | null, id = invitee.id) =>
    takeReply(world.ctx(), { id, letter: buildLetter({ from: guest, text: '', calendar }) });
  // in the name of another address: the organizer hears of it, and the answer stays
  expect(await take(replyOf('google', { ...good, attendee: 'mallory@evil.example' }))).toBe('told');
  expect(await take(replyOf('google', { ...good, uid: 'other@meet.example' }))).toBe('not_theirs');
  expect(await take(replyOf('google', good), series.id)).toBe('foreign');
  for (const broken of [
    null,
    '',
    'BEGIN:VCALENDAR',
    'x'.repeat(300_000),
    replyOf('google', good).replace('METHOD:REPLY', 'METHOD:REQUEST'),
  ])
    expect(await take(broken)).toBe('unreadable');
  expect(await answersOf(all)).toEqual(['none']);
  expect(await take(replyOf('google', { ...good, answer: 'DECLINED' }))).toBe('kept');
  expect(await take(replyOf('google', { ...good, at: now - 60 * minute }))).toBe('over');
  expect(await answersOf(all)).toEqual(['declined']);
});

test('reminders come once, in time, to those who know the account and did not decline', async () => {
  const [yes, no, silent] = [address(), address(), address()];
  const all = await planned({ invitees: [yes, no, silent] });
  const tokens = await Promise.all([yes, no].map(async (one) => tokenIn((await mailsTo(world, one))[0])));
  await calls(nobody).setAnswer({ body: { token: tokens[0] ?? '', answer: 'tentative' } });
  await calls(nobody).setAnswer({ body: { token: tokens[1] ?? '', answer: 'declined' } });
  await remindDue(world.ctx());
  expect(await templatesTo(world, yes)).toEqual(['schedule.first']);
  world.clock.advance(all.made.startsAt - world.clock.now() - 29 * minute);
  await remindDue(world.ctx());
  await remindDue(world.ctx());
  expect(await templatesTo(world, yes)).toEqual(['schedule.first', 'meeting.reminder']);
  expect([await templatesTo(world, no), await templatesTo(world, silent)]).toEqual([['schedule.first'], ['schedule.first']]);
});

test('an account invites only so many a day', async () => {
  const owner = await buildPerson(world);
  const room = await buildRoom(world, owner);
  const invite = (n: number) =>
    calls(owner).create({
      body: {
        roomId: room.id,
        title: 'Choir',
        zone: 'UTC',
        start: inDays(3),
        minutes: 30,
        invitees: Array.from({ length: n }, address),
      },
    });
  const ctx = world.ctx();
  for (let n = 0; n < scheduleLimits.inviteesPerDay - 1; n += 1)
    await ctx.limits.use(`schedule:invite:${owner.accountId}`, { max: scheduleLimits.inviteesPerDay, windowSeconds: 86_400 });
  await invite(1);
  expect(await failureOf(invite(1))).toMatchObject({ code: 'invitees_today' });
});

test('a feed shows what its owner sees, an old address ends with a new one, and another account has no part in it', async () => {
  const all = await planned({ invitees: [] });
  const stranger = await buildPerson(world);
  const read = (url: string) => world.app.inject({ url: new URL(url).pathname, headers: { 'user-agent': 'Calendar/1' } });
  const first = await calls(all.owner).makeFeed({ body: { roomId: null } });
  const answer = await read(first.url);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const event = Object.values(ical.sync.parseICS(answer.body)).find((one) => one?.type === 'VEVENT');
  expect(event).toMatchObject({ summary: 'Buy now', start: new Date(all.made.startsAt) });
  expect((await calls(all.owner).feeds()).items).toMatchObject([{ id: first.id, room: null, reader: 'Calendar/1' }]);
  const empty = await read((await calls(stranger).makeFeed({ body: { roomId: null } })).url);
  expect([empty.statusCode, empty.body.includes('Buy now')]).toEqual([200, false]);
  expect(await failureOf(calls(stranger).endFeed({ params: { id: first.id } }))).toMatchObject({ code: 'not_found' });
  const second = await calls(all.owner).makeFeed({ body: { roomId: null } });
  const ofRoom = await calls(all.owner).makeFeed({ body: { roomId: all.room.id } });
  expect([(await read(first.url)).statusCode, (await read(second.url)).statusCode, (await read(ofRoom.url)).statusCode]).toEqual([
    404, 200, 200,
  ]);
  await calls(all.owner).endFeed({ params: { id: second.id } });
  expect((await read(second.url)).statusCode).toBe(404);
});

test('some minutes before a date guests wait in the lobby, without a host', async () => {
  const { world: place, fake, owner } = await buildStage();
  const room = await buildRoom(place, owner, { lobby: true });
  const start = wallAt(place.clock.now() + 60 * minute);
  await callsIn(place, owner).create({
    body: { roomId: room.id, title: 'Choir', zone: 'UTC', start, minutes: 30, lobbyMinutes: 10 },
  });
  const guest = meetApi(place, nobody, { caller: { address: '198.51.100.9', agent: '' } });
  const join = () => guest.meetings.join({ params: { slug: room.slug }, body: { name: 'Gül' } });
  expect(await failureOf(join())).toMatchObject({ code: 'waiting_for_host' });
  place.clock.advance(51 * minute);
  await join();
  expect(fake.joins.at(-1)).toMatchObject({ role: 'VIEWER', guest: 'true' });
});
