import type { RouteObject } from 'react-router';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { type Loadable, loadable } from '#kit/ui/query/loadable.tsx';
import { ErrorPage } from '#app/shell/error-page.tsx';
import { type RouteHandle, type RouteRow, routerPath } from './route-row.ts';
import { runRoute } from './run-route.ts';

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

type RouteLeaf = { id: string; path: string; row: RouteRow | null; Screen: Loadable<object> | null };
const leaf = ({ id, path, row, Screen }: RouteLeaf): RouteObject => ({
  id,
  path,
  handle: { row } satisfies RouteHandle,
  loader: async (args) => {
    const data = await runRoute(row, args);
    await Screen?.preload();
    return data;
  },
  element: Screen === null ? null : createElement(Screen),
  errorElement: createElement(ErrorPage),
});
