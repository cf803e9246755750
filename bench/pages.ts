/** Which pages are measured: every row of the route table, by its example, with the eyes that may see it. */
import { type Example, type Eyes, examples, pathOfExample } from '../e2e/route-examples.ts';
import type { ProductRoute } from '../e2e/routes-of-product.ts';

/** `public`: guests see it. `shop`: so do they, and it keeps what it asks, as screens behind sign-in do: house.md names no budget for it. */
type Kind = 'public' | 'shop' | 'app';
export type MeasuredPage = {
  /** The row's path, parameters in braces. */
  name: string;
  kind: Kind;
  eyes: Eyes;
  /** Path with the ids of the sample data. */
  path: string;
  status: 200 | 404;
};
export type Pages = {
  pages: readonly MeasuredPage[];
  /** One sentence for each row that cannot be asked for. */
  misses: readonly string[];
};
/** Kilobytes of JavaScript at the first load, gzip. */
export const scriptBudget: Readonly<Record<Kind, number>> = { public: 188, shop: 208, app: 236 };
/** Kilobytes of texts in another language than English beside it, gzip. */
export const textsBudget: Readonly<Record<Kind, number>> = { public: 20, shop: 27, app: 40 };

const kindOf = ({ access, path }: Pick<ProductRoute, 'access' | 'path'>): Kind =>
  path === '/purchase-plan' ? 'shop' : access === 'all' || access === 'guest' ? 'public' : 'app';

function filled(path: string, ids: Readonly<Record<string, string>>): string | null {
  const missing = [...path.matchAll(/\{(\w+)\??\}/g)].some(([, what = '']) => (ids[what] ?? '') === '');
  return missing ? null : path.replace(/\{(\w+)\??\}/g, (_all, what: string) => ids[what] ?? '');
}

/**
 * A row without an example is asked for by its own path; with a required parameter it cannot be.
 * `ids` are what `{room}` and the like stand for.
 */
export function pagesOf(
  routes: readonly ProductRoute[],
  ids: Readonly<Record<string, string>>,
  known: Readonly<Record<string, readonly Example[]>> = examples,
): Pages {
  const pages: MeasuredPage[] = [];
  const misses: string[] = [];
  for (const row of routes) {
    const kind = kindOf(row);
    const example = known[row.name]?.[0];
    const path = filled(pathOfExample(row, example), ids);
    if (path === null) misses.push(`${row.path} is not measured: its row ${row.name} needs an example in e2e/route-examples.ts`);
    else
      pages.push({
        name: row.path,
        kind,
        eyes: example?.eyes ?? (kind === 'app' ? 'owner' : 'guest'),
        path,
        status: example?.shows === 'unknown' ? 404 : 200,
      });
  }
  return { pages, misses };
}
