import { basename } from 'node:path';
import * as z from 'zod/mini';
import { filesBelow, listOf, readSource } from './sources.ts';
import { runTool } from './tool.ts';

const report = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** Who may import whom. A cruiser that silently reads nothing would praise everything, so each file must have been seen. */
export async function checkWalls(root: string): Promise<string[]> {
  const { result, output } = await runTool(
    'depcruise',
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src', 'packages'],
    { root },
  );
  if (!result.startsWith('{')) return [output];
  const { modules, summary } = report.parse(JSON.parse(result));
  const seen = new Set(modules.map((one) => one.source));
  const files = ['src', 'packages']
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  return [
    ...summary.violations
      .filter((violation) => !isOnlyTypes(root, violation))
      .map(({ from, to, rule }) => `${from} → ${to} (${rule.name})`),
    ...files.filter((path) => !seen.has(path)).map((path) => `${path} was not read by dependency-cruiser`),
  ];
}

type Violation = { from: string; to: string; rule: { name: string } };

/** The shape of a row may be known to the whole domain; the cruiser cannot tell an import of types from one of the table itself. */
function isOnlyTypes(root: string, { from, to, rule }: Violation): boolean {
  if (rule.name !== 'sql-only-in-queries') return false;
  const imports = listOf(readSource(root, from).tree['body']).filter((node) =>
    listOf(node['source']).some((source) => basename(String(source['value'])) === basename(to)),
  );
  return imports.every(
    (node) =>
      node['typeOnly'] === true ||
      (listOf(node['specifiers']).length > 0 && listOf(node['specifiers']).every((one) => one['isTypeOnly'] === true)),
  );
}
