import type { PaletteLine } from '#app/shell/slots.ts';

/** `also`: other words that find it. `run`: what it does where it leads nowhere. `shown`: `searched` stays away until something is typed. */
export type OwnLine = {
  id: string;
  kind: 'screen' | 'setting' | 'action';
  name: string;
  keys: readonly string[];
  also?: string;
  sub?: string;
  shown?: 'searched';
} & ({ to: string } | { run: () => void });
export type PaletteEntry = PaletteLine | OwnLine;
export type PaletteKind = PaletteEntry['kind'];
export type PaletteGroup = { kind: PaletteKind; lines: PaletteEntry[] };
const order: readonly PaletteKind[] = [
  ...(['room', 'account', 'person', 'recording', 'meeting', 'invoice', 'ticket'] as const),
  ...(['server', 'plan', 'post', 'file', 'setting', 'screen', 'action'] as const),
];
const mostPerGroup = 6;
/** Where many kinds were found, each shows fewer, so that the last one is in view. */
const manyGroups = 4;
const mostOfMany = 3;
/** Room for all languages. */
const mostActions = 12;

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

const isWhole = (name: string, q: string): boolean => q.trim() !== '' && plain(name) === plain(q.trim());

/**
 * The lines of the palette in their groups: what was found by the server, and screens, settings and actions whose words fit. `>` asks
 * for actions alone. What has exactly this name, such as an invoice's number, comes first.
 */
export function linesFor({
  q,
  found,
  own,
}: {
  q: string;
  found: readonly PaletteLine[];
  own: readonly OwnLine[];
}): PaletteGroup[] {
  const actionsOnly = q.startsWith('>');
  const words = actionsOnly ? q.slice(1) : q;
  const fitting = own.filter(
    ({ name, also, shown }) =>
      (shown !== 'searched' || words.trim() !== '') && (foundIn(name, words) !== null || foundIn(also ?? '', words) !== null),
  );
  const all: PaletteEntry[] = [...found, ...fitting].filter((line) => !actionsOnly || line.kind === 'action');
  const groups = order
    .map((kind) => ({ kind, lines: all.filter((line) => line.kind === kind) }))
    .filter((group) => group.lines.length > 0);
  const most = groups.length > manyGroups ? mostOfMany : mostPerGroup;
  const mostOf = (kind: PaletteKind) => (kind === 'action' && words.trim() !== '' ? mostActions : most);
  const shown = groups.map(({ kind, lines }) => ({ kind, lines: lines.slice(0, mostOf(kind)) }));
  const whole = ({ lines }: PaletteGroup) => lines.some(({ name }) => isWhole(name, words));
  return [...shown.filter(whole), ...shown.filter((group) => !whole(group))];
}
