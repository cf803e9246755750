import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkCounted, type CountedRule, shrinkKnownFaults } from './known-faults.ts';

/** A house whose list of names allows `known`, and where the rule finds as many faults as `found` says in files of these paths. */
function build(known: Record<string, number>, found: Record<string, number>) {
  const root = mkdtempSync(join(tmpdir(), 'atrium-faults-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const list = join(root, 'scripts/known-faults.json');
  for (const file of [list, ...Object.keys(found).map((path) => join(root, path))]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ names: known }));
  }
  const faults = Object.entries(found).flatMap(([key, count]) =>
    Array.from({ length: count }, () => ({ key, at: `${key}:1`, says: 'is wrong' })),
  );
  const rules: CountedRule[] = [{ name: 'names', find: () => faults }];
  return {
    problems: () => checkCounted(root, rules),
    shrink: (): unknown => {
      shrinkKnownFaults(root, rules);
      return JSON.parse(readFileSync(list, 'utf8')).names;
    },
  };
}

test('two files of one name share no count', () => {
  const { problems, shrink } = build({ 'src/a/list.ts': 2 }, { 'src/a/list.ts': 1, 'src/b/list.ts': 1 });
  expect(problems()).toEqual([
    'src/b/list.ts:1 is wrong',
    'scripts/known-faults.json allows more in src/a/list.ts than there is',
    'Shrink the list: npm run check -- words shape tables --update',
  ]);
  expect(shrink()).toEqual({ 'src/a/list.ts': 1 });
  expect(problems()).toEqual(['src/b/list.ts:1 is wrong']);
});

test('a file that moved takes its count along, which does not grow on the way', () => {
  const { problems, shrink } = build({ 'src/a/list.ts': 2 }, { 'src/b/list.ts': 3 });
  expect(shrink()).toEqual({ 'src/b/list.ts': 2 });
  expect(problems()[0]).toContain('src/b/list.ts has 3 faults of the kind "names", 2 allowed');
});

test('a copy brings no count, and what is gone leaves none', () => {
  expect(build({ 'src/a/list.ts': 1 }, { 'src/b/list.ts': 1, 'src/c/list.ts': 1 }).shrink()).toEqual({});
  expect(build({ 'src/a/list.ts': 1, 'src/b/other.ts': 1 }, { 'src/b/other.ts': 1 }).shrink()).toEqual({ 'src/b/other.ts': 1 });
});
