import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, knock, room } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const slug = 'board-lesson';
const blank = (page: Page) => page.getByRole('region', { name: 'Slide 1 of 1' });
const elements = (page: Page) => page.locator('[data-drawings] > [role=listitem]');
const named = (page: Page, name: string | RegExp) => page.getByRole('listitem', { name });
const picture = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });
const drawButton = (page: Page) => page.getByRole('button', { name: /^(Draw|Drawing)$/ });
/** The drawing as it stands in the page, without which of its elements Tab reaches. */
const drawing = (page: Page): Promise<string> =>
  page.locator('[data-drawings]').evaluate((svg) => svg.innerHTML.replaceAll(/ tabindex="-?\d"/g, ''));
const counts = (page: Page, count: number) =>
  until({ what: `${count} elements` }, async () => ((await elements(page).count()) === count ? true : undefined));

type StrokeShares = readonly [from: readonly [number, number], to: readonly [number, number]];
/** A stroke between two points in shares of the paper. */
async function drag(page: Page, [from, to]: StrokeShares): Promise<void> {
  const box = await page.locator('section[tabindex] > div').first().boundingBox();
  if (box === null) throw new Error('the page is not seen');
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 12 });
  await page.mouse.up();
}
async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More for drawing' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('a lesson at the board', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let rosa: Person;
  let kenji: Person;

  test('the host starts, two guests come, and a blank page is shown', async () => {
    host = await signedIn('miriam@example.org');
    await startRoom(host.page, await makeRoom(host.page, { name: 'Board lesson', slug }));
    rosa = await person();
    kenji = await person();
    await knock(rosa.page, { slug, name: 'Rosa Blum', button: 'Join' });
    await knock(kenji.page, { slug, name: 'Kenji Mori', button: 'Join' });
    await Promise.all([room(rosa.page).waitFor(), room(kenji.page).waitFor()]);
    await control(host.page, 'screen').click();
    await host.page.getByRole('menuitem', { name: 'Blank page' }).click();
    await Promise.all([host, rosa, kenji].map(({ page }) => blank(page).waitFor()));
    expect(await drawButton(rosa.page).count()).toBe(0);
  });

  test('everyone is allowed to draw, and two draw at the same time and end with the same elements', async () => {
    await host.page.getByRole('button', { name: '1 person can draw' }).click();
    await host.page.getByRole('menuitemradio', { name: 'Everyone' }).click();
    await host.page.keyboard.press('Escape');
    await drawButton(rosa.page).waitFor();
    for (const { page } of [host, rosa]) {
      await blank(page).focus();
      await page.keyboard.press('d');
      await page.getByRole('button', { name: 'Pen', exact: true }).waitFor();
    }
    const rows = [0.15, 0.3, 0.45, 0.6];
    await Promise.all([
      (async () => {
        for (const y of rows)
          await drag(host.page, [
            [0.1, y],
            [0.45, y + 0.05],
          ]);
      })(),
      (async () => {
        for (const y of rows)
          await drag(rosa.page, [
            [0.55, y],
            [0.9, y + 0.05],
          ]);
      })(),
    ]);
    await Promise.all([host, rosa, kenji].map(({ page }) => counts(page, 8)));
    const [first, ...others] = await Promise.all([host, rosa, kenji].map(({ page }) => drawing(page)));
    expect(others).toEqual([first, first]);
    await named(kenji.page, 'Blue stroke by Rosa').first().waitFor();
    await picture(host.page, 'board-host');
  });

  test('a stroke under way and the name at the cursor are seen before it is put', async () => {
    const box = await rosa.page.locator('section[tabindex] > div').first().boundingBox();
    if (box === null) throw new Error('the page is not seen');
    await rosa.page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.85);
    await rosa.page.mouse.down();
    await rosa.page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.9, { steps: 15 });
    await host.page.locator('[data-live-drawing] path').waitFor();
    await host.page.locator('[data-cursor]').getByText('Rosa').waitFor();
    expect(await elements(host.page).count()).toBe(8);
    await picture(host.page, 'board-under-way');
    await rosa.page.mouse.up();
    await Promise.all([host, rosa, kenji].map(({ page }) => counts(page, 9)));
  });

  test('undo takes back what one drew oneself, and redo draws it again', async () => {
    await drag(host.page, [
      [0.2, 0.9],
      [0.25, 0.95],
    ]);
    await counts(rosa.page, 10);
    await rosa.page.keyboard.press('Control+z');
    await counts(host.page, 9);
    expect(await named(host.page, 'Blue stroke by Rosa').count()).toBe(4);
    await rosa.page.keyboard.press('Control+Shift+z');
    await counts(host.page, 10);
    await host.page.keyboard.press('Control+z');
    await counts(rosa.page, 9);
  });

  test('a note is put, moved and named with the keyboard alone, and read on the other side', async () => {
    await blank(rosa.page).focus();
    await rosa.page.keyboard.press('6');
    await rosa.page.keyboard.press('Enter');
    await rosa.page.getByLabel('Write your note').waitFor();
    await rosa.page.keyboard.type('Minus in the bracket');
    await rosa.page.keyboard.press('Escape');
    const note = named(host.page, 'Note by Rosa: Minus in the bracket');
    await note.waitFor();
    // what is added within two seconds is read out together
    await host.page.getByText(/^Rosa added(: note| \d+ items)$/).waitFor({ state: 'attached' });
    const before = await note.boundingBox();
    await named(rosa.page, 'Note by Rosa: Minus in the bracket').and(rosa.page.locator(':focus')).waitFor();
    await rosa.page.keyboard.press('Control+ArrowDown');
    await until({ what: 'the note to move' }, async () => ((await note.boundingBox())?.y !== before?.y ? true : undefined));
    await rosa.page.keyboard.press('F2');
    await rosa.page.getByRole('dialog').getByLabel('Name').fill('The sign');
    await rosa.page.keyboard.press('Enter');
    await named(host.page, 'The sign').waitFor();
    await picture(host.page, 'board-note');
    // arrows on an element walk, and turn no pages
    await rosa.page.keyboard.press('ArrowUp');
    expect(await rosa.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listitem');
  });

  test('who has no right loses the tools, and what they drew stays', async () => {
    await host.page.getByRole('button', { name: 'Everyone can draw' }).click();
    await host.page.getByRole('menuitemradio', { name: 'Chosen people' }).click();
    await host.page.getByRole('menuitem', { name: 'Add people' }).click();
    await host.page.getByRole('dialog').getByLabel('Search people').fill('kenji');
    // it is checked when the server has said so, and not before
    await host.page.getByRole('dialog').getByLabel('Kenji Mori').click();
    await host.page.getByRole('dialog').getByRole('checkbox', { name: 'Kenji Mori', checked: true }).waitFor();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await drawButton(rosa.page).waitFor({ state: 'detached' });
    await drawButton(kenji.page).waitFor();
    await rosa.page.getByRole('button', { name: 'Pen', exact: true }).waitFor({ state: 'detached' });
    await counts(rosa.page, 10);
    await host.page.getByRole('button', { name: '2 people can draw' }).click();
    await picture(host.page, 'board-who');
    await host.page.keyboard.press('Escape');
  });

  test('a chosen person erases only what is their own; who presents may erase all', async () => {
    await drawButton(kenji.page).click();
    await kenji.page.getByRole('button', { name: 'Eraser' }).click();
    await drag(kenji.page, [
      [0.3, 0.1],
      [0.3, 0.7],
    ]);
    await kenji.page.getByRole('button', { name: 'Pen', exact: true }).click();
    await drag(kenji.page, [
      [0.05, 0.05],
      [0.95, 0.08],
    ]);
    await counts(host.page, 11);
    await host.page.getByRole('button', { name: 'Eraser' }).click();
    await drag(host.page, [
      [0.5, 0.02],
      [0.5, 0.12],
    ]);
    await counts(kenji.page, 10);
  });

  test('a cleared page comes back with one press, and all is there after a reload', async () => {
    await fromMenu(host.page, 'Clear page');
    await counts(rosa.page, 0);
    await host.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await counts(rosa.page, 10);
    const before = await drawing(host.page);
    await rosa.page.reload();
    await counts(rosa.page, 10);
    expect(await drawing(rosa.page)).toBe(before);
    await rosa.page.setViewportSize({ width: 360, height: 740 });
    await picture(rosa.page, 'board-phone');
  });

  test('the page is downloaded as a PDF with what was drawn', async () => {
    const coming = host.page.waitForEvent('download');
    await fromMenu(host.page, 'Download with drawings (PDF)');
    const file = await coming;
    expect(file.suggestedFilename()).toBe('Blank page.pdf');
    const bytes = await buffer(await file.createReadStream());
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(bytes.length).toBeGreaterThan(5_000);
  });

  test('on a phone the tools are a row, and on its side a column beside the page', async () => {
    await host.page.setViewportSize({ width: 360, height: 740 });
    await picture(host.page, 'board-phone-tools');
    await host.page.setViewportSize({ width: 740, height: 360 });
    await picture(host.page, 'board-phone-side');
    const tools = await host.page.getByRole('toolbar', { name: 'Drawing tools' }).boundingBox();
    const paper = await host.page.locator('section[tabindex] > div').first().boundingBox();
    expect((tools?.x ?? 0) + (tools?.width ?? 0)).toBeLessThanOrEqual(paper?.x ?? 0);
    await host.page.setViewportSize({ width: 1280, height: 800 });
  });
});
