/** Money after it was paid: a part goes back with a credit note, a bank questions the rest, a link pays without signing in, and paper shows it all. */
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
const region = (page: Page, name: string) => page.getByRole('region', { name });
const timeline = (page: Page) => region(page, 'What happened').getByRole('listitem');
/** The provider's names of charges that succeeded, the oldest first. */
const intents = (): string[] =>
  [...fake.things.values()]
    .filter((one) => one['object'] === 'payment_intent' && one['status'] === 'succeeded')
    .map((one) => String(one['id']));

describe('money that goes back', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, person, errors } = journey({ args: ['--demo'], env });
  let operator: Person;
  let salma: Person;
  let guest: Person;
  let paidPath = '';
  let linkPath = '';
  let link = '';
  const dialog = () => operator.page.getByRole('dialog');

  /** Gives back from the invoice that the operator looks at. */
  const credit = async (amount: string, to: string, reason: string) => {
    const { page } = operator;
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Credit note…' }).click();
    await dialog().getByText('An amount', { exact: true }).click();
    await dialog().getByLabel('Amount in EUR').fill(amount);
    await dialog().getByLabel('Where it goes').selectOption({ label: to });
    await dialog().getByLabel('Reason').fill(reason);
    await dialog().getByRole('button', { name: 'Write credit note' }).click();
    await dialog().waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    [operator, salma, guest] = [await person(), await person(), await person({ phone: 'phone', dark: 'dark' })];
    const password = product().demoPassword;
    await signIn(operator.page, { email: 'operator@example.org', password });
    await signIn(salma.page, { email: 'salma@example.org', password });
  });

  test('a plan is paid by card, and the page of its invoice joins our rows, the mails and what the provider told', async () => {
    const { page } = salma;
    await buyByCard(page, fake);
    await live(page, '/invoices');
    await page.locator('main a[href^="/invoices/"]:visible').first().click();
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}$/);
    paidPath = new URL(page.url()).pathname;
    await timeline(page)
      .filter({ hasText: /^Mail sent to .*salma@example.org/ })
      .first()
      .waitFor();
    await region(page, 'Payments').getByText('Received').waitFor();
    await live(operator.page, `/all-${paidPath.slice(1)}`);
    await timeline(operator.page).filter({ hasText: 'payment_intent.succeeded' }).first().waitFor();
    // what the provider told is nothing for the customer
    expect(await timeline(page).filter({ hasText: 'payment_intent' }).count()).toBe(0);
  });

  test('a part goes back to the card with a credit note, and both sides read it', async () => {
    const { page } = operator;
    await credit('10', 'back to the card', 'Half a week without service');
    await region(page, 'Payments').getByText('Partly sent back').waitFor();
    await fake.pumpWebhooks();
    await timeline(page).filter({ hasText: '€10.00 sent back' }).waitFor();
    await live(salma.page, paidPath);
    await timeline(salma.page).filter({ hasText: 'Half a week without service' }).waitFor();
    await region(salma.page, 'Details').getByRole('link', { name: /^C2/ }).click();
    await salma.page.getByRole('heading', { level: 1, name: '€10.00' }).waitFor();
  });

  test('another part has to be sent by hand, which stands on top until it was', async () => {
    const { page } = operator;
    await credit('5', 'back by transfer', 'Paid twice by mistake');
    await page.getByText('€5.00 have to be sent back by transfer.').first().waitFor();
    // drawn by the server too, with nothing to complain about
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'It was sent' }).click();
    await dialog().getByLabel('Bank reference').fill('STMT 12');
    await dialog().getByRole('button', { name: 'It was sent' }).click();
    await dialog().waitFor({ state: 'detached' });
    await timeline(page).filter({ hasText: '€5.00 sent back' }).waitFor();
    expect(await page.getByRole('button', { name: 'It was sent' }).count()).toBe(0);
  });

  test('the bank questions the payment: its seller reads until when it takes proof, then that it stays paid', async () => {
    const { page } = operator;
    const dispute = fake.dispute(intents().at(-1) ?? '');
    await fake.pumpWebhooks();
    await page.getByText('and keeps the money until it decides').waitFor();
    await region(page, 'Payments').getByText('Questioned').waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    fake.closeDispute(dispute, 'won');
    await fake.pumpWebhooks();
    await timeline(page).filter({ hasText: 'The bank decided: €34.51 stay paid' }).waitFor();
    await page.getByText('and keeps the money until it decides').waitFor({ state: 'detached' });
  });

  test('a reminder carries a link that pays without signing in', async () => {
    const { page } = operator;
    await live(page, '/all-invoices/new');
    await page.getByRole('searchbox', { name: 'Account' }).fill('أكاديمية');
    await page.getByRole('button', { name: /أكاديمية/ }).click();
    await page.getByLabel('What', { exact: true }).fill('Training for teachers');
    await page.getByLabel('Price', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/all-invoices\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Finalize' }).click();
    await dialog().getByRole('button', { name: 'Finalize' }).click();
    await page.getByRole('button', { name: 'Remind' }).click();
    linkPath = new URL(page.url()).pathname;
    const pays = (one: string) => one.includes('/purchase-plan?token=');
    const mail = await product().mail('salma@example.org', ({ links }) => links.some(pays));
    const { pathname, search } = new URL(mail.links.find(pays) ?? product().url);
    link = pathname + search;
    await live(guest.page, link);
    await guest.page.getByText('€119.00').first().waitFor();
    expect(await violationsOf(guest.page, 'all')).toEqual([]);
    await guest.page.getByRole('button', { name: 'Pay by card' }).click();
    await guest.page.waitForURL(`${fake.url}/**`);
    await guest.page.getByRole('button', { name: 'Card that pays' }).click();
    await guest.page.getByRole('heading', { name: /paid/ }).waitFor();
    await fake.pumpWebhooks();
    await page.getByText('Paid in full').waitFor();
    await timeline(page)
      .filter({ hasText: /^Mail sent to .*salma@example.org/ })
      .first()
      .waitFor();
  });

  test('a dispute that is lost takes the money back, and the invoice is due again', async () => {
    const { page } = operator;
    const dispute = fake.dispute(intents().at(-1) ?? '');
    await fake.pumpWebhooks();
    await page.getByText('and keeps the money until it decides').waitFor();
    fake.closeDispute(dispute, 'lost');
    await fake.pumpWebhooks();
    await page.getByRole('heading', { level: 1, name: '€119.00 due' }).waitFor();
    await region(page, 'Payments').getByText('Taken back').waitFor();
    expect(new URL(page.url()).pathname).toBe(linkPath);
  });

  test('on paper there is the invoice and nothing to press, light whatever the screen is', async () => {
    const { page } = operator;
    await page.emulateMedia({ colorScheme: 'dark' });
    await live(page, `/all-${paidPath.slice(1)}`);
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
