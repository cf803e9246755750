/** A group: made, a room shared with it, somebody asked, who then may start that room, until taken out. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { findRoom, open, startRoom } from '../steps.ts';

const name = 'Choir helpers';
const rooms = ['Choir', 'Parents’ evening'] as const;

describe('a group', () => {
  const { product, errors, signedIn } = journey({ world: 'shared' });
  let miriam: Person;
  let jonas: Person;
  let choir = '';
  let evening = '';
  const startButton = (page: Page) => page.getByRole('button', { name: 'Start', exact: true });
  const toRoom = async (page: Page, path: string, room: string) => {
    await open(page, path);
    await page.getByRole('heading', { name: room }).first().waitFor();
  };
  const prove = async (page: Page) => {
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await proof.getByRole('button', { name: 'Confirm' }).click();
  };

  test('a member sees a colleague’s room and cannot start it', async () => {
    jonas = await signedIn('jonas@example.org');
    [choir, evening] = [(await findRoom(jonas.page, rooms[0])).path, (await findRoom(jonas.page, rooms[1])).path];
    await toRoom(jonas.page, choir, rooms[0]);
    expect(await startButton(jonas.page).count()).toBe(0);
  });

  test('the owner makes a group with two rooms, and is asked for a proof', async () => {
    miriam = await signedIn('miriam@example.org');
    const { page } = miriam;
    await page.goto('/users/groups');
    await page.getByText('Science teachers').waitFor();
    await page.getByRole('link', { name: 'New group' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Share a room' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share a room' });
    for (const room of rooms) {
      await dialog.getByLabel('Search rooms').fill(room);
      await dialog.getByRole('checkbox', { name: room, exact: true }).check();
    }
    expect(await dialog.getByRole('radio', { name: /Start meetings/ }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel(`What the group can do with ${rooms[1]}`).waitFor();
    await page.getByRole('button', { name: 'Create group' }).click();
    await prove(page);
    await page.waitForURL(/\/users\/groups\/edit-group\/[0-9a-f-]{36}$/);
    await page.getByText('No people in this group yet.').waitFor();
  });

  test('a second group of the same name is refused in words at its field', async () => {
    const { page } = miriam;
    const path = new URL(page.url()).pathname;
    await open(page, '/users/groups/add-group');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByText('Another group has this name.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.goto(path);
  });

  test('somebody is asked, and that gives nothing yet', async () => {
    const { page } = miriam;
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add people' });
    await dialog.getByRole('combobox').fill('jonas');
    await dialog.getByRole('option', { name: 'Jonas Weber' }).click();
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('invited', { exact: true }).waitFor();
    await toRoom(jonas.page, choir, rooms[0]);
    expect(await startButton(jonas.page).count()).toBe(0);
  });

  test('the member accepts in another browser and starts that room', async () => {
    const { page } = jonas;
    await open(page, '/users/groups/my-groups');
    await page.getByRole('button', { name: `Accept: ${name}` }).click();
    await page.getByText(`You joined ${name}.`).waitFor();
    await page.getByRole('button', { name: `Leave ${name}` }).waitFor();
    await toRoom(page, evening, rooms[1]);
    await startButton(page).waitFor();
    await startRoom(page, choir);
  });

  test('taken out, the member cannot start any more', async () => {
    const { page } = miriam;
    await page.getByRole('button', { name: 'Remove: Jonas Weber' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No people in this group yet.').waitFor();
    await toRoom(jonas.page, evening, rooms[1]);
    expect(await startButton(jonas.page).count()).toBe(0);
  });

  test('the group is deleted after a question', async () => {
    const { page } = miriam;
    await page.getByRole('button', { name: 'Delete group' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
    await page.waitForURL('**/users/groups');
    await page.getByText('Science teachers').waitFor();
    expect(await page.getByRole('link', { name }).count()).toBe(0);
    expect(errors().filter((one) => !one.includes('status of 40'))).toEqual([]);
  });
});
