import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rules, violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import { openLooksLedger } from '../looks-ledger.ts';
import { knock, room, tile } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { type Example, type Eyes, emails, examples, pathOfExample } from '../route-examples.ts';
import { routesOfProduct } from '../routes-of-product.ts';
import { type Complaint, loadIn, settled, shiftsOf, type Tab, tabOf } from '../screen-tab.ts';
import { findRoom, open, startRoom } from '../steps.ts';

/** Pages that no row has. */
const errorPages: readonly Example[] = [
  { eyes: 'guest', path: '/no/such/page', shows: 'guest' },
  { eyes: 'owner', path: '/no/such/page', shows: 'owner' },
];

const widths = { phone: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const locales = ['en-US', 'ar'] as const;
type Shape = { scheme: 'light' | 'dark'; width: keyof typeof widths };
type View = Shape & { locale: (typeof locales)[number] };
type Checked = Shape & { rules: Rules };
/**
 * A page is loaded in the first shape of a pair, and switched to the other without a reload. In English both schemes and both
 * widths are seen as a first render, and all four together. Another language changes words and sides, but no colour and no
 * scheme: in Arabic each width and each scheme is seen once, with all rules.
 */
const visits: Readonly<Record<View['locale'], readonly (readonly [Checked, Checked])[]>> = {
  'en-US': [
    [
      { scheme: 'light', width: 'wide', rules: 'all' },
      { scheme: 'light', width: 'phone', rules: 'colours' },
    ],
    [
      { scheme: 'dark', width: 'phone', rules: 'all' },
      { scheme: 'dark', width: 'wide', rules: 'colours' },
    ],
  ],
  ar: [
    [
      { scheme: 'dark', width: 'phone', rules: 'all' },
      { scheme: 'light', width: 'wide', rules: 'all' },
    ],
  ],
};
const shapes = visits['en-US'].flat();

/** What is wrong with the page as it stands. */
async function faultsOf(page: Page, view: View & { rules: Rules }): Promise<string[]> {
  const { lang, dir, title, scheme, has, may } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    title: document.title,
    scheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
    has: document.documentElement.scrollWidth,
    may: document.documentElement.clientWidth,
  }));
  return [
    ...(lang === view.locale ? [] : [`lang is ${lang}`]),
    ...(dir === (view.locale === 'ar' ? 'rtl' : 'ltr') ? [] : [`dir is ${dir}`]),
    ...(scheme === view.scheme ? [] : [`it is ${scheme}`]),
    ...(title.trim() === '' ? ['no title'] : []),
    ...(has > may ? [`${has} px wide in ${may}`] : []),
    ...(await violationsOf(page, view.rules)),
  ];
}

const nameOf = (parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined).join('-');

/** Takes a picture of the page in this look, and tells what is wrong with it. */
async function lookAt(page: Page, name: string, view: View & { rules: Rules }): Promise<string[]> {
  const shown = nameOf([name, view.locale, view.scheme, view.width]);
  await page.screenshot({ path: join(pictures, `${shown}.png`) });
  return (await faultsOf(page, view)).map((fault) => `${shown} ${fault}`);
}

async function turnTo(page: Page, { scheme, width }: Shape): Promise<void> {
  await page.setViewportSize(widths[width]);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
}

/** Turns a page that stands; the other scheme is there when the page itself says so. */
async function turnStanding(page: Page, shape: Shape): Promise<void> {
  await turnTo(page, shape);
  await page.locator(`html[data-mantine-color-scheme=${shape.scheme}]`).waitFor();
}

type Screen = { name: string; eyes: Eyes; path: string; status: 200 | 404; route: string | null; example: Example };
/** One row of the route table may have several examples; beside them stand the pages that no row has. */
const screens: readonly Screen[] = [
  ...routesOfProduct().flatMap((row) =>
    (examples[row.name] ?? []).map((example) => ({
      name: nameOf([row.name, example.shows]),
      eyes: example.eyes,
      path: pathOfExample(row, example),
      status: example.shows === 'unknown' ? (404 as const) : (200 as const),
      route: row.name,
      example,
    })),
  ),
  ...errorPages.map((example) => ({
    name: `error-${example.eyes}`,
    eyes: example.eyes,
    path: example.path ?? '/',
    status: 404 as const,
    route: null,
    example,
  })),
];

/** The meeting page is opened by people, not by an address. */
const meeting = { name: 'meeting-of-two', route: 'door', signedIn: 'no' as const, example: { page: 'meeting' } };
const ledger = await openLooksLedger(
  [...screens.map((one) => ({ ...one, signedIn: one.eyes === 'guest' ? ('no' as const) : ('yes' as const) })), meeting],
  [import.meta.filename, ...['axe.ts', 'screen-tab.ts'].map((file) => join(import.meta.dirname, '..', file))],
);
const changed = screens.filter(({ name }) => ledger.isChanged(name));
const meetingChanged = ledger.isChanged(meeting.name);
console.log(`note: looks: ${changed.length} of ${screens.length} screens are scanned, the others have not changed`);

