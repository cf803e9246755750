/** Money from the buyer's side: a guest compares, signs up and pays by transfer; a school pays by card; limits count at once. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { askForAccount, mailedLink, open, register } from '../steps.ts';

const lina = { email: 'lina@example.org', name: 'Lina Berg', organisation: 'Choir of Lund', password: 'quiet-river-7-lantern' };

/** What stands on the invoice, and the terms. */
async function fillInvoice(page: Page): Promise<void> {
  await page.getByLabel('Street and number').fill('Stora Södergatan 1');
  await page.getByLabel('Postcode').fill('20095');
  await page.getByLabel('City').fill('Hamburg');
  await page.getByLabel('I accept the terms').check();
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

const fake = await startCardProvider();
afterAll(() => fake.close());

describe('buying a plan', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, person, signedIn } = journey({ args: ['--demo'], env });
  let guest: Person;
  let salma: Person;
  let operator: Person;
  let invoicePath = '';

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    guest = await person({ phone: 'phone' });
    [salma, operator] = [await signedIn('salma@example.org'), await signedIn('operator@example.org')];
  });

  test('a guest on a phone compares, and sees sum and button without scrolling', async () => {
    const { page } = guest;
    await open(page, '/purchase-plan');
    await page.getByRole('radio', { name: /Team 60/ }).check();
    await page.getByText('Yearly').click();
    const verb = page.getByRole('button', { name: 'Sign up and buy' });
    await verb.waitFor();
    const box = await verb.boundingBox();
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    await page.getByText('€345.10').first().waitFor();
    expect(new URL(page.url()).searchParams.get('plan')).toBe('team-60');
  });

  test('the choice survives signing up', async () => {
    const { page } = guest;
    await page.getByRole('button', { name: 'Sign up and buy' }).click();
    await page.waitForURL('**/login?tab=sign-up');
    await askForAccount(page, lina.email);
    await page.goto(await mailedLink(product(), lina.email));
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.waitForURL('**/complete-registration?**');
    await register(page, lina, '**/purchase-plan?*');
    expect(new URL(page.url()).searchParams.get('period')).toBe('year');
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
  });

  test('a transfer is ordered once, whatever is pressed, and a reload says the same', async () => {
    const { page } = guest;
    await fillInvoice(page);
    await page.getByRole('radio', { name: /Bank transfer/ }).check();
    await page.getByRole('button', { name: 'Order with invoice' }).dblclick();
    await heading(page, 'Please transfer €345.10').waitFor();
    await page.reload();
    await heading(page, 'Please transfer €345.10').waitFor();
    await page.getByRole('link', { name: 'How to pay' }).click();
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}$/);
    invoicePath = new URL(page.url()).pathname;
    await open(page, '/invoices');
    expect(await page.locator('main a[href^="/invoices/"]:visible').count()).toBe(1);
  });

  test('the operator records the transfer, and the plan counts', async () => {
    const { page } = operator;
    await open(page, `/all-${invoicePath.slice(1)}`);
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByRole('button', { name: 'Record payment' }).click();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await open(guest.page, '/my-subscriptions');
    await heading(guest.page, 'Team 60').waitFor();
    await guest.page.getByText('Details', { exact: true }).click();
    await guest.page.getByText('/ 60').filter({ visible: true }).first().waitFor();
  });

  test('a refused card says so on its own page, and another one pays; coming back twice shows the same', async () => {
    const { page } = salma;
    await open(page, '/purchase-plan?plan=team-60');
    await fillInvoice(page);
    await page.getByRole('button', { name: 'Continue to payment' }).dblclick();
    await page.waitForURL(`${fake.url}/**`);
    await page.getByRole('button', { name: 'Card without money' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Card that pays' }).click();
    await heading(page, 'Thank you for your payment').waitFor();
    // before the news, after it, and in a second tab
    await page.reload();
    await heading(page, 'Thank you for your payment').waitFor();
    await fake.pumpWebhooks();
    const second = await salma.context.newPage();
    await second.goto(page.url());
    await heading(second, 'Thank you for your payment').waitFor();
    await second.close();
    await open(page, '/invoices');
    expect(await page.locator('main a[href^="/invoices/"]:visible').count()).toBe(1);
    await open(page, '/my-subscriptions');
    await page.getByText('Visa ·· 4242').waitFor();
  });

  test('its limits count at once for programs: one meeting too many is refused', async () => {
    const { page } = salma;
    await open(page, '/api-endpoint');
    await page.getByRole('button', { name: 'New secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Timetable');
    await dialog.getByRole('button', { name: 'Create secret' }).click();
    const shown = dialog.locator('dd bdi');
    await shown
      .nth(1)
      .filter({ hasText: /^[a-z0-9]{40}$/ })
      .waitFor();
    const [address, secret] = [await shown.first().innerText(), await shown.nth(1).innerText()];
    const create = async (at: number): Promise<string> => {
      const query = `meetingID=m${at}&name=m${at}`;
      const checksum = createHash('sha256').update(`create${query}${secret}`).digest('hex');
      return (await fetch(`${address}api/create?${query}&checksum=${checksum}`)).text();
    };
    for (let at = 0; at < 5; at++) expect(await create(at)).toContain('<returncode>SUCCESS');
    expect(await create(5)).toContain('<returncode>FAILED');
  });

  test('a plan is cancelled to its end, and that is taken back', async () => {
    const { page } = salma;
    await open(page, '/my-subscriptions');
    await page.getByRole('button', { name: 'Cancel plan…' }).click();
    await page.getByRole('button', { name: 'Cancel at period end' }).click();
    await page.getByText(/^Ends on /).waitFor();
    // it has a button of that name, too
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Keep plan' }).click();
    await page.getByRole('button', { name: 'Cancel plan…' }).waitFor();
    // the stand-in's page has no icon
    expect([...guest.errors, ...salma.errors].filter((text) => !text.includes('404'))).toEqual([]);
  });
});
