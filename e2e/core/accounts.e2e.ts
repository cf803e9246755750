/** The operator looks after accounts: finds one, notes, suspends and opens it, makes another, gives the staff a role, and acts in an owner's name. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillSignIn, mailedLink, open } from '../steps.ts';

const password = 'seven-quiet-lanterns';
const reason = 'Ticket 4711: the rooms do not open.';
const rows = (page: Page) => page.locator('main tbody tr');
const findAccount = (page: Page) => page.getByLabel('Search account, owner or email');
const region = (page: Page, name: string) => page.getByRole('region', { name });

describe('accounts', () => {
  const { product, person, errors, signedIn } = journey({ args: ['--demo'] });
  let operator: Person;
  let teacher: Person;
  let helper: Person;

  const prove = async (page: Page, secret: string) => {
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(secret);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.waitFor({ state: 'detached' });
  };
  /** Follows the link that sets a first password, and signs in. */
  const arrive = async (page: Page, email: string) => {
    await page.goto(await mailedLink(product(), email));
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login');
    await fillSignIn(page, { email, password });
    await page.waitForURL((url) => url.pathname !== '/login');
  };
  const openAccount = async (page: Page, name: string) => {
    await open(page, '/users');
    await findAccount(page).fill(name);
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL('**/users/edit-user/**');
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

  beforeAll(async () => {
    operator = await signedIn('operator@example.org');
    teacher = await signedIn('jonas@example.org');
  });

  test('a list is searched by the owner’s address, filtered by kind, and both stand in the address', async () => {
    const { page } = operator;
    await open(page, '/users');
    await findAccount(page).fill('miriam@');
    await page.waitForURL(/q=miriam/);
    await page.getByRole('link', { name: 'Fjord Meetings', exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => rows(page).count()).toBe(1);
    await findAccount(page).fill('');
    await page.getByRole('link', { name: 'Fjord Meetings', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Reseller' }).click();
    await page.waitForURL(/kind=vendor/);
    await page.getByRole('link', { name: 'Nordlicht School', exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Kind' }).click();
    await page.getByRole('link', { name: 'Nordlicht School', exact: true }).waitFor();
  });

  test('a note stays with the account', async () => {
    const { page } = operator;
    await openAccount(page, 'Nordlicht School');
    await page.getByLabel('New note').fill('Called on Monday; wants more rooms.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await region(page, 'Notes').getByRole('listitem').getByText('Called on Monday').waitFor();
    await page.reload();
    await region(page, 'Notes').getByRole('listitem').getByText('Called on Monday').waitFor();
  });

  test('suspended, its people are out with the next click, read why at sign-in, and are back when it is open again', async () => {
    const { page } = operator;
    await page.getByRole('button', { name: 'Suspend…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend Nordlicht School?' });
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.getByText('Please fill this in.').waitFor();
    await dialog.getByLabel('Reason').fill('The contract has ended.');
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Reason: The contract has ended.').waitFor();
    const told = await product().mail('miriam@example.org', ({ subject }) => subject.includes('is suspended'));
    expect(told.text).toContain('The contract has ended.');

    await teacher.page.goto('/rooms');
    await teacher.page.waitForURL((url) => url.pathname === '/login');
    await fillSignIn(teacher.page, { email: 'jonas@example.org', password: product().demoPassword });
    await teacher.page.getByRole('alert').getByText('The contract has ended.').waitFor();

    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('button', { name: 'Suspend…' }).waitFor();
    await fillSignIn(teacher.page, { email: 'jonas@example.org', password: product().demoPassword });
    await teacher.page.waitForURL((url) => url.pathname !== '/login');
    await product().mail('miriam@example.org', ({ subject }) => subject.includes('active again'));
  });

  test('an account is made; a mistyped address is put right; its owner comes by mail and is at home', async () => {
    const { page } = operator;
    await open(page, '/users/add-user');
    await page.getByLabel('Account name').fill('Harbour College');
    await page.getByLabel('Name', { exact: true }).fill('Clara Lindt');
    await page.getByLabel('Email', { exact: true }).fill('carla@harbour.test');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Harbour College' }).waitFor();
    const dead = await mailedLink(product(), 'carla@harbour.test');
    const owner = region(page, 'Owner');
    await owner.getByText('Address not confirmed yet').waitFor();
    await owner.getByRole('button', { name: 'Change email…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the email of Clara Lindt' });
    await dialog.getByLabel('New email').fill('clara@harbour.test');
    await dialog.getByRole('button', { name: 'Change email' }).click();
    await prove(page, product().demoPassword);
    await owner.getByText('clara@harbour.test').waitFor();

    const clara = await person();
    await clara.page.goto(dead);
    await clara.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await clara.page.getByLabel('New password', { exact: true }).count()).toBe(0);
    await arrive(clara.page, 'clara@harbour.test');
    await clara.page.getByText('Harbour College').first().waitFor();
    await page.reload();
    await region(page, 'Owner').getByText('Address confirmed').waitFor();
  });

  test('somebody of the staff with the role of support sees what it gives, and nothing else', async () => {
    const { page } = operator;
    await open(page, '/users?view=staff');
    await page.getByRole('link', { name: 'Add staff member' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Hugo Help');
    await page.getByLabel('Email', { exact: true }).fill('hugo@atrium.test');
    await page.getByRole('button', { name: 'Add staff member' }).click();
    await page.getByText('Please choose at least one role.').first().waitFor();
    await page.getByRole('checkbox', { name: 'Support' }).check();
    await page.getByRole('button', { name: 'Add staff member' }).click();
    await page.getByRole('link', { name: 'Hugo Help' }).waitFor();

    helper = await person();
    await arrive(helper.page, 'hugo@atrium.test');
    const menu = helper.page.getByRole('navigation').first();
    await menu.getByRole('link', { name: 'Accounts' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Servers' }).count()).toBe(0);
    expect(await menu.getByRole('link', { name: 'Resellers' }).count()).toBe(0);
    for (const path of ['/servers', '/vendors']) expect((await helper.page.goto(path))?.status()).toBe(403);
    await open(helper.page, '/users?view=staff');
    await helper.page.getByRole('link', { name: 'Nordlicht School', exact: true }).waitFor();
    expect(await helper.page.getByRole('link', { name: 'Hugo Help' }).count()).toBe(0);
    await openAccount(helper.page, 'Nordlicht School');
    expect(await helper.page.getByRole('button', { name: 'Change email…' }).count()).toBe(0);
  });

  test('acting in the owner’s name needs a reason and a proof, and shows how long', async () => {
    const { page } = helper;
    await page.getByRole('button', { name: 'Sign in as…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in as Miriam Sander?' });
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await prove(page, password);
    const banner = page.locator('[data-acting]');
    await banner.getByText('You are acting on behalf of Miriam Sander, Nordlicht School.').waitFor();
    await banner.getByText(/This ends at \d/).waitFor();
    await open(page, '/rooms');
    await page.getByRole('link', { name: 'Mathematics 9b' }).first().waitFor();
  });

  test('what is the customer’s alone is refused with words', async () => {
    const { page } = helper;
    await page.getByRole('link', { name: 'Mathematics 9b' }).first().click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Only the customer can do this. You are acting on their behalf.').first().waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/rooms\//);
    await open(page, '/users/profile/change-password');
    await page.getByLabel('Current password').fill(product().demoPassword);
    await page.getByLabel('New password', { exact: true }).fill('another long password');
    await page.locator('main form button[type=submit]').click();
    await page.getByText('Only the customer can do this. You are acting on their behalf.').first().waitFor();
    await open(page, '/settings?tab=security');
    await page.getByText('Only the customer can do this. You are acting on their behalf.').first().waitFor();
  });

  test('they leave, are themselves again, and both logs and a mail tell of it', async () => {
    const { page } = helper;
    await page.locator('[data-acting]').getByRole('button', { name: 'Stop' }).click();
    await page.locator('[data-acting]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Hugo/ }).first().waitFor();
    const mail = await product().mail('miriam@example.org', ({ subject }) => subject.includes('Hugo Help'));
    expect(mail.text).toContain(reason);
    const owner = await signedIn('miriam@example.org');
    for (const one of [operator.page, owner.page]) {
      await open(one, '/settings?tab=audit&group=identity');
      const begun = rows(one).filter({ hasText: 'Signed in as a customer' });
      await begun.filter({ hasText: 'Hugo Help' }).first().waitFor();
      await rows(one).filter({ hasText: 'Stopped acting for a customer' }).first().waitFor();
    }
    // a page of the customer that is still open when the acting ends may ask once more, and is not there for the helper
    expect(errors().filter((one) => !/status of 40[0-9]|Failure: not_found/.test(one))).toEqual([]);
  });
});
