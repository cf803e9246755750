/** A plan from its buyer's side, after it was bought: cards, a change up that costs what was shown, one down that is taken back, a pause, a withdrawal. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillAddress, fillSignIn, open } from '../steps.ts';

const fake = await startCardProvider();
afterAll(() => fake.close());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const plan = (page: Page, query = '') => open(page, `/my-subscriptions${query}`);

describe('a plan that is held', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, person, signedIn } = journey({ args: ['--demo'], env });
  let salma: Person;
  let owner: Person;

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    [salma, owner] = [await signedIn('salma@example.org'), await signedIn('miriam@example.org')];
  });

  test('somebody buys a plan as a private person', async () => {
    const { page } = salma;
    await open(page, '/purchase-plan?plan=team-60');
    await fillAddress(page);
    await page.getByRole('radio', { name: 'a private person' }).check();
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(`${fake.url}/**`);
    await page.getByRole('button', { name: 'Card that pays' }).click();
    await heading(page, 'Thank you for your payment').waitFor();
  });

  test('a second card is stored on the page of the provider, and used first from then on', async () => {
    const { page } = salma;
    await plan(page);
    const cards = page.getByRole('region', { name: 'Payment methods' });
    await cards.getByRole('button', { name: 'Add a card' }).click();
    await page.waitForURL(`${fake.url}/**`);
    await page.getByLabel('Card number').fill('5555 5555 5555 4444');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL('**/my-subscriptions?card=*');
    await page.getByText(/The card ending in .*4444.* was saved\./).waitFor();
    const fresh = cards.getByRole('listitem').filter({ hasText: '4444' });
    await fresh.getByRole('button', { name: 'Make default' }).click();
    await fresh.getByText('Default', { exact: true }).waitFor();
    // the one that was first before can be forgotten now
    const old = cards.getByRole('listitem').filter({ hasText: '4242' });
    await old.getByRole('button', { name: /^More (plan )?actions/ }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove card' }).click();
    await old.waitFor({ state: 'detached' });
  });

  test('a change up costs what was shown, to the cent, and stands beside the months to come', async () => {
    const { page } = salma;
    await plan(page);
    await page.getByRole('button', { name: 'Change plan' }).click();
    const panel = page.getByRole('region', { name: 'Change plan' });
    await panel.getByText('Choose another plan, billing period or number of seats.').waitFor();
    await panel.getByRole('radio', { name: /School 150/ }).check();
    const verb = panel.getByRole('button', { name: /^Pay .* and change$/ });
    const sum = /€[\d.,]+/.exec(await verb.innerText())?.[0] ?? 'none';
    await panel
      .getByText(/days of/)
      .first()
      .waitFor();
    const months = page.getByRole('region', { name: 'Next 13 months' });
    // a run of the engine through thirteen months
    await months.getByRole('columnheader', { name: 'School 150' }).waitFor();
    await months
      .getByRole('button', { name: /Breakdown of/ })
      .first()
      .click();
    await months.getByText('Subtotal').waitFor();
    await verb.click();
    await page.waitForURL(`${fake.url}/**`);
    await page.getByRole('button', { name: 'Card that pays' }).click();
    await heading(page, 'Thank you for your payment').waitFor();
    await fake.pumpWebhooks();
    await plan(page);
    await heading(page, 'School 150').waitFor();
    await open(page, '/invoices');
    await page.getByText(sum).filter({ visible: true }).first().waitFor();
  });

  test('a change down waits for the next period, and is taken back', async () => {
    const { page } = salma;
    await plan(page, '?change=team-60');
    // the forecast of the coming months locks the plan, so wait for it
    await page.getByRole('columnheader', { name: 'Team 60' }).waitFor();
    await page.getByRole('button', { name: /^Change on / }).click();
    const back = page.getByRole('button', { name: 'Cancel change' });
    await back.click();
    await back.waitFor({ state: 'detached' });
    await heading(page, 'School 150').waitFor();
  });

  test('a pause says when it begins and ends, and is taken back', async () => {
    const { page } = salma;
    await plan(page);
    await page.getByRole('button', { name: 'More plan actions' }).click();
    await page.getByRole('menuitem', { name: 'Pause…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Resume automatically on').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    await dialog.getByText(/^Choose a day after/).waitFor();
    await dialog.getByRole('button', { name: 'Keep plan' }).click();
    await page.getByRole('button', { name: 'More plan actions' }).click();
    await page.getByRole('menuitem', { name: 'Pause…' }).click();
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText(/^The plan pauses on .* resumes automatically on/).waitFor();
    expect(await page.getByRole('button', { name: 'Change plan' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel pause' }).click();
    await page.getByRole('button', { name: 'Change plan' }).waitFor();
  });

  test('a withdrawal takes two steps, shows first what is given back, and ends the plan', async () => {
    const { page } = salma;
    await plan(page);
    await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Refund for the unused part').waitFor();
    const amountIn = (text: string) => Number(/€([\d.]+)/.exec(text)?.[1]);
    const shown = amountIn(await dialog.getByRole('definition').last().innerText());
    await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await heading(page, 'We have received your withdrawal').waitFor();
    const given = amountIn(await page.getByRole('dialog').getByText('is refunded').innerText());
    // it shrinks by a cent each minute until it is confirmed
    expect(shown - given).toBeLessThan(0.05);
    expect(given).toBeLessThanOrEqual(shown);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText(/^Ended on /).waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw from contract here' }).count()).toBe(0);
    await product().mail('salma@example.org', ({ text }) => text.includes('School 150'));
  });

  test('whoever may only look sees the plan and none of its buttons', async () => {
    const { page } = owner;
    await open(page, '/users/IAMUsers');
    await page.getByRole('link', { name: 'Add person' }).click();
    await page.getByRole('radio', { name: 'Create a sign-in' }).check();
    await page.getByLabel('Sign-in name').fill('pia');
    await page.getByLabel('Name', { exact: true }).fill('Pia Blick');
    await page.getByLabel('Role').selectOption('none');
    await page.getByText('Advanced permissions').click();
    await page.getByRole('button', { name: 'Add statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'New statement' });
    await dialog.getByRole('group', { name: 'Plan of the account' }).getByRole('checkbox', { name: 'View' }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create sign-in' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const link = page.getByRole('dialog', { name: 'First sign-in link' });
    const first = await link.locator('[data-first-sign-in]').innerText();
    const pia = (await person()).page;
    await pia.goto(first);
    await pia.getByLabel('New password', { exact: true }).fill('seven-quiet-lanterns');
    await pia.locator('form button[type=submit]').click();
    await pia.getByRole('link', { name: 'Sign in' }).click();
    await pia.waitForURL('**/login');
    await fillSignIn(pia, { email: 'nordlicht/pia', password: 'seven-quiet-lanterns' });
    await pia.waitForURL((url) => url.pathname !== '/login');
    await plan(pia, '?change=school-300');
    await heading(pia, 'School 150').waitFor();
    await pia.getByRole('button', { name: 'View forecast' }).waitFor();
    for (const name of [/^Change plan$/, /^Cancel plan/, /^Add a card$/, /^Make default$/, /^More (plan )?actions/])
      expect(await pia.getByRole('button', { name }).count()).toBe(0);
    expect(salma.errors.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
