/** Cards that are refused again and again: the check against robots stands before the next page, unnoticed by whoever is a person. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillAddress, signIn } from '../steps.ts';

const fake = await startCardProvider();
afterAll(() => fake.close());

/** The puzzles that a page asked for. */
function puzzlesOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/challenge')) asked.push(new URL(request.url()).search);
  });
  return asked;
}

describe('cards that are tried out', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, person } = journey({ args: ['--demo'], env });
  let salma: Person;
  let puzzles: string[] = [];
  let cardPage = '';

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    salma = await person();
    puzzles = puzzlesOf(salma.page);
    await signIn(salma.page, { email: 'salma@example.org', password: product().demoPassword });
    puzzles.length = 0;
  });

  test('the first page opens without a puzzle, and the card is refused three times', async () => {
    const { page } = salma;
    await page.goto('/purchase-plan?plan=team-60', { waitUntil: 'networkidle' });
    await fillAddress(page);
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Go to the card page' }).click();
    await page.waitForURL(`${fake.url}/**`);
    cardPage = page.url();
    for (let nth = 0; nth < 3; nth++) {
      await page.getByRole('button', { name: 'Card without money' }).click();
      await page.getByRole('alert').waitFor();
    }
    expect(puzzles).toEqual([]);
    await fake.pumpWebhooks();
  });

  test('buying again, the same button solves the puzzle of card payments and leads on', async () => {
    const { page } = salma;
    await page.goto('/purchase-plan?plan=team-60', { waitUntil: 'networkidle' });
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Go to the card page' }).click();
    await page.waitForURL(`${fake.url}/**`);
    expect(puzzles).toEqual(['?for=card']);
    expect(page.url()).not.toBe(cardPage);
  });

  test('from the invoice, too; a puzzle that cannot be had is said in words, and with it the payment goes through', async () => {
    const { page } = salma;
    await page.goto('/invoices', { waitUntil: 'networkidle' });
    await page.locator('main a[href^="/invoices/"]:visible').first().click();
    const verb = page.getByRole('button', { name: /^Pay .* by card|^Pay €|^Pay/ }).first();
    await verb.waitFor();
    await page.route('**/api/challenge*', (route) => route.abort());
    await verb.click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('alert').first().innerText()).not.toBe('');
    await page.unroute('**/api/challenge*');
    await verb.click();
    await page.waitForURL(`${fake.url}/**`);
    await page.getByRole('button', { name: 'Card that pays' }).click();
    await page.waitForURL('**/purchase-plan?invoice=*');
    await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor();
  });

  test('a card to keep needs it as well', async () => {
    const { page } = salma;
    await page.goto('/my-subscriptions', { waitUntil: 'networkidle' });
    const before = puzzles.length;
    await page.getByRole('button', { name: 'Add a card' }).click();
    await page.waitForURL(`${fake.url}/**`);
    expect(puzzles.slice(before)).toEqual(['?for=card']);
  });
});
