/** What guests send back to the address of their invitation: words, other times, answers for one date, answers by another address. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { takeMessage } from '#core/inbound/server/take-message.service.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { takeReply } from './answering.service.ts';
import { buildLetter } from './calendar-replies.factory.ts';
import { calendarOf, inviteGuest, openGuestWorld } from './guest-words.factory.ts';
import { signInvitee } from './invitation-links.service.ts';
import { feedFile, invitationFile } from './icalendar.service.ts';

let world: Awaited<ReturnType<typeof openGuestWorld>>;
beforeAll(async () => {
  world = await openGuestWorld();
});
afterAll(() => world.close());
const invited = () => inviteGuest(world);

test('words to the address of an invitation reach the organizer by mail and as a notice, once, as the words of their writer', async () => {
  const { email, mails, notices, take, shown } = await invited();
  const letter = { original: newId(), text: 'My train is late. Could you send me the slides?', verified: false };
  expect(await take(letter)).toBe('told');
  await take(letter);
  const [mail, second] = await mails();
  expect(second).toBeUndefined();
  expect(mail?.subject).toBe(`${email}: Parents evening`);
  expect(mail?.bodyText).toContain(`${email} wrote about Parents evening:\n\nMy train is late. Could you send me the slides?`);
  expect(mail?.bodyText).toContain(`We could not verify the sender of this email (${email}).`);
  expect((await notices())[0]).toMatchObject({ kind: 'meetingWords', data: { by: email, what: 'words', words: letter.text } });
  expect((await shown())?.answer).toBe('none');
  // what a program wrote, such as an absence, is counted and passed on to nobody
  expect(await take({ text: 'Away until Monday.', automatic: true })).toBe('automatic');
  expect(await mails()).toHaveLength(1);
});

test('the organizer reads a proposed time in their own zone, and neither meeting nor answer changes', async () => {
  const { email, series, mails, take, shown } = await invited();
  const calendar = calendarOf({ uid: series.uid, email, method: 'COUNTER', partstat: 'TENTATIVE' });
  expect(await take({ text: 'Could we start an hour later?', calendar })).toBe('told');
  const [mail] = await mails();
  expect(mail?.bodyText).toMatch(/proposes another time for Parents evening: Monday, December 9, 2030, .* to .* \(/);
  expect(mail?.bodyText).toContain('Could we start an hour later?');
  expect((await shown())?.answer).toBe('none');
});

test('words beside an answer are shown with it, whether they stand in the mail or in its calendar part', async () => {
  const { email, series, notices, take, shown } = await invited();
  const calendar = calendarOf({ uid: series.uid, email });
  expect(await take({ text: 'Accepted. But please: I need a step-free entrance.', calendar })).toBe('kept');
  expect(await shown()).toMatchObject({ answer: 'accepted', words: 'Accepted. But please: I need a step-free entrance.' });
  expect((await notices()).map(({ kind }) => kind)).toContain('meetingAnswered');
  const later = calendarOf({ uid: series.uid, email, lines: ['COMMENT:By bus\\, at six.'] }).replace('T090000Z', 'T090100Z');
  // a program wrote the mail around it, and the guest the comment
  expect(await take({ text: 'x has accepted this invitation.', automatic: true, calendar: later })).toBe('kept');
  expect(await shown()).toMatchObject({ answer: 'accepted', words: 'By bus, at six.' });
});

test('words stay when a later answer has none, and words with an old or unchanged answer reach the organizer', async () => {
  const { email, series, invitee, mails, take, shown } = await invited();
  const answerAt = (minute: string, partstat = 'ACCEPTED') =>
    calendarOf({ uid: series.uid, email, partstat }).replace('T0900', `T09${minute}`);
  await take({ text: 'I need a step-free entrance.', calendar: answerAt('10') });
  await take({ text: '', calendar: answerAt('11', 'TENTATIVE') });
  expect(await shown()).toMatchObject({ answer: 'tentative', words: 'I need a step-free entrance.' });
  const token = signInvitee(world.ctx(), invitee.id);
  await world.api({ kind: 'nobody' }).schedule.setAnswer({ body: { token, answer: 'accepted' } });
  expect(await shown()).toMatchObject({ answer: 'accepted', words: 'I need a step-free entrance.' });
  expect(await mails()).toEqual([]);
  // older than the click
  expect(await take({ text: 'I may be late.', calendar: answerAt('12', 'DECLINED') })).toBe('told');
  expect((await mails())[0]?.bodyText).toContain('I may be late.');
  expect(await shown()).toMatchObject({ answer: 'accepted', words: 'I need a step-free entrance.' });
  const later = answerAt('10')
    .replace(/DTSTAMP:\d{8}/, 'DTSTAMP:20301130')
    .replace('SEQUENCE:0', 'SEQUENCE:9');
  world.clock.advance(2 * 86_400_000);
  expect(await take({ text: 'We are two.', calendar: later })).toBe('kept');
  expect(await shown()).toMatchObject({ answer: 'accepted', words: 'We are two.' });
  expect((await mails()).filter(({ bodyText }) => bodyText?.includes('We are two.'))).toHaveLength(1);
  world.clock.advance(-2 * 86_400_000);
});

test('files of guests are named to the organizer, with words, without any, and beside an answer', async () => {
  const { email, series, mails, notices, take } = await invited();
  const files = JSON.stringify(['plan.pdf', 'photo.png'].map((name) => ({ stored: `inbound-files/${name}`, name, bytes: 1 })));
  expect(await take({ text: '', files })).toBe('told');
  expect((await mails())[0]?.bodyText).toContain('2 files were not passed on: plan.pdf, photo.png.');
  expect((await notices())[0]).toMatchObject({ kind: 'meetingFiles', data: { fileCount: 2, files: 'plan.pdf, photo.png' } });
  const leftOut = JSON.stringify([{ name: 'film.mp4', why: 'too_large' }]);
  expect(await take({ text: '', leftOut, calendar: calendarOf({ uid: series.uid, email }) })).toBe('kept');
  expect((await mails()).some(({ bodyText }) => bodyText?.includes('1 file was not passed on: film.mp4.'))).toBe(true);
});

test('answers for many dates in one mail are one mail to the organizer', async () => {
  const { email, series, mails, notices, take } = await invited();
  const one = (day: string, partstat: string) =>
    calendarOf({ uid: series.uid, email, partstat, lines: [`RECURRENCE-ID:203012${day}T170000Z`] });
  const event = (file: string) => file.slice(file.indexOf('BEGIN:VEVENT'), file.indexOf('END:VCALENDAR'));
  const first = one('09', 'DECLINED');
  const calendar = first.replace('END:VCALENDAR', `${event(one('16', 'ACCEPTED'))}${event(one('23', 'DECLINED'))}END:VCALENDAR`);
  expect(await take({ text: '', calendar })).toBe('told');
  const [mail, second] = await mails();
  expect(second).toBeUndefined();
  expect(mail?.bodyText).toMatch(
    /Accepted: Monday, December 16, 2030, [^;\n]+\nDeclined: Monday, December 9, 2030, [^;\n]+; Monday, December 23, 2030,/,
  );
  expect(mail?.bodyText).not.toContain('Maybe');
  expect((await notices()).map(({ data }) => data['what'])).toEqual(['dates']);
});

test('an organizer who turned off notices of meetings still reads what guests write', async () => {
  const { owner, notices, mails, take } = await invited();
  const topics = [{ topic: 'scheduledMeeting' as const, notice: false, mail: false }];
  await world.api(owner).notices.choose({ body: { topics } });
  await take({ text: 'My train is late.' });
  expect([await mails(), (await notices()).map(({ kind }) => kind)]).toEqual([[], ['meetingWords']]);
});

const zoneWithout = (rule: string, more = '') => [
  ...['BEGIN:VTIMEZONE', 'TZID:Far', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
  ...[`RRULE:FREQ=${rule}${more}`, 'END:STANDARD', 'END:VTIMEZONE'],
];
const upTo = (end: number) => Array.from({ length: end }, (_, at) => at).join(',');
test.each([
  ['each second', zoneWithout('SECONDLY')],
  ['each second of a year', zoneWithout('YEARLY', `;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=${upTo(60)}`)],
])('a zone that changes %s holds up nobody, and the words are still told', { timeout: 60_000 }, async (_name, zone) => {
  const { email, series, mails, take, shown } = await invited();
  const calendar = calendarOf({ uid: series.uid, email })
    .replace('BEGIN:VEVENT', [...zone, 'BEGIN:VEVENT'].join('\r\n'))
    .replace('DTSTART:20301209T170000Z', 'DTSTART;TZID=Far:20301209T170000');
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 50);
  const began = performance.now();
  const took = await take({ text: 'I come by bus.', calendar });
  clearInterval(clock);
  const seconds = (performance.now() - began) / 1_000;
  expect(seconds).toBeLessThan(30);
  // requests are answered meanwhile
  expect(turns).toBeGreaterThan(seconds * 5);
  const told = took === 'kept' ? (await shown())?.words : (await mails())[0]?.bodyText;
  expect(told).toContain('I come by bus.');
});

test('a letter whose job runs twice reaches the organizer once, also as a notice', async () => {
  const { email, invitee, notices } = await invited();
  const to = returnAddress(world.ctx(), { kind: 'reply', id: invitee.id }) ?? '';
  const head = [`From: <${email}>`, `To: ${to}`, 'Subject: Words', `Message-ID: <${newId()}@x.example>`];
  await takeMessage(world.ctx(), { raw: Buffer.from([...head, '', 'See you.'].join('\r\n')), recipient: to, via: 'smtp' });
  await world.runJobs();
  const { rows } = await world
    .ctx()
    .system.read.execute<{ id: string }>(sql`select id from inbound_messages where subject_id = ${invitee.id}`);
  const letter = buildLetter({ from: email, original: rows[0]?.id ?? '', text: 'See you.' });
  expect(await takeReply(world.ctx(), { id: invitee.id, letter })).toBe('taken');
  expect((await notices()).filter(({ kind }) => kind === 'meetingWords')).toHaveLength(1);
});

test('what a calendar program writes of itself is no word of the guest', async () => {
  const { email, series, take, shown } = await invited();
  const letter = { subject: 'Accepted: Parents evening', text: 'Accepted', calendar: calendarOf({ uid: series.uid, email }) };
  expect(await take(letter)).toBe('kept');
  expect(await shown()).toMatchObject({ answer: 'accepted', words: null });
});

test('an answer that a program marks as automatic counts', async () => {
  const { email, series, take, shown } = await invited();
  expect(await take({ text: 'x has accepted.', automatic: true, calendar: calendarOf({ uid: series.uid, email }) })).toBe('kept');
  expect(await shown()).toMatchObject({ answer: 'accepted', words: null });
});

test('an answer for one date reaches the organizer with that date, and the answer for the series stays', async () => {
  const { email, series, mails, take, shown } = await invited();
  const one = { uid: series.uid, email, partstat: 'DECLINED', lines: ['RECURRENCE-ID:20301216T170000Z'] };
  expect(await take({ text: '', calendar: calendarOf(one) })).toBe('told');
  const [mail] = await mails();
  expect(mail?.bodyText).toContain(`${email} declined for one date of Parents evening: Monday, December 16, 2030`);
  expect((await shown())?.answer).toBe('none');
  // a zone that the file names and does not explain
  const named = { ...one, lines: ['RECURRENCE-ID;TZID=W. Europe Standard Time:20301223T180000'] };
  await take({ text: '', calendar: calendarOf(named) });
  expect((await mails()).some(({ bodyText }) => bodyText?.includes('Monday, December 23, 2030'))).toBe(true);
});

test('an answer from another address counts when it names the invited one; otherwise the organizer hears of it', async () => {
  const { email, series, mails, take, shown } = await invited();
  const alias = `alias-${email}`;
  expect(await take({ from: alias, text: '', calendar: calendarOf({ uid: series.uid, email }) })).toBe('kept');
  expect((await shown())?.answer).toBe('accepted');
  const other = calendarOf({ uid: series.uid, email: alias, partstat: 'DECLINED' });
  expect(await take({ from: alias, text: '', calendar: other })).toBe('told');
  expect((await shown())?.answer).toBe('accepted');
  expect((await mails())[0]?.bodyText).toContain(`An email from ${alias} declines the invitation of ${email}`);
});

test('a mail to an invitation of which nothing becomes is counted for the operator', async () => {
  const { email, invitee, owner, series } = await invited();
  const to = returnAddress(world.ctx(), { kind: 'reply', id: invitee.id }) ?? '';
  const ignored = async () => {
    const { rows } = await world
      .ctx()
      .system.read.execute<{ reason: string }>(
        sql`select reason from inbound_messages where state = 'ignored' and subject_id = ${invitee.id}`,
      );
    return rows.map(({ reason }) => reason);
  };
  const { version, recurrence } = await world.api(owner).schedule.get({ params: { id: series.id } });
  await world.api(owner).schedule.cancel({ params: { id: series.id }, body: { version, recurrence, scope: 'all' } });
  const head = [`From: <${email}>`, `To: ${to}`, 'Subject: Accepted', `Message-ID: <${newId()}@x.example>`];
  const raw = [...head, 'Content-Type: text/calendar; method=REPLY', '', calendarOf({ uid: series.uid, email })].join('\r\n');
  await takeMessage(world.ctx(), { raw: Buffer.from(raw), recipient: to, via: 'smtp' });
  await world.runJobs();
  expect(await ignored()).toEqual(['over']);
});

test('each calendar file stamps its events in UTC', async () => {
  const { series, invitee } = await invited();
  const at = Date.UTC(2026, 10, 29, 9, 1, 35);
  const parts = {
    ...{ series, exceptions: [], organizer: { name: 'Olga', email: 'o@example.org' }, attendee: invitee, at },
    ...{
      words: { titleOf: (title: string) => title, description: 'DTSTAMP:none\nDTSTAMP:of ours' },
      url: 'https://meet.example/m/x',
    },
  };
  const files = [
    invitationFile({ ...parts, about: { method: 'REQUEST', recurrence: null } }),
    invitationFile({ ...parts, about: { method: 'REQUEST', recurrence: '2030-12-09T18:00' } }),
    invitationFile({ ...parts, about: { method: 'CANCEL', recurrence: null } }),
    feedFile(
      'Feed',
      [{ uid: 'u', recurrence: 'r', title: 'T', description: '', startsAt: at, endsAt: at + 60_000, url: 'u' }],
      at,
    ),
  ];
  for (const file of files) expect(file.match(/^DTSTAMP.*$/gm)).toEqual(['DTSTAMP:20261129T090135Z']);
  expect(files[0]).toContain('DTSTAMP:none\\nDTSTAMP:of ours');
});

test('the mail about a moved date names both times', async () => {
  const { owner, email, series } = await invited();
  const { version, recurrence } = await world.api(owner).schedule.get({ params: { id: series.id } });
  const body = { version, recurrence, scope: 'this', start: '2030-12-03T19:30' } as const;
  await world.api(owner).schedule.change({ params: { id: series.id }, body });
  const moved = (await mailsTo(world, email)).find(({ template }) => template === 'schedule.firstChanged');
  expect(moved?.subject).toBe('New time: Parents evening');
  expect(moved?.bodyText).toMatch(/It is now on Tuesday, December 3, 2030, 7:30.PM to 8:30.PM/);
  expect(moved?.bodyText).toMatch(/Before: Monday, December 2, 2030, 6:00.PM – 7:00.PM\./);
});
