import { expect, test } from 'vitest';
import { ratesWith } from './rates.rules.ts';
import { readRegistrations, type Registration } from './registrations.rules.ts';

const read = (rows: Registration[], own: Record<string, number> = {}) =>
  readRegistrations(rows, { country: 'DE', on: '2026-06-01', table: ratesWith(own) });

test('numbers are kept as invoices name them, with the letters of their country', () => {
  const rows = [
    { place: 'FR', vatId: 'fr 40 303 265 045' },
    { place: 'GB', vatId: '123 4567 89' },
    { place: 'CH', vatId: 'CHE-123.456.789 MWST' },
  ];
  expect(read(rows)).toEqual({
    kind: 'read',
    rows: [
      { place: 'FR', vatId: 'FR40303265045' },
      { place: 'GB', vatId: 'GB123456789' },
      { place: 'CH', vatId: 'CHE123456789MWST' },
    ],
  });
});

test('what cannot stand on an invoice is refused, with its place', () => {
  const france = { place: 'FR', vatId: 'FR40303265045' };
  const refused = (rows: Registration[], own?: Record<string, number>) => {
    const found = read(rows, own);
    return found.kind === 'refused' ? `${found.place} ${found.why}` : 'fine';
  };
  expect(refused([{ place: 'FR', vatId: 'FR40303265046' }])).toBe('FR number');
  expect(refused([{ place: 'FR', vatId: 'ATU12345675' }])).toBe('FR number');
  expect(refused([{ place: 'DE', vatId: 'DE136695976' }])).toBe('DE own_country');
  expect(refused([france, france])).toBe('FR twice');
  expect(refused([{ place: 'JP', vatId: 'T1234567890123' }])).toBe('JP no_rate');
  expect(refused([{ place: 'JP', vatId: 'T1234567890123' }], { JP: 10_000 })).toBe('fine');
});
