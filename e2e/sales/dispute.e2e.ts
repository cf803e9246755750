/** A bank questions a payment: the operator reads what could be said, says it, sees it arrive, and what the bank decided. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { buyByCard, signIn } from '../steps.ts';

const fake = await startCardProvider();
afterAll(() => fake.close());

const live = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });
const drawer = (page: Page) => page.locator('dialog[open]').first();
const part = (page: Page, name: string) => drawer(page).getByRole('region', { name, exact: true });
const timeline = (page: Page) => part(page, 'What happened').getByRole('listitem');
const form = (page: Page) => page.getByRole('dialog', { name: 'Answer the bank' });

describe('a disputed payment', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, person, errors } = journey({ args: ['--demo'], env });
  let operator: Person;
  let dispute = '';
  let path = '';

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    const salma = await person();
    operator = await person();
    const password = product().demoPassword;
    await signIn(operator.page, { email: 'operator@example.org', password });
    await signIn(salma.page, { email: 'salma@example.org', password });
    const { page } = salma;
    await buyByCard(page, fake);
    const intent = [...fake.things.values()].findLast((one) => one.object === 'payment_intent');
    dispute = fake.dispute(intent?.id ?? '');
    await fake.pumpWebhooks();
  });

  test('the operator is told, and finds what could be said written already', async () => {
    const { page } = operator;
    await live(page, '/all-invoices?tab=payments');
    await page
      .getByRole('table', { name: 'Payments' })
      .getByRole('row', { name: /Questioned/ })
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(/payment=/);
    path = new URL(page.url()).pathname + new URL(page.url()).search;
    await part(page, 'Question of the bank').getByText('Proof is taken until').waitFor();
    await page.getByRole('button', { name: 'Give in…' }).click();
    const sure = page.getByRole('dialog', { name: 'Give the money back?' });
    await sure.getByText('the invoice is due again').waitFor();
    await sure.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Answer the bank…' }).click();
    const product = form(page).getByLabel('What was sold');
    await product.waitFor();
    expect(await product.inputValue()).toContain('Online meeting rooms');
    expect(await form(page).getByLabel('Email of the customer').inputValue()).toBe('salma@example.org');
    expect(await form(page).getByLabel('Sign-ins and meetings').inputValue()).toContain('Sign-ins of the customer');
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  test('what was typed is there again after the page was closed; Escape closes the form and not what is behind it', async () => {
    const { page } = operator;
    await form(page).getByLabel('Anything else').fill('She held a meeting every day.');
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'detached' });
    await part(page, 'Question of the bank').waitFor();
    await page.getByRole('button', { name: 'Answer the bank…' }).click();
    await form(page).getByLabel('Anything else').waitFor();
    expect(await form(page).getByLabel('Anything else').inputValue()).toBe('She held a meeting every day.');
  });

  test('it is sent once with the invoice, and what the bank decides follows', async () => {
    const { page } = operator;
    await form(page).getByRole('button', { name: 'Send to the bank' }).click();
    await form(page).waitFor({ state: 'detached' });
    await timeline(page).filter({ hasText: 'The card provider has what the bank is told' }).waitFor();
    expect(fake.things.get(dispute)).toMatchObject({
      status: 'under_review',
      evidence: { receipt: expect.stringMatching(/^file_/) },
    });
    await page.getByText('What the bank was told').click();
    await part(page, 'Question of the bank').getByText('She held a meeting every day.').waitFor();
    await part(page, 'Question of the bank').getByText('With the invoice (PDF)').waitFor();
    expect(await page.getByRole('button', { name: 'Answer the bank…' }).count()).toBe(0);
    expect(await violationsOf(page, 'all')).toEqual([]);
    fake.closeDispute(dispute, 'won');
    await fake.pumpWebhooks();
    await timeline(page).filter({ hasText: 'The bank decided: €34.51 stay paid' }).waitFor();
    await live(page, path);
    await part(page, 'Question of the bank').getByText('Decided: it stays paid').waitFor();
    // the stand-in's page has no icon
    expect(errors().filter((text) => !text.includes('404'))).toEqual([]);
  });
});
