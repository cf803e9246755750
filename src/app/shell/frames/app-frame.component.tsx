import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations, looks, mount, type MountOptions, onCall } from '#app/proof/testing-components.tsx';
import { rows } from '#app/routes.tsx';
import { type AccountKind, namesFor, scopeFor } from '#core/iam/iam.rules.ts';
import { chatCalls } from '#talk/chat/chat.contract.ts';
import { noticesCalls } from '#core/outbox/outbox.contract.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { AppFrame } from './app-frame.tsx';

const account = (kind: AccountKind) => ({ id: 'a1', name: 'Nordlicht School', kind, role: 'owner', state: 'active' as const });
const owner = { scope: namesFor('customer'), account: account('customer') };
const operator = { scope: namesFor('operator'), account: account('operator') };
const member = { scope: scopeFor({ accountKind: 'customer', role: 'member', permissions: [] }), account: account('customer') };

const calls = [
  onCall(chatCalls.unread, () => ({ unread: 2, mentions: 1 })),
  onCall(noticesCalls.list, () => sampleOf(noticesCalls.list.result, { unread: 0, items: [] })),
  onCall(meetingsCalls.list, () => sampleOf(meetingsCalls.list.result, { live: 2, items: [] })),
];
const mountFrame = (path: string, mounting: MountOptions = {}) =>
  mount(
    <AppFrame row={rows.find((row) => row.path === path) ?? null}>
      <h1>Page</h1>
      <div style={{ blockSize: 1200 }} />
      <p>The end</p>
    </AppFrame>,
    { path, rows, calls, user: owner, landmarks: 'own', ...mounting },
  );
const main = page.getByRole('navigation', { name: 'Main' });
const namesIn = (list: Element | null | undefined) => [...(list?.querySelectorAll('a') ?? [])].map((link) => link.title);
const tabNames = () => page.getByRole('navigation', { name: 'Rooms', exact: true }).getByRole('link');

test.each(looks)('frame of a list that shares its entry: $locale $scheme $width', async (look) => {
  await mountFrame('/rooms/my-rooms', { look });
  await expect.poll(() => document.querySelectorAll('nav a[aria-current=page]').length).toBeGreaterThan(1);
  await expectNoViolations();
});

test('lists of one entry are tabs, and each is a link', async () => {
  await mountFrame('/rooms/my-rooms');
  await expect.element(tabNames().nth(3)).toBeVisible();
  expect(
    tabNames()
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(['Rooms', 'My rooms', 'Network rooms', 'Recycle bin']);
  await expect.element(tabNames().nth(1)).toHaveAttribute('aria-current', 'page');
  await expect.element(main.getByRole('link', { name: 'Rooms', exact: true })).toHaveAttribute('aria-current', 'page');
});

test('an entry shows the number that its domain brings', async () => {
  await mountFrame('/dashboard');
  await expect.element(main.getByRole('link', { name: 'Chat 2' })).toBeVisible();
});

test('who may open one list only sees no tabs', async () => {
  await mountFrame('/users/groups/my-groups', { user: member });
  await expect.element(main.getByRole('link', { name: 'Groups' })).toHaveAttribute('aria-current', 'page');
  expect(page.getByRole('navigation', { name: 'Groups' }).elements()).toEqual([]);
});

test('a pinned entry moves to the top and back, and the keyboard stays with it', async () => {
  await mountFrame('/dashboard');
  const top = () => namesIn(main.element().querySelector('ul'));
  await main.getByRole('button', { name: 'Pin Recordings' }).click();
  await expect.poll(top).toEqual(['Home', 'Recordings']);
  const unpin = main.getByRole('button', { name: 'Unpin Recordings' });
  await expect.element(unpin).toHaveFocus();
  await expectNoViolations();
  await userEvent.keyboard('{Enter}');
  await expect.poll(top).toEqual(['Home']);
});

test('pins and the folded look of the last visit are there at once', async () => {
  await mountFrame('/dashboard', { sideBar: 'look=folded&pinned=%2Fplugins' });
  expect(namesIn(main.element().querySelector('ul'))).toEqual(['Home', 'Plugins']);
  await expect.element(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  await expectNoViolations();
});

test('rare entries are behind "More"', async () => {
  await mountFrame('/dashboard');
  const plugins = main.getByRole('link', { name: 'Plugins', includeHidden: true });
  await expect.element(plugins).not.toBeVisible();
  await main.getByRole('button', { name: 'More', exact: true }).click();
  await expect.element(plugins).toBeVisible();
  await expectNoViolations();
});

test('one that is open has its place from then on', async () => {
  await mountFrame('/plugins');
  await expect.element(main.getByRole('link', { name: 'Plugins' })).toHaveAttribute('aria-current', 'page');
  await main.getByRole('button', { name: 'More', exact: true }).click();
  await expect.element(main.getByRole('link', { name: 'API endpoint' })).toBeVisible();
  expect(main.getByRole('link', { name: 'Plugins' }).elements().length).toBe(1);
});

test('the operator has nothing behind "More", and settings in view at 800 px', async () => {
  await mountFrame('/servers', { user: operator });
  await expect.element(main.getByRole('link', { name: 'Plugins' })).toBeVisible();
  expect(main.getByRole('button', { name: 'More', exact: true }).elements()).toEqual([]);
  const settings = main.getByRole('link', { name: 'Settings' }).element().getBoundingClientRect();
  expect(settings.bottom).toBeLessThanOrEqual(800);
  expect(page.getByRole('navigation', { name: 'Quick navigation' }).elements()).toEqual([]);
});

test('meetings that run are counted at their entry', async () => {
  await mountFrame('/dashboard');
  await expect.element(main.getByRole('link', { name: /^Meetings ?2 live$/ })).toBeVisible();
});

test.each([
  ['a customer', owner, ['Home', 'Rooms', 'Meetings', 'Recordings']],
  ['the operator', operator, ['Home', 'Meetings', 'Servers', 'Accounts']],
] as const)('on a phone %s has four entries below the page, which cover nothing', async (_who, user, words) => {
  await mountFrame('/meetings', { user, look: { locale: 'en-US', scheme: 'light', width: 360 } });
  const bar = page.getByRole('navigation', { name: 'Quick navigation' });
  await expect.element(bar).toBeVisible();
  expect(
    bar
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(words);
  await expect.element(bar.getByRole('link', { name: 'Meetings' })).toHaveAttribute('aria-current', 'page');
  for (const link of bar.getByRole('link').elements()) expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  expect(bar.element().getBoundingClientRect().bottom).toBe(800);
  window.scrollTo(0, document.documentElement.scrollHeight);
  const end = page.getByText('The end').element().getBoundingClientRect();
  expect(end.bottom).toBeLessThanOrEqual(bar.element().getBoundingClientRect().top);
});
