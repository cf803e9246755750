import { expect, test } from 'vitest';
import { type BoardElement, BOARD } from '#topics/board/board-elements.ts';
import { recordedBoard } from '#topics/board/recorded-board.ts';

const deck = 'graphs'.padEnd(22, '-');
const page = `${deck}/1`;
const shown = { deck, page: 1 };
const drawn = (id: string, given: Partial<BoardElement> = {}): BoardElement => ({
  ...{ id, kind: 'rectangle', x: 0, y: 0, w: 100, h: 100, color: 'red', width: 'thin', points: '', text: '', label: '' },
  ...{ by: 'ada', name: 'Ada Byron' },
  ...given,
});
const line = (at: number, event: unknown) => ({ at, type: 'topic', topic: 'board', by: 'ada', event });
const put = (at: number, ...elements: BoardElement[]) => line(at, { is: 'put', page, elements });
const begun = (at: number, pages: Record<string, BoardElement[]>) => ({
  ...{ at, type: 'topic-state', topic: 'board', rev: 7 },
  state: { drawers: { who: 'presenter', chosen: [] }, pages, cleared: null },
});

test('each time has the drawing of then, in whatever order one looks', () => {
  const board = recordedBoard([
    begun(40, { [page]: [drawn('before1')] }),
    put(1_000, drawn('first-1')),
    { at: 1_200, type: 'topic', topic: 'slides', by: 'ada', event: { is: 'shown', deck, page: 2 } },
    put(2_000, drawn('before1', { color: 'blue' }), drawn('second1')),
    line(2_500, { is: 'put', page, elements: [{ id: 'no element' }] }),
    line(3_000, { is: 'removed', page, ids: ['first-1'] }),
    line(4_000, { is: 'cleared', page, whose: null }),
    line(5_000, { is: 'restored', page }),
    line(6_000, { is: 'dropped', deck }),
  ]);
  const at = (time: number) => board.elementsAt(time, shown).map(({ id, color }) => `${id} ${color}`);
  const times = new Map([
    [0, ['before1 red']],
    [999, ['before1 red']],
    [1_000, ['before1 red', 'first-1 red']],
    [2_900, ['before1 blue', 'first-1 red', 'second1 red']],
    [3_500, ['before1 blue', 'second1 red']],
    [4_500, []],
    [5_500, ['before1 blue', 'second1 red']],
    [7_000, []],
  ]);
  for (const [time, seen] of times) expect(at(time)).toEqual(seen);
  for (const [time, seen] of [...times].reverse()) expect(at(time)).toEqual(seen);
  expect(board.elementsAt(2_000, { deck, page: 2 })).toEqual([]);
  expect(board.elementsAt(2_100, shown)).toBe(board.elementsAt(2_200, shown));
});

test('in a lesson with five thousand elements all times can be reached, and each is right', () => {
  const count = BOARD.pageElements;
  const events = Array.from({ length: count }, (_, index) => put(index, drawn(`element${index}`)));
  const board = recordedBoard(events);
  for (const time of [count - 1, 0, 4_321, 63, 64, 65, 4_320, 2_500]) {
    const elements = board.elementsAt(time, shown);
    expect(elements).toHaveLength(time + 1);
    expect(elements.at(-1)?.id).toBe(`element${time}`);
  }
});

test('words are found from when they were written, and once for as long as they stay', () => {
  const note = drawn('note-01', { kind: 'note', text: 'Minus in the bracket' });
  const board = recordedBoard([
    put(1_000, note, drawn('drawn-1')),
    put(2_000, { ...note, x: 50 }),
    put(3_000, { ...note, text: 'Plus in the bracket' }),
  ]);
  expect(board.texts).toEqual([
    { at: 1_000, name: 'Ada Byron', text: 'Minus in the bracket' },
    { at: 3_000, name: 'Ada Byron', text: 'Plus in the bracket' },
  ]);
});
