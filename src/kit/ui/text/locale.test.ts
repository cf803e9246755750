import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locales } from '#kit/facts.ts';
import { directionOf, localeFor, localeNames, negotiateLocale } from './locale.ts';
import { sayOf } from './text-of.ts';
import { withFallback } from './texts.ts';

test('de-AT finds de, and any English finds en-US', () => {
  expect(localeFor('de-AT')).toBe('de');
  expect(localeFor('EN-gb')).toBe('en-US');
  expect(localeFor('nl')).toBeNull();
});

test('the cookie wins, then the weights of the browser, then English', () => {
  expect(negotiateLocale({ cookie: 'de-AT', acceptLanguage: 'fr' })).toBe('de');
  expect(negotiateLocale({ cookie: 'nl', acceptLanguage: 'fr;q=0.4, ar;q=0.9, nl' })).toBe('ar');
  expect(negotiateLocale({ cookie: undefined, acceptLanguage: 'de;q=0, nl' })).toBe('en-US');
});

test('any header ends in a language that is offered', () => {
  fc.assert(
    fc.property(fc.string(), (acceptLanguage) => locales.includes(negotiateLocale({ cookie: undefined, acceptLanguage }))),
  );
});

test('only Arabic and Urdu run from right to left, and every language has a name', () => {
  expect(locales.filter((l) => directionOf(l) === 'rtl').sort()).toEqual(['ar', 'ur']);
  expect(Object.keys(localeNames).sort()).toEqual([...locales].sort());
});

test('what a language lacks is said in English, and foreign keys are dropped', () => {
  expect(withFallback({ a: 'A', b: { c: 'C', d: 'D' } }, { a: '', b: { c: 'Z' }, x: 'X' })).toEqual({
    a: 'A',
    b: { c: 'Z', d: 'D' },
  });
});

test('Arabic has six forms of a count', () => {
  const forms = '{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}';
  const say = sayOf('test', { n: forms }, { locale: 'ar', zone: 'UTC', now: 0, texts: { test: { n: forms } } });
  expect([0, 1, 2, 3, 11, 100].map((n) => say('n', { n }))).toEqual(['z', 'o', 't', 'f', 'm', 'x']);
});
