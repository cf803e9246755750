import type { PaletteLine } from '#app/shell/slots.ts';

export type Line = PaletteLine | { id: string; kind: 'screen'; name: string; to: string; keys: readonly string[] };
export type LineKind = Line['kind'];
export type LineGroup = { kind: LineKind; lines: Line[] };
const order: readonly LineKind[] = ['room', 'person', 'screen', 'action'];
const mostPerGroup = 6;

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * Where the words stand in a name, so that they can be marked; null when they do not. Capitals and accents do not count, on either
 * side. `from` and `to` count in the name as it is written, `to` excluded.
 */
export function foundIn(name: string, q: string): { from: number; to: number } | null {
  // for each plain letter, where the letter that it comes from stands
  const places: number[] = [];
  let folded = '';
  let at = 0;
  for (const letter of name) {
    const bare = plain(letter);
    for (let i = 0; i < bare.length; i++) places.push(at);
    folded += bare;
    at += letter.length;
  }
  places.push(name.length);
  const wanted = plain(q.trim());
  const begin = folded.indexOf(wanted);
  if (begin < 0) return null;
  const from = places[begin] ?? 0;
  // a letter may be several plain ones, and an accent may stand behind its letter: it belongs to what is marked
  const end = places.find((place, index) => index >= begin + wanted.length && place > from) ?? name.length;
  return { from, to: wanted === '' ? from : end };
}

/** The lines of the palette in their groups: what was found by the server, and the screens whose names fit. `>` asks for actions alone. */
export function linesFor({ q, found, screens }: { q: string; found: readonly Line[]; screens: readonly Line[] }): LineGroup[] {
  const actionsOnly = q.startsWith('>');
  const words = actionsOnly ? q.slice(1) : q;
  const own = screens.filter((line) => foundIn(line.name, words) !== null);
  const all = [...found, ...own].filter((line) => !actionsOnly || line.kind === 'action');
  return order
    .map((kind) => ({ kind, lines: all.filter((line) => line.kind === kind).slice(0, mostPerGroup) }))
    .filter((group) => group.lines.length > 0);
}
