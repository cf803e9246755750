/** Two colleagues write to each other, one takes a mail back in time, and an answer of support is replied to from the mailbox. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { open } from '../steps.ts';

const subject = 'Who opens the lab?';
const [question, mended] = ['Is the lab open on Friday?', 'Is the lab open on Friday at 10?'];
const [answer, thanks] = ['It is open from 9.', 'The second channel works, thank you.'];
const [problem, advice] = ['Nobody hears the interpreter', 'Please choose the second audio channel.'];

/** Folders have the count of what is unread behind their name. */
const openFolder = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Folders' })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) })
    .click();

describe('the mailbox', () => {
  const { signedIn, errors } = journey({ args: ['--demo'] });
  let miriam: Person;
  let jonas: Person;
  let staff: Person;

  beforeAll(async () => {
    [miriam, jonas, staff] = await Promise.all([
      signedIn('miriam@example.org'),
      signedIn('jonas@example.org'),
      signedIn('operator@example.org'),
    ]);
  });

  test('a mail is saved while it is written, and taken back after it was sent', async () => {
    const { page } = miriam;
    await open(page, '/mailbox');
    await page.getByRole('button', { name: 'Write a mail' }).click();
    await page.getByRole('combobox', { name: 'To' }).fill('Jonas');
    await page.getByRole('option', { name: 'Jonas Weber' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
    await page.getByRole('textbox', { name: 'Text' }).fill(question);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill(mended);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Mail sent.').waitFor();
  });

  test('the colleague gets the mended one alone, and answers below it', async () => {
    const { page } = jonas;
    await open(page, '/mailbox?kind=people');
    // it comes by itself once it can no longer be taken back
    await page.getByRole('link', { name: subject }).click();
    await page.getByText(mended, { exact: true }).last().waitFor();
    expect(await page.getByRole('link', { name: subject }).count()).toBe(1);
    await page.getByRole('textbox', { name: 'Reply to Miriam Sander' }).fill(answer);
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByText('Mail sent.').waitFor();
    await open(miriam.page, '/mailbox?kind=people');
    await miriam.page.getByRole('link', { name: `Re: ${subject}` }).click();
    await miriam.page.getByText(answer, { exact: true }).last().waitFor();
  });

  test('an archived mail leaves the list and can be put back', async () => {
    const { page } = miriam;
    await page.getByRole('heading', { name: `Re: ${subject}` }).waitFor();
    await page.keyboard.press('e');
    await page.getByText('Archived.').waitFor();
    await page.getByRole('link', { name: `Re: ${subject}` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('link', { name: `Re: ${subject}` }).waitFor();
  });

  test('an answer of support stands in the mailbox, and the reply goes into the ticket', async () => {
    const { page } = miriam;
    await open(page, '/issues/user/add-ticket');
    await page.getByLabel('Subject').fill(problem);
    await page.getByLabel('Category').selectOption({ label: 'Meetings' });
    await page.getByLabel('What happened, and what did you expect?').fill('Silence since this morning.');
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await page.getByRole('heading', { name: problem }).waitFor();
    await open(staff.page, '/issues/list?queue=unassigned');
    await staff.page.getByRole('link', { name: problem }).click();
    await staff.page.getByRole('textbox', { name: /^Answer / }).fill(advice);
    await staff.page.getByRole('button', { name: 'Send and wait' }).click();
    await staff.page.getByText(advice).waitFor();
    await open(page, '/mailbox');
    await openFolder(page, 'Tickets');
    await page.getByRole('link', { name: problem }).first().click();
    await page.getByText('Your turn').waitFor();
    await page.getByRole('textbox', { name: 'Reply to the ticket' }).fill(thanks);
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByText('With support').waitFor();
    await staff.page.getByText(thanks).first().waitFor();
    await page.getByRole('link', { name: 'Open ticket' }).click();
    await page.getByText(thanks).waitFor();
    expect(errors()).toEqual([]);
  });
});
