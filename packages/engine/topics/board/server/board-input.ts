/** What people send of the board, made fit to be kept, and how much of it there is. */
import { type BoardElement, type DrawnElement, strokeKinds } from '#topics/board/board-elements.ts';
import { cleanText } from '#topics/chat/server/chat.plug.ts';

const strokes: readonly string[] = strokeKinds;

/** Only strokes have points, and only texts and notes a text. */
export function cleanElement(sent: DrawnElement): DrawnElement {
  const { kind, points, text, label } = sent;
  return {
    ...sent,
    points: strokes.includes(kind) ? points : '',
    text: kind === 'text' || kind === 'note' ? cleanText(text) : '',
    label: cleanText(label).replaceAll(/\s+/g, ' '),
  };
}

export const charactersIn = (elements: readonly BoardElement[]): number =>
  elements.reduce((sum, { points, text, label, name }) => sum + points.length + text.length + label.length + name.length, 0);
