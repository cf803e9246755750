import * as z from 'zod/mini';
import { send, type Transport } from '#kit/api.ts';
import type { Call } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { authCookies, authFacts, authPaths } from '#kit/facts.ts';
import type { CookieJar } from './cookies.ts';
import { localPathOr } from './redirect-path.ts';
import { readUser, type SessionUser } from './session-user.ts';
import { cookieOfToken, expiryOf, isExpired, tokenOfCookie } from './token.ts';

export type AuthState = { user: SessionUser | null; loggedIn: boolean; strategy: string; busy: boolean };

/** The session can neither be used nor renewed. Expected, so it is not reported to listeners. */
export class SessionExpired extends Error {
  constructor() {
    super(authFacts.bothExpired);
    this.name = 'SessionExpired';
  }
}

export type AuthMachine = {
  jar: CookieJar;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  fetch: Transport['fetch'];
  now: () => number;
  /** Runs one at a time over all tabs: two tabs that renew at once would look like a stolen token. */
  exclusive: <T>(run: () => Promise<T>) => Promise<T>;
};

export type LoginAnswer = Readonly<Record<string, unknown>>;
export type Auth = {
  state: () => AuthState;
  subscribe: (listener: () => void) => () => void;
  onError: (listener: (error: unknown) => void) => () => void;
  /** Told after each sign-in, not when a session is found that was there before. */
  onLogin: (listener: () => void) => () => void;
  /** Sends the form to the login call; signed in when the answer carries a token. Throws `Failure`. */
  login: (body: Readonly<Record<string, unknown>>) => Promise<LoginAnswer>;
  /** Takes a token that another call answered (end of sign-up, a switch of account), and fetches the user. */
  accept: (token: string) => Promise<SessionUser>;
  /** A token good for a request; renews it first when needed. Null for guests. Throws `SessionExpired`. */
  token: () => Promise<string | null>;
  /** Fetches the user anew. */
  fetchUser: () => Promise<SessionUser>;
  /** Whether a session may exist that the server could not see while rendering. */
  maybeSignedIn: () => boolean;
  logout: () => Promise<void>;
  reset: () => void;
  rememberPath: (path: string) => void;
  /** The remembered path, once; else home. */
  takePath: () => string;
};

const expirationKey = `${authFacts.storagePrefix}_token_expiration.${authFacts.defaultStrategy}`;
const strategyKey = `${authFacts.storagePrefix}strategy`;
const anything = z.record(z.string(), z.unknown());
const definition = (method: Call['method'], path: string): Call => ({ method, path, summary: 'signing in', access: 'guest', result: anything });
const calls = {
  login: definition('POST', authPaths.login),
  user: definition('GET', authPaths.user),
  token: { ...definition('POST', authPaths.token), bodyType: 'form' } satisfies Call,
  logout: definition('POST', authPaths.logout),
};
const isRecord = (value: unknown): value is LoginAnswer => typeof value === 'object' && value !== null;

/** Where the tokens are kept; reading and writing them, nothing more. */
function tokenStore({ jar, storage, now }: AuthMachine) {
  const numberOf = (text: string | null) => (text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null);
  const current = () => tokenOfCookie(jar.get(authCookies.token));
  return {
    current,
    valid: (): string | null => {
      const token = current();
      const end = token === null ? null : (numberOf(storage.getItem(expirationKey)) ?? expiryOf(token, 0));
      return token === null || end === null || isExpired(end, now()) ? null : token;
    },
    refreshable: (): boolean => {
      const end = numberOf(jar.get(authCookies.refreshExpiration));
      return end !== null && !isExpired(end, now());
    },
    keep: (token: string) => {
      jar.set(authCookies.token, cookieOfToken(token), authFacts.refreshTokenLifeSeconds);
      storage.setItem(expirationKey, String(expiryOf(token, now())));
      storage.setItem(strategyKey, authFacts.defaultStrategy);
    },
    clear: () => {
      jar.remove(authCookies.token);
      jar.remove(authCookies.refreshExpiration);
      storage.removeItem(expirationKey);
      storage.removeItem(strategyKey);
    },
  };
}

