/** A school becomes a vendor: applies, is approved, brings a customer in, gives it a look and limits, and shuts it; and rooms shared across accounts. */
import sharp from 'sharp';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { contrast } from '#kit/colour.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillSignIn, mailedLink, makeRoom, open, startRoom } from '../steps.ts';

const password = 'seven-quiet-lanterns';
const accent = '#ffd400';
const region = (page: Page, name: string) => page.getByRole('region', { name });

/** `#rrggbb` of a computed colour. */
async function colourOf(part: Locator, name: 'background-color' | 'color'): Promise<string> {
  const text = await part.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  const [red = 0, green = 0, blue = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return `#${[red, green, blue].map((n) => n.toString(16).padStart(2, '0')).join('')}`;
}
/** A filled button in the vendor's colour, darkened until its white words are read. */
async function wearsAccent(button: Locator): Promise<void> {
  await button.waitFor();
  const ground = await colourOf(button, 'background-color');
  expect([ground, Number.parseInt(ground.slice(5), 16) < 40]).toEqual([ground, true]);
  expect(contrast(ground, await colourOf(button, 'color'))).toBeGreaterThanOrEqual(4.5);
}

describe('vendors and their customers', () => {
  const { product, person, errors, signedIn } = journey({ args: ['--demo'] });
  let operator: Person;
  let vendor: Person;
  let customer: Person;
  let partner: Person;
  let room = '';

  const prove = async (page: Page) => {
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.waitFor({ state: 'detached' });
  };
  beforeAll(async () => {
    operator = await signedIn('operator@example.org');
    vendor = await signedIn('miriam@example.org');
  });

  test('the owner of a school finds the way in the settings and applies', async () => {
    const { page } = vendor;
    await open(page, '/settings?tab=branding');
    await page.getByRole('link', { name: 'Become a reseller' }).click();
    await page.getByRole('heading', { level: 1, name: 'Become a reseller' }).waitFor();
    await page.getByLabel('What you do and who your customers are').fill('We equip schools along the coast.');
    await page.getByLabel('Expected customers in the first year').fill('12');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByText('Your application is being reviewed.').waitFor();
    await open(page, '/settings?tab=branding');
    expect(await page.getByRole('link', { name: 'Become a reseller' }).count()).toBe(0);
    await product().mail('operator@example.org', ({ subject }) => subject.includes('Nordlicht School'));
  });

  test('the operator reads the application, approves it, and sets the pool', async () => {
    const { page } = operator;
    await open(page, '/vendors');
    await page.getByRole('link', { name: 'Nordlicht School' }).click();
    await page.getByText('We equip schools along the coast.').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nordlicht School: Approve' });
    await dialog.getByLabel('Contract version').fill('2026-1');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await prove(page);
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    // the bar of the pool has the same name
    const rooms = page.locator('input').and(page.getByLabel('Rooms', { exact: true }));
    await rooms.fill('10');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('1 unsaved change').waitFor({ state: 'detached' });
    await page.reload();
    expect(await rooms.inputValue()).toBe('10');
    await product().mail('miriam@example.org', ({ subject }) => subject.includes('You are now a reseller'));
  });

  test('the vendor brings a customer in, within the pool; a mistyped address is put right', async () => {
    const { page } = vendor;
    await open(page, '/vendors');
    await page.getByText('10 of 10 available').waitFor();
    await page.getByRole('button', { name: 'Add customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add customer' });
    await dialog.getByLabel('Organisation').fill('Fjell School');
    await dialog.getByLabel('Owner’s name').fill('Liv Berg');
    await dialog.getByLabel('Owner’s email').fill('liv@fjel.test');
    await dialog.getByLabel('Rooms', { exact: true }).fill('11');
    await dialog.getByRole('button', { name: 'Add customer' }).click();
    await dialog.getByText('The pool has only 10 left for this customer.').waitFor();
    await dialog.getByLabel('Rooms', { exact: true }).fill('4');
    await dialog.getByRole('button', { name: 'Add customer' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('6 of 10 available').waitFor();

    const dead = await mailedLink(product(), 'liv@fjel.test');
    await page.getByRole('link', { name: 'Fjell School', exact: true }).click();
    const owner = region(page, 'Owner');
    await owner.getByText('Invited. The account has no owner until the invitation is accepted.').waitFor();
    await owner.getByRole('button', { name: 'Change email…' }).click();
    const other = page.getByRole('dialog', { name: 'Change the email of Liv Berg' });
    await other.getByLabel('New email').fill('liv@fjell.test');
    await other.getByRole('button', { name: 'Change email' }).click();
    await prove(page);
    await owner.getByText('liv@fjell.test').waitFor();

    customer = await person();
    const form = customer.page;
    await form.goto(dead);
    await form.getByRole('heading', { level: 1, name: 'This link was already used' }).waitFor();
    await open(form, await mailedLink(product(), 'liv@fjell.test'));
    await form.getByRole('heading', { level: 1, name: /invited you to Fjell School$/ }).waitFor();
    expect(await form.getByLabel('Your name').inputValue()).toBe('Liv Berg');
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Create my account' }).click();
    await form.waitForURL('**/dashboard');
    await form.getByText('Fjell School').first().waitFor();
  });

  test('more is given up to the pool, and not beyond it', async () => {
    const { page } = vendor;
    await open(page, '/vendors');
    const limits = async (rooms: string) => {
      await page.getByRole('button', { name: 'Limits of Fjell School' }).click();
      const dialog = page.getByRole('dialog', { name: 'Limits of Fjell School' });
      await dialog.getByLabel('Rooms', { exact: true }).fill(rooms);
      await dialog.getByRole('button', { name: 'Save limits' }).click();
      return dialog;
    };
    await (await limits('10')).waitFor({ state: 'detached' });
    await page.getByText('0 of 10 available').waitFor();
    const refused = await limits('11');
    await refused.getByText('The pool has only 10 left for this customer.').waitFor();
    await refused.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('0 of 10 available').waitFor();
  });

  test('its look is seen on the customer’s pages, in a light colour too', async () => {
    const { page } = vendor;
    await open(page, '/vendors/edit-vendor');
    await page.getByLabel('Name', { exact: true }).fill('Nordlicht Rooms');
    await page.getByLabel('Accent colour').fill(accent);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/unsaved change/).waitFor({ state: 'detached' });
    const png = await sharp({ create: { width: 240, height: 80, channels: 3, background: accent } })
      .png()
      .toBuffer();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose image' }).click(),
    ]);
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('img', { name: 'Logo' }).waitFor();

    room = await makeRoom(customer.page, { name: 'Geology', slug: 'fjell-geology', entry: 'lobby' });
    for (const scheme of ['light', 'dark'] as const) {
      await customer.page.emulateMedia({ colorScheme: scheme });
      await open(customer.page, '/rooms');
      await wearsAccent(customer.page.getByRole('link', { name: 'New room' }).first());
      expect(await customer.page.locator('img[src^="/brand/"]').count()).toBeGreaterThan(0);
    }
    await customer.page.emulateMedia({ colorScheme: 'light' });
  });

  test('and right after signing in, without another load', async () => {
    const { page, context } = await person();
    await open(page, '/login');
    await page.locator('[name=email]').fill('liv@fjell.test');
    await page.locator('[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await page.locator('img[src^="/brand/"]').first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Rooms', exact: true }).first().click();
    await wearsAccent(page.getByRole('link', { name: 'New room' }).first());
    await context.close();
  });

  test('and at the door, in the lobby and inside the meeting of the customer’s room', async () => {
    await startRoom(customer.page, room);
    await customer.page.locator('[data-page=room] img[src^="/brand/"]').waitFor();
    const guest = await person();
    await open(guest.page, '/m/fjell-geology');
    const join = guest.page.getByRole('button', { name: /^(Join|Ask to join)$/ });
    await wearsAccent(join);
    await guest.page.getByText('Nordlicht Rooms').first().waitFor();
    await guest.page.getByLabel('Your name').fill('Nils Guest');
    await join.click();
    await guest.page.getByRole('heading', { name: 'The host knows you are here' }).waitFor();
    await guest.page.locator('header img[src^="/brand/"]').waitFor();
    await guest.page.reload();
    await guest.page.locator('header img[src^="/brand/"]').waitFor();
    await guest.context.close();
    await customer.page.getByRole('button', { name: 'Leave' }).click();
    await customer.page.getByRole('button', { name: 'End for all' }).click();
    await customer.page.locator('[data-page=room]').waitFor({ state: 'detached' });
  });

  test('a room is offered to another account, which agrees, and starts it there', async () => {
    partner = await signedIn('ingrid@example.org');
    await open(customer.page, '/network/rooms');
    const code = await region(customer.page, 'Partners')
      .locator('bdi')
      .filter({ hasText: /^[a-z0-9-]{8,}$/ })
      .first()
      .innerText();
    await open(partner.page, '/network/rooms');
    await partner.page.getByLabel('Partner’s code').fill('nobody-knows-it');
    await partner.page.getByRole('button', { name: 'Send request', exact: true }).click();
    await partner.page.getByText('This code does not exist.').waitFor();
    await partner.page.getByLabel('Partner’s code').fill(code);
    await partner.page.getByRole('button', { name: 'Send request', exact: true }).click();
    await region(partner.page, 'Partners').getByText('Request sent').waitFor();
    await region(customer.page, 'Partners').getByRole('button', { name: 'Accept' }).click();
    await region(customer.page, 'Partners').getByText('Hafen Music School').first().waitFor();

    await customer.page.getByRole('button', { name: 'Offer room' }).click();
    const dialog = customer.page.getByRole('dialog', { name: 'Offer room' });
    await dialog.getByLabel('Room', { exact: true }).selectOption({ label: 'Geology' });
    await dialog.getByLabel('Offer to').selectOption({ label: 'Hafen Music School' });
    await dialog.getByLabel('They join as').selectOption({ label: 'Moderators' });
    await dialog.getByRole('button', { name: 'Offer room' }).click();
    await dialog.waitFor({ state: 'detached' });
    await region(customer.page, 'Rooms you offer').getByText('not accepted yet').waitFor();

    const row = partner.page.locator('main li').filter({ hasText: 'Geology' });
    await row.getByRole('button', { name: 'Accept' }).click();
    const who = partner.page.getByRole('dialog', { name: 'Who can use Geology?' });
    await who.getByRole('button', { name: 'Accept' }).click();
    await who.waitFor({ state: 'detached' });
    await region(customer.page, 'Rooms you offer').getByText('accepted by 1 account').waitFor();
    await row.getByRole('link', { name: 'Join Geology' }).click();
    await partner.page.waitForURL('**/m/fjell-geology');
    await partner.page.getByText('Nordlicht Rooms').first().waitFor();
    await partner.page.getByRole('button', { name: 'Start', exact: true }).click();
    await partner.page.locator('[data-page=room]').waitFor();
    await partner.page.getByRole('button', { name: 'Leave' }).click();
    await partner.page.getByRole('button', { name: 'End for all' }).click();
    await partner.page.locator('[data-page=room]').waitFor({ state: 'detached' });
  });

  test('when it is withdrawn, the other side sees it no more and cannot start it', async () => {
    await open(customer.page, '/network/rooms');
    await open(partner.page, '/network/rooms');
    await customer.page.getByRole('button', { name: 'End the offer of Geology' }).click();
    await partner.page.locator('main li').filter({ hasText: 'Geology' }).waitFor({ state: 'detached' });
    await open(partner.page, '/m/fjell-geology');
    await partner.page.getByRole('button', { name: 'Wait for host' }).waitFor();
    expect(await partner.page.getByRole('button', { name: 'Start', exact: true }).count()).toBe(0);
  });

  test('the vendor suspends its customer with a reason, and opens it again', async () => {
    const { page } = vendor;
    await open(page, '/users');
    await page.getByRole('link', { name: 'Fjell School', exact: true }).click();
    await page.getByRole('button', { name: 'Suspend…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend Fjell School?' });
    await dialog.getByLabel('Reason').fill('No answer for a month.');
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await customer.page.goto('/rooms');
    await customer.page.waitForURL((url) => url.pathname === '/login');
    await fillSignIn(customer.page, { email: 'liv@fjell.test', password });
    await customer.page.getByRole('alert').getByText('No answer for a month.').waitFor();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('button', { name: 'Suspend…' }).waitFor();
    await fillSignIn(customer.page, { email: 'liv@fjell.test', password });
    await customer.page.waitForURL((url) => url.pathname !== '/login');
    expect(errors().filter((one) => !/status of 40[0-9]/.test(one))).toEqual([]);
  });
});
