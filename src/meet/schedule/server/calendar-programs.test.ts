/** Answers as calendar programs write them against the rules: each reaches the meeting or its organizer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarOf, inviteGuest, openGuestWorld } from './guest-words.factory.ts';

let world: Awaited<ReturnType<typeof openGuestWorld>>;
beforeAll(async () => {
  world = await openGuestWorld();
});
afterAll(() => world.close());
const invited = () => inviteGuest(world);

const others = 'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:other@example.net';
test.each([
  ['names the others of the meeting, too', { lines: [others] }, (file: string) => file],
  ['names the guest by an id of its own', {}, (file: string) => file.replace(/CN=x:mailto:(.*)/, 'EMAIL=$1:urn:uuid:5')],
  ['comes after other words and a blank line', {}, (file: string) => `Your answer:\r\n\r\n${file}${file}`],
  ['has lines that nobody can read', { lines: ['NOT A PROPERTY', 'RDATE:garbage'] }, (file: string) => file],
  ['names the guest twice', { lines: [others, others] }, (file: string) => file.replace(/ATTENDEE;CUTYPE.*\r\n/, '$&$&')],
])('an answer that %s counts', async (_name, event, write) => {
  const { email, series, take, shown } = await invited();
  expect(await take({ automatic: true, calendar: write(calendarOf({ uid: series.uid, email, ...event })) })).toBe('kept');
  expect((await shown())?.answer).toBe('accepted');
});

test('a note that a program keeps beside the name is shown with the answer', async () => {
  const { email, series, take, shown } = await invited();
  const calendar = calendarOf({ uid: series.uid, email, lines: ['COMMENT:By bus'] }).replace(
    ';CN=x',
    ';X-RESPONSE-COMMENT="I bring Ana"',
  );
  expect(await take({ automatic: true, calendar })).toBe('kept');
  expect(await shown()).toMatchObject({ answer: 'accepted', words: 'By bus\nI bring Ana' });
});

test('a reply that names only a day gets the time of the series, and a proposal may give a duration', async () => {
  const { email, series, mails, take } = await invited();
  const declined = { uid: series.uid, email, partstat: 'DECLINED', lines: ['RECURRENCE-ID;VALUE=DATE:20301209'] };
  expect(await take({ text: '', calendar: calendarOf(declined) })).toBe('told');
  // UTC is the organizer's
  expect((await mails())[0]?.bodyText).toMatch(/Monday, December 9, 2030, 5:00/);
  const counter = calendarOf({ uid: series.uid, email, method: 'COUNTER', partstat: 'TENTATIVE' });
  expect(await take({ text: '', calendar: counter.replace(/DTEND:.*/, 'DURATION:PT2H') })).toBe('told');
  expect((await mails()).some(({ bodyText }) => /5:00\sPM to 7:00\sPM/.test(bodyText ?? ''))).toBe(true);
});

test.each([
  ['DELEGATED', 'REPLY'],
  ['ACCEPTED', 'REFRESH'],
])('an answer that is none of ours (%s, %s) tells the organizer at least its subject', async (partstat, method) => {
  const { email, series, mails, take } = await invited();
  const calendar = calendarOf({ uid: series.uid, email, method, partstat });
  expect(await take({ text: '', subject: 'Delegated: Parents evening', automatic: true, calendar })).toBe('told');
  expect((await mails())[0]?.bodyText).toContain('Delegated: Parents evening');
});
