/** What lets a person in besides the password: a code from an app, recovery codes, passkeys; and the log of it all. */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillSignIn, open } from '../steps.ts';

const email = 'miriam@example.org';
const settings = (page: Page) => open(page, '/settings?tab=security');
const panel = (page: Page, name: string) => page.getByRole('region', { name });
const away = (page: Page) => page.waitForURL((url) => url.pathname !== '/login');

const stepMs = 30_000;

/** Codes of the app. Each step of thirty seconds counts once; the next one's code is taken as well, as of a clock that is fast. */
function appOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let used = 0;
  return async (): Promise<string> => {
    const step = () => Math.floor(Date.now() / stepMs);
    while (used > step()) await setTimeout(500);
    used = Math.max(step(), used + 1);
    return totp.generate({ timestamp: used * stepMs });
  };
}

/**
 * A passkey's device inside the browser. `holder(true)`: its holder confirms everything, also what a field offers; otherwise they touch
 * nothing.
 */
type Device = { holder: (there: boolean) => Promise<void> };
async function plugIn(page: Page): Promise<Device> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    holder: async (there) =>
      void (await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: there })),
  };
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Miriam/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await open(page, '/login');
}

describe('safety', () => {
  const { product, signedIn } = journey({ args: ['--demo'] });
  let miriam: Person;
  let key: Device;
  let nextCode: () => Promise<string>;
  let codes: string[] = [];

  beforeAll(async () => {
    miriam = await signedIn(email);
    key = await plugIn(miriam.page);
  });

  test('setting up the app asks for the password first and gives recovery codes', async () => {
    const { page } = miriam;
    await settings(page);
    await panel(page, 'Sign-in').getByRole('button', { name: 'Set up' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill('not the password');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.getByText('This is not your current password.').waitFor();
    await proof.getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const setup = page.getByRole('dialog', { name: 'Set up authenticator app' });
    nextCode = appOf(await setup.locator('[data-secret]').innerText());
    await setup.getByLabel('Code from the app').fill(await nextCode());
    await setup.getByRole('button', { name: 'Turn on' }).click();
    const kept = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await kept.waitFor();
    codes = await kept.locator('[data-recovery] li').allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(await kept.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await kept.getByLabel('I have saved them').check();
    await kept.getByRole('button', { name: 'Done' }).click();
    await panel(page, 'Sign-in').getByText('10 of 10 left').waitFor();
  });

  test('a passkey is added within the ten minutes, without another question', async () => {
    const { page } = miriam;
    await key.holder(true);
    await panel(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add passkey' });
    await dialog.getByLabel('Name').fill('Test key');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await panel(page, 'Passkeys').getByText('Test key').waitFor();
    await key.holder(false);
  });

  test('the password alone is not enough: a code of the app lets in', async () => {
    const { page } = miriam;
    await signOut(page);
    await fillSignIn(page, { email, password: product().demoPassword });
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByLabel('Code from the app').fill(await nextCode());
    await page.getByRole('button', { name: 'Continue' }).click();
    await away(page);
  });

  test('a recovery code lets in once', async () => {
    const { page } = miriam;
    for (const end of ['in', 'refused'] as const) {
      await signOut(page);
      await fillSignIn(page, { email, password: product().demoPassword });
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Continue' }).click();
      if (end === 'in') await away(page);
      else await page.getByText(/This code is wrong/).waitFor();
      if (end === 'refused') break;
    }
  });

  test('a passkey signs in without a password: by the button, while the field offers it', async () => {
    const { page } = miriam;
    const options = '**/api/login/passkey/options';
    const offered = page.waitForRequest(options);
    await open(page, '/login');
    await offered;
    const present = Promise.withResolvers<void>();
    await page.route(options, async (route) => {
      await present.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(options);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await asked;
    // not before, the field's own offer would be taken first; not later, a device that nobody touched never answers
    await key.holder(true);
    present.resolve();
    await away(page);
    await page.unroute(options);
    await key.holder(false);
    await settings(page);
    await panel(page, 'Sign-in').getByText('9 of 10 left').waitFor();
  });

  test('the email field offers the passkey by itself, and a password typed instead withdraws the offer', async () => {
    const { page } = miriam;
    await signOut(page);
    expect(await page.locator('form [autocomplete~="username"]').getAttribute('autocomplete')).toBe('username webauthn');
    // nobody takes what is offered: the form goes on as ever
    await fillSignIn(page, { email, password: product().demoPassword });
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await key.holder(true);
    await page.goto('/login');
    await away(page);
    await key.holder(false);
    const once = await page.evaluate(() => performance.getEntriesByName(`${location.origin}/api/login/passkey`).length);
    expect(once).toBe(1);
    await settings(page);
    await panel(page, 'Sign-in').getByText('9 of 10 left').waitFor();
  });

  test('the step-up names the passkey that goes, and a passkey answers it', async () => {
    const { page } = miriam;
    await panel(page, 'Passkeys').getByRole('button', { name: 'Remove: Test key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByText('To remove the passkey Test key.').waitFor();
    await key.holder(true);
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await panel(page, 'Passkeys').getByText('instead of a password').waitFor();
  });

  test('the log tells all of it, is narrowed, and goes into a file', async () => {
    const { page } = miriam;
    await open(page, '/settings?tab=audit&group=identity');
    for (const words of ['Authenticator app added', 'Passkey added', 'Recovery code used', 'Passkey removed'])
      await page.getByRole('cell', { name: words }).first().waitFor();
    expect(await page.getByRole('cell', { name: 'Room created' }).count()).toBe(0);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('identity.passkey-removed');
    expect(text).not.toContain('rooms.created');
    await page.getByLabel('Search name, ID or address').fill('no such thing anywhere');
    await page.getByText('No results').waitFor();
  });
});
