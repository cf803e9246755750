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
