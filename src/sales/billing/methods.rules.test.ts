import { expect, test } from 'vitest';
import { brandName, cardLook, endOfCard, whyKept } from './methods.rules.ts';

test('a card counts to the end of its month, and is told of before the charge that it would miss', () => {
  const now = Date.UTC(2026, 10, 17);
  const at = (expires: string | null, next: number | null = null) => cardLook(expires, { now, next });
  expect(endOfCard('2026-12')).toBe(Date.UTC(2027, 0, 1));
  expect([at('2026-10'), at('2026-11'), at('2026-12'), at('2027-01'), at(null), at('soon')]).toEqual([
    'ended',
    'ends',
    'fine',
    'fine',
    'fine',
    'fine',
  ]);
  expect([at('2027-03', Date.UTC(2027, 3, 1)), at('2027-04', Date.UTC(2027, 3, 1))]).toEqual(['ends', 'fine']);
});

test('the card that is used first goes last, and not while it pays', () => {
  const [one, two] = [
    { id: 'a', first: true },
    { id: 'b', first: false },
  ] as const;
  expect(whyKept(one, { cards: [one, two], pays: false })).toBe('first');
  expect(whyKept(two, { cards: [one, two], pays: true })).toBeNull();
  expect(whyKept(one, { cards: [one], pays: true })).toBe('pays');
  expect(whyKept(one, { cards: [one], pays: false })).toBeNull();
});

test('a brand is called by the name that stands on the card', () => {
  expect(['visa', 'amex', 'mastercard', 'cartes_bancaires', 'some_new_one', ''].map(brandName)).toEqual([
    ...['Visa', 'American Express', 'Mastercard', 'Cartes Bancaires', 'Some new one', ''],
  ]);
});
