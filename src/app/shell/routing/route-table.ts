import type { RouteObject } from 'react-router';
import { type ComponentType, createElement, type ReactNode } from 'react';
import type { Access } from '#kit/contract.ts';
import { type Loadable, loadable } from '#kit/ui/query/loadable.tsx';
import type { ScreenModule } from '#kit/ui/screen.ts';
import { ErrorPage } from '#app/shell/error-page.tsx';
import { runRoute } from './run-route.ts';

/** One line of the route table: a URL, its screen, its frame and who may see it. */
export type RouteRow = {
  /** Unique; dots and dashes. */
  name: string;
  /** `/rooms/edit-room/{id?}`: a parameter in braces, with `?` when it may be left out. */
  path: string;
  /** Title of the page, `<namespace>.<key>` of the English texts; without it the screen sets its own. */
  title?: string;
  layout: 'default' | 'login';
  /** Of the default layout. Left out: the app's for the signed-in, the public one for guests. */
  frame?: 'app' | 'public' | 'meeting';
  access: Access;
  guards?: readonly string[];
  /** Of a page for guests that asks while it stands, as others for guests do not. */
  asks?: 'queries';
  screen: () => Promise<ScreenModule>;
  /** Source file of the screen, filled in by the build, to find its style sheets and chunks. */
  file?: string;
};

/** `{id?}` → `:id?`, the router's notation. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)(\??)\}/g, ':$1$2');

export type Handle = { row: RouteRow | null };

/** What guests see asks by `load` alone: the code of queries is no part of their pages. */
async function screenOf(row: RouteRow): Promise<ComponentType> {
  if ((row.access === 'all' || row.access === 'guest') && row.asks === undefined) return (await row.screen()).Screen;
  const [{ Screen }, { withQueries }] = await Promise.all([row.screen(), import('#app/shell/queries.tsx')]);
  return withQueries(Screen);
}

/** The router's routes of the table; what matches nothing runs the guards too, and ends in a 404. */
export function routesOf(rows: readonly RouteRow[], root: { element: ReactNode; errorElement: ReactNode }): RouteObject[] {
  const pages = rows.map((row) => {
    const Screen: Loadable<object> = loadable(() => screenOf(row));
    return leaf({ id: row.name, path: routerPath(row.path), row, Screen });
  });
  return [
    { ...root, id: 'root', path: '/', children: [...pages, leaf({ id: 'unmatched', path: '*', row: null, Screen: null })] },
  ];
}

type Leaf = { id: string; path: string; row: RouteRow | null; Screen: Loadable<object> | null };
const leaf = ({ id, path, row, Screen }: Leaf): RouteObject => ({
  id,
  path,
  handle: { row } satisfies Handle,
  loader: async (args) => {
    const data = await runRoute(row, args);
    await Screen?.preload();
    return data;
  },
  element: Screen === null ? null : createElement(Screen),
  errorElement: createElement(ErrorPage),
});
