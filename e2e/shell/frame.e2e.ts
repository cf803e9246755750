/** What stands around every page: the palette, notices, scrolling, error pages; and the ways into a meeting with little. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserArguments } from '../browser.ts';
import { journey } from '../journey.ts';
import { control, received, room, tile } from '../meeting-page.ts';
import { newPerson, type Person } from '../people.ts';
import { becomesAlive, makeRoom, open, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const pathOf = (page: Page) => new URL(page.url()).pathname;
const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

describe('around every page', () => {
  const { person, errors, signedIn } = journey({ world: 'shared', steps: 'independent' });
  let miriam: Person;

  beforeAll(async () => {
    miriam = await signedIn('miriam@example.org', { height: 400 });
  });

  test('Ctrl K, a word and Enter lead to a screen', async () => {
    const { page } = miriam;
    await open(page, '/dashboard');
    const palette = page.getByRole('dialog', { name: /^Search or jump to/ });
    // what the server finds comes above the screens, so its answer is awaited
    const found = page.waitForResponse((answer) => answer.url().includes('search=rooms'));
    await page.keyboard.press('Control+K');
    // its code is still on its way: keys pressed meanwhile count
    await page.keyboard.type('rooms');
    await found;
    expect(await palette.getByRole('combobox').inputValue()).toBe('rooms');
    await palette.getByRole('option', { name: /^Rooms/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/rooms');
    await page.getByRole('heading', { level: 1, name: 'Rooms' }).waitFor();
    expect(await palette.count()).toBe(0);
  });

  test('Escape closes the palette and leaves the page as it was', async () => {
    const { page } = miriam;
    await open(page, '/dashboard');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/dashboard');
  });

  test('keys of one sign can be switched off where they are listed, and on again without them', async () => {
    const { page } = miriam;
    await open(page, '/dashboard');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await help.getByRole('switch', { name: 'Use single-letter shortcuts' }).uncheck();
    await help.getByRole('button', { name: 'Done' }).click();
    await help.waitFor({ state: 'detached' });
    await page.keyboard.type('gr?');
    expect([pathOf(page), await help.count()]).toEqual(['/dashboard', 0]);
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog', { name: /^Search or jump to/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('aside').getByRole('button', { name: 'Shortcuts' }).click();
    await help.getByRole('switch', { name: 'Use single-letter shortcuts' }).check();
    await help.getByRole('button', { name: 'Done' }).click();
    await help.waitFor({ state: 'detached' });
    await page.keyboard.type('gr');
    await page.waitForURL('**/rooms');
  });

  test('a lost connection is told, and no longer once it is back', async () => {
    const { page, context } = miriam;
    await open(page, '/rooms');
    const notice = page.getByRole('status').getByText('You are offline');
    expect(await notice.count()).toBe(0);
    await context.setOffline(true);
    await notice.waitFor();
    await context.setOffline(false);
    await notice.waitFor({ state: 'detached' });
  });

  test('after an error page the next good one stands in the usual frame', async () => {
    const { page } = miriam;
    const missing = page.getByRole('heading', { name: 'This page could not be found' });
    await open(page, '/no/such/page');
    await missing.waitFor();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.waitForURL('**/dashboard');
    await mainNav(page).getByRole('link', { name: 'Recordings' }).waitFor();
    // back and forth in the browser's history, without a reload
    await page.goBack();
    await missing.waitFor();
    await page.goForward();
    await missing.waitFor({ state: 'detached' });
    await mainNav(page).getByRole('link', { name: 'Recordings' }).click();
    await page.waitForURL('**/recordings/myRecordings');
    await mainNav(page).waitFor();
    expect(await missing.count()).toBe(0);
  });

  test('code of a menu that is gone, as after an update: the page loads anew, once, and then says in words that it failed', async () => {
    const { page } = miriam;
    const gone = /\/assets\/menu-body-[^/]*\.js/;
    const opener = () => page.locator('main button[aria-haspopup=menu]').first();
    await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
    await open(page, '/rooms');
    await page.evaluate(() => window.sessionStorage.removeItem('atrium.reload'));
    const anew = page.waitForEvent('load');
    await opener().click();
    await anew;
    await opener().waitFor();
    await becomesAlive(page);
    await opener().click();
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/module|assets|\.js/);
    await page.unroute(gone);
    await page.evaluate(() => window.sessionStorage.removeItem('atrium.reload'));
    await open(page, '/rooms');
    await opener().click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
  });

  test('a new page starts at its top, and a hash leads to its target', async () => {
    const reader = await person({ height: 400 });
    const { page } = reader;
    const scrolled = () => page.evaluate(() => window.scrollY);
    await open(page, '/cookies#choice');
    const panel = page.locator('#choice');
    await until({ what: 'the target of the hash at the top' }, async () =>
      ((await panel.boundingBox())?.y ?? 999) < 400 ? true : undefined,
    );
    expect(await scrolled()).toBeGreaterThan(0);
    await page.getByRole('navigation', { name: 'Legal' }).getByRole('link').first().scrollIntoViewIfNeeded();
    expect(await scrolled()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await page.waitForURL('**/login');
    await until({ what: 'the new page at its top' }, async () => ((await scrolled()) === 0 ? true : undefined));
    // the same address again, now without a reload: the page itself has to scroll there
    await page.evaluate(() => {
      window.history.pushState(null, '', '/cookies#choice');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await panel.waitFor();
    await until({ what: 'the target of the hash after a change of pages' }, async () =>
      (await scrolled()) > 0 && ((await panel.boundingBox())?.y ?? 999) < 400 ? true : undefined,
    );
  });

  test('what is typed and pressed before the code of the page is there is done once it is', async () => {
    const hasty = await signedIn('miriam@example.org');
    const { page } = hasty;
    const code = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/rooms/add-room?like=class', { waitUntil: 'commit' });
    await page.getByLabel('Name', { exact: true }).fill('Made in haste');
    await page.getByLabel('Link', { exact: true }).fill('made-in-haste');
    await page.getByRole('radio', { name: 'With an access code' }).check();
    await page.getByRole('radio', { name: 'After you admit them' }).check();
    const muted = page.getByRole('switch', { name: 'Mute everyone on entry' });
    await muted.press('Space');
    const wanted = await muted.isChecked();
    await page.getByRole('button', { name: 'Create room' }).click();
    expect(new URL(page.url()).pathname).toBe('/rooms/add-room');
    code.resolve();
    await page.waitForURL(/\/rooms\/[0-9a-f-]{36}$/);
    await page.goto(page.url().replace('/rooms/', '/rooms/edit-room/'));
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Made in haste');
    expect(await page.getByRole('radio', { name: 'After you admit them' }).isChecked()).toBe(true);
    expect(await muted.isChecked()).toBe(wanted);
  });

  test('another tab that opens a page meanwhile does not change the side bar that the browser takes over', async () => {
    const { page } = await signedIn('miriam@example.org');
    // between the answer and the code of the page
    await page.addInitScript(() => {
      document.cookie = `atrium.side=${encodeURIComponent('look=folded&pinned=/quill&visited=/plugins')}; Path=/`;
    });
    await open(page, '/lti');
    await mainNav(page).getByRole('link', { name: 'LTI', exact: true }).waitFor();
    await page.context().close();
  });

  test('no page had an error in its console', () => {
    // browsers note each page that is missing and each call without a connection, which is what was asked for here
    expect(
      errors().filter((error) => !/status of 404|ERR_INTERNET_DISCONNECTED|dynamically imported module/.test(error)),
    ).toEqual([]);
  });
});

describe('a meeting with little at hand', () => {
  const { product, person, signedIn } = journey({ world: 'shared', browser: 'chromium', steps: 'independent' });
  let host: Person;
  const slug = 'little-hour';
  let bare: Browser | null = null;

  beforeAll(async () => {
    // a machine without camera and microphone: nothing is made up for it
    bare = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      headless: true,
      args: [...browserArguments],
    });
    host = await signedIn('miriam@example.org');
    await startRoom(host.page, await makeRoom(host.page, { name: 'Little hour', slug }));
  });
  afterAll(() => bare?.close());

  test('without camera and microphone one joins all the same, and hears the host', async () => {
    if (bare === null) throw new Error('the browser is not up');
    const { page } = await newPerson(bare, product().url);
    await page.goto(`/m/${slug}`);
    await page.getByText('No camera or microphone found').waitFor();
    await page.getByLabel('Your name').fill('Lia Still');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await room(page).waitFor();
    await tile(host.page, 'Lia Still').waitFor();
    const before = await received(page);
    await until({ what: 'sound of the host to arrive' }, async () =>
      (await received(page)).audio > before.audio + 2000 ? true : undefined,
    );
  });

  test('a guest who hits L is asked; keys of one letter can be switched off, and stay so', async () => {
    const { page } = await person();
    await page.goto(`/m/${slug}`);
    await page.getByLabel('Your name').fill('Kai Keys');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await room(page).waitFor();
    await page.keyboard.press('l');
    const sure = page.getByRole('dialog', { name: 'Leave the meeting?' });
    await sure.getByRole('button', { name: 'Stay' }).and(page.locator(':focus')).press('Enter');
    await sure.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Keyboard/ }).click();
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByLabel('Use single-letter shortcuts').uncheck();
    await keys.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('l');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.reload();
    await room(page).waitFor();
    await page.keyboard.press('l');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.evaluate(() => window.localStorage.removeItem('atrium.keys'));
    await page.keyboard.press('l');
    await sure.getByRole('button', { name: 'Leave' }).click();
    await room(page).waitFor({ state: 'detached' });
  });

  test('on a phone every control can be hit with a thumb', async () => {
    const context = await host.context.browser()?.newContext({
      baseURL: product().url,
      locale: 'en-US',
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      permissions: ['camera', 'microphone'],
      reducedMotion: 'reduce',
    });
    const page = await context?.newPage();
    if (page === undefined) throw new Error('the phone has no browser');
    await page.goto(`/m/${slug}`);
    await page.locator('video').first().waitFor();
    await page.getByLabel('Your name').fill('Pia Phone');
    await page.getByRole('button', { name: 'Join', exact: true }).tap();
    await room(page).waitFor();
    const bar = page.getByRole('toolbar', { name: 'Your controls' });
    const named = (name: string) => bar.getByRole('button', { name, exact: true });
    const controls = {
      mic: control(page, 'mic'),
      camera: control(page, 'cam'),
      hand: control(page, 'hand'),
      leave: named('Leave'),
      more: named('More'),
    };
    for (const [name, button] of Object.entries(controls)) {
      const { width = 0, height = 0, x = -1 } = (await button.boundingBox()) ?? {};
      const fits = { name, wide: width >= 44, high: height >= 44, inside: x >= 0 && x + width <= 360 };
      expect(fits, `${width}×${height} at ${x}`).toEqual({ name, wide: true, high: true, inside: true });
    }
  });
});
