import { expect, test } from 'vitest';
import { countryOf, countryOfIban, isProvenHere, nameOfProof, saidTogether } from './places.rules.ts';

test('countries are those whose tax law counts', () => {
  expect(['FR', 'mc', 'EL', '', null, 'XYZ'].map(countryOf)).toEqual(['FR', 'FR', 'GR', null, null, null]);
  expect(['DE89370400440532013000', 'MC5811222000010123456789030', 'not one', null].map(countryOfIban)).toEqual([
    'DE',
    'FR',
    null,
    null,
  ]);
});

test('consumers inside the Union prove where they are, nobody else', () => {
  const consumer = { country: 'ES', postcode: '28001', as: 'consumer' };
  expect(isProvenHere(consumer)).toBe(true);
  expect(isProvenHere({ ...consumer, postcode: '35001' })).toBe(false);
  expect(isProvenHere({ ...consumer, country: 'NO' })).toBe(false);
  expect(isProvenHere({ ...consumer, as: 'business' })).toBe(false);
});

test('the address alone is thin, one more that agrees proves it, one that does not contradicts', () => {
  expect(saidTogether('FR', [])).toBe('thin');
  expect(saidTogether('FR', [{ kind: 'card', country: 'FR' }])).toBe('proven');
  const doubt = [
    { kind: 'card', country: 'FR' },
    { kind: 'bank', country: 'DE' },
  ] as const;
  expect(saidTogether('FR', doubt)).toBe('contradicted');
  expect(doubt.map(nameOfProof)).toEqual(['card:FR', 'bank:DE']);
});
