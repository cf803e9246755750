/** States inside of a meeting that a short visit does not meet: each is looked at with axe, on a wide screen and on a dark phone. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import { control, endForAll, hearsAndSees, openChat, over, room, write } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { makeRoom, open } from '../steps.ts';

const clean = async ({ page }: Person, where: string) => expect(await violationsOf(page, 'all'), where).toEqual([]);
const sidePanel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` }).last();

async function fromMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
/** A room with a lobby for two, which may be recorded; its page is open afterwards. */
async function makeStatesRoom(page: Page): Promise<void> {
  const path = await makeRoom(page, { name: 'States hour', slug: 'states-hour', entry: 'lobby' });
  await open(page, path.replace('/rooms/', '/rooms/edit-room/'));
  await page.getByLabel('Maximum participants').fill('2');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(`**${path}`);
}

describe('inside a meeting', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let guest: Person;

  test('waiting for the host, in the lobby, and knocking', async () => {
    host = await signedIn('miriam@example.org');
    await makeStatesRoom(host.page);
    guest = await person({ phone: 'phone', dark: 'dark' });
    const page = guest.page;
    await page.goto('/m/states-hour');
    await page.getByLabel('Your name').fill('Gerd Gast');
    await page.getByRole('button', { name: 'Wait for host' }).click();
    await page.getByRole('heading', { name: 'Waiting for' }).waitFor();
    await clean(guest, 'waiting for the host');
    await host.page.getByRole('button', { name: /^(Start|Join)$/ }).click();
    await host.page.waitForURL(/sessionToken=/);
    await host.page.getByRole('button', { name: 'Join', exact: true }).click();
    await room(host.page).waitFor();
    await page.getByRole('heading', { name: 'The host knows you are here' }).waitFor();
    await clean(guest, 'the lobby');
    await host.page.getByText('Gerd Gast is waiting', { exact: true }).waitFor();
    await clean(host, 'the knock');
    await host.page.getByRole('button', { name: 'View', exact: true }).click();
    await host.page.getByRole('button', { name: 'Turn away Gerd Gast' }).waitFor();
    await clean(host, 'the list of the lobby');
    await host.page.getByRole('button', { name: 'Admit: Gerd Gast' }).click();
    await room(page).waitFor();
  });

  test('people with hands, and what can be done with one', async () => {
    await control(guest.page, 'hand').click();
    await control(guest.page, 'hand').filter({ hasText: 'Lower' }).waitFor();
    if (!(await sidePanel(host.page).isVisible())) await host.page.keyboard.press('p');
    await host.page.getByText('Raised hands').waitFor();
    await clean(host, 'people with hands');
    await menuOf(host.page, 'Gerd Gast').click();
    await clean(host, 'the menu of a person');
    // a guest stays one: only what the engine would do is offered
    expect(await host.page.getByRole('menuitem', { name: 'Make host' }).count()).toBe(0);
    await host.page.keyboard.press('Escape');
    await host.page.getByRole('button', { name: 'Close the panel' }).click();
  });

  test('chat, emoji, and what is unread', async () => {
    await write(host.page, 'hello https://example.org');
    await clean(host, 'the chat');
    await clean(guest, 'an unread message');
    await host.page.getByRole('button', { name: 'Emoji' }).click();
    await clean(host, 'the emoji');
    await host.page.keyboard.press('Escape');
    await openChat(guest.page);
    await clean(guest, 'the chat on a phone');
    await guest.page.getByRole('button', { name: 'Close the panel' }).click();
    await host.page.getByRole('button', { name: 'Close the panel' }).click();
  });

  test('another layout, by its button', async () => {
    const layout = host.page.getByRole('button', { name: 'Grid', exact: true });
    await layout.click();
    await host.page.getByRole('button', { name: 'Speaker', exact: true }).waitFor();
    await clean(host, 'the speaker layout');
    await host.page.getByRole('button', { name: 'Speaker', exact: true }).click();
    await layout.waitFor();
  });

  test('devices change while one is in, and sound and picture go on', async () => {
    await clean(guest, 'before the menu on a phone');
    await guest.page.getByRole('button', { name: 'More', exact: true }).click();
    await clean(guest, 'the menu on a phone');
    await guest.page.keyboard.press('Escape');
    await host.page.getByRole('button', { name: 'More', exact: true }).click();
    await clean(host, 'the menu');
    await host.page.getByRole('menuitem', { name: 'Devices' }).click();
    const dialog = host.page.getByRole('dialog');
    await clean(host, 'the devices');
    const mic = dialog.getByLabel('Microphone', { exact: true });
    const other = await mic.locator('option').last().getAttribute('value');
    await mic.selectOption(other);
    expect(await mic.inputValue()).toBe(other);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await guest.page.locator('[data-page=room]').click();
    await hearsAndSees(guest.page, 'the guest, after another microphone,');
  });

  test('keys, recording and its question', async () => {
    await fromMore(host.page, 'Keyboard shortcuts');
    await clean(host, 'the keys');
    await host.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await fromMore(host.page, 'Start recording');
    await clean(host, 'the question before recording');
    await host.page.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click();
    const asked = guest.page.getByRole('alertdialog', { name: 'This meeting is being recorded now' });
    await asked.waitFor();
    await clean(guest, 'the question to everybody');
    await asked.getByRole('button', { name: 'Agree and stay' }).click();
    await host.page.getByRole('button', { name: 'Leave', exact: true }).click();
    await clean(host, 'the question before leaving');
    await host.page.getByRole('button', { name: 'Stay' }).click();
  });

  test('a connection that is lost for a while', async () => {
    await guest.context.setOffline(true);
    await guest.page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await guest.page.getByText('Trying to reconnect').waitFor();
    await clean(guest, 'a lost connection');
    await guest.context.setOffline(false);
    await guest.page.getByText('Trying to reconnect').waitFor({ state: 'detached' });
    await room(guest.page).waitFor();
  });

  test('who refused the camera is told how to allow it, and comes in; a full room is full at its door and inside', async () => {
    const third = await person();
    await third.page.addInitScript(
      "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
    );
    const knocks = async () => {
      await third.page.goto('/m/states-hour');
      await third.page.getByText('Your browser is blocking the camera and microphone').waitFor();
      await third.page.getByLabel('Your name').fill('Dora Kern');
      await third.page.getByRole('button', { name: 'Ask to join' }).click();
    };
    await knocks();
    await third.page.getByRole('heading', { name: 'The room is full' }).waitFor();
    await clean(third, 'a full room');
    await guest.page.getByRole('button', { name: 'Leave', exact: true }).click();
    await over(guest.page).waitFor();
    await clean(guest, 'after leaving');
    await knocks();
    await host.page.getByRole('button', { name: 'Admit', exact: true }).click();
    await room(third.page).waitFor();
    await guest.page.getByRole('button', { name: 'Join again' }).click();
    await over(guest.page).getByRole('heading', { name: 'The meeting is full' }).waitFor();
    await clean(guest, 'a full meeting');
    await endForAll(host.page);
    await over(third.page).waitFor();
    await clean(third, 'after the end');
  });
});
