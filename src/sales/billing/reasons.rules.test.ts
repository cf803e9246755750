import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writtenReason } from './reasons.rules.ts';

const folders = ['./server/', '../resale/server/', '../bank/server/'].map((path) => new URL(path, import.meta.url));

test('no reason that the code gives is shown as if a person had written it', () => {
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(service|events|jobs)\.ts$/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );
  const given = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:reason: |[A-Z]+_[A-Z]+ = )'([a-z]+(?: [a-z]+)*)'/g)].map((found) => found[1] ?? ''),
  );
  expect(given.length).toBeGreaterThan(20);
  expect([...new Set(given)].filter((one) => writtenReason(one) !== null)).toEqual([]);
});

test('what a person wrote stays', () => {
  expect(writtenReason('as agreed by phone')).toBe('as agreed by phone');
  expect(writtenReason(null)).toBeNull();
});
