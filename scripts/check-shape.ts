import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakpoints } from '../src/kit/facts.ts';
import type { CountedRule } from './known-faults.ts';
import { filesBelow } from './sources.ts';

const allowedWidths = new Set(Object.values(breakpoints).map((width) => `${width}px`));

/** Screens change their layout at the same four widths. A part that needs another one asks for its container's width. */
export const breakpointsRule: CountedRule = {
  name: 'breakpoints',
  find: (root) =>
    ['src', 'packages']
      .flatMap((folder) => filesBelow(root, folder))
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        return [...text.matchAll(/@media([^{]*)/g)].flatMap(({ index, 1: conditions = '' }) =>
          [...conditions.matchAll(/\([^)]*width[^)]*\)/g)]
            .flatMap(([condition]) => condition.match(/[\d.]+[a-z]+/g) ?? [])
            .filter((width) => !allowedWidths.has(width))
            .map((width) => ({
              key: path,
              at: `${path}:${text.slice(0, index).split('\n').length}`,
              says: `changes the layout at ${width}: use ${[...allowedWidths].join(', ')}, or a container query`,
            })),
        );
      }),
};

const mostFiles = 60;
/** Migrations only grow; billing is cut in a work of its own. */
const largeFolders = /^(migrations|src\/sales\/billing)(\/|$)/;

/** A folder that cannot be read at a glance is cut by subject before it grows. Each file above the limit counts. */
export const foldersRule: CountedRule = {
  name: 'folders',
  find: (root) =>
    [...Map.groupBy(filesOfHouse(root), (path) => path.slice(0, path.lastIndexOf('/')))]
      .filter(([folder]) => !largeFolders.test(folder))
      .flatMap(([folder, files]) =>
        files.slice(mostFiles).map((path) => ({
          key: folder,
          at: path,
          says: `is file ${files.indexOf(path) + 1} of ${folder}: a folder holds ${mostFiles} at most`,
        })),
      ),
};

const filesOfHouse = (root: string) =>
  ['src', 'packages', 'scripts', 'e2e', 'bench', 'deploy', 'migrations']
    .flatMap((folder) => filesBelow(root, folder))
    .filter((file) => !file.startsWith('e2e/pictures/'));
