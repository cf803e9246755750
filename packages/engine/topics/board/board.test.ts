import { expect, test } from 'vitest';
import { drawn, drawnBy } from '#topics/board/board.factory.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';
import { BOARD, type BoardElement } from '#topics/board/board-elements.ts';

type BoardEvent = Parameters<typeof boardTopic.reduce>[1]['event'];
const [deck, other] = ['d'.repeat(22), 'e'.repeat(22)];
const page = `${deck}/1`;
const after = (...events: BoardEvent[]): BoardState =>
  events.reduce((state, event, at) => boardTopic.reduce(state, { event, by: 'ada', at }), boardTopic.empty);
const put = (...elements: BoardElement[]): BoardEvent => ({ is: 'put', page, elements });
const ada = (id: string, change: Parameters<typeof drawn>[1] = {}) => drawnBy('ada', drawn(id, change));
const ben = (id: string) => drawnBy('ben', drawn(id));
const idsOn = ({ pages }: BoardState, on = page): string[] => (pages[on] ?? []).map(({ id }) => id.replaceAll('-', ''));

test('what is changed keeps its height, and what is new lies on top', () => {
  const state = after(put(ada('a'), ben('b')), put(ben('c'), ada('a', { x: 7 })));
  expect(idsOn(state)).toEqual(['a', 'b', 'c']);
  expect(state.pages[page]?.[0]?.x).toBe(7);
});

test('one who clears their own leaves those of others, and all of it comes back', () => {
  const full = [put(ada('a'), ben('b'), ada('c'))];
  const cleared: BoardEvent = { is: 'cleared', page, whose: 'ada' };
  expect(idsOn(after(...full, cleared))).toEqual(['b']);
  const back = after(...full, cleared, put(ben('d')), { is: 'restored', page });
  expect([...idsOn(back)].sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(back.cleared).toBeNull();
  expect(idsOn(after(...full, { is: 'cleared', page, whose: null }))).toEqual([]);
});

test('a removed deck takes what was drawn on it along, and nothing of another', () => {
  const state = after(
    put(ada('a')),
    { is: 'put', page: `${other}/2`, elements: [ben('b')] },
    { is: 'cleared', page, whose: null },
  );
  const left = boardTopic.reduce(state, { event: { is: 'dropped', deck }, by: null, at: 9 });
  expect([Object.keys(left.pages), left.cleared]).toEqual([[`${other}/2`], null]);
});

test('a page that comes late, whenever that is, ends with the same picture as one that heard everything', () => {
  const events: BoardEvent[] = [
    put(ada('a'), ben('b')),
    { is: 'removed', page, ids: [ben('b').id] },
    put(ben('c'), ada('a', { x: 3 })),
    { is: 'cleared', page, whose: 'ada' },
    put(ben('d')),
    { is: 'restored', page },
  ];
  const all = after(...events);
  expect(idsOn(all)).toEqual(['a', 'c', 'd']);
  for (let known = 0; known < events.length; known += 1) {
    const told = boardTopic.state.parse(JSON.parse(JSON.stringify(after(...events.slice(0, known)))));
    const late = events
      .slice(known)
      .reduce((state, event, at) => boardTopic.reduce(state, { event, by: 'ada', at: known + at }), told);
    expect(late).toEqual(all);
  }
});

test('one more element on a full page reads each of the others once', () => {
  let reads = 0;
  const counting = (id: string): BoardElement =>
    Object.defineProperty(ada(id), 'id', {
      enumerable: true,
      get() {
        reads += 1;
        return id;
      },
    });
  const full = Array.from({ length: BOARD.pageElements }, (_, at) => counting(`e-${at}-----`));
  const state: BoardState = { ...boardTopic.empty, pages: { [page]: full } };
  reads = 0;
  const next = boardTopic.reduce(state, { event: put(ada('new')), by: 'ada', at: 1 });
  expect(next.pages[page]).toHaveLength(BOARD.pageElements + 1);
  // twice, as what was there is looked for and taken out of what is new
  expect(reads).toBeLessThanOrEqual(2 * BOARD.pageElements);
});
