/** Each row of the abuse table that concerns what is built has a test that names it: `abuse row N`. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Rows of what is not there yet: the mailbox (8) and incoming mail (27). */
const later: readonly number[] = [8, 27];

test('every row has a test named after its number', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const named = globSync('**/*.test.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:test|describe)[^\n]*abuse row (\d+)|'abuse row (\d+): /g)].map(
      (found) => Number(found[1] ?? found[2]),
    ),
  );
  const rows = Array.from({ length: 32 }, (_none, at) => at + 1).filter((row) => !later.includes(row));
  expect(rows.filter((row) => !named.includes(row))).toEqual([]);
});
