/** One file = one product, one browser, and people who come and go. Where steps build on each other, the first failure ends them. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Look, newPerson, openBrowser, type Person } from './people.ts';
import { pictures } from './pictures.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';

export type Journey = {
  product(): Product;
  /** Somebody with a browser of their own. */
  person(look?: Look): Promise<Person>;
  /** What pages said in their consoles, by everybody so far. */
  errors(): string[];
};

/** `building`: each step needs the one before it. `independent`: a step that fails says nothing about the others. */
export type JourneyOptions = ProductOptions & {
  steps?: 'building' | 'independent';
  /** Further arguments of Chromium's command line. */
  browserArguments?: readonly string[];
};

type Cast = { product: Product | null; browser: Browser | null; people: Person[]; failed: string | null };

/** Pictures of what everybody saw when a step failed: `pictures/failed-1.png` and so on. */
async function pictureAll(cast: Cast, step: string): Promise<void> {
  const name = step.replaceAll(/[^\w]+/g, '-').slice(0, 60);
  for (const [at, { page }] of cast.people.entries()) {
    if (page.isClosed()) continue;
    const path = join(pictures, `failed-${name}-${at + 1}.png`);
    await page.screenshot({ path, timeout: 5000 }).then(
      () => console.log(`  ${page.url()} → ${path}`),
      (error: unknown) => console.log(`  no picture of ${page.url()}: ${String(error)}`),
    );
  }
}

/** React's errors of pages that are not the same on both sides (418, 423, 425), or that the server left out (419, 421, 422). */
const isAboutRendering = (said: string): boolean =>
  /Minified React error #4(?:18|19|2[1235])\b|hydrat|switched to client rendering/i.test(said);

function watchFailures(cast: Cast, steps: 'building' | 'independent'): void {
  beforeEach((context) => {
    if (cast.failed !== null && steps === 'building') return context.skip(`because "${cast.failed}" failed`);
    context.onTestFailed(async () => {
      cast.failed = context.task.name;
      await pictureAll(cast, context.task.name);
      const troubles = (cast.product?.said() ?? '').split('\n').filter((line) => /"level":"(warn|error)"/.test(line));
      console.log(
        troubles
          .slice(-10)
          .map((line) => line.slice(0, 400))
          .join('\n'),
      );
    });
  });
}

/** Call it inside `describe`: brings up product and browser before the steps and ends both after them. */
export function journey(options: JourneyOptions = {}): Journey {
  const cast: Cast = { product: null, browser: null, people: [], failed: null };
  beforeAll(async () => {
    [cast.product, cast.browser] = await Promise.all([startProduct(options), openBrowser(options.browserArguments)]);
  });
  afterAll(async () => {
    await cast.browser?.close();
    await cast.product?.stop();
    const unlike = cast.people.flatMap((person) => person.errors.filter(isAboutRendering));
    if (unlike.length > 0) throw new Error(`the browser had to draw anew what the server sent:\n${unlike.join('\n')}`);
  });
  watchFailures(cast, options.steps ?? 'building');
  const product = () => {
    if (cast.product === null) throw new Error('the product is not up yet');
    return cast.product;
  };
  return {
    product,
    person: async (look) => {
      if (cast.browser === null) throw new Error('the browser is not up yet');
      const person = await newPerson(cast.browser, product().url, look);
      cast.people.push(person);
      return person;
    },
    errors: () => cast.people.flatMap((person) => person.errors),
  };
}
