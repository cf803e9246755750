import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describeAgent,
  LINK_HOURS,
  localeOf,
  maySignUp,
  REFRESH_GRACE_SECONDS,
  REFRESH_SECONDS,
  refusalOf,
  tidyEmail,
  TOKEN_SECONDS,
} from './identity.rules.ts';

test('the lives of tokens and links are those that people were told', () => {
  expect([TOKEN_SECONDS, REFRESH_SECONDS, REFRESH_GRACE_SECONDS]).toEqual([1800, 2_592_000, 10]);
  expect(LINK_HOURS).toEqual({
    'sign-up': 24,
    registration: 24,
    'email-change': 24,
    reset: 1,
    invitation: 168,
    'first-run': 24,
    membership: 168,
    'first-sign-in': 168,
    'not-me': 168,
  });
});

test('a domain counts as a whole', () => {
  const domains = ['school.example'];
  for (const email of ['a@school.example', ' A@SCHOOL.example'])
    expect([email, maySignUp('domain', domains, email)]).toEqual([email, 'yes']);
  for (const email of ['a@sub.school.example', 'a@school.example.evil', 'a@evilschool.example', 'school.example@evil.test']) {
    expect([email, maySignUp('domain', domains, email)]).toEqual([email, 'domain_not_allowed']);
  }
});

test('an address is the same however it is typed', () => {
  fc.assert(fc.property(fc.emailAddress(), (email) => tidyEmail(` ${email.toUpperCase()}\n`) === tidyEmail(email)));
});

test('a session goes on only when everything about it is open', () => {
  const open = { endedAt: null, expiresAt: 100, userState: 'active', memberState: 'active', accountState: 'active' };
  expect(refusalOf(open, 50)).toBeNull();
  expect(refusalOf({ ...open, accountState: 'pending' }, 50)).toBeNull();
  expect(refusalOf({ ...open, endedAt: 1 }, 50)).toBe('ended');
  expect(refusalOf(open, 100)).toBe('expired');
  for (const part of [
    { userState: 'suspended' },
    { memberState: 'suspended' },
    { memberState: null },
    { accountState: 'suspended' },
    { accountState: 'closed' },
    { accountState: null },
  ]) {
    expect(refusalOf({ ...open, ...part }, 50)).toBe('suspended');
  }
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['curl/8.5', null, null],
])('%s is shown as %s on %s', (agent, browser, system) => {
  expect(describeAgent(agent)).toEqual({ browser, system });
});

test('an unknown language falls back to English', () => {
  expect([localeOf('de'), localeOf('xx'), localeOf('')]).toEqual(['de', 'en-US', 'en-US']);
});
