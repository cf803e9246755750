/** Keys of programs and the place to try every call: made, used from outside, ended. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';

const dialog = (page: Page) => page.getByRole('dialog');

describe('the REST API of an account', () => {
  const { product, errors, signedIn } = journey({ world: 'shared' });
  let page: Page;
  let token = '';
  const ask = (path: string) => fetch(product().url + path, { headers: { authorization: `Bearer ${token}` } });

  test('a key is made after a proof, and shown whole once', async () => {
    ({ page } = await signedIn('miriam@example.org'));
    await page.goto('/api-endpoint');
    await page.getByRole('link', { name: 'REST API' }).click();
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    await dialog(page).getByText('Choose at least one permission.').waitFor();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Timetable');
    await dialog(page).getByLabel('rooms.view').check();
    await dialog(page).getByLabel('rooms.create').check();
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await dialog(page).getByRole('heading', { name: 'Key of Timetable' }).waitFor();
    token = await dialog(page)
      .getByText(/^atr_[\w-]{40,}$/)
      .innerText();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.locator('li[data-key]').filter({ hasText: 'Timetable' }).waitFor();
    expect(await page.content()).not.toContain(token);
  });

  test('a program reads rooms with it, and nothing that it was not given', async () => {
    expect((await ask('/api/rooms')).status).toBe(200);
    expect((await ask('/api/recordings')).status).toBe(403);
    expect((await ask('/api/sessions')).status).toBe(403);
  });

  test('a call is filled in and run on the page, with the line for a shell beside it', async () => {
    await page.getByLabel('Call', { exact: true }).selectOption({ label: 'POST /api/rooms' });
    await page.getByLabel('Body (JSON)').fill('{"name":"Made by the API"}');
    await page.getByLabel('Access key', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('[data-answer="200"]').getByText('Made by the API').waitFor();
    await page.getByLabel('Call', { exact: true }).selectOption({ label: 'GET /api/rooms' });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('[data-answer="200"]').getByText('Made by the API').waitFor();
  });

  test('an ended key opens nothing from the next call on', async () => {
    await page.getByRole('button', { name: 'Revoke Timetable' }).click();
    await dialog(page).getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.locator('li[data-key]').filter({ hasText: 'revoked' }).waitFor();
    expect((await ask('/api/rooms')).status).toBe(401);
  });

  test('no page had an error in its console', () => {
    // the first try to make a key is refused until the proof is given, and the browser tells so
    expect(errors().filter((text) => !/status of 403/.test(text))).toEqual([]);
  });
});
