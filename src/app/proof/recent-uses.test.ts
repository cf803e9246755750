import { expect, test } from 'vitest';
import { worldForThisTest } from './testing.ts';
import { noteRecent, recentAtLeast, recentAtMost, recentSince, recentUses } from '#kit/server/recent.ts';

test('uses are counted for some seconds, each key by itself, and who used it is known as long', async () => {
  const db = (await worldForThisTest()).ctx().system.read;
  const begin = 1_800_000_005_000;
  const look = (now: number, once: string | null = 'ada', key = 'a') => recentUses(db, { key, once, now });
  expect(await look(begin)).toEqual({ used: 0, known: false });
  await noteRecent(db, { key: 'a', once: 'ada', now: begin });
  await noteRecent(db, { key: 'a', once: 'ben', now: begin + 1_000 });
  await noteRecent(db, { key: 'a', once: null, now: begin + 12_000 });
  expect(await look(begin + 12_000)).toEqual({ used: 3, known: true });
  expect(await look(begin + 12_000, 'eve')).toEqual({ used: 3, known: false });
  expect(await look(begin + 12_000, null)).toEqual({ used: 3, known: false });
  expect(await look(begin + 12_000, 'ada', 'b')).toMatchObject({ used: 0 });
  expect((await look(begin + recentAtLeast - 5_000)).used).toBe(3);
  expect(await look(begin + recentAtMost)).toEqual({ used: 1, known: false });
  expect((await look(begin + 12_000 + recentAtMost)).used).toBe(0);
  expect(recentSince(begin)).toBe(1_799_999_970_000);
});
