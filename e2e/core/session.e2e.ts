import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillSignIn, mailedLink, open, reload, signIn } from '../steps.ts';

const token = 'auth._token.local';
const refresh = 'auth._refresh_token.local';
const email = 'jonas@example.org';
const newPassword = 'nine old maps burn';

const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('a session, from signing in to the end', () => {
  const { product, person, errors, signedIn } = journey({ args: ['--demo'], browser: 'chromium' });
  let jonas: Person;
  let elsewhere: Person;
  const password = () => product().demoPassword;

  test('a page that needs a session leads to sign in, and a wrong password keeps the address that was typed', async () => {
    jonas = await person();
    const { page } = jonas;
    await page.goto('/rooms/recycle-bin');
    await page.waitForURL('**/login');
    expect(await page.title()).toContain('Login');
    await fillSignIn(page, { email, password: 'not the password' });
    await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not the password');
    jonas.errors.length = 0;
  });

  test('the right one leads to the page that was asked for first', async () => {
    const { page } = jonas;
    await fillSignIn(page, { email, password: password() });
    await page.waitForURL('**/rooms/recycle-bin');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const cookies = await jonas.context.cookies();
    expect(cookies.find((one) => one.name === token)).toMatchObject({ httpOnly: false });
    // the refresh token is for the token endpoint alone, and hidden from scripts
    const [kept] = (await jonas.context.cookies(`${product().url}/api/token`)).filter((one) => one.name === refresh);
    expect(kept).toMatchObject({ httpOnly: true, path: '/api/token' });
  });

  test('a page for guests sends the signed-in home', async () => {
    await jonas.page.goto('/login');
    await jonas.page.waitForURL('**/dashboard');
    await jonas.page.getByRole('heading', { level: 1 }).waitFor();
  });

  test('an access token that is gone is renewed without a word', async () => {
    const { page, context } = jonas;
    await context.clearCookies({ name: token });
    await page.goto('/rooms');
    await page
      .getByRole('link', { name: /Mathematics 9b/ })
      .first()
      .waitFor();
    expect(pathOf(page)).toBe('/rooms');
    expect((await context.cookies()).some((one) => one.name === token)).toBe(true);
  });

  test('with both tokens gone one is led to sign in, and back afterwards', async () => {
    const { page, context } = jonas;
    // an open page would renew one token while the other is taken away
    await page.goto('about:blank');
    await context.clearCookies({ name: /^auth\._(refresh_)?token\.local$/ });
    await page.goto('/rooms/my-rooms');
    await page.waitForURL('**/login');
    await fillSignIn(page, { email, password: password() });
    await page.waitForURL('**/rooms/my-rooms');
  });

  test('both expired while the page is open: the next call ends the session', async () => {
    const { page, context } = jonas;
    await context.clearCookies({ name: /^auth\._/ });
    // the page may have noticed by itself, with the link gone
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/rooms/recycle-bin"]')?.click());
    await page.waitForURL('**/login');
    jonas.errors.length = 0;
    await fillSignIn(page, { email, password: password() });
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.goto('/rooms');
  });

  test('a session that is ended from another browser is put out', async () => {
    elsewhere = await person();
    await signIn(elsewhere.page, { email, password: password() });
    await elsewhere.page.goto('/users/profile');
    const device = elsewhere.page.getByRole('button', { name: /^Sign out: (Chrome|Unknown)/ });
    await device.first().waitFor();
    await elsewhere.page.getByRole('button', { name: /^Sign out the other/ }).click();
    await elsewhere.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await device.first().waitFor({ state: 'detached' });
    // as above, the page may have noticed by itself
    await jonas.page.evaluate(() => document.querySelector<HTMLElement>('a[href="/rooms/my-rooms"]')?.click());
    await jonas.page.waitForURL('**/login');
    jonas.errors.length = 0;
  });

  test('the language can be changed: Arabic turns the page around and is remembered', async () => {
    const { page, context } = elsewhere;
    await open(page, '/rooms');
    await page.getByLabel('Language').selectOption('ar');
    await page.locator('html[dir=rtl][lang=ar]').waitFor();
    expect((await context.cookies()).find((one) => one.name === 'i18n_redirected')).toMatchObject({
      value: 'ar',
      path: '/',
      sameSite: 'Lax',
    });
    await reload(page);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.locator('select').first().selectOption('en-US');
    await page.locator('html[dir=ltr][lang=en-US]').waitFor();
  });

  test('dark and light are a press away, and kept', async () => {
    const { page } = elsewhere;
    const html = page.locator('html');
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await reload(page);
    expect(await html.getAttribute('data-mantine-color-scheme')).toBe('dark');
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  });

  test('what does not exist is 404, also for people who may not know of it', async () => {
    const { page } = elsewhere;
    for (const path of ['/no/such/page', '/outbox', '/rooms/01a1fc34-7a5d-71ae-b20c-f3f7d29ce4f7']) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 404]);
      await page.getByRole('heading', { name: 'This page could not be found' }).waitFor();
    }
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.waitForURL('**/dashboard');
    elsewhere.errors.length = 0;
  });

  test('what one may see but not change is 403', async () => {
    const { page } = elsewhere;
    await page.goto('/rooms/my-rooms');
    const shared = await page
      .getByRole('link', { name: /Staff room/ })
      .first()
      .getAttribute('href');
    const answer = await page.goto((shared ?? '').replace('/rooms/', '/rooms/edit-room/'));
    expect(answer?.status()).toBe(403);
    await page.getByRole('heading', { name: 'You are not allowed to see this' }).waitFor();
    elsewhere.errors.length = 0;
  });

  test('a forgotten password is set anew by mail, and ends every session', async () => {
    const { page } = jonas;
    await page.goto('/reset-password');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByText(`If there is an account for ${email}`).waitFor();
    await page.goto(await mailedLink(product(), email));
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { name: 'Your password was changed' }).waitFor();
    await elsewhere.page.goto('/rooms');
    await elsewhere.page.waitForURL('**/login');
    elsewhere.errors.length = 0;
    await signIn(page, { email, password: newPassword });
    // where this page stood when its session was ended from elsewhere
    expect(pathOf(page)).toBe('/rooms');
  });

  test('logging out ends the session here', async () => {
    const { page, context } = jonas;
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    expect((await context.cookies()).filter((one) => one.name === token && one.value !== '' && one.value !== 'false')).toEqual(
      [],
    );
    await page.goto('/rooms');
    await page.waitForURL('**/login');
    // refused calls (401, 403, 404) are what this journey is about, and browsers note each; errors of scripts are none
    expect(errors().filter((error) => !/status of 40[134]/.test(error))).toEqual([]);
  });

  test('what is typed and pressed before a slow page is alive is done once it is', async () => {
    for (const locale of ['ar', 'de', 'en-US']) {
      const { page, context } = await person({ locale });
      // slow enough that React takes over the frame a good while before the form inside it
      await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto('/login', { waitUntil: 'commit' });
      await fillSignIn(page, { email: 'miriam@example.org', password: password() });
      await page.waitForURL((url) => url.pathname !== '/login', { waitUntil: 'commit' });
      await context.close();
    }
  });

  test('what is pressed while one part waits for its code is saved, and holds up no other part', async () => {
    const { page } = await signedIn('miriam@example.org');
    const code = { frame: Promise.withResolvers<void>(), part: Promise.withResolvers<void>() };
    await page.route('**/*.js', async (route) => {
      await code[/\/(room-defaults|notifications)\.part-/.test(route.request().url()) ? 'part' : 'frame'].promise;
      await route.continue();
    });
    const openWithoutCode = async (tab: string) => {
      code.frame = Promise.withResolvers<void>();
      code.part = Promise.withResolvers<void>();
      await page.goto(`/settings?tab=${tab}`, { waitUntil: 'commit' });
      // nobody presses what is not painted yet, and Chromium drops such a press
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    };
    const seeFrameAlive = async () => {
      const logOut = page.getByRole('menuitem', { name: 'Sign out' });
      await page.getByRole('button', { name: /^Your account/ }).click();
      code.frame.resolve();
      await logOut.waitFor();
      await logOut.press('Escape');
      await logOut.waitFor({ state: 'detached' });
    };
    const saved = async (act: () => Promise<unknown>) => {
      const answer = page.waitForResponse(
        (one) => one.request().method() !== 'GET' && /\/api\/(room-defaults|notices)/.test(one.url()),
      );
      await act();
      expect((await answer).ok()).toBe(true);
      await reload(page);
    };

    await openWithoutCode('meetings');
    await seeFrameAlive();
    const lobby = page.getByRole('radio', { name: /^After you admit them/ });
    const other = (await lobby.isChecked()) ? page.getByRole('radio', { name: /^Anyone with the link/ }) : lobby;
    await other.check();
    code.part.resolve();
    await saved(() => page.getByRole('button', { name: 'Save' }).click());
    expect(await other.isChecked()).toBe(true);

    const box = page.getByRole('checkbox', { disabled: false }).first();
    await openWithoutCode('notifications');
    await seeFrameAlive();
    const before = await box.isChecked();
    await box.press('Space');
    await saved(async () => code.part.resolve());
    expect(await box.isChecked()).toBe(!before);

    await openWithoutCode('notifications');
    await box.press('Space');
    await seeFrameAlive();
    await saved(async () => code.part.resolve());
    expect(await box.isChecked()).toBe(before);
  }, 300_000);
});
