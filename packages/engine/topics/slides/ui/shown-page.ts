import type { Deck, SlidesState } from '#topics/slides/slides.topic.ts';
import type { TileBox } from '#ui/stage/tile-grid.ts';

/** Most slides have this shape; pages that are not drawn yet take it. */
const USUAL: TileBox = { width: 1600, height: 900 };

/** `bone`: it is not drawn yet. `failed`: it could not be drawn. */
export type ShownPage = { deck: Deck; page: number; size: TileBox; look: 'drawn' | 'blank' | 'bone' | 'failed' };

export function pageOf(deck: Deck, page: number): ShownPage {
  const size = deck.sizes[page - 1];
  if (deck.kind === 'blank' || size) {
    const [width, height] = size ?? [USUAL.width, USUAL.height];
    return { deck, page, size: { width, height }, look: deck.kind === 'blank' ? 'blank' : 'drawn' };
  }
  return { deck, page, size: USUAL, look: size === null ? 'failed' : 'bone' };
}

export function shownPageOf({ decks, shown }: SlidesState): ShownPage | null {
  const deck = decks.find(({ id }) => id === shown?.deck);
  return deck && shown ? pageOf(deck, shown.page) : null;
}

type PageAddress = { base: string; deck: string; page: number };
export const pagePicture = ({ base, deck, page }: PageAddress): string => `${base}/session/pages/${deck}/${page}.webp`;
export const smallPagePicture = ({ base, deck, page }: PageAddress): string => `${base}/session/pages/${deck}/${page}-small.webp`;
export const deckFile = (base: string, deck: string): string => `${base}/session/pages/${deck}/file`;
export const deckText = (base: string, deck: string): string => `${base}/session/pages/${deck}/text.json`;
