/** A text value met while JSON is rewritten. `keys` are the object keys above it; places in lists have none. */
export type JsonText = { readonly keys: readonly string[]; readonly text: string };

/** What becomes of a text: a new one, or `undefined` to leave it as it is. */
export type JsonRule = (value: JsonText) => string | undefined;

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

type JsonLevel = { key: string | undefined; isObject: boolean };

/**
 * Passes JSON on with some of its texts changed. Every other character stays as it was: blanks, order, numbers of any
 * length, unknown members. A rule that changes nothing gives the same text again.
 * @throws SyntaxError when it is no JSON.
 */
export function rewriteJson(source: string, rule: JsonRule): string {
  JSON.parse(source);
  const levels: JsonLevel[] = [];
  const pieces: string[] = [];
  let copied = 0;
  for (const { 0: found, index } of source.matchAll(token)) {
    const level = levels.at(-1);
    if (found === '{' || found === '[') levels.push({ key: undefined, isObject: found === '{' });
    else if (found === '}' || found === ']') levels.pop();
    if (!found.startsWith('"')) continue;
    const text = parsedText(found);
    if (level?.isObject && isKey(source, index + found.length)) {
      level.key = text;
      continue;
    }
    const changed = rule({ keys: levels.flatMap(({ key }) => key ?? []), text });
    if (changed === undefined || changed === text) continue;
    pieces.push(source.slice(copied, index), JSON.stringify(changed));
    copied = index + found.length;
  }
  return copied === 0 ? source : pieces.join('') + source.slice(copied);
}

/** In valid JSON a text before a colon is a key, and nothing else is. */
function isKey(source: string, end: number): boolean {
  let at = end;
  while (at < source.length && source.charCodeAt(at) <= 0x20) at += 1;
  return source.charAt(at) === ':';
}

function parsedText(quoted: string): string {
  const value: unknown = JSON.parse(quoted);
  return typeof value === 'string' ? value : '';
}
