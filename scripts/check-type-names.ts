import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './sources.ts';

/** In percent. A few words of the field are clear alone: `Meeting`, `Recording`, `Money`. */
const mostBareNames = 5;
/** Below this many types a share says nothing. */
const fewestTypes = 200;
const declaration = /^[ \t]*(?:export )?(?:declare )?(?:type|interface) ([A-Z]\w*)(?=\s*[=<{]|\s+extends\b)/gm;
const testFile = /\.(?:test|component|factory)\.tsx?$/;
/** `sales` follows in a work of its own; `Props` is React's own word, `Window` the browser's. */
const passedOver = { path: /^src\/sales\//, name: /^(?:Props|Window)$/ };

type TypeName = { name: string; path: string };

const typesIn = (root: string): TypeName[] =>
  ['src', 'packages']
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\.tsx?$/.test(path) && !testFile.test(path) && !passedOver.path.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(declaration)].map(([, name = '']) => ({ name, path })),
    );

const isBare = ({ name }: TypeName): boolean => /^[A-Z][a-z0-9]*$/.test(name) && !passedOver.name.test(name);

/** The share of types that are named by one bare word, which a search for the word does not find. */
export function shareOfBareTypeNames(root: string): { share: number; all: number; bare: TypeName[] } {
  const all = typesIn(root);
  const bare = all.filter(isBare);
  return { share: all.length === 0 ? 0 : (100 * bare.length) / all.length, all: all.length, bare };
}

/** Prints the share, and lists the names when it is too large. */
export function checkTypeNames(root: string): string[] {
  const { share, all, bare } = shareOfBareTypeNames(root);
  if (all < fewestTypes) return [];
  const says = `${share.toFixed(1)} % of ${all} types outside src/sales are named by one word`;
  console.log(`note: words: ${says}`);
  if (share <= mostBareNames) return [];
  return [`${says}, ${mostBareNames} % allowed:`, ...bare.map(({ name, path }) => `${path} ${name}`)];
}
