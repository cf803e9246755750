import { expect, test } from 'vitest';
import { authFacts } from '#kit/facts.ts';
import { serverAuth } from '#kit/ui/auth/auth.tsx';
import { readUser } from '#kit/ui/auth/session-user.ts';
import { emptyConfig } from '#kit/client-config.ts';
import { pageTitles } from '#kit/ui/page.tsx';
import { guards, NeedsBrowser, runGuards } from './guards.ts';
import { languageStore } from '#app/shell/document/language-store.ts';
import { createLoadingBar } from './loading-bar.ts';
import type { PageContext } from '#app/shell/page-context.ts';
import { pageErrorOf } from './page-error.ts';
import type { RouteRow } from './route-row.ts';

const owner = readUser({ id: 'u', scope: ['rooms.view'], account: { id: 'a', name: 'A', kind: 'customer', role: 'owner' } });
type Setting = { user?: typeof owner; refreshLikely?: boolean; chosen?: 'de' };
function passage(row: Partial<RouteRow> | null, { user, refreshLikely = false, chosen }: Setting = {}) {
  const remembered: string[] = [];
  const page: PageContext = {
    side: { at: 'server', refreshLikely },
    api: async () => null,
    auth: { ...serverAuth(user ?? null), rememberPath: (path) => void remembered.push(path) },
    queries: { client: null, sent: null },
    language: languageStore(
      { locale: 'en-US', texts: null, load: async () => {} },
      { open: (locale) => ({ locale, texts: null, load: async () => {} }), chosen: () => chosen ?? 'en-US', keep: () => {} },
    ),
    titles: pageTitles(() => {}),
    bar: createLoadingBar({ setTimeout: () => null, clearTimeout: () => {}, now: () => 0 }),
    sideBar: { text: '', keep: () => {} },
    config: emptyConfig,
    zone: 'UTC',
    now: 0,
    rows: [],
    nonce: '',
    answer: () => {},
    head: () => {},
  };
  const full: RouteRow | null =
    row === null ? null : { name: 'x', path: '/x', access: 'all', screen: async () => ({ Screen: () => null }), ...row };
  return { passage: { page, row: full, url: new URL('https://h.example/rooms?q=a') }, remembered, page };
}
const thrown = async (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  );
const goesTo = (error: unknown) => (error instanceof Response ? error.headers.get('location') : null);

test('a guest is sent to sign in, and the path is remembered', async () => {
  const { passage: way, remembered } = passage({ access: 'user' });
  expect(goesTo(await thrown(runGuards(way)))).toBe('/login');
  expect(remembered).toEqual(['/rooms?q=a']);
});

test('the signed-in are sent home from a guest page', async () => {
  expect(goesTo(await thrown(runGuards(passage({ access: 'guest' }, { user: owner }).passage)))).toBe(authFacts.redirects.home);
});

test('everybody may see a public page, and nothing matching passes the guards', async () => {
  await expect(runGuards(passage({ access: 'all' }).passage)).resolves.toBeUndefined();
  await expect(runGuards(passage(null).passage)).resolves.toBeUndefined();
});

test('the scope decides: held passes, missing is 403 and names it, never possible is 404', async () => {
  await expect(runGuards(passage({ access: 'rooms.view' }, { user: owner }).passage)).resolves.toBeUndefined();
  expect(pageErrorOf(await thrown(runGuards(passage({ access: 'rooms.create' }, { user: owner }).passage)))).toMatchObject({
    status: 403,
    permission: 'rooms.create',
  });
  expect(pageErrorOf(await thrown(runGuards(passage({ access: 'servers.manage' }, { user: owner }).passage)))).toMatchObject({
    status: 404,
    message: 'This page could not be found',
  });
});

test('a session that only the browser can renew is left to the browser', async () => {
  expect(await thrown(runGuards(passage({ access: 'user' }, { refreshLikely: true }).passage))).toBeInstanceOf(NeedsBrowser);
});

test('an unknown guard is a 500 that names it, also when its name is one of every object', async () => {
  expect(pageErrorOf(await thrown(runGuards(passage({ guards: ['nobody'] }).passage)))).toMatchObject({
    status: 500,
    message: 'Unknown middleware nobody',
  });
  expect(pageErrorOf(await thrown(runGuards(passage({ guards: ['toString'] }).passage)))).toMatchObject({
    status: 500,
    message: 'Unknown middleware toString',
  });
});

test('the three guards run before those of the row, in order', async () => {
  const ran: string[] = [];
  const registry = Object.fromEntries([...Object.keys(guards), 'own'].map((name) => [name, () => void ran.push(name)]));
  await runGuards(passage({ guards: ['own'] }).passage, registry);
  expect(ran).toEqual(['redirect', 'iam-access', 'language', 'own']);
});

test('a language chosen in another tab is used', async () => {
  const { passage: way, page } = passage({}, { chosen: 'de' });
  await runGuards(way);
  expect(page.language.get().locale).toBe('de');
});

test('an error takes its own status, else that of its response, else 500', () => {
  expect(pageErrorOf({ statusCode: 418, message: 'tea' })).toMatchObject({ status: 418, message: 'tea' });
  expect(pageErrorOf({ response: { status: 409 } }).status).toBe(409);
  expect(pageErrorOf(new Error('x'))).toMatchObject({ status: 500, message: 'x' });
  expect(pageErrorOf(null).status).toBe(500);
});
