/** How many clicks people need for what they come for every week. The first operator's are counted in `meet/main.e2e.ts`. */
import { beforeAll, describe, expect, test } from 'vitest';
import { clickCounter, type CountClicks } from '../clicks.ts';
import { journey } from '../journey.ts';
import { room, throughGreenRoom, tile } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { findRoom, open } from '../steps.ts';

describe('clicks to what people come for', () => {
  const { person, signedIn, errors } = journey({ args: ['--demo'] });
  let host: Person;
  let operator: Person;
  let slug: string;
  let countHost: CountClicks;
  let countOperator: CountClicks;
  beforeAll(async () => {
    [host, operator] = await Promise.all([signedIn('miriam@example.org'), signedIn('operator@example.org')]);
    countHost = await clickCounter(host.page);
    countOperator = await clickCounter(operator.page);
    slug = (await findRoom(host.page, 'Office hours')).slug;
  });

  test('a teacher is in the meeting of one of the last rooms after two', async () => {
    const { page } = host;
    await open(page, '/dashboard');
    const clicks = await countHost(async () => {
      await page.getByRole('button', { name: 'Start: Office hours' }).click();
      await page.waitForURL(/sessionToken=/);
      await throughGreenRoom(page);
    });
    expect(clicks).toBe(2);
  });

  test('a guest on a phone joins with one, and the host admits with one', async () => {
    const { page } = await person({ phone: 'phone' });
    const guest = await clickCounter(page);
    await page.goto(`/m/${slug}`);
    await page.locator('video').first().waitFor();
    const byGuest = await guest(async () => {
      await page.getByLabel('Your name').fill('Tomasz Nowak');
      await page.getByRole('button', { name: 'Ask to join' }).click();
    });
    const byHost = await countHost(() => host.page.getByRole('button', { name: 'Admit', exact: true }).click());
    await Promise.all([room(page).waitFor(), tile(host.page, 'Tomasz Nowak').waitFor()]);
    expect([byGuest, byHost]).toEqual([1, 1]);
  });

  test('an owner is where the oldest invoice can be paid after one', async () => {
    const { page } = host;
    await open(page, '/dashboard');
    const clicks = await countHost(async () => {
      await page
        .getByRole('link', { name: /^Pay invoice/ })
        .first()
        .click();
      await page.waitForURL(/\/invoices\//);
      await page.getByRole('heading', { name: 'Pay by bank transfer' }).waitFor();
    });
    expect(clicks).toBe(1);
  });

  test('an operator is at a customer by name, and at an invoice by number, without any', async () => {
    const { page } = operator;
    const jump = async (words: string, option: RegExp) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('combobox').fill(words);
      await page.getByRole('option', { name: option, selected: true }).waitFor();
      await page.keyboard.press('Enter');
    };
    await open(page, '/all-invoices?state=overdue');
    const number = (await page.locator('main tbody a').first().innerText()).trim();
    const clicks = await countOperator(async () => {
      await jump('Nordlicht', /^Nordlicht School/);
      await page.waitForURL('**/users/edit-user/*');
      await page.getByRole('heading', { level: 1, name: 'Nordlicht School' }).waitFor();
      await jump(number, new RegExp(number));
      await page.waitForURL('**/all-invoices/*');
      await page.getByRole('main').getByText(number).first().waitFor();
    });
    expect(clicks).toBe(0);
  });

  test('an accountant gets from the day’s list to a reminder with two, and sends it with a third', async () => {
    const { page } = operator;
    await open(page, '/dashboard');
    const clicks = await countOperator(async () => {
      await page.getByRole('link', { name: /invoices? (is|are) overdue/ }).click();
      await page.waitForURL(/\/all-invoices\?/);
      await page.locator('main tbody a').first().click();
      await page.getByRole('button', { name: 'Send reminder' }).click();
    });
    expect(clicks).toBe(3);
  });

  test('no page had an error in its console', () => {
    expect(errors()).toEqual([]);
  });
});
