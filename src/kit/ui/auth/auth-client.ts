import { send, type ApiTransport } from '#kit/api.ts';
import { Failure } from '#kit/errors.ts';
import { authCookies, authFacts } from '#kit/facts.ts';
import { observable } from '#kit/ui/query/observable.ts';
import { authCalls, isRecord } from './auth-calls.ts';
import { localPathOr } from './redirect-path.ts';
import { type TokenRenewal, renewer } from './renewal.ts';
import { readUser, type SessionUser, UserUnreadable } from './session-user.ts';
import { type AuthMachine, tokenStore } from './token-store.ts';

export type AuthState = { user: SessionUser | null; loggedIn: boolean; strategy: string; busy: boolean };

/** The session can neither be used nor renewed. Expected, so it is not reported to listeners. */
export class SessionExpired extends Error {
  constructor() {
    super(authFacts.bothExpired);
    this.name = 'SessionExpired';
  }
}

/** What failed, and in which step; a form says itself why it could not sign in. */
export type AuthTrouble = { during: 'login' | 'user' | 'renewal'; error: unknown };

export type LoginAnswer = Readonly<Record<string, unknown>>;
export type AuthClient = {
  state: () => AuthState;
  subscribe: (listener: () => void) => () => void;
  onError: (listener: (trouble: AuthTrouble) => void) => () => void;
  /** Called after each sign-in, not when an earlier session is found. */
  onLogin: (listener: () => void) => () => void;
  /** Sends the form to the login call; signed in when the answer carries a token. Throws `Failure`. */
  login: (body: Readonly<Record<string, unknown>>) => Promise<LoginAnswer>;
  /** Takes a token that another call answered (end of sign-up, a switch of account), and fetches the user. */
  accept: (token: string) => Promise<SessionUser>;
  /** A token good for a request; renews it first when needed. Null for guests. Throws `SessionExpired`. */
  token: () => Promise<string | null>;
  /** Fetches the user again. */
  fetchUser: () => Promise<SessionUser>;
  /** Whether a session may exist that the server could not see while rendering. */
  maybeSignedIn: () => boolean;
  logout: () => Promise<void>;
  reset: () => void;
  rememberPath: (path: string) => void;
  /** The remembered path, once; else home. */
  takePath: () => string;
};

/** Listeners that can leave again. */
function listenersOf<A>() {
  const all = new Set<(about: A) => void>();
  return {
    add: (listener: (about: A) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (about: A) => {
      for (const listener of all) listener(about);
    },
  };
}

/** The state with its changes, and the work that counts as busy; failures go to the listeners, an expired session does not. */
function sessionState(user: SessionUser | null) {
  const box = observable<AuthState>({ user, loggedIn: user !== null, strategy: authFacts.defaultStrategy, busy: false });
  const errors = listenersOf<AuthTrouble>();
  const told = new WeakSet<object>();
  /** Once for each failure, which may pass several steps. */
  const tell = (during: AuthTrouble['during'], error: unknown) => {
    if (error instanceof SessionExpired || (error instanceof Error && told.has(error))) return;
    if (error instanceof Error) told.add(error);
    errors.tell({ during, error });
  };
  const change = (part: Partial<AuthState>) => box.set({ ...box.get(), ...part });
  const busily = async <T>(during: AuthTrouble['during'], run: () => Promise<T>): Promise<T> => {
    change({ busy: true });
    try {
      return await run();
    } catch (error) {
      tell(during, error);
      throw error;
    } finally {
      change({ busy: false });
    }
  };
  return { box, onError: errors.add, tell, change, busily };
}

/** A token good for a request: the one that is there, else a renewed one; null for guests. */
function tokenSource(renewal: TokenRenewal, loggedIn: () => boolean): () => Promise<string | null> {
  const { store, reset } = renewal;
  const renew = renewer(renewal);
  return async () => {
    const valid = store.valid();
    if (valid !== null) return valid;
    if (store.refreshable()) return renew();
    if (store.current() === null && !loggedIn()) return null;
    reset();
    throw new SessionExpired();
  };
}

/** The path that was asked for before signing in. */
const pathMemory = ({ jar }: AuthMachine) => ({
  rememberPath: (path: string) => jar.set(authCookies.redirect, localPathOr(path, authFacts.redirects.home), null),
  takePath: () => {
    const path = jar.get(authCookies.redirect);
    jar.remove(authCookies.redirect);
    return localPathOr(path, authFacts.redirects.home);
  },
});

/** Signing in, in the browser. `user` is what the server rendered with. */
export function createAuth(machine: AuthMachine, user: SessionUser | null): AuthClient {
  const store = tokenStore(machine);
  const { box, onError, tell, change, busily } = sessionState(user);
  const logins = listenersOf<void>();
  if (user === null) void endLeftSession({ store, machine });
  const reset = () => {
    store.clear();
    change({ user: null, loggedIn: false, busy: false });
  };
  const failed = (error: unknown) => tell('renewal', error);
  const token = tokenSource({ store, machine, reset, failed }, () => box.get().loggedIn);
  const transport: ApiTransport = { base: '', fetch: machine.fetch, token };
  const loadUser = (during: 'login' | 'user') =>
    busily(during, async () => {
      try {
        const found = readUser(await send(transport, authCalls.user, {}));
        change({ user: found, loggedIn: true });
        return found;
      } catch (error) {
        // with tokens that lead to nobody, each page would ask again
        if (error instanceof UserUnreadable) void logoutWith({ store, machine, reset });
        if (error instanceof Failure && error.code === 'not_signed_in') reset();
        throw error;
      }
    });
  const accept = async (fresh: string) => {
    store.keep(fresh);
    const found = await loadUser('login');
    logins.tell();
    return found;
  };
  const login = (body: Readonly<Record<string, unknown>>) =>
    busily('login', async () => {
      const answer = await send({ ...transport, token: async () => null }, authCalls.login, { body });
      const given = isRecord(answer) ? answer : {};
      const fresh = given[authFacts.tokenField];
      if (typeof fresh === 'string') await accept(fresh);
      return given;
    });
  return {
    state: box.get,
    subscribe: box.subscribe,
    onError,
    onLogin: logins.add,
    login,
    accept,
    token,
    fetchUser: () => loadUser('user'),
    maybeSignedIn: () => store.valid() !== null || store.refreshable(),
    logout: () => logoutWith({ store, machine, reset }),
    reset,
    ...pathMemory(machine),
  };
}

const retryMs = 30_000;
/** Ends the session that was left here, on the server. What a script cannot clear, the refresh token, goes with it; so it is tried until the server has answered. */
async function endLeftSession({ store, machine }: Pick<TokenRenewal, 'store' | 'machine'>): Promise<void> {
  const left = store.left();
  if (left === null) return;
  // in the body: as a header, a token that has run out would be refused before the session is looked up
  const body = left === '' ? {} : { token: left };
  try {
    await send({ base: '', fetch: machine.fetch, token: async () => null }, authCalls.logout, { body });
    store.forgetLeft();
  } catch {
    setTimeout(() => void endLeftSession({ store, machine }), retryMs);
  }
}

/** Clears this device at once; the server hears of it afterwards, and again where it did not. */
async function logoutWith({ store, machine, reset }: Omit<TokenRenewal, 'failed'>): Promise<void> {
  const last = store.current();
  reset();
  store.leave(last ?? '');
  await endLeftSession({ store, machine });
}
