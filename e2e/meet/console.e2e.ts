import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import { control, knock, room, tile } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';

const slug = 'steered-hour';

describe('the console of a running meeting', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let guest: Person;
  let desk: Page;

  const steers = async (work: () => Promise<void>): Promise<void> => {
    const done = desk.waitForResponse((answer) => answer.url().endsWith('/steer'));
    await work();
    expect((await done).status()).toBe(200);
  };

  test('the host has it open beside the meeting', async () => {
    host = await signedIn('miriam@example.org');
    const path = await makeRoom(host.page, { name: 'Steered hour', slug });
    await startRoom(host.page, path);
    guest = await person();
    await knock(guest.page, { slug, name: 'Rosa Blum', button: 'Join' });
    await room(guest.page).waitFor();
    await tile(host.page, 'Rosa Blum').waitFor();
    desk = await host.context.newPage();
    await desk.goto(path);
    await desk.getByRole('link', { name: 'Open the console' }).click();
    await desk.waitForURL('**/rooms/meeting/*');
    await desk.getByRole('heading', { name: 'Live controls' }).waitFor();
  });

  test('a hand that goes up is seen, with how long people spoke, and taken down', async () => {
    await control(guest.page, 'hand').click();
    const lower = desk.getByRole('button', { name: 'Lower the hand of Rosa Blum' });
    await lower.waitFor();
    await desk.screenshot({ path: join(pictures, 'console.png'), fullPage: true });
    expect(await violationsOf(desk, 'all')).toEqual([]);
    await steers(() => lower.click());
    await lower.waitFor({ state: 'detached' });
    await control(guest.page, 'hand').filter({ hasText: 'Hand' }).waitFor();
  });

  test('locked cameras go off at once, stay off, and come back when the lock is gone', async () => {
    await tile(host.page, 'Rosa Blum').locator('video').waitFor();
    await steers(() => desk.getByText('Cameras for moderators only').click());
    await guest.page.getByText('A host turned your camera off').waitFor();
    await tile(host.page, 'Rosa Blum').locator('video').waitFor({ state: 'detached' });
    expect(await control(guest.page, 'cam').isDisabled()).toBe(true);
    await steers(() => desk.getByText('Cameras for moderators only').click());
    await control(guest.page, 'cam').and(guest.page.locator(':enabled')).click();
    await tile(host.page, 'Rosa Blum').locator('video').waitFor();
  });

  test('a locked meeting lets nobody new in', async () => {
    const late = await person({ phone: 'phone' });
    await steers(() => desk.getByText('Lock meeting').click());
    await knock(late.page, { slug, name: 'Dora Kern', button: 'Join' });
    await late.page.getByRole('heading', { name: 'The meeting is locked' }).waitFor();
    await steers(() => desk.getByText('Lock meeting').click());
    await late.page.getByRole('button', { name: 'Try again' }).click();
    await late.page.getByRole('button', { name: 'Join', exact: true }).click();
    await room(late.page).waitFor();
  });
});
