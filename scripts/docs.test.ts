import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documents } from './docs.ts';

test('the documents that are made from the code are up to date (node scripts/docs.ts --write)', () => {
  for (const [file, text] of documents()) expect(existsSync(file) ? readFileSync(file, 'utf8') : '', file).toBe(text);
});
