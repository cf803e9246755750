/** A board that is too large for one message, as events that lead to it: people who come late see it fill. */
import type * as z from 'zod/mini';
import type { StampedEvent } from '#protocol/topic.ts';
import type { BoardState, boardTopic } from '#topics/board/board.topic.ts';
import type { BoardElement } from '#topics/board/board-elements.ts';
import { charactersIn } from '#topics/board/server/board-input.ts';

type BoardEvent = StampedEvent<z.infer<typeof boardTopic.event>>;

/** Of a message, in characters. A piece is less than twice as long. */
const PIECE = 65_536;
/** What an element has besides points and words. */
const FRAME = 250;

const lengthOf = (elements: readonly BoardElement[]): number => charactersIn(elements) + FRAME * elements.length;

function putInPieces(page: string, elements: readonly BoardElement[]): BoardEvent[] {
  const pieces: BoardElement[][] = [[]];
  let length = 0;
  for (const element of elements) {
    if (length > PIECE) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(element);
    length += lengthOf([element]);
  }
  return pieces.map((list) => ({ event: { is: 'put', page, elements: list }, by: null, at: 0 }));
}

export function boardPieces(state: BoardState): { first: BoardState; rest: BoardEvent[] } | null {
  const { pages, cleared } = state;
  const all = [...Object.values(pages), cleared?.elements ?? []];
  if (all.reduce((sum, list) => sum + lengthOf(list), 0) <= PIECE) return null;
  // drawn and cleared again, so that it can be brought back there as well
  const clearing: BoardEvent[] =
    cleared === null
      ? []
      : [
          ...putInPieces(cleared.page, cleared.elements),
          { event: { is: 'cleared', page: cleared.page, whose: null }, by: cleared.by, at: cleared.at },
        ];
  const drawing = Object.entries(pages).flatMap(([page, elements]) => putInPieces(page, elements));
  return { first: { ...state, pages: {}, cleared: null }, rest: [...clearing, ...drawing] };
}
