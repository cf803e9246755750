import type { ApiTransport } from '#kit/api.ts';
import { authCookies, authFacts } from '#kit/facts.ts';
import type { CookieJar } from './cookies.ts';
import { claimedExpiry, cookieOfToken, expiryOf, isExpired, tokenOfCookie } from './token.ts';

/** What signing in needs of the browser. */
export type AuthMachine = {
  jar: CookieJar;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  fetch: ApiTransport['fetch'];
  now: () => number;
  /** Runs one at a time over all tabs: two tabs that renew at once would look like a stolen token. */
  exclusive: <T>(run: () => Promise<T>) => Promise<T>;
};

const expirationKey = `${authFacts.storagePrefix}_token_expiration.${authFacts.defaultStrategy}`;
/** Token of a session that was signed out here while the server did not answer. */
const leftKey = `${authFacts.storagePrefix}_left`;
const strategyKey = `${authFacts.storagePrefix}strategy`;
/** Where the tokens are kept; reading and writing them, nothing more. */
export function tokenStore({ jar, storage, now }: AuthMachine) {
  const numberOf = (text: string | null) => (text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null);
  const current = () => tokenOfCookie(jar.get(authCookies.token));
  return {
    current,
    valid: (): string | null => {
      const token = current();
      const end = token === null ? null : (numberOf(storage.getItem(expirationKey)) ?? claimedExpiry(token, now()));
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
      // the cookies are this session's now
      storage.removeItem(leftKey);
    },
    leave: (token: string) => storage.setItem(leftKey, token),
    left: (): string | null => storage.getItem(leftKey),
    forgetLeft: () => storage.removeItem(leftKey),
    clear: () => {
      jar.remove(authCookies.token);
      jar.remove(authCookies.refreshExpiration);
      storage.removeItem(expirationKey);
      storage.removeItem(strategyKey);
    },
  };
}

export type TokenStore = ReturnType<typeof tokenStore>;
