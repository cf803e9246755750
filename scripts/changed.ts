/** What `npm run check -- --changed` looks at: the files that differ from origin/main, and the tests that stand closest to them. */
import { dirname, join } from 'node:path';
import { linesOf, runTool } from './tool.ts';

/** So many files take well under a minute; a change of a tool that everybody uses is proved by the whole check. */
const mostTests = 20;

/** Files that were changed or added since the branch left origin/main, committed or not; without such a branch, since the last commit. */
export async function changedFiles(root: string): Promise<string[]> {
  const git = (...args: string[]) => runTool('git', args, { root });
  const base = await git('merge-base', 'HEAD', 'origin/main');
  const lists = await Promise.all([
    git('diff', '--name-only', '--diff-filter=d', base.code === 0 ? base.result.trim() : 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  const failed = lists.find(({ code }) => code !== 0);
  if (failed) throw new Error(`git does not tell what was changed: ${failed.output}`);
  return [...new Set(lists.flatMap(({ result }) => linesOf(result)))].sort();
}

/** Paths that a module names in its imports, as they stand in the repository. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('#') ? `src/${name.slice(1)}` : name.startsWith('.') ? join(dirname(path), name) : name,
  );
}

/** `src/sales/billing/server/x.ts` belongs to the domain `src/sales/billing`; what stands in no domain, to its folder. */
const homeOf = (path: string): string => /^src\/(?!kit\/|app\/)[^/]+\/[^/]+(?=\/)/.exec(path)?.[0] ?? dirname(path);
const stemOf = (path: string): string => path.replace(/(\.\w+)*$/, '');

/** The tests to run, the closest first: changed ones, those that import or are named like a changed file, those of the same domain. */
export function closestTests(changed: string[], tests: ReadonlyMap<string, string>): { chosen: string[]; left: number } {
  const all = new Set(changed);
  const stems = new Set(changed.map(stemOf));
  const homes = new Set(changed.filter((path) => /\.tsx?$/.test(path)).map(homeOf));
  const distance = (path: string, text: string): number => {
    if (all.has(path)) return 0;
    if (stems.has(stemOf(path)) || importsOf(path, text).some((name) => all.has(name))) return 1;
    return homes.has(homeOf(path)) ? 2 : Number.POSITIVE_INFINITY;
  };
  const related = [...tests]
    .map(([path, text]) => ({ path, far: distance(path, text) }))
    .filter(({ far }) => far <= 2)
    .sort((a, b) => a.far - b.far || (a.path < b.path ? -1 : 1));
  const chosen = related.slice(0, mostTests).map(({ path }) => path);
  return { chosen, left: related.length - chosen.length };
}
