import { join } from 'node:path';
import { pdf } from '@atrium/pages/samples.factory';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, endForAll, over, speaks } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const words = Array.from({ length: 5 }, (_, i) => `Lesson part ${i + 1}`);
/** Seconds on each page; shorter ones are no chapters. */
const perPage = 4;
/** Seconds that the clock of the meeting, which shows whole ones, and the log may be apart. */
const tolerance = 1.5;

const slide = (page: Page, number: number) => page.getByRole('region', { name: `Slide ${number} of 5` });
const chapter = (page: Page, number: number) => page.getByRole('button', { name: `Page ${number} · Lesson part ${number}` });
const seconds = (clock: string): number => {
  const [minutes = 0, rest = 0] = (/\d+:\d\d/.exec(clock)?.[0] ?? '').split(':').map(Number);
  return minutes * 60 + rest;
};
const recorded = async (page: Page): Promise<number> =>
  seconds(await page.getByRole('button', { name: /^Recording \d/ }).innerText());
const recordedTo = (page: Page, second: number): Promise<number> =>
  until({ what: `${second} recorded seconds` }, async () => {
    const now = await recorded(page);
    return now >= second ? now : undefined;
  });
const playedTo = async (page: Page): Promise<number> => Number(await page.locator('[data-at]').getAttribute('data-at')) / 1000;
const seek = (page: Page, second: number) =>
  page.getByRole('slider', { name: 'Position in the recording' }).fill(String(Math.round(second * 10) * 100));
/** How large the page is seen, against the whole of it. */
const zoomOf = (page: Page): Promise<number> =>
  page.locator('[data-slide]').evaluate((paper) => Math.round(new DOMMatrix(getComputedStyle(paper).transform).a * 100) / 100);
const drawn = (page: Page, number: number) =>
  until({ what: `the picture of page ${number}` }, async () =>
    (await page
      .locator(`img[src*="-${number}.webp"]:not([hidden])`)
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 500)
      .catch(() => false))
      ? true
      : undefined,
  );

/** A stroke of the pen from left to right over the middle of the page. */
async function drawsAcross(page: Page, region: Locator): Promise<void> {
  await region.focus();
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Pen', exact: true }).waitFor();
  const box = await region.locator('> div').first().boundingBox();
  if (box === null) throw new Error('the page has no box');
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
  await page.mouse.move(...at(0.4));
  await page.mouse.down();
  await page.mouse.move(...at(0.6), { steps: 8 });
  await page.mouse.up();
  await strokes(page).waitFor();
}
const strokes = (page: Page) => page.getByRole('listitem', { name: /stroke by Miriam/ });

