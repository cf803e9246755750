import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authCookies, authFacts, authPaths } from '#kit/facts.ts';
import { type AuthTrouble, createAuth } from './auth-client.ts';
import { parseCookies } from './cookies.ts';
import { isLocalPath } from './redirect-path.ts';
import { hasScope, readUser } from './session-user.ts';
import { claimsOf, expiryOf, isExpired, tokenOfCookie } from './token.ts';

const user = { id: 'u1', name: 'Miriam', email: 'm@x.example', scope: ['rooms.view'] };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (iat: number, exp: number) => `${encode({ alg: 'none' })}.${encode({ iat, exp })}.sig`;

type FakeReply = { status: number; body: unknown } | 'no connection';
/** A browser without a browser: cookies and storage in maps, answers by path, a clock that stands. */
function machine(answers: (path: string) => FakeReply | Promise<FakeReply>, cookies: Record<string, string> = {}) {
  const jar = new Map(Object.entries(cookies));
  const kept = new Map<string, string>();
  const sent: { path: string; auth: string | null; body: string }[] = [];
  const clock = { now: 1_000_000_000 };
  const given = {
    jar: {
      get: (n: string) => jar.get(n) ?? null,
      set: (n: string, v: string) => void jar.set(n, v),
      remove: (n: string) => void jar.delete(n),
    },
    storage: {
      getItem: (n: string) => kept.get(n) ?? null,
      setItem: (n: string, v: string) => void kept.set(n, v),
      removeItem: (n: string) => void kept.delete(n),
    },
    fetch: async (path: string, init: RequestInit) => {
      sent.push({ path, auth: new Headers(init.headers).get('authorization'), body: String(init.body ?? '') });
      const answer = await answers(path);
      if (answer === 'no connection') throw new TypeError('no connection');
      return new Response(JSON.stringify(answer.body), { status: answer.status });
    },
    now: () => clock.now,
    exclusive: <T>(run: () => Promise<T>) => run(),
  };
  return { given, jar, kept, sent, clock };
}
const ok = (body: unknown): FakeReply => ({ status: 200, body });
const seconds = 1_000_000;
const fresh = tokenOf(seconds, seconds + 1800);
const old = tokenOf(seconds - 4000, seconds - 2200);
const hint = String(1_000_000_000 + 60_000);

describe('signing in', () => {
  test('the token is kept as a bearer, then the user is fetched', async () => {
    const m = machine((path) => ok(path === authPaths.login ? { token: fresh } : { user }));
    const auth = createAuth(m.given, null);
    const told: string[] = [];
    auth.onLogin(() => void told.push('login'));
    await auth.login({ email: 'm', password: 'p' });
    expect(m.jar.get(authCookies.token)).toBe(`Bearer ${fresh}`);
    expect(m.sent.map((s) => [s.path, s.auth])).toEqual([
      [authPaths.login, null],
      [authPaths.user, `Bearer ${fresh}`],
    ]);
    expect(auth.state()).toMatchObject({ loggedIn: true, strategy: 'local', busy: false, user: { id: 'u1' } });
    expect(told).toEqual(['login']);
  });

  test('an answer that is no user is refused in the exact words, and told to listeners', async () => {
    const m = machine(() => ok({ something: 'else' }), { [authCookies.token]: `Bearer ${fresh}` });
    const auth = createAuth(m.given, null);
    const told: unknown[] = [];
    auth.onError((error) => void told.push(error));
    await expect(auth.fetchUser()).rejects.toThrow(authFacts.noUserField);
    expect(told).toEqual([{ during: 'user', error: expect.objectContaining({ code: 'user_unreadable' }) }]);
    // its tokens are gone, here and on the server
    await expect.poll(() => m.sent.map(({ path }) => path)).toEqual([authPaths.user, authPaths.logout]);
    expect([m.jar.has(authCookies.token), auth.maybeSignedIn()]).toEqual([false, false]);
    expect(auth.state()).toMatchObject({ loggedIn: false, busy: false });
  });

  test('logging out clears at once, and a failure of the server changes nothing', async () => {
    const m = machine(() => 'no connection', { [authCookies.token]: `Bearer ${fresh}` });
    const auth = createAuth(m.given, readUser(user));
    const leaving = auth.logout();
    expect(auth.state()).toMatchObject({ loggedIn: false, user: null });
    expect(m.jar.has(authCookies.token)).toBe(false);
    await expect(leaving).resolves.toBeUndefined();
    expect(m.sent).toEqual([{ path: authPaths.logout, auth: null, body: JSON.stringify({ token: fresh }) }]);
  });

  test('a session that the server could not end is ended later, unless somebody signed in meanwhile', async () => {
    const answers: { logout: FakeReply } = { logout: 'no connection' };
    const m = machine(
      (path) => (path === authPaths.logout ? answers.logout : ok(path === authPaths.login ? { token: fresh } : { user })),
      {
        [authCookies.token]: `Bearer ${old}`,
      },
    );
    const logouts = () => m.sent.filter(({ path }) => path === authPaths.logout).map(({ body }) => body);
    await createAuth(m.given, readUser(user)).logout();
    answers.logout = ok({});
    createAuth(m.given, null);
    await expect.poll(() => [...m.kept.keys()]).toEqual([]);
    expect(logouts()).toEqual([JSON.stringify({ token: old }), JSON.stringify({ token: old })]);
    answers.logout = 'no connection';
    const auth = createAuth(m.given, null);
    await auth.login({ email: 'm', password: 'p' });
    await auth.logout();
    await auth.login({ email: 'm', password: 'p' });
    createAuth(m.given, readUser(user));
    expect(logouts()).toHaveLength(3);
  });
});

