/** What leaves a page and when: the question about counting visits, the switch of the cookie page, and what the tag manager gets. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { shiftsOf } from '../screen-tab.ts';
import { askForAccount, becomesAlive, fillSignIn, mailedLink, makeRoom, open, register } from '../steps.ts';

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

describe('counting visits, where the operator has a tag manager', () => {
  const { product, person } = journey({
    args: ['--demo'],
    env: { TAG_MANAGER_ID: 'GTM-TEST1' },
    steps: 'independent',
  });
  const manager = 'https://www.googletagmanager.com';
  const question = (page: Page) => page.getByRole('region', { name: 'May we count visits?' });

  /** What the page has sent to the tag manager so far. */
  const told = (page: Page) => page.evaluate((): unknown => Reflect.get(window, 'dataLayer'));

  /** A visitor, and the hosts outside of ours that the pages asked for so far. Nothing reaches them. */
  async function visitor(): Promise<{ page: Page; outside: string[] }> {
    const { page, context } = await person();
    const own = new URL(product().url).host;
    const outside: string[] = [];
    context.on('request', (request) => {
      const { protocol, host, origin } = new URL(request.url());
      if (protocol.startsWith('http') && host !== own) outside.push(origin);
    });
    await context.route(
      (url) => url.host !== own,
      (route) => route.abort(),
    );
    return { page, outside };
  }

  test('before the answer nothing leaves, after "yes" the tag manager is asked, on later pages too', async () => {
    const { page, outside } = await visitor();
    for (const path of ['/', '/login', '/cookies']) {
      await open(page, path);
      await question(page).waitFor();
    }
    expect(outside).toEqual([]);
    const asked = page.waitForRequest(`${manager}/gtm.js?id=GTM-TEST1`);
    await question(page).getByRole('button', { name: 'Yes, allow' }).click();
    await asked;
    await question(page).waitFor({ state: 'detached' });
    const again = page.waitForRequest(`${manager}/gtm.js?id=GTM-TEST1`);
    await page.goto('/login');
    await again;
    expect([...new Set(outside)]).toEqual([manager]);
  });

  test('the switch of the cookie page and the question know of each other; switched off, the manager is gone at once', async () => {
    const { page } = await visitor();
    await open(page, '/cookies');
    await question(page).waitFor();
    const asked = page.waitForRequest(`${manager}/gtm.js?id=GTM-TEST1`);
    const count = page.getByRole('switch');
    await count.check();
    await asked;
    await question(page).waitFor({ state: 'detached' });
    const anew = page.waitForEvent('load');
    await count.uncheck({ noWaitAfter: true });
    await anew;
    await becomesAlive(page);
    expect([await count.isChecked(), await question(page).count()]).toEqual([false, 0]);
    expect([await page.locator('#tag-manager').count(), await told(page)]).toEqual([0, undefined]);
  });

  test('what is done on the pages is told to the tag manager: only after consent, and without names, addresses and ids', async () => {
    const { page } = await visitor();
    await open(page, '/cookies');
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await page.waitForURL('**/login');
    expect(await told(page)).toBeUndefined();
    const asked = page.waitForRequest(`${manager}/gtm.js?id=GTM-TEST1`);
    await question(page).getByRole('button', { name: 'Yes, allow' }).click();
    await asked;
    await fillSignIn(page, { email: 'miriam@example.org', password: product().demoPassword });
    await page.waitForURL('**/dashboard');
    await mainNav(page).getByRole('link', { name: 'Rooms', exact: true }).click();
    await page.waitForURL('**/rooms');
    // the page counts itself once it stands
    await expect
      .poll(() => told(page))
      .toEqual([
        expect.objectContaining({ event: 'gtm.js' }),
        { event: 'login' },
        { event: 'page_view', page_path: '/dashboard' },
        { event: 'page_view', page_path: '/rooms' },
      ]);
  });

  test('a room that is made, and a meeting that is started and joined, are told without their names and ids', async () => {
    const { page } = await visitor();
    await open(page, '/login');
    const asked = page.waitForRequest(`${manager}/gtm.js?id=GTM-TEST1`);
    await question(page).getByRole('button', { name: 'Yes, allow' }).click();
    await asked;
    await fillSignIn(page, { email: 'miriam@example.org', password: product().demoPassword });
    await page.waitForURL('**/dashboard');
    await makeRoom(page, { name: 'Counted hour', slug: 'counted-hour' });
    expect(await told(page)).toContainEqual({ event: 'create_room' });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/sessionToken=/);
    await expect.poll(() => told(page)).toContainEqual({ event: 'join_meeting' });
    expect(await told(page)).toContainEqual({ event: 'start_meeting' });
    expect(JSON.stringify(await told(page))).not.toMatch(/[Cc]ounted|sessionToken|[0-9a-f]{8}-/);
  });

  test('an account that is asked for, and made, is told without whose it is', async () => {
    const { page } = await visitor();
    const person = {
      email: 'count@example.org',
      name: 'Cora Count',
      organisation: 'Counted School',
      password: 'nine red kites rise',
    };
    await open(page, '/login');
    const asked = page.waitForRequest(`${manager}/gtm.js?id=GTM-TEST1`);
    await question(page).getByRole('button', { name: 'Yes, allow' }).click();
    await asked;
    await askForAccount(page, person.email);
    await expect.poll(() => told(page)).toContainEqual({ event: 'sign_up_start' });
    expect(JSON.stringify(await told(page))).not.toContain('count@');
    await page.goto(await mailedLink(product(), person.email));
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.waitForURL('**/complete-registration?**');
    await register(page, person);
    await expect.poll(() => told(page)).toContainEqual({ event: 'sign_up' });
    expect(JSON.stringify(await told(page))).not.toMatch(/count@|Cora|Counted/);
  });

  test('the question comes with the page, above it: nothing moves, and every way to sign in can be pressed', async () => {
    for (const size of [
      { width: 1280, height: 720 },
      { width: 360, height: 740 },
    ]) {
      const { page } = await visitor();
      await page.setViewportSize(size);
      await open(page, '/login');
      await question(page).waitFor();
      const ways = page.locator('main').getByRole('button');
      for (const way of await ways.all()) if (await way.isEnabled()) await way.click({ trial: true });
      // a busy machine alone can move a page; one that moves does so each time
      let shifts = await shiftsOf(page);
      for (let loads = 1; shifts.length > 0 && loads < 4; loads += 1) {
        await open(page, '/login');
        await question(page).waitFor();
        shifts = await shiftsOf(page);
      }
      expect(shifts).toEqual([]);
    }
  });

  test('after "no" nothing leaves, and nobody is asked again', async () => {
    const { page, outside } = await visitor();
    await open(page, '/');
    await question(page).getByRole('button', { name: 'No', exact: true }).click();
    await question(page).waitFor({ state: 'detached' });
    for (const path of ['/', '/login', '/cookies']) {
      await open(page, path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await question(page).count()).toBe(0);
    }
    expect(outside).toEqual([]);
  });
});