test('every screen of the route table has an example', () => {
  expect(routesOfProduct().filter((row) => examples[row.name] === undefined)).toEqual([]);
});

describe.skipIf(changed.length === 0 && !meetingChanged)('how every screen looks', () => {
  // pictures can wait; the sound and video of a meeting in the journey beside this one cannot
  setPriority(10);
  const { product, person, signedIn } = journey({ args: ['--demo'], browser: 'chromium', steps: 'independent' });
  const cast: { [K in Eyes]?: Person } = {};
  const ids: Record<string, string> = {};

  const seen = async (eyes: Eyes): Promise<Person> => {
    const known = cast[eyes];
    if (known !== undefined) return known;
    const one = await (eyes === 'guest' ? person() : signedIn(emails[eyes]));
    cast[eyes] = one;
    return one;
  };
  const idIn = async (page: Page, where: { list: string; link: string }) => {
    await page.goto(where.list);
    const href = await page.locator(`main a[href^="${where.link}"]`).filter({ visible: true }).first().getAttribute('href');
    return href?.split(/[/=]/).at(-1) ?? '';
  };
  beforeAll(async () => {
    const [owner, operator] = [await seen('owner'), await seen('operator')];
    const { path, slug } = await findRoom(owner.page, 'Office hours');
    const meeting = await idIn(owner.page, { list: '/rooms/meetings', link: '/rooms/meeting/' });
    const mail = await idIn(operator.page, { list: '/outbox', link: '/outbox/' });
    const server = await idIn(operator.page, { list: '/servers/edit-server', link: '/servers/edit-server/' });
    const account = await idIn(operator.page, { list: '/users?q=Nordlicht', link: '/users/edit-user/' });
    const known = await idIn(operator.page, { list: `/users/edit-user/${account}`, link: '/users/profile/' });
    const user = await idIn(owner.page, { list: '/users/IAMUsers', link: '/users/IAMUsers/edit-user/' });
    const group = await idIn(owner.page, { list: '/users/groups', link: '/users/groups/edit-group/' });
    const invoice = await idIn(owner.page, { list: '/invoices?state=open', link: '/invoices/' });
    const claim = await idIn(operator.page, { list: '/all-invoices?state=overdue', link: '/all-invoices/0' });
    const file = await idIn(owner.page, { list: '/library', link: '/library/files/' });
    const plan = await idIn(operator.page, { list: '/subscription-plans', link: '/subscription-plans/edit-plan/' });
    const post = await idIn(operator.page, { list: '/posts', link: '/posts/edit-posts/' });
    const category = await idIn(operator.page, { list: '/categories', link: '/categories/edit-categories/' });
    const issue = await idIn(owner.page, { list: '/issues/user/list', link: '/issues/user/details/' });
    const campaign = await idIn(operator.page, { list: '/newsletter', link: '/newsletter/0' });
    const letter = await idIn(owner.page, { list: '/mailbox?kind=people', link: '/mailbox?kind=people&mail=' });
    const chat = await idIn(owner.page, { list: '/chat', link: '/chat?c=' });
    // a reminder carries the link that pays without signing in
    await open(operator.page, `/all-invoices/${claim}`);
    await operator.page.getByRole('button', { name: 'Send reminder' }).click();
    const pays = /\/purchase-plan\?token=([\w.-]+)/;
    const sent = await product().mail(emails.bills, ({ text }) => pays.test(text));
    const link = pays.exec(sent.text)?.[1] ?? '';
    Object.assign(ids, { invoice, claim, plan, link, post, category, file, campaign, issue, letter, chat });
    Object.assign(ids, { room: path.split('/').at(-1), slug, meeting, mail, server, account, person: known, user, group });
    // twenty screens, one after the other
  }, 300_000);

  /** A tab for those eyes that no other visit uses at the moment. */
  const free: { [K in Eyes]: Tab[] } = { guest: [], owner: [], operator: [] };
  const openTab = async (eyes: Eyes): Promise<Tab> => free[eyes].pop() ?? tabOf(await (await seen(eyes)).context.newPage());

  /** A busy machine alone can move a page: one that moves does so three times, the later ones with nothing in the browser's cache. */
  const shiftsIn = async (tab: Tab, path: string): Promise<string[]> => {
    const first = await shiftsOf(tab.page);
    if (first.length === 0) return first;
    const network = await tab.page.context().newCDPSession(tab.page);
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    let shifts = first;
    for (let loads = 1; shifts.length > 0 && loads < 3; loads += 1) {
      await loadIn(tab, path);
      shifts = await shiftsOf(tab.page);
    }
    await network.detach();
    return shifts;
  };

  const faultsIn = async (screen: Screen, view: { locale: View['locale'] }, visit: readonly [Checked, Checked]) => {
    const tab = await openTab(screen.eyes);
    const { page, complaints, underWay } = tab;
    const path = screen.path.replace(/\{(\w+)\}/, (_all, what: string) => ids[what] ?? what);
    await turnTo(page, visit[0]);
    const status = await loadIn(tab, path);
    const faults = status === screen.status ? [] : [`${path} answered ${status}`];
    const shifts = await shiftsIn(tab, path);
    if (shifts.length > 0) shifted.add(screen.name);
    if (!ledger.mayShift(screen.name)) faults.push(...shifts.map((one) => `${path} moves while it loads: ${one}`));
    faults.push(...(await lookAt(page, screen.name, { ...visit[0], ...view })));
    await turnStanding(page, visit[1]);
    await settled(page, underWay);
    faults.push(...(await lookAt(page, screen.name, { ...visit[1], ...view })));
    // the browser itself tells of the page that is not there; nothing else may be missing or refused
    const expected = ({ text, about }: Complaint) =>
      screen.status === 404 && about === product().url + path && /status of 404/.test(text);
    faults.push(...complaints.filter((one) => !expected(one)).map(({ text, about }) => `${path} console: ${text} (${about})`));
    await page.evaluate(() => sessionStorage.clear());
    free[screen.eyes].push(tab);
    return faults;
  };

  const passed: string[] = [];
  const shifted = new Set<string>();
  afterAll(() =>
    ledger.keep(
      passed.filter((name, at) => passed.indexOf(name) !== at),
      shifted,
    ),
  );

  test('the sample data has what the examples show', () => {
    expect(Object.entries(ids).filter(([, id]) => id === '')).toEqual([]);
  });

  describe.each(locales)('in %s: light and dark, on phones and wide, accessible, nothing sideways, no errors', (locale) => {
    beforeAll(async () => {
      const everybody = await Promise.all([seen('guest'), seen('owner'), seen('operator')]);
      for (const { context } of everybody)
        await context.addCookies([{ name: 'i18n_redirected', value: locale, url: product().url }]);
    });
    // tabs wait more than they work
    test.concurrent.each(changed)('$name', async (screen) => {
      const faults = await Promise.all(visits[locale].map((visit) => faultsIn(screen, { locale }, visit)));
      expect(faults.flat()).toEqual([]);
      passed.push(screen.name);
    });
  });

  describe.skipIf(!meetingChanged)('the meeting with two people', () => {
    let owner: Person;
    let slug: string;
    beforeAll(async () => {
      owner = await seen('owner');
      await owner.context.addCookies([{ name: 'i18n_redirected', value: 'en-US', url: product().url }]);
      const found = await findRoom(owner.page, 'Staff room');
      slug = found.slug;
      await startRoom(owner.page, found.path);
    });

    test('in every look', async () => {
      const guest: Person = await person({ phone: 'phone', dark: 'dark' });
      await knock(guest.page, { slug, name: 'Tomasz Nowak', button: 'Join' });
      await Promise.all([tile(owner.page, 'Tomasz Nowak').waitFor(), room(guest.page).waitFor()]);
      const faults = await lookAt(guest.page, 'meeting-guest', { scheme: 'dark', width: 'phone', locale: 'en-US', rules: 'all' });
      for (const shape of shapes) {
        await turnStanding(owner.page, shape);
        faults.push(...(await lookAt(owner.page, 'meeting', { ...shape, locale: 'en-US', rules: 'all' })));
      }
      expect(faults).toEqual([]);
      expect(guest.errors).toEqual([]);
      passed.push(meeting.name);
    });

    test('in Arabic, for a guest on a dark phone', async () => {
      const guest: Person = await person({ phone: 'phone', dark: 'dark' });
      await guest.context.addCookies([{ name: 'i18n_redirected', value: 'ar', url: product().url }]);
      await guest.page.goto(`/m/${slug}`);
      await guest.page.locator('video').first().waitFor();
      await guest.page.getByRole('textbox').first().fill('منى');
      await guest.page.locator('main button[type=submit]').click();
      await Promise.all([tile(owner.page, 'منى').waitFor(), room(guest.page).waitFor()]);
      const faults: string[] = [];
      for (const width of ['phone', 'wide'] as const) {
        await turnTo(guest.page, { scheme: 'dark', width });
        faults.push(...(await lookAt(guest.page, 'meeting', { scheme: 'dark', width, locale: 'ar', rules: 'all' })));
      }
      expect(faults).toEqual([]);
      expect(guest.errors).toEqual([]);
      passed.push(meeting.name);
    });
  });
});
