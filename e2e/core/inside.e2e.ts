import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import { control, hearsAndSees, knock, room, tile } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';

const sideBar = (page: Page) => page.getByRole('navigation').first();
const panel = (page: Page) => page.getByRole('complementary', { name: 'Console beside the meeting' });
const axeClean = async (page: Page) => expect(await violationsOf(page, 'all')).toEqual([]);

describe('a meeting in its console', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let guest: Person;

  test('whoever runs it joins inside the console, and both hear and see each other', async () => {
    host = await signedIn('miriam@example.org');
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
    const joinButton = host.page.locator('[data-whole]').getByRole('button', { name: 'Join', exact: true });
    await joinButton.waitFor();
    expect(await sideBar(host.page).isVisible()).toBe(false);
    await host.page.screenshot({ path: join(pictures, 'inside-before.png') });
    await axeClean(host.page);
    await joinButton.click();
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
});
