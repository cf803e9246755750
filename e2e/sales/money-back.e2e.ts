/** Dunning: a reminder's link pays without signing in, a lost dispute makes the invoice due again, and paper shows it all. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { emails } from '../route-examples.ts';
import { open } from '../steps.ts';

const fake = await startCardProvider();
afterAll(() => fake.close());

const region = (page: Page, name: string) => page.getByRole('region', { name });
const timeline = (page: Page) => region(page, 'Timeline').getByRole('listitem');
/** The provider's names of charges that succeeded, the oldest first. */
const intents = (): string[] =>
  [...fake.things.values()]
    .filter((one) => one['object'] === 'payment_intent' && one['status'] === 'succeeded')
    .map((one) => String(one['id']));

describe('dunning', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, person, errors, signedIn } = journey({ args: ['--demo'], env });
  let operator: Person;
  let guest: Person;
  let invoicePath = '';
  const dialog = () => operator.page.getByRole('dialog');

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    guest = await person({ phone: 'phone', dark: 'dark' });
    operator = await signedIn('operator@example.org');
  });

  test('a reminder carries a link that pays without signing in', async () => {
    const { page } = operator;
    await open(page, '/all-invoices/new');
    await page.getByRole('searchbox', { name: 'Account' }).fill('Nordl');
    await page.getByRole('button', { name: 'Nordlicht School' }).click();
    await page.getByLabel('Description', { exact: true }).fill('Training for teachers');
    await page.getByLabel('Quantity').fill('1');
    await page.getByLabel('Price', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/all-invoices\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Finalize' }).click();
    await dialog().getByRole('button', { name: 'Finalize' }).click();
    await page.getByRole('button', { name: 'Send reminder' }).click();
    invoicePath = new URL(page.url()).pathname;
    const pays = (one: string) => one.includes('/purchase-plan?token=');
    const mail = await product().mail(emails.bills, ({ links }) => links.some(pays));
    const { pathname, search } = new URL(mail.links.find(pays) ?? product().url);
    await open(guest.page, pathname + search);
    await guest.page.getByText('€119.00').first().waitFor();
    expect(await violationsOf(guest.page, 'all')).toEqual([]);
    await guest.page.getByRole('button', { name: 'Pay by card' }).click();
    await guest.page.waitForURL(`${fake.url}/**`);
    await guest.page.getByRole('button', { name: 'Card that pays' }).click();
    await guest.page.getByRole('heading', { name: /paid/ }).waitFor();
    await fake.pumpWebhooks();
    await page.getByText('Paid in full').waitFor();
    await timeline(page)
      .filter({ hasText: /^Email sent to .*miriam@example.org/ })
      .first()
      .waitFor();
  });

  test('a dispute that is lost takes the money back, and the invoice is due again', async () => {
    const { page } = operator;
    const dispute = fake.dispute(intents().at(-1) ?? '');
    await fake.pumpWebhooks();
    await page.getByText('holds the money until it decides').waitFor();
    fake.closeDispute(dispute, 'lost');
    await fake.pumpWebhooks();
    await page.getByRole('heading', { level: 1, name: '€119.00 due' }).waitFor();
    await region(page, 'Payments').getByText('Reversed').waitFor();
    expect(new URL(page.url()).pathname).toBe(invoicePath);
  });

  test('on paper there is the invoice and nothing to press, light whatever the screen is', async () => {
    const { page } = operator;
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, invoicePath);
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.evaluate(
      "addEventListener('beforeprint', () => { window.onPaper = document.documentElement.dataset.mantineColorScheme })",
    );
    await page.pdf({ format: 'A4' });
    expect(await page.evaluate('window.onPaper')).toBe('light');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    await region(page, 'Amounts').waitFor();
    await region(page, 'Payments').waitFor();
    // the stand-in's page has no icon
    expect(errors().filter((text) => !text.includes('404'))).toEqual([]);
  });
});
