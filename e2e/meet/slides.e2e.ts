import { join } from 'node:path';
import { pdf } from '@atrium/pages/samples.factory';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, knock, room } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const slug = 'slides-lesson';
const words = Array.from({ length: 20 }, (_, i) => `Lesson part ${i + 1}`);
const slide = (page: Page, number: number) => page.getByRole('region', { name: `Slide ${number} of 20: Lesson part ${number}` });
/** The large picture of the page, as the browser has drawn it. */
const drawn = (page: Page, number: number) =>
  until({ what: `the picture of page ${number}` }, async () =>
    (await page
      .locator(`section img[src$="/${number}.webp"]`)
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 500)
      .catch(() => false))
      ? true
      : undefined,
  );
const fromShare = async (page: Page, item: string): Promise<void> => {
  await control(page, 'screen').click();
  await page.getByRole('menuitem', { name: item }).click();
};
const fromDeck = async (page: Page, deck: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: deck }).first().click();
  await page.locator('[role^=menuitem]').filter({ hasText: item }).click();
};
/** How large the page is seen, against the whole of it. */
const zoomOf = (page: Page): Promise<number> =>
  page
    .locator('section[tabindex] > div')
    .evaluate((paper) => Math.round(new DOMMatrix(getComputedStyle(paper).transform).a * 100) / 100);
const zooms = (page: Page, to: number) =>
  until({ what: `a zoom of ${to}` }, async () => ((await zoomOf(page)) === to ? true : undefined));
const picture = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });

