import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';
import {
  BOARD,
  type BoardElement,
  boardElement,
  boardPage,
  drawers,
  drawnElement,
  elementIds,
} from '#topics/board/board-elements.ts';

const elements = z.array(boardElement);
const state = z.object({
  drawers,
  /** By page, from the lowest to the uppermost. */
  pages: z.record(z.string(), elements),
  /** Who drew what others removed last, so that it is still theirs when it is put back. */
  removed: z._default(z.array(z.object({ id: z.string(), by: z.string(), name: z.string() })), []),
  /** What was cleared last, so that it can be brought back. */
  cleared: z.nullable(z.object({ page: z.string(), elements, by: z.nullable(z.string()), at: z.number() })),
});
export type BoardState = z.infer<typeof state>;

const event = z.discriminatedUnion('is', [
  z.object({ is: z.literal('put'), page: boardPage, elements }),
  z.object({ is: z.literal('removed'), page: boardPage, ids: z.array(z.string()) }),
  /** `whose`: a member id; null: all. */
  z.object({ is: z.literal('cleared'), page: boardPage, whose: z.nullable(z.string()) }),
  z.object({ is: z.literal('restored'), page: boardPage }),
  z.object({ is: z.literal('allowed'), drawers }),
  /** A deck was removed, and with it what was drawn on its pages. */
  z.object({ is: z.literal('dropped'), deck: z.string() }),
]);
type BoardEvent = z.infer<typeof event>;

/** Of removed elements, the authors. */
const REMEMBERED = 4 * BOARD.atOnce;

const onPage = (state: BoardState, page: string, change: (elements: BoardElement[]) => BoardElement[]): BoardState => ({
  ...state,
  pages: { ...state.pages, [page]: change(state.pages[page] ?? []) },
});

/** What is there already keeps its height, what is new lies on top. */
function withElements(before: readonly BoardElement[], put: readonly BoardElement[]): BoardElement[] {
  const added = new Map(put.map((one) => [one.id, one]));
  const kept = before.map((one) => {
    const changed = added.get(one.id);
    added.delete(one.id);
    return changed ?? one;
  });
  return [...kept, ...added.values()];
}

/**
 * What people draw on slides and blank pages. The engine's order decides: of two who change one element, who came later. Nobody loses
 * what they drew when the right is taken from them.
 */
export const boardTopic = defineTopic({
  name: 'board',
  version: 1,
  command: z.discriminatedUnion('do', [
    /** Adds elements, or changes those that have these ids. */
    z.object({
      do: z.literal('put'),
      page: boardPage,
      elements: z.array(drawnElement).check(z.minLength(1), z.maxLength(BOARD.atOnce)),
    }),
    z.object({ do: z.literal('remove'), page: boardPage, ids: elementIds }),
    z.object({ do: z.literal('clear'), page: boardPage, whose: z.enum(['own', 'all']) }),
    /** Brings back what the same person cleared a moment ago. */
    z.object({ do: z.literal('restore'), page: boardPage }),
    z.object({ do: z.literal('allow'), drawers }),
  ]),
  event,
  budget: { perSecond: 12, burst: 40, bytes: 60_000 },
  state,
  empty: { drawers: { who: 'presenter', chosen: [] }, pages: {}, removed: [], cleared: null },
  reduce(state: BoardState, { event, by, at }: { event: BoardEvent; by: string | null; at: number }): BoardState {
    switch (event.is) {
      case 'put':
        return onPage(state, event.page, (before) => withElements(before, event.elements));
      case 'removed': {
        const ids = new Set(event.ids);
        const gone = (state.pages[event.page] ?? []).filter((one) => ids.has(one.id) && one.by !== by);
        const removed = [...state.removed, ...gone.map(({ id, by, name }) => ({ id, by, name }))].slice(-REMEMBERED);
        return { ...onPage(state, event.page, (before) => before.filter(({ id }) => !ids.has(id))), removed };
      }
      case 'cleared': {
        const { page, whose } = event;
        const isGone = (one: BoardElement) => whose === null || one.by === whose;
        const gone = (state.pages[page] ?? []).filter(isGone);
        const left = onPage(state, page, (before) => before.filter((one) => !isGone(one)));
        return { ...left, cleared: { page, elements: gone, by, at } };
      }
      case 'restored': {
        const { cleared } = state;
        if (cleared?.page !== event.page) return state;
        return { ...onPage(state, event.page, (before) => withElements(cleared.elements, before)), cleared: null };
      }
      case 'allowed':
        return { ...state, drawers: event.drawers };
      case 'dropped': {
        const kept = Object.entries(state.pages).filter(([page]) => !page.startsWith(`${event.deck}/`));
        const cleared = state.cleared?.page.startsWith(`${event.deck}/`) ? null : state.cleared;
        return { ...state, pages: Object.fromEntries(kept), cleared };
      }
    }
  },
});
