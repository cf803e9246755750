import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOf } from './axe.ts';
import { journey } from './journey.ts';
import { control, hearsAndSees, knock, room, tile } from './meeting-page.ts';
import type { Person } from './people.ts';
import { pictures } from './pictures.ts';
import { makeRoom, signIn, startRoom } from './steps.ts';
import { until } from './until.ts';

const sideBar = (page: Page) => page.getByRole('navigation').first();
const panel = (page: Page) => page.getByRole('complementary', { name: 'Console beside the meeting' });
const axeClean = async (page: Page) => expect(await violationsOf(page, 'all')).toEqual([]);
const clean = async ({ page }: Person, where: string) => expect(await violationsOf(page, 'all'), where).toEqual([]);

async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I agree to be recorded' }).check();
}
/** A room with a lobby for two, which may be recorded; its page is open afterwards. */
async function makeStatesRoom(page: Page): Promise<void> {
  const path = await makeRoom(page, { name: 'States hour', slug: 'states-hour', entry: 'lobby' });
  await page.goto(path.replace('/rooms/', '/rooms/edit-room/'));
  const save = page.getByRole('button', { name: 'Save changes' });
  await until({ what: () => 'the switch for recording', within: 15_000 }, async () => {
    await page.getByRole('switch', { name: /Recording is possible/ }).press(' ');
    return (await save.isEnabled()) ? true : undefined;
  });
  await page.getByLabel('People at most').fill('2');
  await save.click();
  await page.waitForURL(`**${path}`);
}

describe('a meeting in its console', () => {
  const { product, person } = journey({ args: ['--demo'] });
  let host: Person;
  let guest: Person;

  test('whoever runs it joins inside the console, and both hear and see each other', async () => {
    host = await person();
    await signIn(host.page, { email: 'miriam@example.org', password: product().demoPassword });
    const path = await makeRoom(host.page, { name: 'Inside hour', slug: 'inside-hour' });
    await startRoom(host.page, path);
    guest = await person({ phone: 'phone' });
    await knock(guest.page, { slug: 'inside-hour', name: 'Rosa Blum', button: 'Join' });
    await room(guest.page).waitFor();
    await host.page.goto(path);
    await host.page.getByRole('link', { name: 'Open the console' }).click();
    await host.page.waitForURL('**/rooms/meeting/*');
    const address = host.page.url();
    await host.page.getByRole('button', { name: 'Join', exact: true }).click();
    await host.page.locator('[data-whole]').waitFor();
    expect(await sideBar(host.page).isVisible()).toBe(false);
    await host.page.screenshot({ path: join(pictures, 'inside-before.png') });
    await axeClean(host.page);
    await host.page.locator('[data-whole]').getByRole('button', { name: 'Join', exact: true }).click();
    await room(host.page).waitFor();
    expect(host.page.url()).toBe(address);
    await Promise.all([hearsAndSees(host.page, 'the host'), hearsAndSees(guest.page, 'the guest')]);
    await host.page.screenshot({ path: join(pictures, 'inside.png') });
    await axeClean(host.page);
  });

  test('the steering stands beside it', async () => {
    await control(guest.page, 'hand').click();
    const lower = panel(host.page).getByRole('button', { name: 'Lower the hand of Rosa Blum' });
    await lower.click();
    await control(guest.page, 'hand').filter({ hasText: 'Hand' }).waitFor();
    await panel(host.page).getByText('Cameras for moderators only').click();
    await guest.page.getByText('A host turned your camera off').waitFor();
    await panel(host.page).getByRole('button', { name: 'End for all' }).waitFor();
  });

  test('keys are the meeting’s: none leads away from it', async () => {
    await host.page.locator('[data-panel-toggle]:visible').focus();
    await host.page.keyboard.press('g');
    await host.page.keyboard.press('r');
    await host.page.keyboard.press('g');
    await host.page.keyboard.press('?');
    expect(await room(host.page).isVisible()).toBe(true);
    expect(new URL(host.page.url()).pathname).toMatch(/^\/rooms\/meeting\//);
  });

  test('a reload comes back to the same seat', async () => {
    const seat = await tile(host.page, 'You').getAttribute('data-member');
    await host.page.reload();
    await room(host.page).waitFor();
    await control(host.page, 'mic')
      .filter({ hasText: /^Mute$/ })
      .waitFor();
    expect(await tile(host.page, 'You').getAttribute('data-member')).toBe(seat);
    await hearsAndSees(guest.page, 'the guest');
  });

  test('on a phone the steering is a drawer over the stage, and mute stays in reach', async () => {
    await host.page.setViewportSize({ width: 360, height: 740 });
    const toggle = host.page.locator('[data-panel-toggle]:visible');
    await panel(host.page).waitFor();
    await control(host.page, 'mic').click();
    await control(host.page, 'mic').click();
    await host.page.screenshot({ path: join(pictures, 'inside-phone-panel.png') });
    await axeClean(host.page);
    await panel(host.page).getByRole('button', { name: 'End for all' }).focus();
    await host.page.keyboard.press('Escape');
    await panel(host.page).waitFor({ state: 'detached' });
    expect(await toggle.evaluate((button) => document.activeElement === button)).toBe(true);
    await host.page.screenshot({ path: join(pictures, 'inside-phone.png') });
    await axeClean(host.page);
    await host.page.setViewportSize({ width: 1280, height: 800 });
  });

  test('leaving comes back to the console, which goes on showing who is in', async () => {
    await host.page.getByRole('button', { name: 'Leave', exact: true }).click();
    await host.page
      .getByRole('button', { name: /^Leave/ })
      .last()
      .click();
    await host.page.getByRole('button', { name: 'Done' }).click();
    await sideBar(host.page).waitFor();
    await host.page.getByText('In the meeting: 1 person').waitFor();
    await host.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  });

  test('waiting for the host, in the lobby, and knocking', async () => {
    await makeStatesRoom(host.page);
    guest = await person({ phone: 'phone', dark: 'dark' });
    const page = guest.page;
    await page.goto('/m/states-hour');
    await page.getByLabel('Your name').fill('Gerd Gast');
    await agree(page);
    await page.getByRole('button', { name: 'Wait for the start' }).click();
    await page.getByRole('heading', { name: 'Waiting for' }).waitFor();
    await clean(guest, 'waiting for the host');
    await host.page.getByRole('button', { name: /^(Start|Join)$/ }).click();
    await host.page.waitForURL(/sessionToken=/);
    await host.page.getByRole('button', { name: 'Join', exact: true }).click();
    await room(host.page).waitFor();
    await page.getByRole('heading', { name: 'The host knows you are here' }).waitFor();
    await clean(guest, 'the lobby');
    await host.page.getByText('Gerd Gast is waiting').waitFor();
    await clean(host, 'the knock');
    await host.page.getByRole('button', { name: 'Look' }).click();
    await host.page.getByRole('button', { name: 'Turn away Gerd Gast' }).waitFor();
    await clean(host, 'the list of the lobby');
    await host.page.getByRole('button', { name: 'Admit: Gerd Gast' }).click();
    await room(page).waitFor();
  });
});
