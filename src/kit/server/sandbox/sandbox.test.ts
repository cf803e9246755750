import { expect, test } from 'vitest';
import { createSandbox, IsolatedError } from './sandbox.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
/** A task from its code. */
const task = (code: string) => ({ module: `data:text/javascript,${encodeURIComponent(code)}`, isResult: isText });
const pid = task('export const isolated = () => String(process.pid)');
const limits = { seconds: 60, megabytes: 250 };
const isAlive = (id: string): boolean => {
  try {
    return process.kill(Number(id), 0);
  } catch {
    return false;
  }
};

test('work that never ends, eats memory, throws, dies or gives something else fails alone, and the next piece is done', async () => {
  const { run } = createSandbox({ processes: 1, waiting: 10, heap: 24, idle: 60_000 });
  expect(await run(task('export const isolated = (input) => input.word + 1'), { word: 'a' }, limits)).toBe('a1');
  const bad: [string, RegExp, { seconds?: number }][] = [
    ['export const isolated = () => { for (;;); }', /too long/, { seconds: 1 }],
    ['export const isolated = () => { const all = []; for (;;) all.push({ at: all.length }); }', /ended with (SIG|134)/, {}],
    [
      'export const isolated = async () => { const all = []; for (;;) { all.push(Buffer.alloc(2e7, 1)); await new Promise(setImmediate); } }',
      /ended with SIGKILL/,
      {},
    ],
    ['export const isolated = () => { throw new Error("no such thing") }', /no such thing/, {}],
    ['export const isolated = () => process.exit(3)', /ended with 3/, {}],
    ['export const isolated = () => 5', /something else/, {}],
  ];
  for (const [code, why, other] of bad) {
    const work = run(task(code), null, { ...limits, ...other });
    await expect(work).rejects.toThrow(IsolatedError);
    await expect(work).rejects.toThrow(why);
  }
  expect(Number(await run(pid, null, limits))).toBeGreaterThan(1);
}, 200_000);

test('a process is started with the first work, shared, and gone when idle; who comes when too many wait is refused', async () => {
  const { run } = createSandbox({ processes: 1, waiting: 2, heap: 24, idle: 300 });
  const both = [run(pid, null, limits), run(pid, null, limits), run(pid, null, limits)];
  await expect(run(pid, null, limits)).rejects.toMatchObject({ code: 'unavailable' });
  const [first = '', second, third] = await Promise.all(both);
  expect([second, third]).toEqual([first, first]);
  await expect.poll(() => isAlive(first), { timeout: 10_000 }).toBe(false);
  expect(await run(pid, null, limits)).not.toBe(first);
}, 30_000);
