// The gate "expressions": what reads text of others takes time in proportion to its length, as recheck proves for each expression.
// `node scripts/check-expressions.ts --write` notes what it said in `scripts/expressions.json`, so that only new ones are checked each time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import * as z from 'zod/mini';
import { nodesOf, readSources } from './sources.ts';

const listPath = 'scripts/expressions.json';
/** `slow`: older than the gate, over our own text or short ones; the list may only get shorter. */
const verdicts = z.object({ linear: z.array(z.string()), slow: z.array(z.string()) });
type Verdicts = z.infer<typeof verdicts>;

/** Milliseconds for one expression, and for all that are new. */
const patience = { one: 10_000, all: 60_000 };

export type Expression = { source: string; flags: string; at: string };
const textOf = ({ source, flags }: Expression): string => `/${source}/${flags}`;

/** Every expression that the product runs, with the first line on which it stands. */
export function readExpressions(root: string): Map<string, Expression> {
  const found = new Map<string, Expression>();
  for (const source of readSources(root, ['src', 'packages'])) {
    if (/\.(test|factory|component)\.tsx?$|^src\/app\/proof\//.test(source.path)) continue;
    for (const node of nodesOf(source.tree)) {
      if (node.type !== 'RegExpLiteral') continue;
      const one = { source: String(node['pattern']), flags: String(node['flags']), at: `${source.path}:${source.line(node)}` };
      if (!found.has(textOf(one))) found.set(textOf(one), one);
    }
  }
  return found;
}

function readVerdicts(root: string): Verdicts {
  const file = join(root, listPath);
  return existsSync(file) ? verdicts.parse(JSON.parse(readFileSync(file, 'utf8'))) : { linear: [], slow: [] };
}

/** Why it may take longer than its text is long; null: it does not. */
async function slownessOf({ source, flags }: Expression): Promise<string | null> {
  const said = await check(source, flags, { timeout: patience.one, randomSeed: 0 });
  if (said.status === 'safe') return null;
  if (said.status === 'unknown') return `cannot be decided (${said.error.kind})`;
  return `is ${said.complexity.type}, for instance over ${said.attack.pattern}`;
}

/** Of those that no list names, what is wrong with each by its text. */
async function checkNew(expressions: Iterable<Expression>): Promise<Map<string, string | null>> {
  const until = performance.now() + patience.all;
  const said = new Map<string, string | null>();
  for (const one of expressions)
    said.set(textOf(one), performance.now() > until ? 'was not checked within a minute' : await slownessOf(one));
  return said;
}

export async function checkExpressions(root: string): Promise<string[]> {
  const [all, known] = [readExpressions(root), readVerdicts(root)];
  const named = new Set([...known.linear, ...known.slow]);
  const said = await checkNew([...all.values()].filter((one) => !named.has(textOf(one))));
  const slow = [...said].flatMap(([text, why]) => (why === null ? [] : [`${all.get(text)?.at} ${text} ${why}`]));
  const gone = known.slow
    .filter((text) => !all.has(text))
    .map((text) => `${listPath} allows ${text}, which is gone: take it out`);
  return [...slow, ...gone];
}

/** Notes the linear ones, and drops what is gone. What is slow is never added: it is mended. */
async function writeVerdicts(root: string): Promise<void> {
  const [all, known] = [readExpressions(root), readVerdicts(root)];
  const named = new Set([...known.linear, ...known.slow]);
  const said = await checkNew([...all.values()].filter((one) => !named.has(textOf(one))));
  const fresh = [...said].flatMap(([text, why]) => (why === null ? [text] : []));
  const kept = (texts: string[]) => texts.filter((text) => all.has(text)).toSorted();
  const next: Verdicts = { linear: kept([...known.linear, ...fresh]), slow: kept(known.slow) };
  writeFileSync(join(root, listPath), `${JSON.stringify(next, null, 2)}\n`);
}

if (import.meta.main) await writeVerdicts(resolve(import.meta.dirname, '..'));
