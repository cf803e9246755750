import { existsSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { mainJourneys } from '../e2e/main-journeys.ts';
import { otherJourneys } from './journeys.ts';
import { conclude, runGate, runVitest, tellSuite } from './suites.ts';

const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
});

const suite = (passed: number, failed: number) => ({ name: 'x', passed, failed, seconds: 0, problems: [] });

test.each([
  [[suite(120, 0), suite(3, 0)], '123 passed, 0 failed', 0],
  [[suite(120, 1), suite(3, 2)], '123 passed, 3 failed', 1],
  [[suite(0, 0)], '0 passed, 1 failed', 1],
])('the last line is the sum of all suites, and nothing tested is a failure', (suites, line, code) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  conclude(suites);
  expect(log.mock.calls.at(-1)).toEqual([line]);
  expect(process.exitCode).toBe(code);
});

test('what was left out stands right above the sum', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  conclude([suite(1, 0)], ['Left out: the rest']);
  expect(log.mock.calls.flat()).toEqual(['Left out: the rest', '1 passed, 0 failed']);
});

test('which tests failed is told, however much was printed before', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  tellSuite({ ...suite(1, 1), problems: [...Array.from({ length: 500 }, () => 'noise'), ' FAIL  src/a.test.ts > what fails'] });
  expect(log.mock.calls.flat()).toContain('       FAIL  src/a.test.ts > what fails');
});

test('what failed stands by name above the sum, and so does an error that no test is blamed for', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  conclude([
    suite(1, 0),
    {
      ...suite(1, 1),
      name: 'tests',
      problems: ['noise', ' FAIL  src/a.test.ts > what fails', ' FAIL  src/a.test.ts > what fails'],
    },
    { ...suite(1, 1), name: 'services', problems: ['Unhandled Errors', 'TypeError: nothing to read', ' ❯ src/b.ts:1:1'] },
    { ...suite(0, 1), name: 'walls', problems: ['src/c.ts reaches over'] },
  ]);
  expect(log.mock.calls.flat()).toEqual([
    'FAILED tests: FAIL  src/a.test.ts > what fails',
    'FAILED services: TypeError: nothing to read',
    'FAILED walls: see above',
    '3 passed, 3 failed',
  ]);
});

test('where the time went stands above the sum, the slowest file first', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const file = (path: string, seconds: number) => ({
    file: resolve(import.meta.dirname, '..', path),
    passed: 1,
    failed: [],
    seconds,
  });
  conclude([
    { ...suite(2, 0), files: [file('src/core/a.test.ts', 1), file('src/sales/b.test.ts', 5)] },
    { ...suite(1, 0), files: [file('e2e/c.e2e.ts', 3), file('src/core/d.test.ts', 3.5)] },
  ]);
  const lines = log.mock.calls.flat();
  expect(lines[0]).toBe('Time by wing: sales 5 s, core 5 s, e2e 3 s');
  expect(lines[2]).toBe('     5.0 s  src/sales/b.test.ts');
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
});

test('what vitest says of failures is told rather than what the tests printed before', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const noise = Array.from({ length: 500 }, () => '{"level":"info"}');
  tellSuite({
    ...suite(1, 1),
    problems: [...noise, '⎯⎯⎯ Unhandled Errors ⎯⎯⎯', 'TypeError: nothing to read', ' ❯ src/b.ts:1:1'],
  });
  expect(log.mock.calls.flat()).toContain('        ❯ src/b.ts:1:1');
  expect(log.mock.calls.flat()).not.toContain('       {"level":"info"}');
});

test('a gate that breaks down has not passed', async () => {
  const broken = { name: 'broken', find: () => Promise.reject(new Error('no such tool')) };
  expect(await runGate(broken, '.')).toMatchObject({ passed: 0, failed: 1, problems: [expect.stringContaining('no such tool')] });
});

// vitest starts three times
test('tests are counted one by one, and a file that cannot be loaded fails the suite', { timeout: 60_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-suites-'));
  try {
    symlinkSync(resolve(import.meta.dirname, '../node_modules'), join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    const body = `import { expect, test } from 'vitest';\ntest('a', () => {});\ntest('b', () => {});\ntest('c', () => expect(1).toBe(2));\n`;
    writeFileSync(join(root, 'counted.test.ts'), body);
    expect(await runVitest('x', ['--root', root], { root })).toMatchObject({ passed: 2, failed: 1 });
    writeFileSync(join(root, 'counted.test.ts'), body.replace('toBe(2)', 'toBe(1)'));
    expect(await runVitest('x', ['--root', root], { root })).toMatchObject({ passed: 3, failed: 0, problems: [] });
    writeFileSync(join(root, 'unloadable.test.ts'), `import './gone.ts';\n`);
    expect(await runVitest('x', ['--root', root], { root })).toMatchObject({ passed: 3, failed: 1 });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('the main journeys are there, and with the others they are all', () => {
  const root = resolve(import.meta.dirname, '..');
  expect(mainJourneys.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect([...mainJourneys, ...otherJourneys(root)].toSorted()).toEqual(globSync('e2e/**/*.e2e.ts', { cwd: root }).toSorted());
});
