import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, endForAll, knock, openChat, room, tile, write } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const slug = 'a-chat';
const panel = (page: Page) => page.getByRole('tabpanel');
const log = (page: Page, name: string) => page.getByRole('log', { name, exact: true });
const everyone = (page: Page) => log(page, 'Chat with everyone');
const picture = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });
/** Everything that the engine sends to the page by its socket. */
const heardBy = (page: Page): string[] => {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())));
  return frames;
};
/** Opens the menu of the message that reads so, and presses a row of it. */
async function choose(page: Page, words: string, row: string): Promise<void> {
  const message = panel(page).getByRole('listitem').filter({ hasText: words }).last();
  await message.hover();
  await message.getByRole('button', { name: 'Options for the message' }).click();
  await page.getByRole('menuitem', { name: row, exact: true }).click();
}
async function converse(page: Page, name: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Choose a conversation' }).click();
  await page.getByRole('menuitem', { name }).click();
}

describe('a lesson of three people who write to each other', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let rosa: Person;
  let tom: Person;
  let framesOfHost: string[];

  test('the host starts, and two guests come', async () => {
    host = await signedIn('miriam@example.org');
    framesOfHost = heardBy(host.page);
    const path = await makeRoom(host.page, { name: 'A chat', slug });
    await startRoom(host.page, path);
    [rosa, tom] = [await person(), await person()];
    for (const [guest, name] of [
      [rosa, 'Rosa Blum'],
      [tom, 'Tom Reed'],
    ] as const) {
      await knock(guest.page, { slug, name, button: 'Join' });
      await room(guest.page).waitFor();
    }
  });

  test('a guest writes to another from the menu of a person; that one answers, and the host hears nothing of it', async () => {
    await rosa.page
      .getByRole('button', { name: /^People/ })
      .first()
      .click();
    await panel(rosa.page).getByRole('button', { name: 'Tom Reed' }).click();
    await rosa.page.getByRole('menuitem', { name: 'Message privately' }).click();
    const field = rosa.page.getByLabel('Private message to Tom Reed');
    await field.fill('Do you follow?');
    await field.press('Enter');
    await tom.page.getByRole('button', { name: /Rosa Blum privately Do you follow\?/ }).click();
    await log(tom.page, 'Only you and Rosa Blum can read this chat').getByText('Do you follow?').waitFor();
    await tom.page.getByLabel('Private message to Rosa Blum').fill('Not at all');
    await tom.page.getByLabel('Private message to Rosa Blum').press('Enter');
    await log(rosa.page, 'Only you and Tom Reed can read this chat').getByText('Not at all').waitFor();
    await picture(rosa.page, 'chat-private');
    await write(host.page, 'Any questions?');
    await converse(rosa.page, 'Everyone');
    await everyone(rosa.page).getByText('Any questions?').waitFor();
    expect(framesOfHost.filter((frame) => frame.includes('Any questions?'))).not.toEqual([]);
    expect(framesOfHost.join('\n')).not.toMatch(/Do you follow|Not at all/);
  });

  test('a guest answers, changes the answer, and the others read it so; the quote leads to the question', async () => {
    await choose(rosa.page, 'Any questions?', 'Reply');
    await rosa.page.getByLabel('Message to everyone').fill('What is a vertx?');
    await rosa.page.getByLabel('Message to everyone').press('Enter');
    await everyone(host.page).getByText('What is a vertx?').waitFor();
    await choose(rosa.page, 'What is a vertx?', 'Edit');
    await rosa.page.getByLabel('Message to everyone').fill('What is a vertex?');
    await rosa.page.getByLabel('Message to everyone').press('Enter');
    await everyone(host.page).getByText('What is a vertex?').waitFor();
    await everyone(host.page).getByText('edited').waitFor();
    await everyone(host.page)
      .getByRole('button', { name: /Any questions\?$/ })
      .click();
    expect(await host.page.evaluate(() => document.activeElement?.textContent)).toContain('Any questions?');
    await picture(host.page, 'chat-reply');
  });

  test('the host deletes what a guest wrote, and it is gone for somebody who reloads as well', async () => {
    await converse(tom.page, 'Everyone');
    await tom.page.getByLabel('Message to everyone').fill('This is boring');
    await tom.page.getByLabel('Message to everyone').press('Enter');
    await everyone(host.page).getByText('This is boring').waitFor();
    await choose(host.page, 'This is boring', 'Delete');
    await host.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    for (const { page } of [host, rosa, tom]) {
      await everyone(page).getByText('Deleted by the host').waitFor();
      expect(await page.getByText('This is boring').count()).toBe(0);
    }
    await rosa.page.reload();
    await room(rosa.page).waitFor();
    await openChat(rosa.page);
    await everyone(rosa.page).getByText('Deleted by the host').waitFor();
    expect(await rosa.page.content()).not.toContain('This is boring');
  });

  test('a guest saves the chat as a text file', async () => {
    const save = panel(rosa.page).getByRole('button', { name: 'Save chat' });
    const [file] = await Promise.all([rosa.page.waitForEvent('download'), save.click()]);
    expect(file.suggestedFilename()).toMatch(/^A chat, .*\.txt$/);
    const saved = await text(await file.createReadStream());
    expect(saved).toMatch(/^A chat, /);
    expect(saved).toMatch(/\] Rosa Blum\n> .*: Any questions\?\nWhat is a vertex\? \(edited\)/);
    expect(saved).not.toContain('boring');
  });

  test('a muted guest is heard while Space is held, and no longer; in a text field it writes a space', async () => {
    const mic = control(tom.page, 'mic');
    const isSilent = mic.filter({ hasText: /^Unmute$/ });
    if (!(await isSilent.isVisible())) await mic.click();
    await isSilent.waitFor();
    await tom.page.getByLabel('Message to everyone').fill('');
    await tom.page.keyboard.press('Space');
    expect(await tom.page.getByLabel('Message to everyone').inputValue()).toBe(' ');
    await isSilent.waitFor();
    await tom.page.getByRole('complementary', { name: 'Side panel' }).getByRole('button', { name: 'Close' }).first().click();
    await tom.page.keyboard.down('Space');
    await mic.filter({ hasText: 'Talking' }).waitFor();
    const heard = tile(host.page, 'Tom Reed').and(host.page.locator('[data-speaking]'));
    await heard.waitFor();
    await picture(tom.page, 'push-to-talk');
    await tom.page.keyboard.up('Space');
    await isSilent.waitFor();
    await tile(host.page, 'Tom Reed').getByText('muted').waitFor();
    await heard.waitFor({ state: 'detached' });
  });

  test('the host opens the meeting in a small window, mutes there, and it closes with the meeting', async () => {
    const inSmall = <T>(look: string) => host.page.evaluate<T>(`documentPictureInPicture.window?.document${look}`);
    await host.page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await host.page.getByRole('menuitem', { name: 'Picture in picture' }).click();
    await until({ what: 'the small window to show somebody' }, () =>
      inSmall<string>(".querySelector('figcaption')?.textContent"),
    );
    await inSmall(".querySelector('[data-control=mic]').click()");
    await control(host.page, 'mic')
      .filter({ hasText: /^Unmute$/ })
      .waitFor();
    expect(await inSmall<string>(".querySelector('[data-control=mic]').textContent")).toBe('Unmute');
    await endForAll(host.page);
    await until({ what: 'the small window to close' }, async () => ((await inSmall('')) ? undefined : true));
  });
});
