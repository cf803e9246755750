import { expect, test } from 'vitest';
import { moneyText } from './bits.tsx';
import { moneyTag } from './text/locale.ts';

/** Intl uses narrow and plain no-break spaces; which one is not the point here. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('a sum in euro reads as people of the language write it', () => {
  const sum = (locale: 'fr' | 'de' | 'en-US') => plain(moneyText({ cents: 123_456, currency: 'EUR', tag: moneyTag(locale) }));
  expect(sum('fr')).toBe('1 234,56 €');
  expect(sum('de')).toBe('1.234,56 €');
  expect(sum('en-US')).toBe('€1,234.56');
  expect(plain(moneyText({ cents: -500, currency: 'JPY', tag: moneyTag('ja') }))).toMatch(/^−.*500$/);
});
