/** What a first visit loads, against the budgets: sizes are the same on every machine, so they can be a test. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type MeasuredPage, pagesOf, scriptBudget, textsBudget } from '../../bench/pages.ts';
import { htmlOf, idsOfSamples, type Readers, signInReaders } from '../../bench/readers.ts';
import { sizeOfPage } from '../../bench/sizes.ts';
import { sharedProduct } from '../product.ts';
import { routesOfProduct } from '../routes-of-product.ts';

/** Of the meeting itself, before whiteboard and slides; kilobytes. */
const meetingBudget = 280;

describe('first loads', () => {
  const product = sharedProduct();
  let readers: Readers;
  let pages: readonly MeasuredPage[];
  beforeAll(async () => {
    const bench = { url: product.url, password: product.demoPassword };
    readers = await signInReaders(bench);
    const found = pagesOf(routesOfProduct(), await idsOfSamples(bench, readers));
    expect(found.misses).toEqual([]);
    pages = found.pages;
  });

  const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;
  const sizeIn = async (page: MeasuredPage, locale: 'en-US' | 'ar') => {
    const cookie = [readers[page.eyes].cookie, `i18n_redirected=${locale}`].filter((one) => one !== '').join('; ');
    return sizeOfPage(await htmlOf(product.url + page.path, cookie, page.status));
  };

  test('code of every screen, compressed', async () => {
    const over: string[] = [];
    for (const page of pages) {
      const { js } = await sizeIn(page, 'en-US');
      if (kilobytes(js) > scriptBudget[page.kind]) over.push(`${page.name} ${kilobytes(js)} kB of ${scriptBudget[page.kind]}`);
    }
    expect(over).toEqual([]);
  });

  test('code of the meeting, compressed', async () => {
    const { js } = sizeOfPage(await htmlOf(`${product.url}/m?sessionToken=none`));
    expect(kilobytes(js)).toBeLessThanOrEqual(meetingBudget);
  });

  test('the words of another language, compressed: only those that the screen says', async () => {
    const over: string[] = [];
    for (const page of pages) {
      const { texts } = await sizeIn(page, 'ar');
      expect([page.name, texts > 0]).toEqual([page.name, true]);
      if (kilobytes(texts) > textsBudget[page.kind])
        over.push(`${page.name} ${kilobytes(texts)} kB of ${textsBudget[page.kind]}`);
    }
    expect(over).toEqual([]);
  });
});
