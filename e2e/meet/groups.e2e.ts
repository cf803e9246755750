import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, knock, openChat, reads, received, room, speaks, tile, write } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const slug = 'in-groups';
const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });
const dialog = (page: Page) => page.getByRole('dialog');
const bar = (page: Page): Locator => page.locator('section[aria-labelledby=group-bar]');
const card = (page: Page, group: string) => panel(page).getByRole('listitem').filter({ hasText: group });
const picture = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });

/** Waits until sound of somebody else has clearly gone on from now. */
async function hears(page: Page, who: string): Promise<void> {
  const before = await received(page);
  await until({ what: `${who} to hear somebody`, within: 60_000 }, async () =>
    (await received(page)).audio > before.audio + 2_000 ? true : undefined,
  );
}
/** Puts each person into the group of this number, from the menu of the chip. */
async function dealByHand(page: Page, places: Record<string, number>): Promise<void> {
  await dialog(page).getByRole('button', { name: 'By hand' }).click();
  for (const [name, number] of Object.entries(places)) {
    await dialog(page).getByRole('button', { name, exact: true }).click();
    await page.getByRole('menuitem', { name: `Move to Group ${number}` }).click();
  }
}
const isIn = (page: Page, group: string) => bar(page).getByText(group, { exact: true }).waitFor();

