import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One row of the route table; `access` is who may see it: `all`, `guest`, `user`, or the permission that it takes. */
export type ProductRoute = { name: string; path: string; access: string };

/**
 * The rows in the source of a route table: the table itself holds screens, which only a bundler can load.
 * Throws when there are screens whose row cannot be read.
 */
export function routesIn(source: string): ProductRoute[] {
  const row = /name: '([^']+)',\s*path: '([^']+)',((?:(?!\bscreen:)[\s\S])*?)\baccess: '([^']+)'/g;
  const rows = [...source.matchAll(row)].map(([, name = '', path = '', , access = '']) => ({ name, path, access }));
  const screens = [...source.matchAll(/\bscreen:/g)].length;
  if (rows.length === 0 || rows.length !== screens)
    throw new Error(`${screens} screens in the route table, ${rows.length} could be read`);
  return rows;
}

/** Every row of the product's route table. */
export const routesOfProduct = (): ProductRoute[] =>
  routesIn(readFileSync(resolve(import.meta.dirname, '../src/app/routes.tsx'), 'utf8'));