describe('renewing', () => {
  const expired = { [authCookies.token]: `Bearer ${old}`, [authCookies.refreshExpiration]: hint };

  test('ten requests wait for one renewal', async () => {
    const m = machine(() => ok({ token: fresh }), expired);
    const auth = createAuth(m.given, readUser(user));
    const tokens = await Promise.all(Array.from({ length: 10 }, () => auth.token()));
    expect(new Set(tokens)).toEqual(new Set([fresh]));
    expect(m.sent.map((s) => s.path)).toEqual([authPaths.token]);
    expect(m.sent[0]?.body).toBe(`grant_type=refresh_token&client_id=${authFacts.clientId}`);
  });

  test('both expired: the exact words, a reset, and no listener hears of it', async () => {
    const m = machine(() => ok({}), { [authCookies.token]: `Bearer ${old}` });
    const auth = createAuth(m.given, readUser(user));
    const told: unknown[] = [];
    auth.onError((error) => void told.push(error));
    await expect(auth.fetchUser()).rejects.toThrow('Both token and refresh token have expired. Your request was aborted.');
    expect(auth.state()).toMatchObject({ loggedIn: false, user: null });
    expect(told).toEqual([]);
    expect(m.sent).toEqual([]);
  });

  test('a refused renewal ends the session, a lost connection does not', async () => {
    const refused = createAuth(machine(() => ({ status: 400, body: { code: 'invalid_grant' } }), expired).given, readUser(user));
    const told: AuthTrouble[] = [];
    refused.onError((trouble) => void told.push(trouble));
    await expect(refused.fetchUser()).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(told.map(({ during }) => during)).toEqual(['renewal']);
    expect(refused.state().loggedIn).toBe(false);
    const offline = createAuth(machine(() => 'no connection', expired).given, readUser(user));
    await expect(offline.token()).rejects.toMatchObject({ code: 'offline' });
    expect(offline.state().loggedIn).toBe(true);
  });

  test('a guest has no token and needs none', async () => {
    await expect(createAuth(machine(() => ok({})).given, null).token()).resolves.toBeNull();
  });
});

describe('tokens', () => {
  test('a token counts as expired 500 ms early', () => {
    expect(isExpired(10_000, 9499)).toBe(false);
    expect(isExpired(10_000, 9500)).toBe(true);
  });

  test('a wrong clock does not end a fresh token', () => {
    expect(expiryOf(tokenOf(5, 1805), 77_000)).toBe(77_000 + 1_800_000);
  });

  test('junk is never read and never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => claimsOf(text) === null || text.split('.').length === 3));
    fc.assert(
      fc.property(fc.string(), (text) => (tokenOfCookie(text) === null) !== (text.startsWith('Bearer ') && text.length > 7)),
    );
    fc.assert(fc.property(fc.string(), (text) => typeof parseCookies(text) === 'object'));
  });
});

describe('remembered paths', () => {
  test('abuse row 11: a path that is accepted stays on this host, as a browser reads it', () => {
    const host = 'https://atrium.example';
    const piece = fc.oneof(
      fc.constantFrom('/', '//', '\\', '/\\', '\t', '\n', '@', 'evil.example', 'https:', 'javascript:', '%2f', '?', '#', '..'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const path = pieces.join('');
        return !isLocalPath(path) || (path.startsWith('/') && new URL(path, host).origin === host);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', 'rooms', ''])(
    '%j leads elsewhere',
    (path) => expect(isLocalPath(path)).toBe(false),
  );
  test.each(['/', '/rooms?q=a#b', '/m/math-9b'])('%j is ours', (path) => expect(isLocalPath(path)).toBe(true));

  test('it is used once, and a foreign one leads home', () => {
    const m = machine(() => ok({}));
    const auth = createAuth(m.given, null);
    auth.rememberPath('/rooms');
    expect([auth.takePath(), auth.takePath()]).toEqual(['/rooms', '/dashboard']);
    m.jar.set(authCookies.redirect, '//evil.example');
    expect(auth.takePath()).toBe('/dashboard');
  });
});

test('a scope is a list or a map', () => {
  expect(hasScope(['rooms.view'], 'rooms.view')).toBe(true);
  expect(hasScope({ 'rooms.view': true, 'rooms.edit': false }, 'rooms.edit')).toBe(false);
  expect(hasScope({}, 'constructor')).toBe(false);
  expect(hasScope(null, 'rooms.view')).toBe(false);
});
