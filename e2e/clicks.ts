/** Counts clicks and taps of one tab, whatever pages it shows. Keys and typed text do not count. */
import type { Page } from 'playwright-core';

const key = 'journey.clicks';

export type CountClicks = (walk: () => Promise<unknown>) => Promise<number>;

/** Call it before the first page of the tab. Answers with what counts the clicks of one walk. */
export async function clickCounter(page: Page): Promise<CountClicks> {
  await page.addInitScript((name) => {
    const count = () => sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name)) + 1));
    document.addEventListener('pointerdown', count, { capture: true });
  }, key);
  const read = async () => Number(await page.evaluate((name) => sessionStorage.getItem(name), key));
  return async (walk) => {
    const before = await read();
    await walk();
    return (await read()) - before;
  };
}
