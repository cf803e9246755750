/** A trial that begins with a card, and minutes that cost something: sold by the operator, tried by a school. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillAddress, signIn } from '../steps.ts';

const fake = await startCardProvider();
afterAll(() => fake.close());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

describe('a trial that begins with a card', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, person } = journey({ args: ['--demo'], env });
  let salma: Person;
  let operator: Person;

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    [salma, operator] = [await person(), await person()];
    const password = product().demoPassword;
    await signIn(salma.page, { email: 'salma@example.org', password });
    await signIn(operator.page, { email: 'operator@example.org', password });
  });

  test('the operator sells a trial that wants a card, and a price for minutes above', async () => {
    const { page } = operator;
    await page.goto('/subscription-plans', { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Team 60' }).click();
    await page.getByLabel('Trial in days').fill('14');
    await page.getByText('The trial begins with a card').click();
    await page.getByLabel('1,000 minutes above').first().fill('3.10');
    await page.getByRole('button', { name: /^Publish version 2/ }).click();
    await page.getByText('Version 2 is on sale').waitFor();
  });

  test('the card page stands between, and the trial begins when the card is stored', async () => {
    const { page } = salma;
    await page.goto('/purchase-plan?plan=team-60', { waitUntil: 'networkidle' });
    await page.getByRole('rowheader', { name: '1,000 minutes above' }).waitFor();
    await page.getByText('€3.10').first().waitFor();
    await fillAddress(page);
    await page.getByRole('radio', { name: 'a private person' }).check();
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Start the trial' }).click();
    await page.waitForURL(`${fake.url}/**`);
    // back before the card is typed: nothing has begun, and nothing is wrong
    const card = page.url();
    await page.goto('/my-subscriptions', { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: /plan/i }).first().waitFor();
    await page.goto(card);
    await page.getByRole('button', { name: 'Card that pays' }).click();
    await page.waitForURL('**/purchase-plan?card=*');
    await heading(page, 'Your trial has begun').waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await heading(page, 'Your trial has begun').waitFor();
    const second = await salma.context.newPage();
    await second.goto(page.url(), { waitUntil: 'networkidle' });
    await heading(second, 'Your trial has begun').waitFor();
    await second.close();
    await fake.pumpWebhooks();
    await page.goto('/my-subscriptions', { waitUntil: 'networkidle' });
    await page.getByText('Trial').first().waitFor();
  });
});
