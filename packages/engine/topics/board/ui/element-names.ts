import type { BoardElement } from '#topics/board/board-elements.ts';
import type { BoardText } from '#topics/board/ui/board-text.ts';

const MOST_TEXT = 120;
export const firstNameOf = (name: string): string => name.split(' ')[0] ?? name;

/** What a screen reader says of an element. */
export function elementName(element: BoardElement, text: BoardText): string {
  const { kind, label, color } = element;
  if (label !== '') return label;
  const name = firstNameOf(element.name);
  if (kind === 'note' || kind === 'text') {
    const written = element.text.replace(/\s+/g, ' ').trim();
    const short = written.length > MOST_TEXT ? `${written.slice(0, MOST_TEXT)}…` : written;
    return text(kind === 'note' ? 'named.note' : 'named.text', { name, text: short });
  }
  return text('named.drawn', { name, kind: text(`kinds.${kind}`), color: text(`colors.${color}`) });
}
