import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gates } from '../gates.ts';
import { plantedCode } from './planted-code.ts';
import { house } from './planted-house.ts';
import { plantedLinks } from './planted-links.ts';
import { plantedWords } from './planted-words.ts';

/** All violations of a gate stand in one tree and are found in one run. */
const planted = { ...plantedCode, ...plantedLinks, ...plantedWords };

const root = resolve(import.meta.dirname, '../..');
const folders: string[] = [];

function build(files: Record<string, string>): string {
  const tree = mkdtempSync(join(tmpdir(), 'atrium-house-'));
  folders.push(tree);
  for (const file of [
    'package.json',
    'biome.json',
    'knip.json',
    '.dependency-cruiser.mjs',
    '.gitignore',
    'tsconfig.json',
    'tsconfig',
    'packages/bbb/package.json',
    'packages/engine/package.json',
    'scripts/start.mjs',
    'docs/glossary.json',
  ]) {
    cpSync(join(root, file), join(tree, file), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [path, content] of Object.entries(files)) {
    if (path === '.git') continue;
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  }
  if (files['.git'] !== undefined) commit(tree, files['.git'].split('\n'));
  return tree;
}

/** A planted `.git` is a list of titles, each of a commit of its own. */
function commit(tree: string, titles: string[]): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: tree, stdio: 'ignore' });
  git('init');
  for (const title of titles) git('commit', '--allow-empty', '-m', title);
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.each(gates)('the gate "$name"', (gate) => {
  const plants = Object.entries(planted[gate.name] ?? {});
  let found: string[] = [];

  beforeAll(async () => {
    found = await gate.find(
      build({
        'package-lock.json': '{"packages":{}}',
        ...house,
        ...Object.fromEntries(plants.map(([path, [content]]) => [path, content])),
      }),
    );
  });

  // The copied package.json names packages that so small a house has no use for.
  test.skipIf(gate.name === 'leftovers')('finds nothing in a clean house', async () => {
    expect(await gate.find(build({ 'package-lock.json': '{"packages":{}}', ...house }))).toEqual([]);
  });

  test('has a violation planted for it', () => {
    expect(plants.length).toBeGreaterThan(0);
  });

  test.each(plants.flatMap(([path, [, pattern]]) => (pattern ? [{ path, pattern }] : [])))(
    'refuses what is planted in $path',
    ({ pattern }) => {
      expect(found.find((line) => pattern.test(line)) ?? found).toEqual(expect.stringMatching(pattern));
    },
  );
});
