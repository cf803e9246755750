import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountedRule, Fault } from './known-faults.ts';
import { filesBelow } from './sources.ts';

const folders = ['src', 'packages', 'scripts', 'e2e', 'bench', 'deploy'];
const genericNames = 'Asked|Told|Of|Held|Found|Answer|Draft|Place|Seat|Line|Span|Seen|Kept|Way|Said';
/** Types of this name anywhere, and everything exported under it. */
const declaration = new RegExp(
  `^[ \\t]*(?:(?:export )?(?:declare )?(?:type|interface)|export (?:async )?(?:const|let|class|enum|function\\*?)) (${genericNames})\\b(?!\\s*[,}])`,
  'gim',
);
/** Habits of speech that no reader expects in code. `docs/style.md` says what to write instead. */
const oddWords =
  /\b(whoever|whomever|told|anew|reckon\w*|lets? go of|goes on on|whose it is|hand(?:s|ed)? on|what was had|stands? t?here|(?:is|are) said|nought|comes? to nothing|at once, most)\b/gi;
/** Strings and templates are passed over, so that what looks like a comment inside them is none. */
const comments = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$)/gm;

type CodeFile = { path: string; text: string };

function readCode(root: string, extension: RegExp): CodeFile[] {
  return folders
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => extension.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

function faultsIn({ path, text }: CodeFile, matches: Iterable<{ index: number; says: string }>): Fault[] {
  return [...matches].map(({ index, says }) => ({ key: path, at: `${path}:${lineAt(text, index)}`, says }));
}

/** A name of one generic word is found by no search and says nothing of its subject. */
export const namesRule: CountedRule = {
  name: 'names',
  find: (root) =>
    readCode(root, /\.tsx?$/).flatMap((file) =>
      faultsIn(
        file,
        [...file.text.matchAll(declaration)].map((match) => ({
          index: match.index + match[0].search(/\S/),
          says: `is named "${match[1]}": say of what it is, as in RoomDraft or DeliveryAttempt`,
        })),
      ),
    ),
};

export const commentsRule: CountedRule = {
  name: 'comments',
  find: (root) =>
    readCode(root, /\.(tsx?|mjs|css)$/).flatMap((file) => {
      if (file.text.search(oddWords) === -1) return [];
      return faultsIn(
        file,
        [...file.text.matchAll(comments)].flatMap(({ index, 1: comment = '' }) =>
          [...comment.matchAll(oddWords)].map((match) => ({
            index: index + match.index,
            says: `says "${match[0]}": see docs/style.md for plain words`,
          })),
        ),
      );
    }),
};

/** In percent. A few words of the field are clear alone: `Meeting`, `Recording`, `Money`. */
const mostBareNames = 5;
/** Below this many types a share says nothing. */
const fewestTypes = 200;
const typeDeclaration = /^[ \t]*(?:export )?(?:declare )?(?:type|interface) ([A-Z]\w*)(?=\s*[=<{]|\s+extends\b)/gm;
const testFile = /\.(?:test|component|factory)\.tsx?$/;
/** `sales` follows in a work of its own; `Props` is React's own word, `Window` the browser's. */
const passedOver = { path: /^src\/sales\//, name: /^(?:Props|Window)$/ };

type TypeName = { name: string; path: string };

const typesIn = (root: string): TypeName[] =>
  ['src', 'packages']
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\.tsx?$/.test(path) && !testFile.test(path) && !passedOver.path.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(typeDeclaration)].map(([, name = '']) => ({ name, path })),
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
