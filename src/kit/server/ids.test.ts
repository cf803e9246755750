import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId, timeOfId } from '#kit/ids.ts';
import { newCode, newId } from './ids.ts';

test('an id is a UUID of version 7 that carries its time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (now) => {
      const id = newId(now);
      expect(isId(id)).toBe(true);
      expect(timeOfId(id)).toBe(now);
      expect(id[14]).toBe('7');
      expect('89ab').toContain(id[19]);
    }),
  );
});

test('ids of later milliseconds sort behind earlier ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 2 ** 40 }), (now, more) => {
      expect(newId(now) < newId(now + more)).toBe(true);
    }),
  );
});

test('ten thousand ids of one millisecond are all different', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId(1))).size).toBe(10_000);
});

test('only the text of an id is one: nothing before, behind or in other letters', () => {
  const id = newId();
  for (const bad of [` ${id}`, `${id}\n`, `${id}'`, id.toUpperCase(), id.replaceAll('-', ''), '', `${id}${id}`])
    expect(isId(bad), JSON.stringify(bad)).toBe(false);
  fc.assert(fc.property(fc.string(), (text) => !isId(text)));
});

test('codes have the asked length, no letters that look alike, and use every letter about as often', () => {
  const seen = new Map<string, number>();
  for (let i = 0; i < 2000; i++) {
    const code = newCode(10);
    expect(code).toMatch(/^[abcdefghjkmnpqrstuvwxyz23456789]{10}$/);
    for (const letter of code) seen.set(letter, (seen.get(letter) ?? 0) + 1);
  }
  const mean = 20_000 / 31;
  expect(seen.size).toBe(31);
  // seven standard deviations: fails by chance less than once in a billion runs
  for (const [letter, count] of seen) expect(Math.abs(count - mean), letter).toBeLessThan(7 * Math.sqrt(mean));
  expect(newCode(0)).toBe('');
});
