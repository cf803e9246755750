/** How many clicks the longer tasks of a week need: a series, slides, a ticket, a conversation, a post, a campaign, a platform. */
import { pdf } from '@atrium/pages/samples.factory';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { clickCounter, type CountClicks } from '../clicks.ts';
import { journey } from '../journey.ts';
import { throughGreenRoom } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { makeRoom, open } from '../steps.ts';

const guestEmail = 'gerd@guests.example';
const series = 'Algebra for beginners';
const subject = 'Nobody hears the interpreter';
const slides = 'photosynthesis.pdf';
const pdfFile = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf({ pages: 1, width: 960, height: 540, texts: ['Light reactions'] }),
});

describe('clicks that longer tasks take', () => {
  const { product, person, signedIn, errors } = journey({ args: ['--demo'], steps: 'independent' });
  let host: Person;
  let colleague: Person;
  let operator: Person;
  let countHost: CountClicks;
  let countColleague: CountClicks;
  let countOperator: CountClicks;
  beforeAll(async () => {
    [host, colleague, operator] = await Promise.all([
      signedIn('miriam@example.org'),
      signedIn('jonas@example.org'),
      signedIn('operator@example.org'),
    ]);
    [countHost, countColleague, countOperator] = await Promise.all([
      clickCounter(host.page),
      clickCounter(colleague.page),
      clickCounter(operator.page),
    ]);
  });

  /** Chooses a file in the dialog of the browser that a click opens. */
  const chooseFile = async (page: Page, name: string, press: () => Promise<void>) => {
    const chooser = page.waitForEvent('filechooser');
    await press();
    await (await chooser).setFiles(pdfFile(name));
  };

  test('a weekly series with a guest takes four, and the guest two to the room with an access code', async () => {
    const { page } = host;
    await makeRoom(page, { name: 'Parents', slug: 'parents-evening', entry: 'code', code: '482913' });
    await open(page, '/rooms/calendar');
    const planned = await countHost(async () => {
      await page.getByRole('button', { name: 'New meeting' }).first().click();
      await page.getByLabel('Room', { exact: true }).selectOption({ label: 'Parents' });
      await page.getByLabel('Title').fill(series);
      await page.getByRole('textbox', { name: 'Day' }).fill('2027-03-16');
      await page.locator('[name=from]').fill('09:00');
      await page.getByRole('combobox', { name: 'Invitees' }).fill(guestEmail);
      await page.getByRole('option', { name: guestEmail }).click();
      await page.getByRole('button', { name: 'More options' }).click();
      await page.getByLabel('Repeats').selectOption('week');
      await page.getByRole('button', { name: 'Schedule meeting' }).click();
      // the calendar goes to the first date
      await page.getByRole('button', { name: series, pressed: true }).waitFor();
    });
    const mail = await product().mail(guestEmail);
    const guest = await person({ phone: 'phone' });
    const countGuest = await clickCounter(guest.page);
    await guest.page.goto(mail.links.find((one) => one.includes('/calendar/invitation')) ?? '');
    const answered = await countGuest(async () => {
      await guest.page.getByRole('button', { name: 'Accept' }).click();
      await guest.page.getByText('You accepted.').waitFor();
      await guest.page.getByRole('link', { name: 'Go to the meeting' }).click();
      await guest.page.waitForURL(/\/m\/parents-evening$/);
      await guest.page.getByLabel('Your name').waitFor();
    });
    expect(await guest.page.getByLabel('Access code').count()).toBe(0);
    expect([planned, answered]).toEqual([4, 2]);
  });

  test('slides are in a room after four, from the library alone', async () => {
    const { page } = host;
    await open(page, '/library');
    const clicks = await countHost(async () => {
      await chooseFile(page, slides, () => page.getByRole('button', { name: 'Upload', exact: true }).first().click());
      await page.getByRole('link', { name: slides }).waitFor();
      await page.getByRole('button', { name: `Actions for ${slides}` }).click();
      await page.getByRole('menuitem', { name: 'Use in a room' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Office hours/ })
        .click();
      await page.getByText(/^Added to Office hours/).waitFor();
    });
    expect(clicks).toBe(4);
  });

  test('a ticket with a file takes four, a note and an answer of staff five', async () => {
    const { page } = colleague;
    await open(page, '/issues/user/list');
    const asked = await countColleague(async () => {
      await page.getByRole('link', { name: 'New ticket' }).first().click();
      await page.getByLabel('Subject').fill(subject);
      await page.getByLabel('Category').selectOption('meetings');
      await page.getByLabel('What happened, and what did you expect?').fill('Silence since this morning, in every room.');
      await chooseFile(page, 'silence.pdf', async () => {
        await page.getByRole('button', { name: 'Attach a file' }).click();
        await page.getByRole('menuitem', { name: 'From this device' }).click();
      });
      await page.getByRole('button', { name: 'Remove silence.pdf' }).waitFor();
      await page.getByRole('button', { name: 'Send ticket' }).click();
      await page.getByRole('heading', { name: subject }).waitFor();
    });
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Tickets' }).waitFor();
    const staff = operator.page;
    await open(staff, '/issues/list?queue=unassigned');
    const answered = await countOperator(async () => {
      await staff.getByRole('link', { name: subject }).click();
      await staff.getByText('Internal note', { exact: true }).click();
      await staff.getByRole('textbox', { name: 'Note for staff' }).fill('Their plan ends on Friday');
      await staff.getByRole('button', { name: 'Add note' }).click();
      await staff.getByText('Their plan ends on Friday').waitFor();
      await staff.getByText('Answer', { exact: true }).click();
      await staff.getByRole('textbox', { name: /^Answer / }).fill('Please choose the second audio channel.');
      await staff.getByRole('button', { name: 'Send and wait' }).click();
      await staff.getByText('Please choose the second audio channel.').waitFor();
    });
    expect([asked, answered]).toEqual([4, 5]);
  });

  test('a colleague is written to after two, a group after four, and a meeting with it runs after two more', async () => {
    const { page } = host;
    await open(page, '/chat');
    const clicks = await countHost(async () => {
      await page.getByRole('button', { name: 'New conversation' }).click();
      await page.getByRole('dialog').getByRole('combobox').fill('jonas');
      await page.getByRole('option', { name: 'Jonas Weber' }).click();
      await page.getByRole('textbox', { name: 'Write to Jonas Weber' }).fill('Do you have the slides?');
      await page.keyboard.press('Enter');
      await page.getByRole('log').getByText('Do you have the slides?').waitFor();
    });
    const grouped = await countHost(async () => {
      await page.getByRole('button', { name: 'New conversation' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Group', { exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Trip to the sea');
      await dialog.getByRole('combobox').fill('jonas');
      await dialog.getByRole('option', { name: 'Jonas Weber' }).click();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Trip to the sea' }).waitFor();
    });
    const met = await countHost(async () => {
      await page.getByRole('button', { name: 'Start a meeting' }).click();
      await throughGreenRoom(page);
    });
    expect([clicks, grouped, met]).toEqual([2, 4, 2]);
  });

  test('a post is public after two, and offered to nobody while it is empty; a campaign is sent after six', async () => {
    const { page } = operator;
    await open(page, '/posts');
    const published = await countOperator(async () => {
      await page.getByRole('link', { name: 'New post' }).first().click();
      await page.getByText('Saved as a draft when you start typing.').waitFor();
      expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0);
      await page.getByRole('textbox', { name: 'Title' }).fill('Five minutes before class');
      await page.getByRole('textbox', { name: 'Text of the post' }).press('End');
      await page.keyboard.type('Ask a teacher when a lesson begins.');
      await page.getByText(/^Saved at/).waitFor();
      await page.getByRole('button', { name: 'Publish now' }).click();
      await page.getByText(/^Public since/).waitFor();
    });
    await open(page, '/newsletter');
    const campaign = await countOperator(async () => {
      await page.getByRole('button', { name: 'New campaign' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').fill('December');
      await page.getByRole('dialog').getByRole('button', { name: 'Create campaign' }).click();
      await page.getByRole('textbox', { name: 'Subject' }).fill('Five minutes before class');
      await page.getByRole('textbox', { name: 'Text', exact: true }).press('End');
      await page.keyboard.type('Ask a teacher when a lesson begins.');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByRole('button', { name: /^Send \d+ emails?$/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
      await page
        .getByText(/^(Sending|Sent)/)
        .first()
        .waitFor();
    });
    expect([published, campaign]).toEqual([2, 6]);
  });

  test('Moodle has its address after three, and is waited for', async () => {
    const { page } = host;
    await open(page, '/lti');
    const clicks = await countHost(async () => {
      await page.getByRole('link', { name: 'Add a platform' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('School Moodle');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('Waiting for Moodle to register').waitFor();
      await page.getByRole('button', { name: 'Registration address' }).click();
    });
    expect(clicks).toBe(3);
  });

  test('no page had an error in its console', () => {
    expect(errors()).toEqual([]);
  });
});
