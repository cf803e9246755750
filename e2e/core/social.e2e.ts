/** Signing in by another provider, linking it, and the rules of an account; the provider is a real one on loopback. */
import { createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OidcServer, openOidc } from '../../src/core/identity/server/social/social.factory.ts';
import { openBrowser, newPerson, type Person } from '../people.ts';
import { type Product, startProduct } from '../product.ts';
import { open, signIn } from '../steps.ts';

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const at = server.address();
      server.close(() => done(typeof at === 'object' && at !== null ? at.port : 0));
    });
  });
const email = 'miriam@example.org';
const panel = (page: Page, name: string) => page.getByRole('region', { name });

describe('signing in by a provider', () => {
  let oidc: OidcServer;
  let product: Product;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const newcomer = (): Promise<Person> => newPerson(browser, product.url);

  beforeAll(async () => {
    const port = await freePort();
    const site = `http://localhost:${port}`;
    oidc = await openOidc([`${site}/sign-in/school`]);
    oidc.state.asks = 'a click';
    oidc.state.person = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' };
    const school = { key: 'school', name: 'School', issuer: oidc.url, clientId: 'atrium', clientSecret: 'a-client-secret' };
    product = await startProduct({
      env: { PORT: String(port), PUBLIC_URL: site, OIDC_PROVIDERS: JSON.stringify([school]) },
      args: ['--demo'],
    });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await oidc?.close();
  });

  const goBy = async (page: Page) => {
    await open(page, '/login');
    await page.getByRole('button', { name: 'Continue with School' }).click();
    await page.getByRole('link', { name: /Continue as/ }).click();
  };

  test('somebody new comes by the button, registers without a password, and may set one', async () => {
    const { page, errors } = await newcomer();
    await goBy(page);
    await page.getByRole('heading', { name: 'Finish your account' }).waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada');
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    await page.getByLabel('School or organisation').fill('Ada’s school');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('heading', { name: 'Set a password (optional)' }).waitFor();
    await page.getByRole('link', { name: 'Not now' }).click();
    await page.waitForURL('**/dashboard');
    expect(errors).toEqual([]);
  });

  test('the same person comes in by the button alone', async () => {
    const { page } = await newcomer();
    await goBy(page);
    await page.waitForURL('**/dashboard');
    await open(page, '/settings?tab=security');
    await panel(page, 'Other ways to sign in').getByText('ada@example.org').waitFor();
    const unlink = async () => {
      await panel(page, 'Other ways to sign in').getByRole('button', { name: 'Unlink: School' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click();
    };
    await unlink();
    // coming in by the button may have asked nothing of anybody there, so it proves nothing
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('button', { name: 'Sign in with School again' }).click();
    await page.getByRole('link', { name: /Continue as/ }).click();
    await page.waitForURL('**/settings?tab=security');
    await unlink();
    await page.getByText('This is your only way to sign in.').waitFor();
  });

  test('an account that is there is linked by whoever signs in to it', async () => {
    oidc.state.person = { sub: 'miriam', email, email_verified: true, name: 'Miriam' };
    const { page } = await newcomer();
    await goBy(page);
    await page.getByRole('heading', { name: 'You already have an account' }).waitFor();
    await page.locator('[name=password]').fill(product.demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/settings?tab=security');
    await panel(page, 'Other ways to sign in').getByText('Linked on').waitFor();
  });

  test('an address that comes back without its way is told in words', async () => {
    const { page } = await newcomer();
    await page.goto('/google-login?code=x&state=AAAAAAAAAA');
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByText('This sign-in was started elsewhere').waitFor();
  });

  test('a second factor that the account asks for is set up before anything else', async () => {
    const { page } = await newcomer();
    await signIn(page, { email, password: product.demoPassword });
    await open(page, '/settings?tab=security');
    const rules = panel(page, 'Sign-in rules of this account');
    await rules.getByLabel('Require two-factor authentication').check({ force: true });
    await rules.getByLabel('Days to set it up').fill('0');
    await rules.getByRole('button', { name: 'Save rules' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(product.demoPassword);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await rules.getByText('The rules are saved.').waitFor();
    await page.goto('/rooms');
    await page.waitForURL('**/settings?tab=security');
    await page.getByText('Two-factor authentication is required.').waitFor();
  });
});
