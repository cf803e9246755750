import { runVitest } from './suites.ts';
import type { FileResult, Suite } from './suites.ts';

type Run = Suite & { files: FileResult[] };
/** More than this many files that fail are no accident. */
const secondTries = 5;

/**
 * Files that failed are run once more, alone and from their beginning: on a busy machine a browser may be too slow for a step, and a
 * test for its time. What passes only then is listed by name with its failure, so that it can be mended; what fails again has failed.
 */
export async function withSecondTry(first: Run, again: (files: string[]) => Promise<Run>): Promise<Suite> {
  const broken = first.files.filter(({ failed }) => failed.length > 0);
  // a failure that is in no file is not mended by running files
  if (broken.length === 0 || broken.length > secondTries || broken.flatMap(({ failed }) => failed).length < first.failed)
    return first;
  const second = await again(broken.map(({ file }) => file));
  const lost = broken.reduce((sum, { passed }) => sum + passed, 0);
  const shaky = broken.flatMap(({ file, failed }) =>
    failed.map((test) => `SHAKY ${file} > ${test}: failed, and passed when run again`),
  );
  return {
    ...first,
    seconds: first.seconds + second.seconds,
    passed: first.passed - lost + second.passed,
    failed: second.failed,
    problems: second.failed > 0 ? [...first.problems, ...second.problems] : [],
    notes: second.failed > 0 ? [] : [...shaky, ...first.problems.filter((line) => /Error:|❯ \w+\//.test(line)).slice(0, 20)],
  };
}

/** The process that sets invoices steps back by as much (`pdf-worker.service.ts`), and tests that step back with it do not wait longer for it. */
const niceness = 10;

/** Unit and service tests; `args` choose files, as in vitest. */
export async function runTests(name: string, args: string[], root: string): Promise<Suite> {
  const run = (names: string[]) => runVitest(name, names, { root, niceness });
  return withSecondTry(await run(args), run);
}
