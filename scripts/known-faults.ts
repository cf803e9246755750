/** Faults that are older than the rule they break, counted per file. A count may fall, never rise; new files start at none. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';

const listPath = 'scripts/known-faults.json';
const knownFaults = z.record(z.string(), z.record(z.string(), z.int().check(z.positive())));
export type KnownFaults = z.infer<typeof knownFaults>;

/** `key` is the path that the list counts by, of a file or a folder; `at` is where in it the fault is. */
export type Fault = { key: string; at: string; says: string };

/** One rule with a list of its own. */
export type CountedRule = { name: string; find(root: string): Fault[] };

export function readKnownFaults(root: string): KnownFaults {
  return knownFaults.parse(JSON.parse(readFileSync(join(root, listPath), 'utf8')));
}

const countsOf = (faults: Fault[]) => Map.groupBy(faults, ({ key }) => key);

/** What is new, and what the list still allows although it is gone. */
export function checkCounted(root: string, rules: readonly CountedRule[]): string[] {
  const known = readKnownFaults(root);
  return rules.flatMap((rule) => {
    const allowed = known[rule.name] ?? {};
    const found = countsOf(rule.find(root));
    const grown = [...found].flatMap(([key, faults]) => {
      const limit = allowed[key] ?? 0;
      if (faults.length <= limit) return [];
      const summary = `${key} has ${faults.length} faults of the kind "${rule.name}", ${limit} allowed; these are all of them:`;
      return [...(limit > 0 ? [summary] : []), ...faults.map(({ at, says }) => `${at} ${says}`)];
    });
    const fallen = Object.entries(allowed).filter(([key, limit]) => (found.get(key)?.length ?? 0) < limit);
    const stale = fallen.map(([key]) => `${listPath} allows more in ${key} than there is`);
    return [...grown, ...stale, ...(stale.length > 0 ? ['Shrink the list: npm run check -- words shape tables --update'] : [])];
  });
}

/** Counts of files that moved stand under their new path: where one is gone, and one of its name has come. */
function movedCounts(root: string, allowed: Record<string, number>, found: ReadonlyMap<string, Fault[]>): [string, number][] {
  const gone = Object.keys(allowed).filter((key) => !existsSync(join(root, key)));
  const come = [...found.keys()].filter((key) => allowed[key] === undefined);
  const newPath = (key: string): string => {
    const same = (one: string) => basename(one) === basename(key);
    const [to, ...others] = gone.includes(key) ? come.filter(same) : [];
    return to === undefined || others.length > 0 || gone.filter(same).length > 1 ? key : to;
  };
  return Object.entries(allowed).map(([key, limit]) => [newPath(key), limit]);
}

/**
 * Lowers each count to what is found. A count that has grown stays, and its gate keeps failing. A rule without a list gets one. A file that
 * moved takes its count along.
 */
export function shrinkKnownFaults(root: string, rules: readonly CountedRule[]): void {
  const known = readKnownFaults(root);
  for (const rule of rules) {
    const found = countsOf(rule.find(root));
    const counts = [...found]
      .map(([key, faults]): [string, number] => [key, faults.length])
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const lowered = movedCounts(root, known[rule.name] ?? Object.fromEntries(counts), found)
      .map(([key, limit]): [string, number] => [key, Math.min(limit, found.get(key)?.length ?? 0)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    known[rule.name] = Object.fromEntries(lowered.filter(([, count]) => count > 0));
  }
  writeFileSync(join(root, listPath), `${JSON.stringify(known, null, 2)}\n`);
}
