/** One file = one product, one browser (both may be shared), and people who come and go. Where steps build on each other, the first failure ends them. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type BrowserKind, joinSharedBrowser, type Look, newPerson, openBrowser, type Person } from './people.ts';
import { pictures } from './pictures.ts';
import { type Product, type ProductOptions, sharedProduct, startProduct } from './product.ts';
import { signInContext } from './sign-in.ts';

export type Journey = {
  product(): Product;
  /** Somebody with a browser of their own. */
  person(look?: Look): Promise<Person>;
  /** One of the sample people, signed in already. */
  signedIn(email: string, look?: Look): Promise<Person>;
  /** What pages said in their consoles, by everybody so far. */
  errors(): string[];
};

/** `building`: each step needs the one before it. `independent`: a step that fails says nothing about the others. */
export type JourneyOptions = ProductOptions & {
  /**
   * `shared`: one product with sample data and one browser of each kind serve all such journeys of a run, at the same time. For journeys that get no
   * mail and leave the passwords, limits and settings of the sample people as they are.
   */
  world?: 'own' | 'shared';
  steps?: 'building' | 'independent';
  /** `chromium` where people meet: cameras, microphones and shared screens are tested with the browser that people have. */
  browser?: BrowserKind;
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
    [cast.product, cast.browser] =
      options.world === 'shared'
        ? [sharedProduct(), await joinSharedBrowser(options.browser)]
        : await Promise.all([startProduct(options), openBrowser(options.browser, options.browserArguments)]);
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
  const person = async (look?: Look) => {
    if (cast.browser === null) throw new Error('the browser is not up yet');
    const one = await newPerson(cast.browser, product().url, look);
    cast.people.push(one);
    return one;
  };
  return {
    product,
    person,
    signedIn: async (email, look) => {
      const one = await person(look);
      await signInContext(one.context, { base: product().url, email, password: product().demoPassword });
      return one;
    },
    errors: () => cast.people.flatMap((one) => one.errors),
  };
}
