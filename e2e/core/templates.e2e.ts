/** A mail whose words the operator has changed: the next one says them, until they are reset. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { open } from '../steps.ts';
import { until } from '../until.ts';

const template = '/quill?template=account.resetPassword&language=en-US';
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });

describe('templates', () => {
  const { signedIn, person, errors } = journey({ world: 'shared' });
  let operator: Person;
  let guest: Person;

  beforeAll(async () => {
    operator = await signedIn('operator@example.org');
    guest = await person();
  });

  /** One mail a minute goes to an address; it is written after the page has answered. Waits for its row in the outbox, which says its subject. */
  const askForPassword = async (email: string, says: string) => {
    await open(guest.page, '/reset-password');
    await guest.page.getByRole('textbox').first().fill(email);
    await guest.page.locator('form button[type=submit]').click();
    await guest.page.getByRole('heading', { name: 'Check your email' }).waitFor();
    return until({ what: `a mail to ${email} that says "${says}"` }, async () => {
      await open(operator.page, '/outbox');
      const mails = await operator.page.getByRole('row').filter({ hasText: email }).allInnerTexts();
      return mails.find((mail) => mail.includes(says));
    });
  };

  test('the operator changes a text with a variable, and the preview says its value', async () => {
    const { page } = operator;
    await open(page, template);
    await subject(page).fill('A way back to ');
    await page.getByRole('button', { name: 'Insert variable' }).click();
    await page.getByRole('menuitem', { name: 'Site' }).click();
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Good for {');
    await page.getByRole('option', { name: 'Number of minutes' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Saved/).waitFor();
    await page
      .frameLocator('iframe[title="Mail in English"]')
      .getByText(/^Good for .*60 minutes/)
      .waitFor();
  });

  test('a draft is in no mail; once published, the next mail says it', async () => {
    await askForPassword('jonas@example.org', 'Set a new password');
    const { page } = operator;
    await open(page, template);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published in English').waitFor();
    await askForPassword('aisha@example.org', `A way back to ${new URL(page.url()).host}`);
  });

  test('the default text can be had back', async () => {
    const { page } = operator;
    await open(page, template);
    await page.getByRole('button', { name: 'Reset to default' }).click();
    await page.getByText('Default text restored').waitFor();
    expect(await subject(page).inputValue()).toBe('Set a new password');
    expect(errors()).toEqual([]);
  });
});
