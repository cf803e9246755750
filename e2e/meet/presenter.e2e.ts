import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, knock, moves, openChat, over, room, sharedScreen, tile, turnScreen, write } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';

const slug = 'who-presents';
const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });
const row = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name });
const people = (page: Page) => page.getByRole('button', { name: /^People, / });
const more = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'More' });

const picture = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });

async function onPerson(page: Page, name: string, item: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function fromMore(page: Page, item: string): Promise<void> {
  await more(page).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The host turns one of the switches and closes the dialog. */
async function turnLock(page: Page, can: string, to: 'on' | 'off'): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /^Locks/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Locks' });
  const box = dialog.getByRole('switch', { name: can });
  await box.press('Space');
  await dialog
    .locator(`[role=switch][aria-checked=${to === 'on'}]`)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

describe('a lesson of three people, where the teacher decides', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let rosa: Person;
  let tom: Person;

  test('the host starts, two guests come, and the host presents', async () => {
    host = await signedIn('miriam@example.org');
    const path = await makeRoom(host.page, { name: 'Who presents', slug });
    await startRoom(host.page, path);
    [rosa, tom] = [await person(), await person()];
    for (const [guest, name] of [
      [rosa, 'Rosa Blum'],
      [tom, 'Tom Reed'],
    ] as const) {
      await knock(guest.page, { slug, name, button: 'Join' });
      await room(guest.page).waitFor();
    }
    await people(host.page).click();
    await row(host.page, 'Miriam Sander').getByText('Presenter').waitFor();
    await tile(rosa.page, 'Miriam Sander').getByText('Presenter').waitFor();
  });

  test('the host gives the role away: the person and the others see it, and the host takes it back', async () => {
    await onPerson(host.page, 'Rosa Blum', 'Make presenter');
    await rosa.page.getByText('You are presenting').waitFor();
    await tile(tom.page, 'Rosa Blum').getByText('Presenter').waitFor();
    await host.page.getByText('Rosa Blum is presenting').waitFor();
    await picture(host.page, 'presenter-given');
    await host.page.getByRole('button', { name: 'Take back' }).click();
    await tile(tom.page, 'Miriam Sander').getByText('Presenter').waitFor();
    await tile(tom.page, 'Rosa Blum').getByText('Presenter').waitFor({ state: 'detached' });
  });

  test('a guest asks to present, reads "not now", and the other guest is made presenter', async () => {
    await fromMore(rosa.page, 'Ask to present');
    await host.page.getByText('Rosa Blum asks to present').waitFor();
    await host.page.getByRole('button', { name: 'Not now' }).click();
    await rosa.page.getByText('Not now. You can ask again in a minute.').waitFor();
    await fromMore(tom.page, 'Ask to present');
    const request = host.page.getByRole('status').filter({ hasText: 'Tom Reed asks to present' });
    await picture(host.page, 'presenter-asked');
    await request.getByRole('button', { name: 'Make presenter' }).click();
    await tom.page.getByText('You are presenting').waitFor();
    await tile(rosa.page, 'Tom Reed').getByText('Presenter').waitFor();
  });

  test('with screens locked the presenter shares and the other guest cannot', async () => {
    await turnLock(host.page, 'Share their screen', 'off');
    await rosa.page.getByTitle('The host has turned screen sharing off').waitFor();
    await turnScreen(tom.page);
    await sharedScreen(rosa.page).waitFor();
    await moves(sharedScreen(rosa.page), "the presenter's screen");
    await onPerson(host.page, 'Tom Reed', 'Take back');
    await sharedScreen(rosa.page).waitFor({ state: 'detached' });
  });

  test('a lock of microphones mutes the guests for everybody, and an exception lets one speak', async () => {
    await tile(tom.page, 'Rosa Blum').getByText('muted').waitFor({ state: 'detached' });
    await turnLock(host.page, 'Use the microphone', 'off');
    await tile(tom.page, 'Rosa Blum').getByText('muted').waitFor();
    await tile(rosa.page, 'Tom Reed').getByText('muted').waitFor();
    await onPerson(host.page, 'Rosa Blum', 'Exempt from locks');
    await control(rosa.page, 'mic').filter({ hasText: 'Unmute' }).click();
    await tile(tom.page, 'Rosa Blum').getByText('muted').waitFor({ state: 'detached' });
    await tom.page.getByTitle('The host has turned microphones off').waitFor();
  });

  test('a lock of the chat leaves the host and the exception writing', async () => {
    await turnLock(host.page, 'Write in the public chat', 'off');
    await openChat(tom.page);
    await tom.page.getByText('The host has turned the chat off').waitFor();
    await write(rosa.page, 'I may still write');
    await tom.page.getByRole('log', { name: 'Chat with everyone' }).getByText('I may still write').waitFor();
  });

  test('with names hidden a guest no longer sees the other', async () => {
    await turnLock(host.page, 'See who else is there', 'off');
    await tile(tom.page, 'Rosa Blum').waitFor({ state: 'detached' });
    await tile(rosa.page, 'Tom Reed').waitFor();
    await picture(tom.page, 'presenter-names-hidden');
    await turnLock(host.page, 'See who else is there', 'on');
    await tile(tom.page, 'Rosa Blum').waitFor();
  });

  test('somebody who was removed reads so, and the others see them go', async () => {
    await onPerson(host.page, 'Tom Reed', 'Remove from the meeting');
    await host.page.getByRole('dialog').getByLabel('Also block them from coming back').check();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await over(tom.page).getByRole('heading', { name: 'You were removed from the meeting' }).waitFor();
    await tile(rosa.page, 'Tom Reed').waitFor({ state: 'detached' });
  });
});
