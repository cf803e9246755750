import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';

/** Pages of one deck, decks of one meeting, bytes of a file, and how far one can zoom in. */
export const SLIDES = { pages: 200, decks: 20, bytes: 104_857_600, zoom: 8 } as const;

/** 128 random bits. The addresses of a deck's pages are made of it, so nobody outside can guess one. */
const deckId = z.string().check(z.regex(/^[\w-]{22}$/));
/** Counted from 1. */
const pageNumber = z.int().check(z.gte(1), z.lte(SLIDES.pages));
const share = z.number().check(z.gte(0), z.lte(1));
/** What is seen of the page: `zoom` 1 fits it in, `x` and `y` say which of its points is in the middle, in shares of its sides. */
const view = z.object({ zoom: z.number().check(z.gte(1), z.lte(SLIDES.zoom)), x: share, y: share });
export type SlideView = z.infer<typeof view>;
export const wholePage: SlideView = { zoom: 1, x: 0.5, y: 0.5 };

export const deckTroubles = [
  'unreadable',
  'password',
  'too-many-pages',
  'too-large',
  'unsupported',
  /** Office files need a program that is not installed here. */
  'no-office',
  'office-failed',
  'not-fetched',
  'disk-full',
] as const;
export type DeckTrouble = (typeof deckTroubles)[number];

// a schema of tuples would add to the first load of every screen
const isSize = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
/** Width and height in pixels of the largest picture that is kept; null: the page could not be drawn. */
const pageSize = z.nullable(z.custom<[number, number]>(isSize));
const deck = z.object({
  id: deckId,
  name: z.string(),
  /** `blank`: white pages without pictures. */
  kind: z.enum(['document', 'blank']),
  /** 0 until the file was opened. */
  pages: z.int(),
  /** Of the pages that are drawn so far, from the first on. */
  sizes: z.array(pageSize),
  trouble: z.nullable(z.enum(deckTroubles)),
  removable: z.boolean(),
  /** Everybody may have the file. */
  downloadable: z.boolean(),
});
export type Deck = z.infer<typeof deck>;
const shown = z.nullable(z.object({ deck: deckId, page: pageNumber }));
const state = z.object({ decks: z.array(deck), shown, view });
export type SlidesState = z.infer<typeof state>;
const pointer = z.nullable(z.object({ x: share, y: share }));

/** Where the presenter points, in shares of the page; null: nowhere. It is passed on and not kept. */
export const pointerHint = pointer;
export type PointerHint = z.infer<typeof pointerHint>;

const changeDeck = (state: SlidesState, id: string, change: (deck: Deck) => Deck): SlidesState => ({
  ...state,
  decks: state.decks.map((one) => (one.id === id ? change(one) : one)),
});

/** The page that takes the place of a removed deck's. */
function withoutDeck({ decks, shown: before, view: seen }: SlidesState, id: string): SlidesState {
  const rest = decks.filter((one) => one.id !== id);
  if (before?.deck !== id) return { decks: rest, shown: before, view: seen };
  const [next] = rest;
  return { decks: rest, shown: next === undefined ? null : { deck: next.id, page: 1 }, view: wholePage };
}

/** Decks of pages, and which part of which page everybody sees. The presenter turns them. */
export const slidesTopic = defineTopic({
  name: 'slides',
  version: 1,
  command: z.discriminatedUnion('do', [
    z.object({ do: z.literal('show'), deck: deckId, page: pageNumber }),
    z.object({ do: z.literal('view'), view }),
    z.object({ do: z.literal('remove'), deck: deckId }),
    z.object({ do: z.literal('allow-download'), deck: deckId, to: z.boolean() }),
    /** A new deck of one white page, which is shown. */
    z.object({ do: z.literal('add-blank'), name: z.string().check(z.minLength(1), z.maxLength(100)) }),
    /** One more white page at the end of such a deck. */
    z.object({ do: z.literal('add-page'), deck: deckId }),
  ]),
  event: z.discriminatedUnion('is', [
    /** It is shown where nothing is yet. */
    z.object({ is: z.literal('added'), deck }),
    /** The next pages, in order. */
    z.object({ is: z.literal('drawn'), deck: deckId, pages: z.int(), sizes: z.array(pageSize) }),
    z.object({ is: z.literal('failed'), deck: deckId, trouble: z.enum(deckTroubles) }),
    z.object({ is: z.literal('shown'), deck: deckId, page: pageNumber }),
    z.object({ is: z.literal('viewed'), view }),
    z.object({ is: z.literal('removed'), deck: deckId }),
    z.object({ is: z.literal('download-allowed'), deck: deckId, to: z.boolean() }),
  ]),
  // a page that is dragged sends its place a few times a second
  budget: { perSecond: 10, burst: 30, bytes: 1_000 },
  state,
  empty: { decks: [], shown: null, view: wholePage },
  reduce(state: SlidesState, { event }): SlidesState {
    switch (event.is) {
      case 'added':
        return {
          ...state,
          decks: [...state.decks, event.deck],
          shown: state.shown ?? { deck: event.deck.id, page: 1 },
        };
      case 'drawn':
        return changeDeck(state, event.deck, (one) => ({
          ...one,
          pages: event.pages,
          sizes: [...one.sizes, ...event.sizes].slice(0, event.pages),
        }));
      case 'failed':
        return changeDeck(state, event.deck, (one) => ({ ...one, trouble: event.trouble }));
      case 'shown':
        return { ...state, shown: { deck: event.deck, page: event.page }, view: wholePage };
      case 'viewed':
        return { ...state, view: event.view };
      case 'removed':
        return withoutDeck(state, event.deck);
      case 'download-allowed':
        return changeDeck(state, event.deck, (one) => ({ ...one, downloadable: event.to }));
    }
  },
});
