import type { Texts } from '#kit/ui/text/texts.ts';
import type { RouteRow } from '#app/shell/routing/route-row.ts';
import { titleOf } from '#app/shell/routing/titles.ts';

export type PageCrumb = { word: string; to: string | null };
type CrumbContext<G extends string> = {
  row: RouteRow | null;
  rows: readonly RouteRow[];
  texts: Texts | null;
  /** The title that the screen set itself. */
  own: string | null;
  group: (path: string) => G | null;
  groupWord: (group: G) => string;
};

const plainPath = (path: string): string => path.replace(/\/\{\w+\?\}/g, '');
const hasParameter = (path: string): boolean => path.includes('{');

/** The way to a page: group, the pages above it in the address, and the page itself. */
export function crumbsOf<G extends string>({ row, rows, texts, own, group, groupWord }: CrumbContext<G>): PageCrumb[] {
  if (row === null) return own === null ? [] : [{ word: own, to: null }];
  const parts = plainPath(row.path)
    .split('/')
    .filter((p) => p !== '' && !p.startsWith('{'));
  const prefixes =
    row.under === undefined ? parts.slice(0, -1).map((_, i) => `/${parts.slice(0, i + 1).join('/')}`) : [row.under];
  const base = rows.find((one) => `/${parts[0] ?? ''}` === plainPath(one.path)) ?? row;
  const word = group(row.path) ?? prefixes.map(group).findLast((one) => one !== null) ?? group(base.path);
  const above = prefixes.flatMap((prefix) => {
    // `/users/groups` belongs to the team, `/users` to those who run the site
    const ofPrefix = group(prefix);
    if (ofPrefix !== null && ofPrefix !== word) return [];
    const parent = rows.find((one) => one !== row && plainPath(one.path) === prefix && !hasParameter(plainPath(one.path)));
    const title = parent === undefined ? null : titleOf(parent, texts);
    return title === null ? [] : [{ word: title, to: prefix }];
  });
  const head = word === null ? [] : [{ word: groupWord(word), to: null }];
  const title = own ?? titleOf(row, texts);
  return [...head, ...above, ...(title === null ? [] : [{ word: title, to: null }])];
}
