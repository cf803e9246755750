import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkTypeNames, shareOfBareTypeNames } from '../check-words.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});
function written(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'atrium-types-'));
  roots.push(root);
  for (const [file, text] of Object.entries({ 'packages/none.ts': '', ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}
const types = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `export type ${name(index)} = ${index};`).join('\n');

test('counts types of one word, but no import, no props, no test and nothing of sales', () => {
  const root = written({
    'src/meet/rooms/rooms.rules.ts': `import { type Icon, type Other } from './x.ts';\ntype Props = { a: 1 };\nexport type Room = 1;\ntype RoomDraft = 2;`,
    'src/meet/rooms/rooms.test.ts': 'type Asked = 1;',
    'src/sales/bank/bank.rules.ts': 'export interface Line {}',
  });
  expect(shareOfBareTypeNames(root)).toEqual({
    share: 100 / 3,
    all: 3,
    bare: [{ name: 'Room', path: 'src/meet/rooms/rooms.rules.ts' }],
  });
});

test('lists them when there are too many, and says nothing of a handful of types', () => {
  const plain = types(200, (index) => `RoomDraft${index}`);
  const few = { 'src/kit/a.ts': `${plain}\n${types(9, (index) => `Room${index}`)}` };
  const many = { 'src/kit/a.ts': `${plain}\n${types(12, (index) => `Room${index}`)}` };
  expect(checkTypeNames(written(few))).toEqual([]);
  expect(checkTypeNames(written(many))).toHaveLength(13);
  expect(checkTypeNames(written(many))[0]).toMatch(/^5\.7 % of 212 types .* 5 % allowed:$/);
  expect(checkTypeNames(written({ 'src/kit/a.ts': 'type Room = 1;' }))).toEqual([]);
});
