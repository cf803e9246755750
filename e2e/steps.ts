/** What people do again and again on their way: sign up, sign in, make a room, start it. */
import type { Page, Response } from 'playwright-core';
import type { CardProviderFake } from './card-provider/card-provider.ts';
import type { Product } from './product.ts';

/** Waits until the page hears what is pressed, and has stopped to write down what it did not hear: React marks the elements that it has taken over. */
export async function becomesAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !('atriumEarly' in window) &&
      [...document.querySelectorAll('#root :is(input, textarea, select, button)')].every((one) =>
        Object.keys(one).some((key) => key.startsWith('__reactProps$')),
      ),
  );
}

/** Opens a page and waits until it hears what is pressed. */
export async function open(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path);
  await becomesAlive(page);
  return answer;
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await becomesAlive(page);
}

export type Newcomer = { email: string; name: string; organisation: string; password: string };

/** The form after a sign-up or first-run link; leads home, or where the person was before. */
export async function register(page: Page, who: Newcomer, leadsTo = '**/dashboard'): Promise<void> {
  const email = page.getByLabel('Email', { exact: true });
  await page.getByRole('button', { name: 'Create my account' }).waitFor();
  await becomesAlive(page);
  if (await email.isVisible()) await email.fill(who.email);
  await page.getByLabel('Your name').fill(who.name);
  await page.getByLabel('School or organisation').fill(who.organisation);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  const terms = page.getByLabel('I agree to the terms of use');
  // a new installation has none
  if (await terms.isVisible()) await terms.check();
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.waitForURL(leadsTo);
}

export async function askForAccount(page: Page, email: string): Promise<void> {
  await page.goto('/login?tab=sign-up');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

/** Path and query of the link in the newest mail to that address that carries a token of ours. */
export async function mailedLink(product: Product, to: string): Promise<string> {
  const carries = (link: string) => link.startsWith(`${product.url}/`) && new URL(link).search !== '';
  const mail = await product.mail(to, ({ links }) => links.some(carries));
  const { pathname, search } = new URL(mail.links.find(carries) ?? product.url);
  return pathname + search;
}

export async function fillSignIn(page: Page, who: { email: string; password: string }): Promise<void> {
  // by the fields' names, because the page speaks the reader's language
  const form = page.locator('form').filter({ has: page.locator('[name=password]') });
  await form.locator('[name=email]').fill(who.email);
  await form.locator('[name=password]').fill(who.password);
  await form.locator('button[type=submit]').click();
}

/** Signs in at the login page and waits until that page is left. */
export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, who);
  await page.waitForURL((url) => url.pathname !== '/login');
}

export type RoomWish = { name: string; slug: string; entry?: 'lobby' | 'code' | 'open'; code?: string };
const words = { lobby: 'After you admit them', code: 'With an access code', open: 'Anyone with the link' } as const;

/** Makes a room by its form. Answers with its path, `/rooms/{id}`. */
export async function makeRoom(page: Page, wish: RoomWish): Promise<string> {
  await open(page, '/rooms/add-room');
  await page.getByLabel('Name', { exact: true }).fill(wish.name);
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Link', { exact: true }).fill(wish.slug);
  // by key: the bar with the verbs lies over the lower part of the form
  await page.getByRole('radio', { name: words[wish.entry ?? 'open'] }).press('Space');
  if (wish.code !== undefined) await page.getByLabel('Access code', { exact: true }).fill(wish.code);
  await page.getByRole('button', { name: 'Create room' }).click();
  await page.waitForURL(/\/rooms\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

/** On the page of a room: starts it (or joins it), and goes through the green room. */
export async function startRoom(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: /^(Start|Join)$/ }).click();
  await page.waitForURL(/\/m\/?.*sessionToken=/);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.locator('[data-page=room]').waitFor();
}

/** A room in the list of all rooms: its path in the product, and the last part of its link. */
export async function findRoom(page: Page, name: string): Promise<{ path: string; slug: string }> {
  await page.goto('/rooms');
  const link = page
    .locator('main')
    .getByRole('link', { name: new RegExp(name) })
    .first();
  const slug = /\/m\/([a-z0-9-]+)/.exec(await link.innerText())?.[1] ?? '';
  return { path: (await link.getAttribute('href')) ?? '', slug };
}

/** Where the invoice goes, on the page that sells. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street and number').fill('Lindenallee 14');
  await page.getByLabel('Postcode').fill('22087');
  await page.getByLabel('City').fill('Hamburg');
}

/** In a product with sample data, as a customer of its operator: buys a plan by card. Ends when the product has got the card provider's event. */
export async function buyByCard(page: Page, provider: CardProviderFake): Promise<void> {
  await open(page, '/purchase-plan?plan=team-60');
  await fillAddress(page);
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(`${provider.url}/**`);
  await page.getByRole('button', { name: 'Card that pays' }).click();
  await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
  await provider.pumpWebhooks();
}
