import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey, pictures } from './journey.ts';
import { knock, room, tile } from './meeting-page.ts';
import type { Look, Person } from './people.ts';
import { routesOfProduct } from './routes-of-product.ts';
import { findRoom, signIn, startRoom } from './steps.ts';

/** Whose eyes: nobody signed in, the owner of a school, the operator. */
type Eyes = 'guest' | 'owner' | 'operator';
/** An example of each screen of the route table, by the row's name; `path` is the row's own where it is left out. */
type Example = { eyes: Eyes; path?: string; shows?: string };
const examples: Readonly<Record<string, readonly Example[]>> = {
  landing: [{ eyes: 'guest' }],
  cookies: [{ eyes: 'guest' }],
  login: [{ eyes: 'guest' }, { eyes: 'guest', path: '/login?tab=sign-up', shows: 'sign-up' }],
  'verify-email': [{ eyes: 'guest' }],
  'complete-registration': [{ eyes: 'guest' }],
  'reset-password': [{ eyes: 'guest' }],
  'update-password': [{ eyes: 'guest' }],
  dashboard: [{ eyes: 'owner' }, { eyes: 'operator', shows: 'operator' }],
  profile: [{ eyes: 'owner' }],
  'profile-edit': [{ eyes: 'owner' }],
  'change-password': [{ eyes: 'owner' }],
  outbox: [{ eyes: 'operator' }],
  mail: [{ eyes: 'operator', path: '/outbox/{mail}' }],
  rooms: [{ eyes: 'owner' }, { eyes: 'operator', shows: 'operator' }],
  'my-rooms': [{ eyes: 'owner' }],
  'room-add': [{ eyes: 'owner' }],
  'room-edit': [{ eyes: 'owner', path: '/rooms/edit-room/{room}' }],
  'recycle-bin': [{ eyes: 'owner' }],
  'my-meetings': [{ eyes: 'owner' }],
  meeting: [{ eyes: 'owner', path: '/rooms/meeting/{meeting}' }],
  room: [{ eyes: 'owner', path: '/rooms/{room}' }],
  meetings: [{ eyes: 'owner' }, { eyes: 'operator', shows: 'operator' }],
  door: [
    { eyes: 'guest', path: '/m/{slug}' },
    { eyes: 'guest', path: '/m', shows: 'code' },
    { eyes: 'guest', path: '/m/no-such-room', shows: 'unknown' },
  ],
};
/** Pages that no row has. */
const errorPages: readonly Example[] = [
  { eyes: 'guest', path: '/no/such/page', shows: 'guest' },
  { eyes: 'owner', path: '/no/such/page', shows: 'owner' },
];