/** A value that tells when it changed. */
function observable<T>(first: T) {
  const listeners = new Set<() => void>();
  const box = { value: first };
  return {
    get: () => box.value,
    set: (value: T) => {
      box.value = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Store = ReturnType<typeof tokenStore>;
type Renewal = { store: Store; machine: AuthMachine; reset: () => void };
/** Renews the access token, once for all who wait. */
function renewer({ store, machine, reset }: Renewal) {
  const running: { renewal: Promise<string> | null } = { renewal: null };
  const ask = async (): Promise<string> => {
    const fresh = store.valid();
    if (fresh !== null) return fresh;
    const transport: Transport = { base: '', fetch: machine.fetch, token: async () => null };
    // the cookie that script cannot read stands in for the field refresh_token
    const body = { grant_type: 'refresh_token', client_id: authFacts.clientId };
    const answer = await send(transport, calls.token, { body });
    const token = isRecord(answer) ? (answer['access_token'] ?? answer[authFacts.tokenField]) : null;
    if (typeof token !== 'string') throw new Failure('not_signed_in');
    store.keep(token);
    return token;
  };
  return (): Promise<string> => {
    running.renewal ??= machine
      .exclusive(ask)
      .catch((error: unknown) => {
        if (error instanceof Failure && !['offline', 'unavailable', 'internal', 'too_many_requests'].includes(error.code)) reset();
        throw error;
      })
      .finally(() => {
        running.renewal = null;
      });
    return running.renewal;
  };
}

/** Signing in, in the browser. `user` is what the server rendered with. */
export function createAuth(machine: AuthMachine, user: SessionUser | null): Auth {
  const store = tokenStore(machine);
  const box = observable<AuthState>({ user, loggedIn: user !== null, strategy: authFacts.defaultStrategy, busy: false });
  const errors = new Set<(error: unknown) => void>();
  const logins = new Set<() => void>();
  const change = (part: Partial<AuthState>) => box.set({ ...box.get(), ...part });
  const reset = () => {
    store.clear();
    change({ user: null, loggedIn: false, busy: false });
  };
  const renew = renewer({ store, machine, reset });
  const token = async (): Promise<string | null> => {
    const valid = store.valid();
    if (valid !== null) return valid;
    if (store.refreshable()) return renew();
    if (store.current() === null && !box.get().loggedIn) return null;
    reset();
    throw new SessionExpired();
  };
  const transport: Transport = { base: '', fetch: machine.fetch, token };
  const report = (error: unknown) => {
    if (!(error instanceof SessionExpired)) for (const listener of errors) listener(error);
  };
  const busily = async <T>(run: () => Promise<T>): Promise<T> => {
    change({ busy: true });
    try {
      return await run();
    } catch (error) {
      report(error);
      throw error;
    } finally {
      change({ busy: false });
    }
  };
  const fetchUser = () => busily(async () => {
    const found = readUser(await send(transport, calls.user, {}));
    change({ user: found, loggedIn: true });
    return found;
  });
  const accept = async (fresh: string) => {
    store.keep(fresh);
    const found = await fetchUser();
    for (const listener of logins) listener();
    return found;
  };
  return {
    state: box.get,
    subscribe: box.subscribe,
    onError: (listener) => {
      errors.add(listener);
      return () => void errors.delete(listener);
    },
    onLogin: (listener) => {
      logins.add(listener);
      return () => void logins.delete(listener);
    },
    login: (body) => busily(async () => {
      const answer = await send({ ...transport, token: async () => null }, calls.login, { body });
      const given = isRecord(answer) ? answer : {};
      const fresh = given[authFacts.tokenField];
      if (typeof fresh === 'string') await accept(fresh);
      return given;
    }),
    accept,
    token,
    fetchUser,
    maybeSignedIn: () => store.valid() !== null || store.refreshable(),
    logout: () => logoutWith({ store, machine, reset }),
    reset,
    rememberPath: (path) => machine.jar.set(authCookies.redirect, localPathOr(path, authFacts.redirects.home), null),
    takePath: () => {
      const path = machine.jar.get(authCookies.redirect);
      machine.jar.remove(authCookies.redirect);
      return localPathOr(path, authFacts.redirects.home);
    },
  };
}

/** Clears this device at once; the server hears of it afterwards, and its failure changes nothing. */
async function logoutWith({ store, machine, reset }: Renewal): Promise<void> {
  const last = store.current();
  reset();
  await send({ base: '', fetch: machine.fetch, token: async () => last }, calls.logout, {}).catch(() => null);
}
