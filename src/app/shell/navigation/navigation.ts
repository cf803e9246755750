import { rememberedFor } from '#kit/remembered.ts';
import { type AccountKind, hasScope, type SessionUser } from '#kit/ui/auth/session-user.ts';
import type { NavigationGroup } from '#kit/ui/navigation-entry.ts';
import type { RouteRow } from '#app/shell/routing/route-row.ts';
import { navigationEntries } from './entries.ts';
import type { SideBarChoices } from './side-bar-choices.ts';

/**
 * An entry for one person: `lists` are those of its screens that this person may open, `to` leads to the first, and the addresses of its
 * pages begin with `prefixes`.
 */
export type NavigationLink = (typeof navigationEntries)[number] & {
  to: string;
  lists: readonly RouteRow[];
  prefixes: readonly string[];
};
export type NavigationLinks = readonly NavigationLink[];

/** Whether the row's screen is for this person. */
export function mayOpen(row: RouteRow, user: SessionUser | null): boolean {
  if (row.access === 'all') return true;
  if (row.access === 'guest') return user === null;
  return user !== null && (row.access === 'user' || hasScope(user.scope, row.access));
}

const linksOf = (rows: readonly RouteRow[], user: SessionUser | null): NavigationLinks =>
  navigationEntries.flatMap((entry) => {
    const paths = entry.tabs ?? [entry.path];
    const isFor = (path: string) => entry.needs?.[path] === undefined || hasScope(user?.scope, entry.needs[path]);
    const lists = paths.flatMap((path) => rows.find((row) => row.path === path && mayOpen(row, user) && isFor(path)) ?? []);
    const pages = rows.filter(({ under }) => lists.some(({ path }) => path === under));
    const prefixes = [...lists, ...pages].map(({ path }) => path.replace(/\/\{.*/, ''));
    return lists[0] === undefined ? [] : [{ ...entry, lists, prefixes, to: lists[0].path }];
  });

// the side bar, its tabs, the crumbs and the jump keys of a page all ask
const linksOfPerson = rememberedFor((user: SessionUser, rows: readonly RouteRow[]) => linksOf(rows, user));
/** Navigation of a person: only screens that exist and that the scope allows. */
export const navigationFor = (rows: readonly RouteRow[], user: SessionUser | null): NavigationLinks =>
  user === null ? linksOf(rows, null) : linksOfPerson(user, rows);

/** Pages of one thing may be beside their list: `/issues/user/details/…` is under `/issues/user/list`. */
const isUnder = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path.replace(/\/list$/, '')}/`);
/** The entry under which a page is: the one with the longest path that begins the page's own. */
export function activeLink(links: NavigationLinks, pathname: string): NavigationLink | null {
  const under = links.flatMap((link) =>
    link.prefixes.filter((prefix) => isUnder(pathname, prefix)).map(({ length }) => ({ link, length })),
  );
  return under.toSorted((a, b) => b.length - a.length)[0]?.link ?? null;
}

/** The group that a screen belongs to, null when it is in none. */
export function groupOfPath(links: NavigationLinks, path: string): NavigationGroup | null {
  const group = links.find((link) => link.lists.some((list) => list.path === path))?.group;
  return group === undefined || group === 'top' || group === 'foot' ? null : group;
}

export const kindOf = (user: SessionUser | null): AccountKind => user?.account?.kind ?? 'customer';
export const bottomLinks = (links: NavigationLinks, kind: AccountKind): NavigationLinks =>
  links.filter((link) => link.bottom?.includes(kind));

const groupOrder: readonly NavigationGroup[] = ['meet', 'team', 'connect', 'billing', 'operate', 'content', 'help'];
type SideBarLinks = {
  top: NavigationLinks;
  groups: readonly { word: NavigationGroup; links: NavigationLinks }[];
  more: NavigationLinks;
  foot: NavigationLinks;
};
type SideBarState = { choices: SideBarChoices; active: NavigationLink | null; kind: AccountKind };
/** Where each link is drawn: pinned ones at the top, rare ones that this device never opened under "More". */
export function arrangeLinks(links: NavigationLinks, { choices, active, kind }: SideBarState): SideBarLinks {
  const pinned = choices.pinned.flatMap((path) => links.find((link) => link.path === path && link.group !== 'top') ?? []);
  const more = links.filter(
    (link) =>
      link.rare === true &&
      kind !== 'operator' &&
      link !== active &&
      !pinned.includes(link) &&
      !choices.visited.includes(link.path),
  );
  const usual = links.filter((link) => !pinned.includes(link) && !more.includes(link));
  const groups = groupOrder.map((word) => ({ word, links: usual.filter((link) => link.group === word) }));
  return {
    top: [...usual.filter((link) => link.group === 'top'), ...pinned],
    groups: groups.filter((group) => group.links.length > 0),
    more,
    foot: usual.filter((link) => link.group === 'foot'),
  };
}
