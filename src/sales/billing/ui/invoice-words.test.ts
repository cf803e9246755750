import { expect, test } from 'vitest';
import { decimalOf, typedAmount } from './invoice-words.hook.ts';

test('an amount is read with point or comma, in the digits of the reader, and is never guessed', () => {
  expect(typedAmount('12.5', 'EUR')).toBe(1250);
  expect(typedAmount(' 12,50 ', 'EUR')).toBe(1250);
  expect(typedAmount('-0,05', 'EUR')).toBe(-5);
  expect(typedAmount('1 234', 'EUR')).toBe(123_400);
  expect(typedAmount('١٢٫٥٠', 'EUR')).toBe(1250);
  expect(typedAmount('۱۲', 'JPY')).toBe(12);
  expect(typedAmount('१२.३४५', 'KWD')).toBe(12_345);
  for (const bad of ['', '1.234,50', '1,2,3', '12.345', 'twelve', '1e3']) expect(typedAmount(bad, 'EUR')).toBe(null);
  expect(typedAmount('12.5', 'JPY')).toBe(null);
});

test('an amount in a field is what was typed', () => {
  for (const [minor, currency] of [
    [1250, 'EUR'],
    [-5, 'EUR'],
    [12, 'JPY'],
    [12_345, 'KWD'],
  ] as const)
    expect(typedAmount(decimalOf(minor, currency), currency)).toBe(minor);
});
