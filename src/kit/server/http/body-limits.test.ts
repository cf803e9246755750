import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { bodyLimitOf, fewFields, isCrowdedJson, openBodyBudget } from './body-limits.ts';

test('a body is held for its address and for all until it is released', () => {
  const budget = openBodyBudget({ perAddress: 100, inAll: 150 });
  expect([budget.hold('a', 100), budget.hold('a', 1), budget.hold('b', 50), budget.hold('c', 1)]).toEqual([
    'held',
    'address',
    'held',
    'all',
  ]);
  budget.release('a', 100);
  expect([budget.hold('a', 60), budget.hold('c', 40), budget.hold('c', 1)]).toEqual(['held', 'held', 'all']);
});

test('JSON of too many values or levels is known without parsing it; what stands in texts does not count', () => {
  const crowded = (text: string) => isCrowdedJson(Buffer.from(text), { depth: 3, values: 10 });
  expect(crowded('{"a":[{"b":1}]}')).toBe(false);
  expect(crowded('[[[[]]]]')).toBe(true);
  expect(crowded(`[${'1,'.repeat(11)}1]`)).toBe(true);
  expect(crowded(JSON.stringify({ text: '[[[[[["\\",,,,,,,,,,,,,,,,' }))).toBe(false);
});

test('what anybody may send is short, unless the address proves the sender', () => {
  const shape = { method: 'POST', path: '/api/x', summary: 'x', result: z.undefined() } as const;
  const open = call({ ...shape, access: 'all', bodyLimit: 5_000_000 });
  expect(() => bodyLimitOf('x.open', open, {})).toThrow('must be proven');
  expect(bodyLimitOf('x.open', open, { 'x.open': () => undefined })).toBe(5_000_000);
  expect(bodyLimitOf('x.open', call({ ...shape, access: 'guest' }), {})).toBe(32_000);
  expect(bodyLimitOf('x.own', call({ ...shape, access: 'user' }), {})).toBe(100_000);
});

test('an answer names the first twenty wrong fields, with names that are cut', () => {
  const fields = fewFields(Array.from({ length: 900 }, (_, at) => [`${at}${'x'.repeat(5_000)}`, 'unrecognized_keys'] as const));
  expect(Object.keys(fields)).toHaveLength(20);
  expect(JSON.stringify(fields).length).toBeLessThan(4_000);
});
