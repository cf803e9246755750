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
  // a ticket at `/issues/user/details/…` has its list beside it, at `/issues/user/list`
  const lists = [...prefixes, `${prefixes.at(-1) ?? ''}/list`];
  const word = group(row.path) ?? lists.map(group).findLast((one) => one !== null) ?? group(base.path);
  const above = lists.flatMap((path) => {
    // `/users/groups` belongs to the team, `/users` to those who run the site
    const ofPath = group(path);
    if (ofPath !== null && ofPath !== word) return [];
    const parent = rows.find((one) => one !== row && plainPath(one.path) === path && !hasParameter(plainPath(one.path)));
    const title = parent === undefined ? null : titleOf(parent, texts);
    return title === null ? [] : [{ word: title, to: path }];
  });
  const head = word === null ? [] : [{ word: groupWord(word), to: null }];
  const title = own ?? titleOf(row, texts);
  return [...head, ...above, ...(title === null ? [] : [{ word: title, to: null }])];
}
