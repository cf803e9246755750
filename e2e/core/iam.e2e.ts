/** A person without a mail address who may see one room: made by the owner, signed in elsewhere, suspended, and asked why. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillSignIn, open } from '../steps.ts';

const password = 'seven-quiet-lanterns';
const people = (page: Page) => open(page, '/users/IAMUsers');

describe('people of an account', () => {
  const { product, person, signedIn } = journey({ args: ['--demo'] });
  let owner: Person;
  let pupil: Person;
  let first = '';

  beforeAll(async () => {
    owner = await signedIn('miriam@example.org');
  });

  const proven = async () => {
    const proof = owner.page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.waitFor({ state: 'detached' });
  };

  test('the account gets a short name', async () => {
    const { page } = owner;
    await people(page);
    await page.getByRole('button', { name: /^(Choose|Change)$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Account name for sign-in' });
    await dialog.getByLabel('Short account name').fill('north--light');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Use only a–z, digits and single separators in between.').waitFor();
    await dialog.getByLabel('Short account name').fill('northlight');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await proven();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('northlight', { exact: true }).waitFor();
  });

  test('the owner makes a sign-in that reaches one room, and gets the link once', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Add person' }).click();
    await page.getByRole('radio', { name: 'Create a sign-in' }).check();
    await page.getByLabel('Sign-in name').fill('lena');
    await page.getByText('northlight/lena').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Lena Vogel');
    await page.getByLabel('Role').selectOption('none');
    await page.getByText('Advanced permissions').click();
    await page.getByRole('button', { name: 'Add statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'New statement' });
    await dialog.getByRole('radio', { name: 'Only these rooms' }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Choose at least one room or tag.').waitFor();
    await dialog.getByLabel('Search rooms').fill('Office');
    await dialog.getByRole('checkbox', { name: 'Office hours' }).check();
    const rooms = dialog.getByRole('group', { name: 'Rooms', exact: true }).last();
    await rooms.getByRole('checkbox', { name: 'View' }).check();
    await rooms.getByRole('checkbox', { name: 'Start' }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Rooms: View, Rooms: Start').waitFor();
    await page.getByRole('button', { name: 'Create sign-in' }).click();
    const link = page.getByRole('dialog', { name: 'First sign-in link' });
    first = await link.locator('[data-first-sign-in]').innerText();
    expect(first).toContain(product().url);
    await link.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Lena Vogel' }).waitFor();
  });

  test('that person sets a password, signs in by name and sees that room alone', async () => {
    pupil = await person();
    const { page } = pupil;
    await page.goto(first);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.locator('form button[type=submit]').click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login');
    await fillSignIn(page, { email: 'northlight/lena', password });
    await page.waitForURL((url) => url.pathname !== '/login');
    await open(page, '/rooms');
    await page.getByRole('link', { name: 'Office hours' }).first().waitFor();
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(1);
    expect((await page.goto('/users/IAMUsers'))?.status()).toBe(403);
  });

  test('the owner asks why: a statement allows one thing, nothing allows another', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Lena Vogel' }).click();
    await page.waitForURL('**/edit-user/**');
    const why = page.getByRole('region', { name: 'Check permissions' });
    await why.getByLabel('Room', { exact: true }).selectOption({ label: 'Office hours' });
    await why.getByRole('button', { name: 'Check' }).click();
    await why.locator('[data-answer=allow]').waitFor();
    await why.getByText('From individual statements.').waitFor();
    await why.getByLabel('Action', { exact: true }).selectOption('rooms.delete');
    await why.getByRole('button', { name: 'Check' }).click();
    await why.locator('[data-answer=nothing]').waitFor();
  });

  test('suspended, the person is out with the next click, and why says so', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog', { name: 'Suspend Lena Vogel?' }).getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('button', { name: 'Reactivate' }).waitFor();
    await pupil.page.goto('/rooms');
    await pupil.page.waitForURL((url) => url.pathname === '/login');
    await fillSignIn(pupil.page, { email: 'northlight/lena', password });
    await pupil.page.getByRole('alert').first().waitFor();
    expect(new URL(pupil.page.url()).pathname).toBe('/login');
    const why = page.getByRole('region', { name: 'Check permissions' });
    await why.getByRole('button', { name: 'Check' }).click();
    await why.locator('[data-answer=suspended]').waitFor();
  });
});
