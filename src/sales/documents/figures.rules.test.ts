import { expect, test } from 'vitest';
import { locales } from '#kit/facts.ts';
import { money } from '#kit/money.ts';
import { hasXml, percentText, priceOf } from './documents.rules.ts';
import { amountText, dayText, figure, ibanText, percent, priceText, quantityText, rangeText } from './figures.rules.ts';

test('amounts in the ways of the languages, with the digits 0 to 9', () => {
  expect(figure(money(123450n, 'EUR'), 'de')).toBe('1.234,50');
  expect(figure(money(123450n, 'EUR'), 'ar')).toBe('1,234.50');
  expect(figure(money(12345678n, 'INR'), 'hi')).toBe('1,23,456.78');
  expect(figure(money(123450n, 'JPY'), 'ja')).toBe('123,450');
  expect(figure(money(123450n, 'KWD'), 'ur')).toBe('123.450');
  expect(amountText(money(-5n, 'USD'), 'en-US')).toBe('USD\u00a0\u22120.05');
  // beyond what a floating-point number holds
  expect(figure(money(90071992547409931n, 'EUR'), 'en-US')).toBe('900,719,925,474,099.31');
});

test('percent, quantities and prices', () => {
  expect(percent(19000, 'de')).toMatch(/^19\s%$/);
  expect(percent(8125, 'en-US')).toBe('8.125%');
  expect(percentText(7500)).toBe('7.5');
  expect(percentText(0)).toBe('0');
  expect(quantityText('12.5', 'HUR', 'en-US')).toBe('12.5 hr');
  expect(quantityText('1200', 'C62', 'de')).toBe('1.200');
  expect(priceText('5.9', { currency: 'EUR', locale: 'de' })).toBe('5,90');
  expect(priceText('0.123456', { currency: 'EUR', locale: 'en-US' })).toBe('0.123456');
});

test('days and ranges, whatever the zone of the machine', () => {
  expect(dayText('2026-01-31', 'de')).toBe('31. Januar 2026');
  expect(dayText('2026-01-31', 'ar')).toBe('31 يناير 2026');
  expect(rangeText({ from: '2026-11-01', to: '2026-11-30' }, 'de')).toBe('1.–30. November 2026');
  expect(rangeText({ from: '2026-11-01', to: '2026-11-30' }, 'ja')).toBe('2026年11月1日 – 2026年11月30日');
});

test('a price is what a unit costs, exact where the currency can say it', () => {
  expect(priceOf(money(7188n, 'EUR'), 12n)).toBe('5.99');
  expect(priceOf(money(1000n, 'EUR'), 3n)).toBe('3.333333');
  expect(priceOf(money(2000n, 'EUR'), 3n)).toBe('6.666667');
  expect(priceOf(money(500n, 'JPY'), 1n)).toBe('500');
  expect(priceOf(money(1n, 'KWD'), 1n)).toBe('0.001');
  expect(() => priceOf(money(1n, 'EUR'), 0n)).toThrow(RangeError);
});

test('what is below zero has a minus sign and no hyphen on every paper', () => {
  for (const locale of locales) {
    expect(amountText(money(-1050n, 'EUR'), locale)).toMatch(/^[^-]*\u2212[^-]*$/);
    expect(quantityText('-1', 'C62', locale)).toMatch(/^[^-]*\u2212[^-]*$/);
  }
});

test('an IBAN in groups, and who can be an e-invoice', () => {
  expect(ibanText('DE89370400440532013000').replaceAll('\u00a0', ' ')).toBe('DE89 3704 0044 0532 0130 00');
  expect(hasXml({ currency: 'EUR', mark: null })).toBe(true);
  expect(hasXml({ currency: 'JPY', mark: 'copy' })).toBe(true);
  expect(hasXml({ currency: 'KWD', mark: null })).toBe(false);
  expect(hasXml({ currency: 'EUR', mark: 'draft' })).toBe(false);
});
