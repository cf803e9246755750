/** A series across the change of clocks: planned, invited by mail, answered by a calendar program and by the link, joined from the mail. */
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { CaughtMail } from '../mailbox.ts';
import { knock, tile } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { freePort } from '../proxies.ts';
import { makeRoom, open, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const inboundPort = await freePort();
const [guest, colleague] = ['gerd@guests.example', 'inga@guests.example'];
const title = 'Algebra for beginners';
const slug = 'parents-evening';

/** As a calendar program accepts (RFC 5546, section 3.2.3). */
const acceptance = (uid: string) =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Another program//EN',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261201T120000Z',
    'DTSTART:20270316T080000Z',
    `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${guest}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

describe('the calendar', () => {
  const { product, person, signedIn, errors } = journey({
    args: ['--demo'],
    env: { INBOUND_ADDRESS: 'mail@replies.atrium.test', INBOUND_SMTP_PORT: String(inboundPort) },
  });
  let host: Person;
  let invited: Person;
  let roomPath: string;
  const mails: { guest?: CaughtMail; colleague?: CaughtMail } = {};

  beforeAll(async () => {
    [host, invited] = await Promise.all([signedIn('miriam@example.org'), person({ phone: 'phone' })]);
  });

  test('a weekly lesson stays at nine of the clock in Berlin when summer time begins', async () => {
    const { page } = host;
    roomPath = await makeRoom(page, { name: 'Parents', slug, entry: 'code', code: '482913' });
    await open(page, '/rooms/calendar');
    await page.getByRole('button', { name: 'New meeting' }).first().click();
    await page.getByLabel('Room', { exact: true }).selectOption({ label: 'Parents' });
    // the room gives the title until somebody writes another one
    expect(await page.getByLabel('Title').inputValue()).toBe('Parents');
    await page.getByLabel('Title').fill(title);
    await page.getByRole('textbox', { name: 'Day' }).fill('2027-03-16');
    await page.locator('[name=from]').fill('09:00');
    await page.locator('[name=to]').fill('10:00');
    for (const address of [guest, colleague]) {
      await page.getByRole('combobox', { name: 'Invitees' }).fill(address);
      await page.getByRole('option', { name: address }).click();
    }
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByLabel('Repeats').selectOption('week');
    await page.getByLabel('Ends').selectOption({ label: 'After a number of meetings' });
    await page.getByLabel('Number of meetings').fill('4');
    await page.getByRole('button', { name: 'Schedule meeting' }).click();
    // what was made is selected, in the week of its first date
    await page.getByRole('button', { name: title, pressed: true }).waitFor();
    await open(page, '/rooms/calendar?view=agenda&day=2027-03-16');
    const dates = page.getByRole('main').getByRole('button').filter({ hasText: title });
    await dates.nth(3).waitFor();
    const clocks = (await dates.allInnerTexts()).map((text) => /\d\d:\d\d/.exec(text)?.[0]);
    expect(clocks).toEqual(['09:00', '09:00', '09:00', '09:00']);
  });

  test('a click on the grid plans a single meeting in the room used last, and shows when a colleague is busy', async () => {
    const { page } = host;
    const plan = async () => {
      await page.getByRole('combobox', { name: 'Invitees' }).fill('Jonas');
      await page.getByRole('option', { name: /Jonas/ }).click();
    };
    const schedule = async (clock: string) => {
      const name = await page.getByLabel('Title').inputValue();
      await page.getByRole('button', { name: 'Schedule meeting' }).click();
      await page.getByRole('button', { name: new RegExp(`${name}.*${clock}`), pressed: true }).waitFor();
    };
    await open(page, '/rooms/calendar?view=day&day=2027-03-17');
    const grid = await page.getByRole('region', { name: /^Meetings/ }).boundingBox();
    if (grid === null) throw new Error('there is no grid');
    // ten o'clock: the grid begins at half past seven, and an hour has 56 pixels
    await page.mouse.click(grid.x + 300, grid.y + 2.5 * 56 + 10);
    await plan();
    await page.getByText('Free', { exact: true }).waitFor();
    await schedule('10:00');
    await open(page, '/rooms/calendar?view=day&day=2027-03-17&new=1');
    await page.locator('[name=from]').fill('10:15');
    await plan();
    await page.getByText(/^Busy 10:00/).waitFor();
    await page.getByRole('button', { name: /^All free/ }).click();
    await page.getByText('Free', { exact: true }).waitFor();
    await schedule('11:00');
  });

  test('the invitation is one for calendar programs, and an answer of one counts when it is the invited person’s', async () => {
    mails.guest = await product().mail(guest);
    mails.colleague = await product().mail(colleague);
    const { calendar, replyTo, subject } = mails.guest;
    expect(calendar).toMatch(/METHOD:REQUEST[\s\S]*TZID=Europe\/Berlin[\s\S]*RRULE:FREQ=WEEKLY/);
    const uid = /^UID:(.+)$/m.exec(calendar.replaceAll('\r', ''))?.[1] ?? '';
    const transport = createTransport({ host: '127.0.0.1', port: inboundPort, secure: false, ignoreTLS: true });
    const content = {
      subject: `Accepted: ${subject}`,
      text: 'Accepted',
      icalEvent: { method: 'REPLY', content: acceptance(uid) },
    };
    // one who got hold of the address answers for nobody
    await transport.sendMail({ from: guest, to: mails.colleague.replyTo, ...content });
    await transport.sendMail({ from: guest, to: replyTo, ...content });
    const { page } = host;
    await until({ what: 'the answer', every: 500 }, async () => {
      await open(page, '/rooms/calendar?view=week&day=2027-03-16');
      await page
        .getByRole('button', { name: new RegExp(title) })
        .first()
        .click();
      await page.getByRole('button', { name: `Remove ${colleague}` }).waitFor();
      return (await page.getByText('Accepted', { exact: true }).count()) === 1 ? true : undefined;
    });
    await page.getByText('No answer', { exact: true }).waitFor();
  });

  test('another one answers by the link, which changes nothing by itself, and joins from there', async () => {
    const { page } = invited;
    const link = mails.colleague?.links.find((one) => one.includes('/calendar/invitation')) ?? '';
    await page.goto(link);
    await page.getByText('You have not answered yet.').waitFor();
    await page.getByRole('button', { name: 'Maybe' }).click();
    await page.getByText('You answered maybe.').waitFor();
    // the room asks for a code, which they do not know: their link stands in for it, also when they come back
    await page.getByRole('link', { name: 'Go to the meeting' }).click();
    // kept for the tab, and out of the address that people copy
    await page.waitForURL(/\/m\/parents-evening$/);
    await startRoom(host.page, roomPath);
    expect(await page.getByLabel('Access code').count()).toBe(0);
    await knock(page, { slug, name: 'Inga Gast', button: 'Join' });
    await tile(host.page, 'Inga Gast').waitFor();
    expect(errors()).toEqual([]);
  });
});
