import type { PaletteLine } from './slots.ts';

export type Line = PaletteLine | { id: string; kind: 'screen'; name: string; to: string; keys: readonly string[] };
export type LineKind = Line['kind'];
export type LineGroup = { kind: LineKind; lines: Line[] };
const order: readonly LineKind[] = ['room', 'person', 'screen', 'action'];
const mostPerGroup = 6;

/** Where the words begin in a name, so that they can be marked; -1 when they do not stand there. Capitals and accents do not count. */
export function foundAt(name: string, q: string): number {
  const plain = (text: string) => text.toLocaleLowerCase().normalize('NFC');
  return plain(name).indexOf(plain(q.trim()));
}

/** The lines of the palette in their groups: what was found by the server, and the screens whose names fit. `>` asks for actions alone. */
export function linesFor({ q, found, screens }: { q: string; found: readonly Line[]; screens: readonly Line[] }): LineGroup[] {
  const actionsOnly = q.startsWith('>');
  const words = actionsOnly ? q.slice(1) : q;
  const own = screens.filter((line) => foundAt(line.name, words) >= 0);
  const all = [...found, ...own].filter((line) => !actionsOnly || line.kind === 'action');
  return order
    .map((kind) => ({ kind, lines: all.filter((line) => line.kind === kind).slice(0, mostPerGroup) }))
    .filter((group) => group.lines.length > 0);
}