describe('a recorded lesson with slides', () => {
  const { signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  /** When the second and the third page were shown, and when the third was drawn on, seconds of recorded time. */
  const turned = { second: 0, third: 0, drawn: 0 };

  test('the host shows slides and records', async () => {
    host = await signedIn('miriam@example.org');
    const { page } = host;
    await startRoom(page, await makeRoom(page, { name: 'Recorded slides', slug: 'recorded-slides' }));
    const chosen = page.waitForEvent('filechooser');
    await control(page, 'screen').click();
    await page.getByRole('menuitem', { name: 'Upload slides…' }).click();
    const buffer = pdf({ pages: words.length, width: 960, height: 540, texts: words });
    await (await chosen).setFiles({ name: 'Parabolas.pdf', mimeType: 'application/pdf', buffer });
    await slide(page, 1).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Start recording' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click();
    await speaks(page);
  });

  test('pages are turned, one is pointed at and enlarged', async () => {
    const { page } = host;
    await recordedTo(page, perPage);
    await slide(page, 1).focus();
    await page.keyboard.press('ArrowRight');
    await slide(page, 2).waitFor();
    turned.second = await recorded(page);
    await page.keyboard.press('k');
    const box = await slide(page, 2).boundingBox();
    if (box === null) throw new Error('the page has no box');
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await recordedTo(page, turned.second + 2);
    await page.keyboard.press('+');
    await recordedTo(page, turned.second + perPage);
    await page.keyboard.press('ArrowRight');
    await slide(page, 3).waitFor();
    turned.third = await recorded(page);
    await recordedTo(page, turned.third + 2);
    await drawsAcross(page, slide(page, 3));
    turned.drawn = await recorded(page);
    await recordedTo(page, turned.drawn + perPage);
    await endForAll(page);
    await over(page).waitFor();
  });

  test('each page is a chapter, at the time at which it was shown, and a click leads to it', async () => {
    const { page } = host;
    await page.goto('/recordings/myRecordings');
    const link = page.getByRole('link', { name: 'Recorded slides', exact: true });
    await link.waitFor();
    const href = (await link.getAttribute('href')) ?? '';
    await until({ what: 'the files of the recording' }, async () =>
      (await page.goto(href))?.status() === 200 ? true : undefined,
    );
    await slide(page, 1).waitFor();
    await drawn(page, 1);
    expect(await page.getByText('Lesson part 1', { exact: true }).count()).toBe(1);
    for (const [number, at] of [
      [2, turned.second],
      [3, turned.third],
    ] as const) {
      await chapter(page, number).click();
      await slide(page, number).waitFor();
      await drawn(page, number);
      expect(Math.abs((await playedTo(page)) - at)).toBeLessThan(tolerance);
      await seek(page, (await playedTo(page)) - 0.2);
      await slide(page, number - 1).waitFor();
    }
    await page.screenshot({ path: join(pictures, 'recorded-slides.png') });
  });

  test('the pointer and the zoom come at their times', async () => {
    const { page } = host;
    await chapter(page, 2).click();
    const began = await playedTo(page);
    expect(await zoomOf(page)).toBe(1);
    const seen: { at: number; left: string; zoom: number }[] = [];
    for (let at = began; at < began + perPage; at += 0.2) {
      await seek(page, at);
      await until({ what: `the player at ${at}` }, async () => (Math.abs((await playedTo(page)) - at) < 0.15 ? true : undefined));
      const left = await page
        .locator('[data-pointer]')
        .evaluateAll(([spot]) => (spot instanceof HTMLElement ? spot.style.left : ''));
      seen.push({ at, left, zoom: await zoomOf(page) });
    }
    const lefts = seen.flatMap(({ left }) => (left === '' ? [] : [Number.parseFloat(left)]));
    expect(lefts.at(-1)).toBeGreaterThan(48);
    expect(lefts.at(-1)).toBeLessThan(52);
    // a pointer that rests is gone after a second
    expect(lefts.length).toBeLessThan(10);
    expect([seen.at(0)?.zoom, seen.at(-1)?.zoom]).toEqual([1, 1.25]);
  });

  test('a drawing is there from when it was drawn, also after seeking back', async () => {
    const { page } = host;
    await chapter(page, 3).click();
    await slide(page, 3).waitFor();
    const seen = async (second: number): Promise<number> => {
      await seek(page, second);
      await until({ what: `the player at ${second}` }, async () =>
        Math.abs((await playedTo(page)) - second) < 0.15 ? true : undefined,
      );
      return strokes(page).count();
    };
    expect(await seen(turned.drawn - tolerance)).toBe(0);
    await seek(page, turned.drawn + tolerance);
    await strokes(page).waitFor();
    await page.screenshot({ path: join(pictures, 'recorded-board.png') });
    expect(await seen(turned.third + 0.5)).toBe(0);
    await seek(page, turned.drawn + tolerance);
    await strokes(page).waitFor();
    const [stroke, paper] = [await strokes(page).boundingBox(), await page.locator('[data-slide]').boundingBox()];
    if (stroke === null || paper === null) throw new Error('there is nothing drawn');
    const middle = (stroke.x + stroke.width / 2 - paper.x) / paper.width;
    expect([Math.round(middle * 10), Math.round((stroke.width / paper.width) * 10)]).toEqual([5, 2]);
  });

  test('one zooms on one’s own, and the words of a slide are found', async () => {
    const { page } = host;
    await chapter(page, 3).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await zoomOf(page)).toBe(1.25);
    await page.getByRole('button', { name: 'Follow the presenter' }).click();
    expect(await zoomOf(page)).toBe(1);
    const search = page.getByRole('searchbox', { name: 'Search chat and slides' });
    await search.fill('PART 2');
    await page.getByText('1 result', { exact: true }).waitFor();
    await search.press('Enter');
    await slide(page, 2).waitFor();
    await page.setViewportSize({ width: 360, height: 780 });
    await page.screenshot({ path: join(pictures, 'recorded-slides-360.png') });
  });
});
