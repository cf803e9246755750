import { expect, test } from 'vitest';
import { emptyLine, lineTroubles, sentLine, sumOf } from './invoice-lines.hook.ts';

const line = { title: 'Training', detail: '', quantity: '3', unit: '19,99' };

test('a line is sent in minor units, and names what is wrong before', () => {
  expect(sentLine(line, 'EUR')).toEqual({ title: 'Training', detail: '', quantity: 3, unit: 1999 });
  expect(lineTroubles(emptyLine, 'EUR')).toEqual(['title', 'unit']);
  expect(lineTroubles({ ...line, quantity: '1.5' }, 'EUR')).toEqual(['quantity']);
  expect(lineTroubles({ ...line, quantity: '0' }, 'EUR')).toEqual(['quantity']);
  expect(lineTroubles(line, 'JPY')).toEqual(['unit']);
  expect(sentLine({ ...line, title: ' ' }, 'EUR')).toBe(null);
});

test('the sum is exact, and leaves out what is not whole', () => {
  expect(sumOf([line, { ...line, unit: '-0.10', quantity: '1' }, emptyLine], 'EUR')).toBe(5987);
});
