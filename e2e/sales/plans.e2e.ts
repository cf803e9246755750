/** The catalogue from end to end: a plan in two currencies, its second version, its copy for one customer alone, a coupon, and the archive. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { signIn } from '../steps.ts';

const live = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });

describe('plans', () => {
  const { product, person, errors } = journey({ args: ['--demo'] });
  let operator: Person;
  let guest: Person;

  beforeAll(async () => {
    [operator, guest] = [await person(), await person()];
    await signIn(operator.page, { email: 'operator@example.org', password: product().demoPassword });
  });

  test('a plan is made with prices in two currencies, typed in each', async () => {
    const { page } = operator;
    await live(page, '/subscription-plans/add-plan');
    await page.getByLabel('Name', { exact: true }).fill('Choir 40');
    await page.getByLabel('Short name in links').focus();
    expect(await page.getByLabel('Short name in links').inputValue()).toBe('choir-40');
    for (const currency of ['EUR', 'JPY']) {
      await page.getByLabel('Currency').selectOption(currency);
      await page.getByRole('button', { name: 'Add currency' }).click();
      await page
        .getByRole('group', { name: currency })
        .getByLabel('Month', { exact: true })
        .fill(currency === 'EUR' ? '24,50' : '4000');
    }
    await page.getByRole('radio', { name: /^Public/ }).check();
    await page.getByRole('button', { name: 'Add plan' }).click();
    await page.waitForURL(/\/edit-plan\/[0-9a-f-]{36}$/);
    await page.getByText('Version 1 is on sale').waitFor();
  });

  test('another price says what it was, and is the second version', async () => {
    const { page } = operator;
    await page.getByRole('group', { name: 'EUR' }).getByLabel('Month', { exact: true }).fill('29');
    await page.getByText('was 24.50').waitFor();
    await page.getByText('1 change makes version 2.').waitFor();
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    await page.getByText('Version 2 is on sale').waitFor();
    await page.getByRole('button', { name: '1 change' }).click();
    await page.getByRole('dialog').getByText('€24.50').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
  });

  test('its copy is for whoever has the link, with a guest’s eyes', async () => {
    const { page } = operator;
    await page.getByRole('button', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Choir for Nordlicht');
    await dialog.getByLabel('Short name in links').fill('choir-nordlicht');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Choir for Nordlicht' }).waitFor();
    await live(guest.page, '/purchase-plan?plan=choir-nordlicht');
    expect(await guest.page.getByText('Choir for Nordlicht').count()).toBe(0);
    await page.getByText('/purchase-plan?plan=choir-nordlicht&code=choir-nordlicht').waitFor();
    await live(guest.page, '/purchase-plan?plan=choir-nordlicht&code=choir-nordlicht');
    await guest.page.getByText('Choir for Nordlicht').first().waitFor();
  });

  test('a coupon takes something off for that guest, until it is stopped', async () => {
    const { page } = operator;
    await live(page, '/subscription-plans?tab=coupons');
    await page.getByRole('button', { name: 'Add coupon' }).first().click();
    await page.getByLabel('Code', { exact: true }).fill('choir20');
    await page.getByLabel('Percent').fill('20');
    await page.getByRole('dialog').getByRole('button', { name: 'Add coupon' }).click();
    await page.getByText('CHOIR20').waitFor();
    const priced = '/purchase-plan?plan=choir-40&currency=EUR&coupon=CHOIR20';
    await live(guest.page, priced);
    await guest.page.getByText('CHOIR20').first().waitFor();
    await page.getByRole('button', { name: 'Stop CHOIR20' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped').waitFor();
    await live(guest.page, priced);
    await guest.page.getByText('The coupon has ended, was used up, or is not for this plan.').waitFor();
  });

  test('what is archived is not sold any more', async () => {
    const { page } = operator;
    await live(page, '/subscription-plans?q=choir-40');
    await page.getByRole('link', { name: 'Choir 40' }).click();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Choir 40 is not sold any more').waitFor();
    await live(guest.page, '/purchase-plan');
    expect(await guest.page.getByText('Choir 40').count()).toBe(0);
  });

  test('nobody saw an error', () => {
    // a coupon that is stopped is refused in words
    expect(errors().filter((one) => !one.includes('409'))).toEqual([]);
  });
});
