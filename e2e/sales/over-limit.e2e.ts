/** A school has more rooms than it may: it is told, chooses what stays, the others rest when the time is over, and wake as soon as there is room. */
import type { Page } from 'playwright-core';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '#kit/server/db/postgres.ts';
import { violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { findRoom, signIn } from '../steps.ts';
import { until } from '../until.ts';

const live = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });
const choice = '/my-subscriptions/over-limit';
const roomsPanel = (page: Page) => page.getByRole('region', { name: 'Rooms' });
const box = (page: Page, name: string) => roomsPanel(page).getByRole('checkbox', { name });

describe('more rooms than the limit', () => {
  const { product, person, errors } = journey({ args: ['--demo'] });
  let operator: Person;
  let miriam: Person;
  let guest: Person;
  let choir = '';

  /** What the operator allows the school, beside its plan; null follows the plan. */
  const allow = async (limit: 'Rooms' | 'Groups', value: string) => {
    const { page } = operator;
    await live(page, '/users');
    await page.getByRole('link', { name: 'Nordlicht School', exact: true }).click();
    await page.waitForURL('**/users/edit-user/**');
    await page.getByRole('textbox', { name: limit, exact: true }).fill(value);
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await save.waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    [operator, miriam, guest] = [await person(), await person(), await person({ phone: 'phone' })];
    const password = product().demoPassword;
    await signIn(operator.page, { email: 'operator@example.org', password });
    await signIn(miriam.page, { email: 'miriam@example.org', password });
    choir = (await findRoom(miriam.page, 'Choir')).slug;
  });

  test('who has too many is told by mail and beside the rooms, with the day', async () => {
    const { page } = miriam;
    await allow('Rooms', '4');
    const mail = await product().mail('miriam@example.org', ({ subject }) => subject.includes('More in use than'));
    expect(mail.text).toContain('6 of 4 are in use');
    await live(page, '/rooms');
    await page.getByText(/^Rooms: 6 of 4 are in use\. From .* 2 of them rest/).waitFor();
    await page.getByRole('link', { name: 'Choose what stays' }).click();
    await page.getByText('4 of 4 chosen').waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  test('one chosen too many is said before it is sent; a choice is there again', async () => {
    const { page } = miriam;
    const free = ['Mathematics 9b', 'Biology 10a', 'Staff room', 'Office hours', 'Parents’ evening', 'Choir'];
    for (const name of free) await box(page, name).uncheck();
    for (const name of free.slice(0, 3)) await box(page, name).check();
    await box(page, 'Choir').check();
    await box(page, 'Office hours').check();
    await roomsPanel(page).getByText('Choose at most 4.').waitFor();
    expect(await page.getByRole('button', { name: 'Save choice' }).isDisabled()).toBe(true);
    await box(page, 'Choir').uncheck();
    await page.getByRole('button', { name: 'Save choice' }).click();
    await page.getByText('Your choice is saved.').waitFor();
    await live(page, choice);
    expect(await box(page, 'Office hours').isChecked()).toBe(true);
    expect(await box(page, 'Choir').isChecked()).toBe(false);
  });

  test('until the day, every room opens; after it, what was not chosen rests, for guests too', async () => {
    const { page } = guest;
    await live(page, `/m/${choir}`);
    await page.getByRole('heading', { name: 'Choir' }).waitFor();
    expect(await page.getByText('rests for now').count()).toBe(0);
    // two weeks and a day have gone by; what begins is looked at again when any limit of the account changes
    const database = await startPostgres({ dataDir: product().dataDir, log: () => undefined });
    const address = new URL(database.url);
    address.pathname = '/atrium';
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    await client.query(`update plan_overflows set over_since = over_since - interval '15 days'`);
    await client.end();
    await database.stop();
    await allow('Groups', '40');
    await product().mail('miriam@example.org', ({ subject }) => subject.includes('rests now'));
    await live(page, `/m/${choir}`);
    await page.getByRole('heading', { name: 'Choir rests for now' }).waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await live(miriam.page, '/rooms');
    const rows = miriam.page.locator('main tbody tr');
    expect(await rows.filter({ hasText: 'Resting' }).count()).toBe(2);
    expect(await violationsOf(miriam.page, 'all')).toEqual([]);
  });

  test('one is swapped for another, which wakes at once', async () => {
    const { page } = miriam;
    await live(page, choice);
    await box(page, 'Office hours').uncheck();
    await box(page, 'Choir').check();
    await page.getByRole('button', { name: 'Save choice' }).click();
    await page.getByText('Your choice is saved.').waitFor();
    await live(guest.page, `/m/${choir}`);
    await guest.page.getByRole('heading', { name: 'Choir', exact: true }).waitFor();
  });

  test('with room for all of them, all wake by themselves', async () => {
    await allow('Rooms', '');
    const { page } = miriam;
    await until({ what: 'rooms that no longer rest' }, async () => {
      await live(page, '/rooms');
      return (await page.getByText('Resting').count()) === 0 ? 'awake' : undefined;
    });
    expect(await page.getByText(/^Rooms: 6 of/).count()).toBe(0);
    await live(page, choice);
    await page.getByText('Everything fits your plan').waitFor();
    expect(errors()).toEqual([]);
  });
});
