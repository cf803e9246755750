/** The currencies that stories are played in, and the pages that tell them: with two, no and three decimals. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { environment } from '#kit/server/config/config.ts';

export const currencies = ['EUR', 'JPY', 'KWD'] as const;
export type Currency = (typeof currencies)[number];

/**
 * One of them for each test, so that a run has all three; with `ATRIUM_THOROUGH=1` in the environment every test plays in
 * every one. The rounding of each is a property of `amounts.rules.test.ts` and `proration.rules.test.ts`.
 */
export function currenciesOfTest(): readonly Currency[] {
  if (environment()['ATRIUM_THOROUGH'] === '1') return currencies;
  const [byte = 0] = createHash('sha256')
    .update(expect.getState().currentTestName ?? '')
    .digest();
  return currencies.filter((_, index) => index === byte % currencies.length);
}

/** The parts of a page by the currency that each begins with; what stands before the first has none. */
const partsOf = (page: string): Map<string, string> =>
  new Map(page.split(/^(?=(?:EUR|JPY|KWD)$)/m).map((part) => [/^[A-Z]{3}$/m.exec(part)?.[0] ?? '', part.replace(/\n+$/, '')]));

/** Compares with the page in `golden/` beside the test; currencies that were not played stay there as they are. */
export async function expectGolden(page: string, name: string): Promise<void> {
  const folder = path.dirname(expect.getState().testPath ?? '');
  const file = path.join(folder, 'golden', `${name.replaceAll(/[ ,]+/g, '-')}.txt`);
  const parts = new Map([...(fs.existsSync(file) ? partsOf(fs.readFileSync(file, 'utf8')) : []), ...partsOf(page)]);
  const order = ['', ...currencies].flatMap((currency) => parts.get(currency) ?? []);
  await expect(`${order.filter((part) => part !== '').join('\n\n')}\n`).toMatchFileSnapshot(file);
}
