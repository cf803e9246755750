import { expect, test } from 'vitest';
import {
  authCookies,
  authFacts,
  authPaths,
  botCheckFacts,
  breakpoints,
  dataAreas,
  guardNames,
  loadingBarFacts,
  localeFacts,
  locales,
  pageFacts,
  touchFacts,
} from './facts.ts';

test('signing in keeps its numbers, names and sentences', () => {
  expect(authFacts).toMatchObject({
    tokenLifeSeconds: 1800,
    refreshTokenLifeSeconds: 2_592_000,
    expirySlack: 500,
    cookiePrefix: 'auth.',
    storagePrefix: 'auth.',
    defaultStrategy: 'local',
    tokenType: 'Bearer',
    tokenField: 'token',
    scopeField: 'scope',
    randomLength: 10,
  });
  expect(authFacts.redirects).toEqual({ login: '/login', logout: '/login', home: '/dashboard', callback: '/login' });
  expect(authFacts.bothExpired).toBe('Both token and refresh token have expired. Your request was aborted.');
  expect(authFacts.noUserField).toBe('User Data response does not contain field user');
  expect(authCookies).toEqual({
    token: 'auth._token.local',
    refreshToken: 'auth._refresh_token.local',
    refreshExpiration: 'auth._refresh_token_expiration.local',
    redirect: 'auth.redirect',
  });
  expect(authPaths).toEqual({ login: '/api/login', user: '/api/user', token: '/api/token', logout: '/api/logout' });
});

test('the language cookie and the 13 languages', () => {
  expect(localeFacts).toEqual({
    cookie: 'i18n_redirected',
    cookieDays: 365,
    cookiePath: '/',
    cookieSameSite: 'lax',
    fallback: 'en-US',
    direction: 'ltr',
  });
  expect([...locales].sort()).toEqual(['ar', 'de', 'en-US', 'es', 'fr', 'hi', 'id', 'ja', 'pt', 'ru', 'tr', 'ur', 'zh']);
});

test('touch, loading bar and breakpoints', () => {
  expect(touchFacts).toEqual({ tapTolerance: 10, swipeTolerance: 30, hold: 400, longTap: 400 });
  expect(loadingBarFacts).toMatchObject({ height: 2, throttle: 200, fill: 5000, hideAfter: 500, stepOfTwo: 30, stepOfOne: 45 });
  expect(breakpoints).toEqual({ small: 640, medium: 960, large: 1200, huge: 1600 });
});

test('pages, guards, data areas and the check against robots', () => {
  expect(pageFacts).toMatchObject({
    defaultTitle: 'Login',
    reloadGuard: 60_000,
    fetchMinimum: 200,
    prefetchIdle: 2000,
    notFound: 'This page could not be found',
    lastResort: 'An error occurred while showing the error page',
  });
  expect(pageFacts.unknownMiddleware('nobody')).toBe('Unknown middleware nobody');
  expect(guardNames).toEqual(['redirect', 'iam-access', 'language']);
  expect(dataAreas).toEqual([
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
  ]);
  expect(botCheckFacts).toEqual({
    version: 3,
    badge: 'invisible',
    noKey: 'No key provided',
    noVersion: 'No version provided',
    loadFailed: 'Failed to load script',
    executeFailed: 'Failed to execute',
  });
});
