import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { identityCalls } from '#core/identity/identity.contract.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { newsletterCalls, type PreferencesView } from '../subscribing.contract.ts';
import * as newsletterScreen from './newsletter.screen.tsx';

const idOf = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`;
const token = 't'.repeat(60);
const offered = [
  { id: idOf(1), name: 'Product news', description: 'What changed.', rhythm: 'Once a month.' },
  { id: idOf(2), name: 'Teaching ideas', description: 'What teachers found out.', rhythm: 'Every other Thursday.' },
];
const offers = onCall(newsletterCalls.offers, () => ({ items: offered }));
const challenge = onCall(identityCalls.challenge, () => ({ kind: 'off' as const }));

test.each(looks)('newsletters to choose from: $locale $scheme $width', async (look) => {
  await mountScreen(newsletterScreen, { look, calls: [offers] });
  await expect.element(page.getByText('Teaching ideas')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(2);
  await expectNoViolations();
});

test('subscribing asks for a choice and an address, and answers the same for all', async () => {
  const subscribe = vi.fn(() => ({}));
  await mountScreen(newsletterScreen, { calls: [offers, challenge, onCall(newsletterCalls.subscribe, subscribe)] });
  await page.getByLabelText('Email').fill('ana@example.org');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect.element(page.getByText('Choose at least one newsletter.')).toBeVisible();
  expect(subscribe).not.toHaveBeenCalled();
  await page.getByRole('checkbox', { name: 'Teaching ideas' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect.element(page.getByRole('heading', { name: 'Check your inbox' })).toHaveFocus();
  expect(subscribe).toHaveBeenCalledWith({
    body: { email: 'ana@example.org', lists: [idOf(2)], locale: 'en-US', source: '/newsletter', challenge: 'off' },
  });
  await expect.element(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  await expectNoViolations();
});

test('opening the link of the email confirms nothing, its button does', async () => {
  const pending = { email: 'ana@example.org', lists: [{ id: idOf(1), name: 'Product news' }], confirmed: false };
  const confirm = vi.fn(() => ({ lists: ['Product news'], preferences: token }));
  await mountScreen(newsletterScreen, {
    path: `/newsletter?confirm=${token}`,
    calls: [onCall(newsletterCalls.pending, () => pending), onCall(newsletterCalls.confirm, confirm)],
  });
  await expect.element(page.getByText('Product news')).toBeVisible();
  expect(confirm).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect.element(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Email preferences' })).toBeVisible();
  await expectNoViolations();
});

const [product, ideas] = offered;
const preferences = (subscribed: readonly string[]): PreferencesView => ({
  email: 'ana@example.org',
  locale: 'en-US',
  state: 'active',
  list: idOf(2),
  figures: false,
  lists: [product, ideas].flatMap((list) =>
    list === undefined
      ? []
      : [
          {
            ...list,
            subscribed: subscribed.includes(list.id),
            since: subscribed.includes(list.id) ? now : null,
            unsubscribedAt: subscribed.includes(list.id) ? null : now,
          },
        ],
  ),
});
const preferencesPath = `/newsletter?preferences=${token}`;

test.each(looks)('preferences lead with Unsubscribe: $locale $scheme $width', async (look) => {
  const read = onCall(newsletterCalls.preferences, () => preferences([idOf(1), idOf(2)]));
  await mountScreen(newsletterScreen, { look, path: preferencesPath, calls: [read] });
  await expect.element(page.getByRole('button', { name: /Teaching ideas/ })).toBeVisible();
  await expectNoViolations();
});

test('counting is off until it is ticked and saved', async () => {
  const save = vi.fn(() => ({ ...preferences([idOf(1)]), figures: true }));
  const calls = [onCall(newsletterCalls.preferences, () => preferences([idOf(1)])), onCall(newsletterCalls.save, save)];
  await mountScreen(newsletterScreen, { path: preferencesPath, calls });
  const box = page.getByRole('checkbox', { name: /^Count whether I open/ });
  await expect.element(box).not.toBeChecked();
  await box.click();
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await vi.waitFor(() =>
    expect(save).toHaveBeenCalledWith({ body: { token, lists: [idOf(1)], locale: 'en-US', figures: true } }),
  );
});

test('leaving is one press and can be undone; saving sends what is ticked', async () => {
  let subscribed = [idOf(1), idOf(2)];
  const leave = vi.fn(({ body }: { body: { lists?: string[] | undefined } }) => {
    subscribed = subscribed.filter((id) => !(body.lists ?? subscribed).includes(id));
    return { left: body.lists ?? [] };
  });
  const save = vi.fn(({ body }: { body: { lists: string[] } }) => {
    subscribed = body.lists;
    return preferences(subscribed);
  });
  await mountScreen(newsletterScreen, {
    path: preferencesPath,
    calls: [
      onCall(newsletterCalls.preferences, () => preferences(subscribed)),
      onCall(newsletterCalls.leave, leave),
      onCall(newsletterCalls.save, save),
    ],
  });
  await page.getByRole('button', { name: 'Unsubscribe from Teaching ideas' }).click();
  await expect.element(page.getByText(/^You are unsubscribed from/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
  expect(leave).toHaveBeenCalledWith({ body: { token, lists: [idOf(2)] } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('status').first()).toHaveTextContent('Preferences saved.');
  expect(save).toHaveBeenLastCalledWith({ body: { token, lists: [idOf(1), idOf(2)], locale: 'en-US', figures: false } });
  await page.getByRole('button', { name: 'Unsubscribe from everything' }).click();
  await expect.element(page.getByText(/^You are unsubscribed from everything\./)).toBeVisible();
  expect(leave).toHaveBeenLastCalledWith({ body: { token } });
});

test('a link that has expired offers a new one', async () => {
  const mailLink = vi.fn(() => ({}));
  const read = onCall(newsletterCalls.preferences, () => {
    throw new Failure('link_expired');
  });
  await mountScreen(newsletterScreen, {
    path: preferencesPath,
    calls: [read, challenge, onCall(newsletterCalls.mailLink, mailLink)],
  });
  await expect.element(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await page.getByLabelText('Email').fill('ana@example.org');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect.element(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  expect(mailLink).toHaveBeenCalledWith({ body: { email: 'ana@example.org', locale: 'en-US', challenge: 'off' } });
});
