import { availableParallelism, tmpdir } from 'node:os';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Gate } from './gates.ts';
import { timesOf } from './test-times.ts';
import { linesOf, runTool } from './tool.ts';

/** The result of a suite; `problems` are lines for people, `notes` are printed even if the suite passed. */
export type Suite = {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  problems: string[];
  notes?: string[];
  files?: FileResult[];
};

const fileResult = z.object({ file: z.string(), passed: z.number(), failed: z.array(z.string()), seconds: z.number() });
/** A file of tests and its time; `failed` are the names of tests. */
export type FileResult = z.infer<typeof fileResult>;

const shownProblems = 40;

async function timed<T extends Omit<Suite, 'name' | 'seconds'>>(
  name: string,
  work: () => Promise<T>,
): Promise<T & Pick<Suite, 'name' | 'seconds'>> {
  const began = performance.now();
  const outcome = await work();
  return { name, ...outcome, seconds: (performance.now() - began) / 1000 };
}

/** A gate counts as one test. A gate that breaks down has not passed. */
export function runGate(gate: Gate, root: string): Promise<Suite> {
  return timed(gate.name, async () => {
    const problems = await gate
      .find(root)
      .catch((error: unknown) => [
        `The gate broke down: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ]);
    return problems.length === 0 ? { passed: 1, failed: 0, problems } : { passed: 0, failed: 1, problems };
  });
}

/** Runs vitest and counts its tests; a file that cannot even be loaded counts as one failure. */
export function runVitest(
  name: string,
  args: string[],
  options: { root: string; env?: Record<string, string>; niceness?: number },
): Promise<Suite & { files: FileResult[] }> {
  return timed(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-report-'));
    try {
      const file = join(folder, 'report.json');
      const reporter = resolve(import.meta.dirname, 'progress-reporter.ts');
      const { code, output } = await runTool('vitest', ['run', '--reporter=dot', `--reporter=${reporter}`, ...args], {
        ...options,
        env: { ...options.env, ATRIUM_TEST_REPORT: file },
      });
      if (!existsSync(file)) return { passed: 0, failed: 1, problems: linesOf(output), files: [] };
      const files = z.array(fileResult).parse(JSON.parse(readFileSync(file, 'utf8')));
      const failures = files.flatMap((one) => one.failed).length;
      const failed = code === 0 ? failures : Math.max(1, failures);
      const passed = files.reduce((sum, one) => sum + one.passed, 0);
      const notes = linesOf(output).filter((line) => line.startsWith('note: '));
      return { passed, failed, notes, problems: failed > 0 ? linesOf(output) : [], files };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Runs the jobs with as many at a time as there are processors, and tells each when it is done. */
export async function runAll(jobs: (() => Promise<Suite>)[], tell: (suite: Suite) => void): Promise<Suite[]> {
  const suites: Suite[] = [];
  const queue = [...jobs];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const suite = await job();
      suites.push(suite);
      tell(suite);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return suites;
}

/** The lines by which a failure is known by name: the tests of vitest that failed, or else what no test is blamed for. */
function namesOf({ problems }: Suite): string[] {
  const named = problems.filter((line) => /^\s*FAIL\s/.test(line));
  const lines = named.length > 0 ? named : problems.filter((line) => /^\s*(\w*Error|Unhandled \w+):? /.test(line));
  return [...new Set(lines.map((line) => line.trim()))].slice(0, shownProblems);
}

/** What vitest says of failures stands below all that the tests have printed. */
function telling(problems: string[]): string[] {
  const banner = problems.findIndex((line) => /Failed (Tests|Suites) \d|Unhandled Errors/.test(line));
  return problems.slice(Math.max(0, banner));
}

/** One line for a suite that passed; its problems below when it did not. */
export function tellSuite(suite: Suite): void {
  const { name, passed, failed, seconds, problems, notes = [] } = suite;
  const time = `${seconds.toFixed(1)} s`.padStart(8);
  console.log(`${failed > 0 ? 'FAILED' : 'passed'} ${name.padEnd(12)}${time}  ${passed} passed, ${failed} failed`);
  for (const line of notes) console.log(`       ${line}`);
  for (const line of namesOf(suite)) console.log(`       ${line}`);
  const lines = telling(problems);
  const shown = Math.max(shownProblems, failed * 15);
  for (const line of lines.slice(0, shown)) console.log(`       ${line}`);
  if (lines.length > shown) console.log(`       … and ${lines.length - shown} more lines`);
}

/** The plain sum of all suites, as the last line, below the times, what failed by name and `notes`; the exit code says the same. */
export function conclude(suites: Suite[], notes: string[] = []): void {
  const sum = (field: 'passed' | 'failed') => suites.reduce((total, suite) => total + suite[field], 0);
  // A run in which nothing was tested has proved nothing.
  const failed = sum('failed') + (sum('passed') + sum('failed') === 0 ? 1 : 0);
  process.exitCode = failed === 0 ? 0 : 1;
  for (const line of timesOf(
    suites.flatMap(({ files = [] }) => files),
    resolve(import.meta.dirname, '..'),
  ))
    console.log(line);
  for (const suite of suites.filter((one) => one.failed > 0)) {
    const names = namesOf(suite);
    for (const line of names.length > 0 ? names : ['see above']) console.log(`FAILED ${suite.name}: ${line}`);
  }
  for (const line of notes) console.log(line);
  console.log(`${sum('passed')} passed, ${failed} failed`);
}
