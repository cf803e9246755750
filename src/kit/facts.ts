/** The fixed numbers and names of the client, each once. Times in milliseconds unless the name says otherwise. */

/** Signing in. The life of both tokens is in seconds. */
export const authFacts = {
  tokenLifeSeconds: 1800,
  refreshTokenLifeSeconds: 2_592_000,
  /** Subtracted when a token is tested for expiry, so that it does not run out on the way. */
  expirySlack: 500,
  cookiePrefix: 'auth.',
  storagePrefix: 'auth.',
  defaultStrategy: 'local',
  tokenType: 'Bearer',
  /** Who we are to the token endpoint. */
  clientId: 'atrium-web',
  tokenField: 'token',
  scopeField: 'scope',
  userField: 'user',
  /** Characters of a random `state` or `nonce`. */
  randomLength: 10,
  redirects: { login: '/login', logout: '/login', home: '/dashboard', callback: '/login' },
  bothExpired: 'Both token and refresh token have expired. Your request was aborted.',
  noUserField: 'User Data response does not contain field user',
} as const;

/** Names of the sign-in cookies; the refresh token itself is not readable by script. */
export const authCookies = {
  token: `${authFacts.cookiePrefix}_token.${authFacts.defaultStrategy}`,
  refreshToken: `${authFacts.cookiePrefix}_refresh_token.${authFacts.defaultStrategy}`,
  refreshExpiration: `${authFacts.cookiePrefix}_refresh_token_expiration.${authFacts.defaultStrategy}`,
  redirect: `${authFacts.cookiePrefix}redirect`,
} as const;

/** Paths of the calls that signing in makes. */
export const authPaths = { login: '/api/login', user: '/api/user', token: '/api/token', logout: '/api/logout' } as const;

export const localeFacts = {
  cookie: 'i18n_redirected',
  cookieDays: 365,
  cookiePath: '/',
  cookieSameSite: 'lax',
  fallback: 'en-US',
  direction: 'ltr',
} as const;

/** Codes of the 13 languages, in the order in which people are offered them: by their own names, Latin letters first. */
export const locales = ['de', 'en-US', 'es', 'fr', 'id', 'pt', 'tr', 'ru', 'ar', 'ur', 'hi', 'ja', 'zh'] as const;
export type Locale = (typeof locales)[number];

/** Touch: distances in CSS pixels. */
export const touchFacts = { tapTolerance: 10, swipeTolerance: 30, hold: 400, longTap: 400 } as const;

export const loadingBarFacts = {
  height: 2,
  throttle: 200,
  /** Time to fill without news. */
  fill: 5000,
  /** How often the bar moves while it fills. */
  tick: 100,
  hideAfter: 500,
  /** Percent per data call: of a page that makes two kinds of calls, and of one that makes one. */
  stepOfTwo: 30,
  stepOfOne: 45,
} as const;

/** Widths in CSS pixels at which layouts change. */
export const breakpoints = { small: 640, medium: 960, large: 1200, huge: 1600 } as const;

export const pageFacts = {
  defaultTitle: 'Login',
  /** After a failed chunk the page is loaded again, at most once in this time. */
  reloadGuard: 60_000,
  fetchMinimum: 200,
  prefetchIdle: 2000,
  notFound: 'This page could not be found',
  lastResort: 'An error occurred while showing the error page',
  unknownMiddleware: (name: string) => `Unknown middleware ${name}`,
} as const;

/** The guards that run before every navigation, in this order. */
export const guardNames = ['redirect', 'iam-access', 'language'] as const;

/** First keys of the query cache, one per data area. */
export const dataAreas = [
  'root',
  'admin',
  'bigbluebutton',
  'blog',
  'chat',
  'IAMUser',
  'issues',
  'mailbox',
  'task_board',
  'ticket',
  'user',
] as const;
export type DataArea = (typeof dataAreas)[number];

export const botCheckFacts = {
  version: 3,
  badge: 'invisible',
  noKey: 'No key provided',
  noVersion: 'No version provided',
  loadFailed: 'Failed to load script',
  executeFailed: 'Failed to execute',
} as const;
