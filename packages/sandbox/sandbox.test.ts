import { expect, test } from 'vitest';
import { createSandbox, IsolatedError, SandboxBusy } from './sandbox.ts';

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
  const { run } = createSandbox({ processes: 1, waiting: 10, heap: 24, idle: 60_000, resting: 1_000 });
  expect(await run(task('export const isolated = (input) => input.word + 1'), { word: 'a' }, limits)).toBe('a1');
  const bad: [string, RegExp, { ending: string; seconds?: number }][] = [
    ['export const isolated = () => { for (;;); }', /too long/, { ending: 'limit', seconds: 1 }],
    [
      'export const isolated = () => { const all = []; for (;;) all.push({ at: all.length }); }',
      /ended with (SIG|134)/,
      { ending: 'limit' },
    ],
    [
      'export const isolated = async () => { const all = []; for (;;) { all.push(Buffer.alloc(2e7, 1)); await new Promise(setImmediate); } }',
      /ended with SIGUSR2/,
      { ending: 'limit' },
    ],
    ['export const isolated = () => { throw new Error("no such thing") }', /no such thing/, { ending: 'threw' }],
    ['export const isolated = () => process.exit(3)', /ended with 3/, { ending: 'limit' }],
    ['export const isolated = () => 5', /something else/, { ending: 'threw' }],
    ['export const isolated = () => process.kill(process.pid, "SIGTERM")', /ended with SIGTERM/, { ending: 'ended' }],
  ];
  for (const [code, why, { ending, ...other }] of bad) {
    const work = run(task(code), null, { ...limits, ...other });
    await expect(work).rejects.toThrow(IsolatedError);
    await expect(work).rejects.toThrow(why);
    await expect(work).rejects.toMatchObject({ ending });
  }
  expect(Number(await run(pid, null, limits))).toBeGreaterThan(1);
}, 200_000);

test('work of one never holds up that of another: it leaves a process free, and is taken in turn', async () => {
  const { run } = createSandbox({ processes: 2, waiting: 4, heap: 24, idle: 60_000, resting: 1_000 });
  const slow = task('export const isolated = () => new Promise((resolve) => setTimeout(resolve, 30_000, "slow"))');
  const ended: string[] = [];
  const quick = (turn: string, name: string) =>
    run(task(`export const isolated = () => "${name}"`), null, { ...limits, turn }).then(
      (word) => ended.push(word),
      () => ended.push(`${name} refused`),
    );
  const held = run(slow, null, { ...limits, seconds: 4, turn: 'a' }).catch(() => ended.push('slow ended'));
  const all = [quick('a', 'a1'), quick('a', 'a2'), quick('a', 'a3'), quick('b', 'b1'), quick('c', 'c1'), quick('a', 'a4')];
  await expect.poll(() => ended, { timeout: 3_000 }).toEqual(['a4 refused', 'b1', 'c1']);
  await Promise.all([held, ...all]);
  expect(ended).toEqual(['a4 refused', 'b1', 'c1', 'slow ended', 'a1', 'a2', 'a3']);
}, 30_000);

test('a process is started with the first work, shared, and gone when idle; who comes when too many wait is refused', async () => {
  const { run } = createSandbox({ processes: 1, waiting: 2, heap: 24, idle: 300, resting: 1_000 });
  const both = [run(pid, null, limits), run(pid, null, limits), run(pid, null, limits)];
  await expect(run(pid, null, limits)).rejects.toThrow(SandboxBusy);
  const [first = '', second, third] = await Promise.all(both);
  expect([second, third]).toEqual([first, first]);
  await expect.poll(() => isAlive(first), { timeout: 10_000 }).toBe(false);
  expect(await run(pid, null, limits)).not.toBe(first);
}, 30_000);

test('a process that has grown large ends after its work, and a small one is used again', async () => {
  const { run } = createSandbox({ processes: 1, waiting: 2, heap: 24, idle: 60_000, resting: 200 });
  const large = task(
    'const all = Buffer.alloc(2e8, 1); export const isolated = () => String(process.pid * Math.sign(all.length))',
  );
  const first = await run(pid, null, limits);
  expect(await run(pid, null, limits)).toBe(first);
  expect(await run(large, null, { ...limits, megabytes: 600 })).toBe(first);
  await expect.poll(() => isAlive(first), { timeout: 10_000 }).toBe(false);
  expect(await run(pid, null, limits)).not.toBe(first);
}, 30_000);

const isNumber = (value: unknown): value is number => typeof value === 'number';

test('work reports how far it is in order, and ends when it reports something else', async () => {
  const { run } = createSandbox({ processes: 1, waiting: 2, heap: 24, idle: 60_000, resting: 1_000 });
  const heard: number[] = [];
  const counting = task(
    'export const isolated = async (to, report) => { for (let at = 1; at <= to; at += 1) report(at); return "done"; }',
  );
  const settings = { ...limits, onProgress: (at: number) => heard.push(at) };
  expect(await run({ ...counting, isProgress: isNumber }, 3, settings)).toBe('done');
  expect(heard).toEqual([1, 2, 3]);
  const lying = task('export const isolated = (_input, report) => { report("a lot"); return new Promise(() => {}); }');
  await expect(run({ ...lying, isProgress: isNumber }, 1, settings)).rejects.toMatchObject({ ending: 'threw' });
  expect(heard).toEqual([1, 2, 3]);
}, 30_000);

test('a signal ends work that runs with its process, and work that waits', async () => {
  const { run } = createSandbox({ processes: 1, waiting: 2, heap: 24, idle: 60_000, resting: 1_000 });
  const endless = task('export const isolated = (_input, report) => { report(process.pid); for (;;); }');
  const [running, waiting] = [new AbortController(), new AbortController()];
  const { promise, resolve } = Promise.withResolvers<number>();
  const first = run({ ...endless, isProgress: isNumber }, null, { ...limits, signal: running.signal, onProgress: resolve });
  const second = run(pid, null, { ...limits, signal: waiting.signal });
  waiting.abort();
  await expect(second).rejects.toMatchObject({ ending: 'stopped' });
  const id = String(await promise);
  running.abort();
  await expect(first).rejects.toMatchObject({ ending: 'stopped' });
  await expect.poll(() => isAlive(id), { timeout: 10_000 }).toBe(false);
  await expect(run(pid, null, { ...limits, signal: running.signal })).rejects.toMatchObject({ ending: 'stopped' });
  expect(Number(await run(pid, null, limits))).toBeGreaterThan(1);
}, 30_000);