const widths = { phone: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const locales = ['en-US', 'ar'] as const;
const shapes = (['light', 'dark'] as const).flatMap((scheme) => (['phone', 'wide'] as const).map((width) => ({ scheme, width })));
type View = (typeof shapes)[number] & { locale: (typeof locales)[number] };

const emails = { owner: 'miriam@example.org', operator: 'operator@example.org' } as const;

/** Its Playwright wrapper is not used: it waits for ever on frames that forbid scripts, and the page of a mail has one. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Names of the rules of axe that the page breaks, each with the first places. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found: unknown = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(' | ')))",
  );
  return Array.isArray(found) ? found.map(String) : ['axe gave no answer'];
}

/** What is wrong with the page as it stands. */
async function faultsOf(page: Page, view: View): Promise<string[]> {
  const html = page.locator('html');
  const [lang, dir, title] = [await html.getAttribute('lang'), await html.getAttribute('dir'), await page.title()];
  const width = await page.evaluate(() => ({
    has: document.documentElement.scrollWidth,
    may: document.documentElement.clientWidth,
  }));
  return [
    ...(lang === view.locale ? [] : [`lang is ${lang}`]),
    ...(dir === (view.locale === 'ar' ? 'rtl' : 'ltr') ? [] : [`dir is ${dir}`]),
    ...(title.trim() === '' ? ['no title'] : []),
    ...(width.has > width.may ? [`${width.has} px wide in ${width.may}`] : []),
    ...(await violationsOf(page)),
  ];
}

describe('how every screen looks', () => {
  const { product, person } = journey({ args: ['--demo'] });
  const cast: { [K in Eyes]?: Person } = {};
  const ids = { room: '', slug: '', meeting: '', mail: '' };

  beforeAll(() => {
    rmSync(pictures, { recursive: true, force: true });
    mkdirSync(pictures, { recursive: true });
  });

  const seen = async (eyes: Eyes): Promise<Person> => {
    const known = cast[eyes];
    if (known !== undefined) return known;
    const one = await person();
    if (eyes !== 'guest') await signIn(one.page, { email: emails[eyes], password: product().demoPassword });
    cast[eyes] = one;
    return one;
  };
  const idIn = async (page: Page, where: { list: string; link: string }) => {
    await page.goto(where.list);
    const href = await page.locator(`main a[href^="${where.link}"]`).filter({ visible: true }).first().getAttribute('href');
    return href?.split('/').at(-1) ?? '';
  };
  const turn = async (page: Page, view: View) => {
    await page.setViewportSize(widths[view.width]);
    await page.emulateMedia({ colorScheme: view.scheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme=${view.scheme}]`).waitFor();
  };
  const check = async (example: Example & { name: string; own: string }, locale: View['locale']): Promise<string[]> => {
    const someone = await seen(example.eyes);
    const { page, context, errors } = someone;
    await context.addCookies([{ name: 'i18n_redirected', value: locale, url: product().url }]);
    errors.length = 0;
    const path = (example.path ?? example.own)
      .replace('{room}', ids.room)
      .replace('{slug}', ids.slug)
      .replace('{meeting}', ids.meeting)
      .replace('{mail}', ids.mail);
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    const expected = example.name === 'error' || example.shows === 'unknown' ? 404 : 200;
    const faults = answer?.status() === expected ? [] : [`${path} answered ${answer?.status()}`];
    for (const shape of shapes) {
      const view = { ...shape, locale };
      const shown = [example.name, example.shows, locale, view.scheme, view.width].filter(Boolean).join('-');
      await turn(page, view);
      await page.screenshot({ path: join(pictures, `${shown}.png`) });
      faults.push(...(await faultsOf(page, view)).map((fault) => `${shown} ${fault}`));
    }
    return [...faults, ...errors.filter((error) => !error.includes('404')).map((error) => `${path} console: ${error}`)];
  };

  test('every screen of the route table has an example', () => {
    expect(routesOfProduct().filter((row) => examples[row.name] === undefined)).toEqual([]);
  });

  test('the sample data has a room, a meeting and a mail to show', async () => {
    const owner = await seen('owner');
    const { path, slug } = await findRoom(owner.page, 'Office hours');
    Object.assign(ids, { room: path.split('/').at(-1), slug });
    ids.meeting = await idIn(owner.page, { list: '/rooms/meetings', link: '/rooms/meeting/' });
    const operator = await seen('operator');
    ids.mail = await idIn(operator.page, { list: '/outbox', link: '/outbox/' });
    expect(Object.entries(ids).filter(([, id]) => id === '')).toEqual([]);
  });

  test.each(locales)(
    'in %s: light and dark, on phones and wide, accessible, nothing sideways, no errors',
    async (locale) => {
      const rows = routesOfProduct().flatMap((row) =>
        (examples[row.name] ?? []).map((example) => ({ ...example, name: row.name, own: row.path.replace(/\/\{\w+\?\}$/, '') })),
      );
      const faults: string[] = [];
      for (const one of [...rows, ...errorPages.map((page) => ({ ...page, name: 'error', own: '' }))])
        faults.push(...(await check(one, locale)));
      expect(faults).toEqual([]);
    },
    240_000,
  );

  test('the meeting with two people, in every look', async () => {
    const owner = await seen('owner');
    const guest: Person = await person(phoneLook);
    await owner.context.addCookies([{ name: 'i18n_redirected', value: 'en-US', url: product().url }]);
    const { path, slug } = await findRoom(owner.page, 'Staff room');
    await startRoom(owner.page, path);
    await knock(guest.page, { slug, name: 'Tomasz Nowak', button: 'Join' });
    await Promise.all([tile(owner.page, 'Tomasz Nowak').waitFor(), room(guest.page).waitFor()]);
    const faults: string[] = [];
    for (const view of shapes.map((shape) => ({ ...shape, locale: 'en-US' as const }))) {
      await turn(owner.page, view);
      await owner.page.screenshot({ path: join(pictures, `in-the-meeting-${view.scheme}-${view.width}.png`) });
      faults.push(...(await faultsOf(owner.page, view)).map((fault) => `meeting ${view.scheme} ${view.width} ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});

const phoneLook: Look = { phone: 'phone' };
