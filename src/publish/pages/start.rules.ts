/** What somebody enters on the start page to get into a room. */
import { slugTrouble } from '#meet/rooms/rooms.rules.ts';

/** The room's word in what was pasted: a whole link, `/m/word`, or the word alone. Null when there is none. */
export function roomWordIn(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const linked = /(?:^|\/)m\/([a-z0-9-]+)/.exec(plain)?.[1];
  const word = linked ?? plain.replace(/\s+/g, '-');
  return slugTrouble(word) === null ? word : null;
}
