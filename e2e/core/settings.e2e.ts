/** What people and the operator set: a logo at the door, a banner for everybody, legal pages, what new rooms start with. */
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillSignIn, open, reload, signIn } from '../steps.ts';
import { browserStorage } from '../../src/app/shell/consent/kept-in-browser.ts';

/** One blue pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
  'base64',
);

describe('settings', () => {
  const { product, person, signedIn } = journey({ args: ['--demo'] });
  let miriam: Person;
  let operator: Person;

  beforeAll(async () => {
    operator = await signedIn('operator@example.org');
    // by hand, so that the browser has been given all that a sign-in leaves there
    miriam = await person();
    await signIn(miriam.page, { email: 'miriam@example.org', password: product().demoPassword });
  });

  test('a logo is taken and shown', async () => {
    const { page } = miriam;
    await open(page, '/settings?tab=branding');
    const logo = page.getByRole('img', { name: /^Logo of/ });
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: pixel };
    await page.locator('input[type=file]').setInputFiles(file);
    await logo.waitFor();
    expect(await logo.getAttribute('src')).toMatch(/^\/logos\//);
  });

  test('what new rooms start with stands in the form of a new room', async () => {
    const { page } = miriam;
    await open(page, '/settings?tab=meetings');
    await page.getByLabel('Welcome').first().fill('Good morning');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('New rooms will use these defaults.').waitFor();
    await open(page, '/rooms/add-room');
    await page.getByRole('button', { name: 'More options' }).click();
    expect(await page.getByLabel('Welcome').first().inputValue()).toBe('Good morning');
  });

  test('the operator publishes the terms, and a guest reads them', async () => {
    const { page } = operator;
    await open(page, '/settings?tab=legal');
    await page.getByLabel('Text in Markdown').fill('# Be kind\n\n<script>alert(1)</script>');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published.').waitFor();
    const guest = await person();
    await open(guest.page, '/terms');
    await guest.page.getByRole('heading', { name: 'Be kind' }).waitFor();
    expect(guest.errors).toEqual([]);
  });

  test('a banner is seen by everybody, at the door of a meeting too', async () => {
    const { page } = operator;
    await open(page, '/settings?tab=banner');
    await page.getByLabel('Text', { exact: true }).fill('Maintenance tonight at ten');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('takes effect immediately.').waitFor();
    const guest = await person();
    for (const path of ['/', '/m', '/login']) {
      await open(guest.page, path);
      await guest.page.getByText('Maintenance tonight at ten').waitFor();
    }
    await guest.page.getByRole('button', { name: 'Close' }).click();
    await guest.page.getByText('Maintenance tonight at ten').waitFor({ state: 'hidden' });
  });

  test('a new email address is asked for with a proof, told to the old one, and counts once its link is opened', async () => {
    const who = { email: 'aisha@example.org', password: product().demoPassword };
    const { page } = await signedIn(who.email);
    await open(page, '/users/profile/edit');
    const form = page.locator('#email');
    await form.getByLabel('New email').fill('aisha');
    await form.getByRole('button', { name: 'Send the link' }).click();
    await expect.poll(() => form.getByLabel('New email').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('New email').fill('aisha@school.example');
    await form.getByRole('button', { name: 'Send the link' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByText('To change your email address.').waitFor();
    await proof.getByLabel('Password', { exact: true }).fill(who.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await form.getByText(/^We sent a link to \W*aisha@school\.example/).waitFor();
    const warning = await product().mail(who.email, ({ subject }) => subject === 'Your email address is about to change');
    expect(warning.text).toContain('aisha@school.example');
    expect(warning.text).not.toContain('knows your password');
    await reload(page);
    await form.getByText(/aisha@school\.example\W* is pending until you open the link/).waitFor();
    const mail = await product().mail('aisha@school.example');
    const link = new URL(mail.links.find((one) => one.includes('token=')) ?? product().url);
    await open(page, link.pathname + link.search);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: 'To my profile' }).click();
    await page.locator('main').getByText('aisha@school.example').first().waitFor();
    const told = await product().mail(who.email, ({ subject }) => subject === 'Your email address was changed');
    expect(told.links.some((one) => one.includes('/not-me'))).toBe(true);
    const later = await person();
    await later.page.goto('/login');
    await fillSignIn(later.page, who);
    await later.page.getByRole('alert').first().waitFor();
    await fillSignIn(later.page, { ...who, email: 'aisha@school.example' });
    await later.page.waitForURL((url) => url.pathname !== '/login');
  });

  test('the page about cookies names all that browsers were given on the way', async () => {
    const { page, context } = miriam;
    await open(page, '/cookies');
    const named = await page.locator('main th[scope=row]').allInnerTexts();
    expect(named).toEqual(browserStorage.map((one) => one.name));
    const held = await page.evaluate(() => [...Object.keys(window.localStorage), ...Object.keys(window.sessionStorage)]);
    const all = [...(await context.cookies()).map((one) => one.name), ...held];
    const covers = (name: string, one: string) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : name === one);
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter((one) => !named.some((name) => covers(name, one)))).toEqual([]);
  });
});
