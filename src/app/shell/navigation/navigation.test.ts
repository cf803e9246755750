import { expect, test } from 'vitest';
import { type AccountKind, namesFor, scopeFor } from '#core/iam/iam.rules.ts';
import type { SessionUser } from '#kit/ui/auth/session-user.ts';
import { rows } from '#app/routes.tsx';
import words from '#app/shell/text/en-US.json' with { type: 'json' };
import { navigationEntries } from './entries.ts';
import { activeLink, arrangeLinks, bottomLinks, groupOfPath, navigationFor, type NavigationLinks } from './navigation.ts';
import { type SideBarChoices, sideBarStore } from './side-bar-choices.ts';

const personWith = (kind: AccountKind, scope: readonly string[]): SessionUser => ({
  id: 'p1',
  name: 'Miriam',
  email: 'miriam@example.org',
  scope,
  account: { id: 'a1', name: 'School', kind, role: 'owner', state: 'active' },
  accounts: [],
  locale: null,
  zone: null,
  picture: null,
});
const linksOf = (kind: AccountKind, scope: readonly string[]) => navigationFor(rows, personWith(kind, scope));
const memberScope = scopeFor({ accountKind: 'customer', role: 'member', permissions: [] });
const customer = linksOf('customer', namesFor('customer'));
const member = linksOf('customer', memberScope);
const vendor = linksOf('vendor', namesFor('vendor'));
const operator = linksOf('operator', namesFor('operator'));
const pathsOf = (links: NavigationLinks) => links.map(({ path }) => path);

const usual: SideBarChoices = { look: 'wide', pinned: [], visited: [] };
const arranged = (links: NavigationLinks, kind: AccountKind, changed: Partial<SideBarChoices> & { at?: string } = {}) =>
  arrangeLinks(links, { choices: { ...usual, ...changed }, active: activeLink(links, changed.at ?? '/dashboard'), kind });

test.each([
  ['a customer who uses everything', customer, 19],
  ['somebody who only meets', member, 12],
  ['the operator', operator, 26],
] as const)('%s has few entries', (_who, links, most) => {
  expect(links.length).toBeGreaterThan(4);
  expect(links.length).toBeLessThanOrEqual(most);
});

test('each entry and each tab is a screen of the route table, in one entry only', () => {
  const paths = navigationEntries.flatMap((entry) => entry.tabs ?? [entry.path]);
  expect(paths.filter((path) => !rows.some((row) => row.path === path))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
  expect(navigationEntries.filter(({ path, tabs }) => tabs?.includes(path) === false)).toEqual([]);
  expect(navigationEntries.filter(({ word }) => !Object.hasOwn(words.nav, word))).toEqual([]);
});

test.each(['/issues/user/add-ticket', '/issues/user/details/x', '/issues/user/list'])('%s is under the tickets', (path) => {
  for (const links of [customer, operator]) expect(activeLink(links, path)?.word).toBe('tickets');
});

test('an entry leads to the first of its lists that the person may open', () => {
  const groups = (links: NavigationLinks) => links.find(({ word }) => word === 'groups');
  expect(groups(customer)?.to).toBe('/users/groups');
  expect(groups(member)).toMatchObject({ to: '/users/groups/my-groups', lists: [{ name: 'my-groups' }] });
});

test('a list that everybody may read is an entry of those who write it', () => {
  const blog = (links: NavigationLinks) => links.find(({ word }) => word === 'blog');
  expect([blog(customer), blog(member)]).toEqual([undefined, undefined]);
  expect(blog(operator)).toMatchObject({ to: '/posts', lists: [{ name: 'posts' }, { name: 'categories' }] });
  expect(blog(linksOf('operator', ['categories.edit']))).toMatchObject({ to: '/categories', lists: [{ name: 'categories' }] });
});

test.each([
  ['/rooms/recycle-bin', '/rooms'],
  ['/network/rooms', '/rooms'],
  ['/rooms/meetings', '/meetings'],
  ['/users/groups/edit-group/1', '/users/groups'],
  ['/invoices/2026-1', '/my-subscriptions'],
  ['/playback/r1/video', '/recordings/myRecordings'],
  ['/no/such/page', undefined],
])('%s is under %s', (pathname, path) => expect(activeLink(customer, pathname)?.path).toBe(path));

test('crumbs begin with the group of any tab, and with none for what is in no group', () => {
  expect(['/network/rooms', '/invoices', '/settings', '/dashboard'].map((path) => groupOfPath(customer, path))).toEqual([
    'meet',
    'billing',
    null,
    null,
  ]);
});

test('rare entries are under "More" until opened or pinned, and never for the operator', () => {
  expect(pathsOf(arranged(customer, 'customer').more)).toEqual(['/task_board', '/api-endpoint', '/lti', '/plugins', '/quill']);
  expect(pathsOf(arranged(customer, 'customer', { visited: ['/plugins'] }).more)).toEqual([
    '/task_board',
    '/api-endpoint',
    '/lti',
    '/quill',
  ]);
  expect(pathsOf(arranged(customer, 'customer', { pinned: ['/plugins'] }).more)).toEqual([
    '/task_board',
    '/api-endpoint',
    '/lti',
    '/quill',
  ]);
  expect(pathsOf(arranged(customer, 'customer', { at: '/plugins' }).more)).toEqual([
    '/task_board',
    '/api-endpoint',
    '/lti',
    '/quill',
  ]);
  expect(arranged(operator, 'operator').more).toEqual([]);
});

test('pinned entries move to the top in the order of pinning; unknown paths are skipped', () => {
  const { top, groups } = arranged(customer, 'customer', { pinned: ['/plugins', '/gone', '/rooms'] });
  expect(pathsOf(top)).toEqual(['/dashboard', '/plugins', '/rooms']);
  expect(groups.flatMap(({ links }) => pathsOf(links))).not.toContain('/rooms');
});

test('settings are in the foot for everybody', () => {
  const feet = [arranged(member, 'customer'), arranged(vendor, 'vendor'), arranged(operator, 'operator')];
  expect(feet.map(({ foot }) => pathsOf(foot))).toEqual([['/settings'], ['/settings'], ['/settings']]);
});

test('the bottom bar has what matters to each kind of account', () => {
  expect(bottomLinks(member, 'customer').map(({ word }) => word)).toEqual(['home', 'rooms', 'meetings', 'recordings']);
  expect(bottomLinks(operator, 'operator').map(({ word }) => word)).toEqual(['home', 'meetings', 'servers', 'users']);
});

test('what the cookie says is read back as it was written', () => {
  const written: string[] = [];
  const store = sideBarStore({ text: '', keep: (text) => void written.push(text) });
  store.change({ look: 'folded', pinned: ['/users/IAMUsers', '/plugins'] });
  const readAgain = (text: string) => sideBarStore({ text, keep: () => {} }).get();
  expect(readAgain(written[0] ?? '')).toEqual({
    look: 'folded',
    pinned: ['/users/IAMUsers', '/plugins'],
    visited: [],
  });
  expect(readAgain('%%%=&pinned')).toEqual({ ...usual, pinned: [''] });
});
