import { randomToken } from '#server/tokens.ts';
import type { Deck } from '#topics/slides/slides.topic.ts';

const ID_LENGTH = 22;
const NAME_LENGTH = 100;

/** A name that people may have typed anywhere; null where nothing of it can be read. */
export function cleanDeckName(raw: string): string | null {
  // control characters, and signs that turn the direction of what stands beside them
  const text = raw.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ');
  return [...text.trim()].slice(0, NAME_LENGTH).join('').trim() || null;
}

export function newDeck(facts: Pick<Deck, 'name' | 'kind' | 'removable' | 'downloadable'>): Deck {
  return { id: randomToken(ID_LENGTH), ...facts, pages: 0, sizes: [], trouble: null };
}
