/** Tags of rooms as the reach of a right: given to somebody, they bring rooms along and take them away again. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillSignIn, findRoom, open } from '../steps.ts';

const password = 'seven-quiet-lanterns';

describe('tags of rooms', () => {
  const { product, person, errors, signedIn } = journey({ world: 'shared' });
  let owner: Person;
  let teacher: Person;
  let first = '';
  const paths: Record<string, string> = {};

  const edit = async (page: Page, room: string) => {
    await open(page, (paths[room] ?? '').replace('/rooms/', '/rooms/edit-room/'));
    await page.getByLabel('Tags', { exact: true }).waitFor();
  };
  const save = async (page: Page, room: string) => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`**${paths[room] ?? ''}`);
  };
  /** `shown`: the spelling that other rooms have. */
  const tag = async (page: Page, room: string, { word, shown = word }: { word: string; shown?: string }) => {
    await edit(page, room);
    await page.getByLabel('Tags', { exact: true }).fill(word);
    await page.keyboard.press('Enter');
    await save(page, room);
    await page.getByRole('list', { name: 'Tags' }).getByText(shown, { exact: true }).waitFor();
  };
  const rows = (page: Page) => page.locator('main tbody tr');
  const isShown = (page: Page, room: string) => rows(page).getByText(room, { exact: true }).first().waitFor();

  beforeAll(async () => {
    owner = await signedIn('miriam@example.org');
    for (const room of ['Choir', 'Office hours', 'Parents’ evening']) paths[room] = (await findRoom(owner.page, room)).path;
  });

  test('the owner tags two rooms, and the list is narrowed to them', async () => {
    const { page } = owner;
    await tag(page, 'Choir', { word: 'Music' });
    await tag(page, 'Office hours', { word: 'music', shown: 'Music' });
    await open(page, '/rooms');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Music' }).click();
    await page.waitForURL('**/rooms?tag=Music');
    await expect.poll(() => rows(page).count()).toBe(2);
    for (const room of ['Choir', 'Office hours']) await isShown(page, room);
  });

  test('somebody gets rights on the tag', async () => {
    const { page } = owner;
    await open(page, '/users/IAMUsers/add-user');
    await page.getByRole('radio', { name: 'Create a sign-in' }).check();
    await page.getByLabel('Sign-in name').fill('lena');
    await page.getByLabel('Name', { exact: true }).fill('Lena Vogel');
    await page.getByLabel('Role').selectOption('none');
    await page.getByText('Advanced permissions').click();
    await page.getByRole('button', { name: 'Add statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'New statement' });
    await dialog.getByRole('radio', { name: 'Only these rooms or tags' }).check();
    await dialog.getByRole('group', { name: 'Tags', exact: true }).getByRole('checkbox', { name: 'Music' }).check();
    const rooms = dialog.getByRole('group', { name: 'Rooms', exact: true }).last();
    await rooms.getByRole('checkbox', { name: 'View' }).check();
    await rooms.getByRole('checkbox', { name: 'Edit' }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/rooms tagged \W?music/).waitFor();
    await page.getByRole('button', { name: 'Create sign-in' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const link = page.getByRole('dialog', { name: 'First sign-in link' });
    first = await link.locator('[data-first-sign-in]').innerText();
    await link.getByRole('button', { name: 'Done' }).click();
  });

  test('that person sees exactly the rooms with it', async () => {
    teacher = await person();
    const { page } = teacher;
    await page.goto(first);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.locator('form button[type=submit]').click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login');
    await fillSignIn(page, { email: 'nordlicht/lena', password });
    await page.waitForURL((url) => url.pathname !== '/login');
    await open(page, '/rooms');
    for (const room of ['Choir', 'Office hours']) await isShown(page, room);
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  test('a third room that gets the tag is there at once, on the open page', async () => {
    await tag(owner.page, 'Parents’ evening', { word: 'Music' });
    await isShown(teacher.page, 'Parents’ evening');
    await expect.poll(() => rows(teacher.page).count()).toBe(3);
  });

  test('they change what has the tag, do not lock themselves out, and do not come near anybody else’s room', async () => {
    const { page } = teacher;
    await tag(page, 'Choir', { word: 'Evening' });
    await edit(page, 'Choir');
    await page.getByRole('button', { name: 'Remove Music' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('With these tags, you could no longer edit this room.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    const other = (await findRoom(owner.page, 'Staff room')).path;
    const answer = await page.goto(other.replace('/rooms/', '/rooms/edit-room/'));
    expect(answer?.status()).toBe(404);
  });

  test('the room’s page tells which groups have it', async () => {
    const { page } = owner;
    await page.goto((await findRoom(page, 'Mathematics 9b')).path);
    const groups = page.getByRole('region', { name: 'Shared with groups' });
    await groups.getByRole('link', { name: 'Science teachers' }).click();
    await page.waitForURL(/\/users\/groups\/edit-group\/[0-9a-f-]{36}$/);
    // the two refusals above are the only ones that a browser notes
    expect(errors().filter((text) => !/\b(403|404)\b/.test(text))).toEqual([]);
  });
});