describe('a lesson with slides', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let rosa: Person;

  test('the host starts, and a guest comes', async () => {
    host = await signedIn('miriam@example.org');
    const path = await makeRoom(host.page, { name: 'Slides lesson', slug });
    await startRoom(host.page, path);
    rosa = await person();
    await knock(rosa.page, { slug, name: 'Rosa Blum', button: 'Join' });
    await room(rosa.page).waitFor();
  });

  test('a PDF that the host uploads is seen by the guest, with its words for who does not see it', async () => {
    const chosen = host.page.waitForEvent('filechooser');
    await fromShare(host.page, 'Upload slides…');
    const file = {
      name: 'Parabolas.pdf',
      mimeType: 'application/pdf',
      buffer: pdf({ pages: 20, width: 960, height: 540, texts: words }),
    };
    await (await chosen).setFiles(file);
    await Promise.all([slide(host.page, 1).waitFor(), slide(rosa.page, 1).waitFor()]);
    await Promise.all([drawn(host.page, 1), drawn(rosa.page, 1)]);
    expect(await rosa.page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
    await picture(host.page, 'slides-presenter');
    await picture(rosa.page, 'slides-viewer');
  });

  test('keys, the small pages and a typed number turn pages for both', async () => {
    await slide(host.page, 1).focus();
    await host.page.keyboard.press('ArrowRight');
    await slide(rosa.page, 2).waitFor();
    await host.page.keyboard.press('End');
    await slide(rosa.page, 20).waitFor();
    await host.page.getByRole('button', { name: 'Page 18', exact: true }).click();
    await slide(rosa.page, 18).waitFor();
    await host.page.getByLabel('Page number').fill('7');
    await host.page.getByLabel('Page number').press('Enter');
    await slide(rosa.page, 7).waitFor();
    await drawn(rosa.page, 7);
    await host.page.getByRole('searchbox', { name: 'Find in pages' }).fill('nothing of this');
    await host.page.getByText('No page found').waitFor();
    await host.page.getByRole('searchbox').fill('13 PART');
    await host.page.getByText('1 page', { exact: true }).waitFor();
    await picture(host.page, 'slides-found');
    await host.page.getByRole('searchbox').press('Enter');
    await slide(rosa.page, 13).waitFor();
    await host.page.getByRole('searchbox').press('Escape');
    await host.page.getByRole('button', { name: 'Page 7', exact: true }).click();
    await slide(rosa.page, 7).waitFor();
    // a guest turns nothing
    await slide(rosa.page, 7).focus();
    await rosa.page.keyboard.press('ArrowRight');
    await slide(host.page, 7).waitFor();
  });

  test("the guest follows the host's zoom until choosing an own one, which a new page keeps", async () => {
    await host.page.getByRole('button', { name: 'Zoom in' }).click();
    await Promise.all([zooms(host.page, 1.25), zooms(rosa.page, 1.25)]);
    await rosa.page.getByRole('button', { name: 'Zoom in' }).click();
    await zooms(rosa.page, 1.6);
    await rosa.page.getByText('Your zoom 160%').waitFor();
    await zooms(host.page, 1.25);
    await host.page.getByRole('button', { name: 'Next page' }).click();
    await slide(rosa.page, 8).waitFor();
    await Promise.all([zooms(rosa.page, 1.6), zooms(host.page, 1)]);
    await picture(rosa.page, 'slides-own-zoom');
    await rosa.page.getByRole('button', { name: 'Follow Miriam' }).click();
    await zooms(rosa.page, 1);
  });

  test('the guest sees where the laser points, and a second after it rests no longer', async () => {
    await host.page.getByRole('button', { name: 'Laser' }).click();
    const box = await slide(host.page, 8).boundingBox();
    if (box === null) throw new Error('the slide is not seen');
    await host.page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.5);
    await host.page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5, { steps: 5 });
    const spot = rosa.page.locator('[data-spot]');
    await spot.waitFor();
    const seen = await spot.boundingBox();
    const paper = await slide(rosa.page, 8).boundingBox();
    expect(seen?.x ?? 0).toBeGreaterThan((paper?.x ?? 0) + (paper?.width ?? 0) * 0.3);
    await spot.waitFor({ state: 'detached' });
    await host.page.getByRole('button', { name: 'Laser' }).click();
  });

  test('the file can be downloaded while the host allows it', async () => {
    const link = rosa.page.getByRole('link', { name: 'Download' });
    expect(await link.count()).toBe(0);
    await fromDeck(host.page, 'Parabolas', 'Others can download');
    await link.waitFor();
    const coming = rosa.page.waitForEvent('download');
    await link.click();
    expect((await coming).suggestedFilename()).toBe('Parabolas.pdf');
    await host.page.keyboard.press('Escape');
    await fromDeck(host.page, 'Parabolas', 'Others can download');
    await link.waitFor({ state: 'detached' });
  });

  test('who is handed the role turns the pages, and gives it back', async () => {
    await host.page.getByRole('button', { name: 'You are presenting' }).click();
    await host.page.getByRole('menuitem', { name: 'Pass to…' }).click();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Rosa Blum' }).click();
    await rosa.page.getByRole('button', { name: 'Next page' }).click();
    await slide(host.page, 9).waitFor();
    expect(await host.page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
    await rosa.page.getByRole('button', { name: 'You are presenting' }).click();
    await rosa.page.getByRole('menuitem', { name: 'Stop presenting' }).click();
    await host.page.getByRole('button', { name: 'Previous page' }).click();
    await slide(rosa.page, 8).waitFor();
  });

  test('a blank page is shown, and a removed file is gone for both', async () => {
    await fromDeck(host.page, 'Parabolas', 'Blank page');
    const blank = (page: Page) => page.getByRole('region', { name: 'Slide 1 of 1' });
    await blank(rosa.page).waitFor();
    await fromDeck(host.page, 'Blank page', 'Parabolas.pdf');
    await slide(rosa.page, 1).waitFor();
    const source = await rosa.page.locator('section img[src$="/1.webp"]').getAttribute('src');
    await fromDeck(host.page, 'Parabolas', 'Remove slides');
    await host.page.getByRole('dialog').getByRole('button', { name: 'Remove slides' }).click();
    await blank(rosa.page).waitFor();
    await blank(host.page).waitFor();
    expect((await rosa.page.request.get(source ?? '')).status()).toBe(404);
  });

  test('a file that is no document says what to do, and the meeting goes on', async () => {
    const chosen = host.page.waitForEvent('filechooser');
    await fromShare(host.page, 'Upload slides…');
    await (await chosen).setFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no document') });
    await host.page
      .getByText(/Upload a PDF or a picture|Export it as PDF/)
      .first()
      .waitFor();
    await picture(host.page, 'slides-trouble');
  });
});