describe('a lesson of four people that goes on in two groups', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let rosa: Person;
  let tom: Person;
  let lena: Person;

  test('the host starts, and three guests come and speak', async () => {
    host = await signedIn('miriam@example.org');
    const path = await makeRoom(host.page, { name: 'In groups', slug });
    await startRoom(host.page, path);
    [rosa, tom, lena] = [await person(), await person(), await person()];
    for (const [guest, name] of [
      [rosa, 'Rosa Blum'],
      [tom, 'Tom Reed'],
      [lena, 'Lena Ito'],
    ] as const) {
      await knock(guest.page, { slug, name, button: 'Join' });
      await room(guest.page).waitFor();
      await speaks(guest.page);
    }
    await hears(host.page, 'the host');
  });

  test('the host makes two groups from the menu, and starts them', async () => {
    await host.page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await host.page.getByRole('menuitem', { name: 'Groups…' }).click();
    await dialog(host.page).getByText('3 people').waitFor();
    await dialog(host.page).getByRole('button', { name: 'Shuffle again' }).click();
    await dealByHand(host.page, { 'Rosa Blum': 1, 'Tom Reed': 1, 'Lena Ito': 2 });
    await picture(host.page, 'groups-dialog');
    await dialog(host.page).getByRole('button', { name: 'Start 2 groups' }).click();
    await panel(host.page).getByText('left of 10 min').waitFor();
  });

  test('people are called, go with their microphone on, and hear their group only', async () => {
    await write(rosa.page, 'before the groups');
    await rosa.page.getByLabel('Message to everyone').fill('half a sentence');
    await picture(rosa.page, 'groups-called');
    const pressed = Date.now();
    await rosa.page.getByRole('button', { name: 'Go now' }).click();
    await isIn(rosa.page, 'Group 1');
    const changed = Date.now() - pressed;
    for (const [{ page }, group] of [
      [tom, 'Group 1'],
      [lena, 'Group 2'],
    ] as const)
      await isIn(page, group);
    const met = Date.now();
    await Promise.all([hears(rosa.page, 'Rosa'), hears(tom.page, 'Tom')]);
    console.info(`into the group: ${changed} ms, both heard each other ${Date.now() - met} ms after the last came`);
    expect(changed).toBeLessThan(10_000);
    for (const { page } of [rosa, tom, lena])
      await control(page, 'mic')
        .filter({ hasText: /^Mute$/ })
        .waitFor();
    expect(await rosa.page.getByLabel('Message to everyone').inputValue()).toBe('half a sentence');
    await tile(rosa.page, 'Tom Reed').waitFor();
    expect(await tile(rosa.page, 'Lena Ito').count()).toBe(0);
    const alone = await received(lena.page);
    await write(lena.page, 'only in group two');
    await write(rosa.page, 'only in group one');
    await reads(tom.page, 'only in group one');
    expect(await tom.page.getByText('only in group two').count()).toBe(0);
    expect((await received(lena.page)).audio - alone.audio).toBeLessThan(2_000);
    await picture(rosa.page, 'groups-inside');
  });

  test('a group calls for help with a question, and the visit of the host answers it', async () => {
    await bar(tom.page).getByRole('button', { name: 'Call for help' }).click();
    await dialog(tom.page).getByRole('textbox').fill('Is it x or y?');
    await dialog(tom.page).getByRole('button', { name: 'Call for help' }).click();
    await bar(rosa.page).getByRole('button', { name: 'A host has been called' }).waitFor();
    await card(host.page, 'Group 1').getByText('Is it x or y?').waitFor();
    expect(await panel(host.page).getByRole('listitem').first().textContent()).toContain('Group 1');
    for (const name of ['Rosa Blum', 'Tom Reed', 'Lena Ito']) expect(await tile(host.page, name).count()).toBe(0);
    await picture(host.page, 'groups-running');
    await card(host.page, 'Group 1').getByRole('button', { name: 'Visit' }).click();
    await bar(host.page).getByText('Visiting Group 1').waitFor();
    await tile(host.page, 'Rosa Blum').waitFor();
    await hears(host.page, 'the visiting host');
    await bar(tom.page).getByRole('button', { name: 'Call for help' }).waitFor();
    await picture(host.page, 'groups-visiting');
    await bar(host.page).getByRole('button', { name: 'Back to main room' }).click();
    await bar(host.page).getByText('3 people are in 2 groups').waitFor();
  });

  test('the host gives more time, writes to all groups, and moves somebody', async () => {
    await panel(host.page).getByTitle('Add 5 minutes').click();
    await panel(host.page).getByText('left of 15 min').waitFor();
    await lena.page.getByText('The groups have more time').waitFor();
    await panel(host.page).getByLabel('Message to all groups').fill('Two more tasks');
    await panel(host.page).getByRole('button', { name: 'Send' }).click();
    for (const { page } of [rosa, tom, lena]) {
      await page.getByRole('status').filter({ hasText: 'Two more tasks' }).waitFor();
      await openChat(page);
      await page.getByRole('log', { name: 'Chat with everyone' }).getByText('Two more tasks').waitFor();
    }
    await panel(host.page).getByRole('button', { name: 'Move people' }).click();
    await dialog(host.page).getByRole('button', { name: 'Tom Reed', exact: true }).click();
    await host.page.getByRole('menuitem', { name: 'Move to Group 2' }).click();
    await dialog(host.page).getByRole('button', { name: 'Done' }).click();
    await isIn(tom.page, 'Group 2');
    await tile(lena.page, 'Tom Reed').waitFor();
    await hears(lena.page, 'Lena');
  });

  test('a reload leads to the main room without a question, and back into the group', async () => {
    await tom.page.reload();
    await room(tom.page).waitFor();
    await tom.page.getByRole('button', { name: 'Go now' }).click();
    await isIn(tom.page, 'Group 2');
    await tile(lena.page, 'Tom Reed').waitFor();
  });

  test('the host leaves and comes back, and the groups are still there', async () => {
    await host.page.reload();
    await room(host.page).waitFor();
    await bar(host.page).getByText('3 people are in 2 groups').waitFor();
  });

  test('the end brings everybody back with their microphones', async () => {
    await host.page
      .getByRole('button', { name: /^Groups/ })
      .first()
      .click();
    await panel(host.page).getByRole('button', { name: 'End groups for all' }).click();
    const ended = Date.now();
    await dialog(host.page).getByRole('button', { name: 'End now' }).click();
    for (const name of ['Rosa Blum', 'Tom Reed', 'Lena Ito']) await tile(host.page, name).waitFor();
    console.info(`everybody was back ${Date.now() - ended} ms after the end`);
    await hears(host.page, 'the host');
    await hears(rosa.page, 'Rosa');
    await bar(rosa.page).waitFor({ state: 'detached' });
    await control(rosa.page, 'mic')
      .filter({ hasText: /^Mute$/ })
      .waitFor();
  });
});
