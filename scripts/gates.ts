import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { checkCommits } from './check-commits.ts';
import { checkExpressions } from './check-expressions.ts';
import { checkLicences } from './check-licences.ts';
import { checkNames } from './check-names.ts';
import { checkLenient } from './check-lenient.ts';
import { checkMoney } from './check-money.ts';
import { breakpointsRule, foldersRule } from './check-shape.ts';
import { checkSource } from './check-source.ts';
import { tablesRule } from './check-tables.ts';
import { termsRule } from './check-terms.ts';
import { checkText } from './check-text.ts';
import { checkWalls } from './check-walls.ts';
import { checkTypeNames, commentsRule, namesRule } from './check-words.ts';
import { checkCounted } from './known-faults.ts';
import { readSources } from './sources.ts';
import { linesOf, runTool } from './tool.ts';

/** A gate answers with what is wrong, in lines for people; nothing wrong, no lines. */
export type Gate = { name: string; find(root: string): Promise<string[]> };

const listed = z.object({ domains: z.array(z.object({ name: z.string() })) });

async function domainsOf(root: string): Promise<string[]> {
  const loaded: unknown = await import(pathToFileURL(join(root, 'src/app/domains.ts')).href);
  return listed.parse(loaded).domains.map(({ name }) => name);
}

/** A program that says what is wrong itself, and nothing of interest when all is well. */
export function toolGate(name: string, program: string, args: string[]): Gate {
  return {
    name,
    find: async (root) => {
      const { code, output } = await runTool(program, args, { root });
      return code === 0 ? [] : [...linesOf(output), `(${program} ended with ${code})`];
    },
  };
}

const wordRules = [namesRule, commentsRule, termsRule];
const shapeRules = [breakpointsRule, foldersRule];
const tableRules = [tablesRule];
/** Rules that are younger than some of the code: `scripts/known-faults.json` counts what they found when they came. */
export const countedRules = [...wordRules, ...shapeRules, ...tableRules];

/** The compiler takes four, and each reads the common types again: with two on two processors it takes a sixth less of their time. */
const checkers = String(Math.min(4, availableParallelism()));
const types = toolGate('types', 'tsc', ['-b', '--pretty', 'false', '--checkers', checkers]);

/** Biome's gates over some files; without any there is nothing to find. */
const biomeGates = (files: string[]): Gate[] =>
  ([['lint', '--error-on-warnings', '--diagnostic-level=warn'], ['format']] as const).map(([name, ...more]) =>
    toolGate(name, 'biome', [name, ...more, '--max-diagnostics=200', '--reporter=concise', '--no-errors-on-unmatched', ...files]),
  );

const rest: Gate[] = [
  { name: 'walls', find: checkWalls },
  { name: 'names', find: async (root) => checkNames(root, await domainsOf(root)) },
  {
    name: 'source',
    find: async (root) => {
      const sources = readSources(root, ['src', 'packages', 'scripts', 'e2e', 'bench', 'deploy']);
      return [...checkSource(sources), ...checkMoney(sources), ...checkLenient(sources)];
    },
  },
  { name: 'text', find: async (root) => checkText(root, readSources(root, ['src', 'packages'])) },
  { name: 'words', find: async (root) => [...checkCounted(root, wordRules), ...checkTypeNames(root)] },
  { name: 'shape', find: async (root) => checkCounted(root, shapeRules) },
  { name: 'tables', find: async (root) => checkCounted(root, tableRules) },
  { name: 'expressions', find: checkExpressions },
  { name: 'commits', find: checkCommits },
  { name: 'licences', find: async (root) => checkLicences(root) },
  toolGate('leftovers', 'knip', ['--no-progress', '--no-config-hints']),
];

/** Ends with 1 when another way of placing meetings is better. Seeds differ by a twentieth and ways of placing by a third, so five are enough. */
export const simulator = toolGate('simulator', process.execPath, ['scripts/simulate-placement.ts', '--seeds', '5']);

/** All checks that do not run the product, in the order of their output. */
export const gates: Gate[] = [types, ...biomeGates(['.']), ...rest];
/** The same where some files were changed; what looks at one file at a time looks at those alone. */
export const gatesFor = (changed: string[]): Gate[] => [types, ...(changed.length > 0 ? biomeGates(changed) : []), ...rest];
