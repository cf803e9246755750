/** A private person whose card is of another country than the address: the operator reads it, finds it on a list, and decides. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { fillAddress, signIn } from '../steps.ts';

const fake = await startCardProvider();
afterAll(() => fake.close());

describe('where a consumer is', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, person } = journey({ args: ['--demo'], env });
  let operator: Person;
  let salma: Person;
  let path = '';

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    [operator, salma] = [await person(), await person()];
    const password = product().demoPassword;
    await signIn(operator.page, { email: 'operator@example.org', password });
    await signIn(salma.page, { email: 'salma@example.org', password });
  });

  test('a private person in Hamburg pays with a French card', async () => {
    const { page } = salma;
    await page.goto('/purchase-plan?plan=team-60', { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: 'a private person' }).check();
    await fillAddress(page);
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Go to the card page' }).click();
    await page.waitForURL(`${fake.url}/**`);
    await page.getByLabel('Card number').fill('4000 0025 0000 0003');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor();
    await fake.pumpWebhooks();
    await page.goto('/invoices', { waitUntil: 'networkidle' });
    const href = await page.locator('main a[href^="/invoices/"]:visible').first().getAttribute('href');
    path = `/all-${(href ?? '').slice(1)}`;
  });

  test('the operator finds the invoice on a list, decides with a reason, and it is on the list no more', async () => {
    const { page } = operator;
    await page.goto('/all-invoices?state=place', { waitUntil: 'networkidle' });
    await page.locator(`main a[href="${path}"]:visible`).first().click();
    const place = page.getByRole('region', { name: 'Place of the customer' });
    await place.getByText('Another sign names another country than the address.').waitFor();
    expect(await place.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Invoice address\s+Germany/),
      expect.stringMatching(/Card that paid[\s\S]+France/),
    ]);
    expect(await violationsOf(page, 'all')).toEqual([]);
    const other = await person({ phone: 'phone', dark: 'dark', locale: 'ar' });
    await signIn(other.page, { email: 'operator@example.org', password: product().demoPassword });
    await other.page.goto(path, { waitUntil: 'networkidle' });
    await other.page.locator('#invoice-place').scrollIntoViewIfNeeded();
    await other.page.screenshot({ path: join(pictures, 'place-ar-phone-dark.png') });
    expect(await violationsOf(other.page, 'colours')).toEqual([]);
    await place.getByRole('button', { name: 'Decide…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Decide', exact: true }).click();
    await dialog.getByText('At least three characters').waitFor();
    await dialog.getByLabel('Reason').fill('showed her registration in Hamburg');
    expect(await violationsOf(page, 'all')).toEqual([]);
    await page.screenshot({ path: join(pictures, 'place-decide.png') });
    await dialog.getByRole('button', { name: 'Decide', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await place.getByText('showed her registration in Hamburg').waitFor();
    await place.scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(pictures, 'place-decided.png') });
    await page.goto('/all-invoices?state=place', { waitUntil: 'networkidle' });
    expect(await page.locator(`main a[href="${path}"]`).count()).toBe(0);
    expect(operator.errors).toEqual([]);
  });
});
