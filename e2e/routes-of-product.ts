import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Name and path of every row of the route table, read from its source: the table itself holds screens, which only a bundler can load. */
export function routesOfProduct(): { name: string; path: string }[] {
  const source = readFileSync(resolve(import.meta.dirname, '../src/app/routes.tsx'), 'utf8');
  const rows = [...source.matchAll(/name: '([^']+)',\s*path: '([^']+)'/g)].map(([, name = '', path = '']) => ({ name, path }));
  const screens = [...source.matchAll(/\bscreen:/g)].length;
  if (rows.length === 0 || rows.length !== screens)
    throw new Error(`${screens} screens in the route table, ${rows.length} could be read`);
  return rows;
}
