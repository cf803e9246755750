import { slugTrouble } from '#meet/rooms/rooms.rules.ts';

/** The room's word in what somebody pasted: a whole link, `/m/word`, or the word alone. Null when there is none. */
export function slugIn(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const linked = /(?:^|\/)m\/([a-z0-9-]+)/.exec(plain)?.[1];
  const slug = linked ?? plain.replace(/\s+/g, '-');
  return slugTrouble(slug) === null ? slug : null;
}
