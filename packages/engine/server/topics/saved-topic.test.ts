import { expect, test } from 'vitest';
import { readTopic, type SavedTopic, saveTopic } from '#server/topics/saved-topic.ts';
import { drawn, drawnBy } from '#topics/board/board.factory.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';
import { BOARD } from '#topics/board/board-elements.ts';

const page = `${'d'.repeat(22)}/1`;
const element = (id: string) => drawnBy('ada', drawn(id));
const full = Array.from({ length: BOARD.pageElements }, (_, at) => element(`many-${at}-`));

/** A board that begins full, with what its journal would have written. */
function savedBoard() {
  let [rev, state]: [number, BoardState] = [7, { ...boardTopic.empty, pages: { [page]: full } }];
  const saver = saveTopic(boardTopic.version, () => ({ rev, state }));
  let before: SavedTopic = new Map();
  return {
    state: () => state,
    put(id: string) {
      const happened = { event: { is: 'put' as const, page, elements: [element(id)] }, by: 'ada', at: rev };
      state = boardTopic.reduce(state, happened);
      rev += 1;
      saver.happened(happened);
    },
    /** The texts, and how many characters of them are new on the disk. */
    save(): { saved: SavedTopic; characters: number } {
      const saved = new Map(saver.saved());
      const fresh = [...saved].filter(([name, text]) => before.get(name) !== text);
      before = saved;
      return { saved, characters: fresh.reduce((sum, [, text]) => sum + text.length, 0) };
    },
  };
}
const read = (saved: SavedTopic) =>
  readTopic(boardTopic, {
    state: JSON.parse(saved.get('') ?? 'null'),
    additions: [...saved].flatMap(([name, text]): unknown[] => (name === '' ? [] : [JSON.parse(text)])),
  });

test('a full board is not written again for each stroke, and nothing of it is lost', () => {
  const board = savedBoard();
  const { characters: whole } = board.save();
  let written = 0;
  for (let at = 0; at < 400; at += 1) {
    board.put(`new-${at}-`);
    const { saved, characters } = board.save();
    written += characters;
    if (at % 100 === 0) expect(read(saved)?.state).toEqual(board.state());
  }
  expect(whole).toBeGreaterThan(1_000_000);
  expect(written).toBeLessThan(whole);
  expect(board.save().characters).toBe(0);
});

test('what was added in very many steps is put together again', () => {
  const board = savedBoard();
  board.save();
  for (let at = 0; at < 1_200; at += 1) {
    board.put(`new-${at % 9}-`);
    expect(board.save().saved.size).toBeLessThanOrEqual(502);
  }
  expect(read(board.save().saved)?.state).toEqual(board.state());
});

test('additions to a state that was written again since, and those after a hole, are left out', () => {
  const board = savedBoard();
  board.save();
  const steps = Array.from({ length: 3 }, (_, at) => {
    board.put(`new-${at}-`);
    return { state: board.state(), saved: board.save().saved };
  });
  const [first, , last] = steps;
  const names = [...(last?.saved.keys() ?? [])];
  expect(names).toEqual(['', '7', '8', '9']);
  const cut = new Map([...(last?.saved ?? [])].filter(([name]) => name !== '8'));
  expect(read(cut)?.state).toEqual(first?.state);
  const newer = new Map([...cut, ['', JSON.stringify({ v: 1, rev: 10, state: last?.state })]]);
  expect(read(newer)).toMatchObject({ rev: 1_010, state: last?.state });
});

test('without a journal nothing of what happens is kept', () => {
  let asked = 0;
  const saver = saveTopic(1, () => {
    asked += 1;
    return { rev: asked, state: {} };
  });
  for (let at = 0; at < 10; at += 1) saver.happened({ event: at, by: null, at });
  expect(asked).toBe(0);
  expect([...saver.saved().keys()]).toEqual(['']);
});
