import { describe, expect, test } from 'vitest';
import { BOARD, type BoardElement } from '#topics/board/board-elements.ts';
import { commandsFor, noUndo, type PageChange, takeStep, withStep } from '#topics/board/ui/board-changes.ts';
import { chosenTool, type ToolChoice } from '#topics/board/ui/board-desk.ts';
import { boardKeyOf } from '#topics/board/ui/board-keys.ts';
import { createHitTest, inReadingOrder } from '#topics/board/ui/hit-test.ts';
import { newElement, wholeStroke } from '#topics/board/ui/new-element.ts';
import { handlesOf, resized } from '#topics/board/ui/resizing.ts';
import { decodePoints } from '#topics/board/points.ts';

const page = `${'A'.repeat(22)}/1`;
const choice: ToolChoice = { tool: 'pen', stays: true, shape: 'rectangle', color: 'red', width: 'medium' };
const element = (id: string, change: Partial<BoardElement> = {}): BoardElement => ({
  ...newElement('rectangle', { x: 100, y: 100 }, choice),
  ...{ id, w: 200, h: 100, by: 'me', name: 'Ada' },
  ...change,
});
const adding = (...elements: BoardElement[]): PageChange => elements.map((after) => ({ id: after.id, before: null, after }));

describe('undo', () => {
  const [first, second] = [element('first1'), element('second', { x: 400 })];
  const stacks = withStep(withStep(noUndo, adding(first)), adding(second));

  test('takes back the last act, and does it again', () => {
    const back = takeStep(stacks, { way: 'undo', elements: [first, second] });
    expect(back?.change).toEqual([{ id: 'second', before: second, after: null }]);
    const again = takeStep(back?.stacks ?? noUndo, { way: 'redo', elements: [first] });
    expect(again?.change).toEqual([{ id: 'second', before: null, after: second }]);
    expect(again?.stacks.done).toHaveLength(2);
  });
  test('leaves alone what somebody else changed or removed meanwhile, and goes on to the act before', () => {
    const moved = { ...second, x: 999 };
    expect(takeStep(stacks, { way: 'undo', elements: [first, moved] })?.change).toEqual([
      { id: 'first1', before: first, after: null },
    ]);
    expect(takeStep(stacks, { way: 'undo', elements: [first] })?.change).toEqual([{ id: 'first1', before: first, after: null }]);
    expect(takeStep(stacks, { way: 'undo', elements: [] })).toBeNull();
  });
  test('is forgotten forwards by the next act', () => {
    const back = takeStep(stacks, { way: 'undo', elements: [first, second] });
    expect(withStep(back?.stacks ?? noUndo, adding(second)).undone).toEqual([]);
  });
});

test('a change is sent in parts that the engine takes, and without what only the engine says', () => {
  const many = Array.from({ length: 150 }, (_, i) => element(`element${i}`));
  const large = Array.from({ length: 4 }, (_, i) => element(`large-${i}`, { kind: 'pen', points: '1 '.repeat(11_000).trim() }));
  const sizes = (change: PageChange) => commandsFor(page, change).map((one) => ('elements' in one ? one.elements.length : 0));
  expect(sizes(adding(...many))).toEqual([BOARD.atOnce, BOARD.atOnce, 22]);
  expect(sizes(adding(...large))).toEqual([2, 2]);
  const [put] = commandsFor(page, adding(element('single')));
  expect(JSON.stringify(put)).not.toContain('"by"');
  const gone = many.map((before) => ({ id: before.id, before, after: null }));
  expect(commandsFor(page, gone).map((one) => ('ids' in one ? one.ids.length : 0))).toEqual([BOARD.atOnce, BOARD.atOnce, 22]);
});

describe('under a pointer', () => {
  const hits = createHitTest();
  const box = element('box-01');
  const note = element('note-1', { kind: 'note', x: 120, y: 120, w: 275, h: 0, text: 'Hello' });
  test('a rectangle is touched at its edge, a note anywhere, and the uppermost comes first', () => {
    expect(hits.at([box], { x: 100, y: 150 }, 8)?.id).toBe('box-01');
    expect(hits.at([box], { x: 200, y: 150 }, 8)).toBeUndefined();
    expect(hits.at([box, note], { x: 130, y: 198 }, 8)?.id).toBe('note-1');
    expect(hits.at([note, box], { x: 130, y: 198 }, 8)?.id).toBe('box-01');
  });
  test('a stroke is touched along its line, and has its corner at the upper left', () => {
    const points = [
      { x: 300, y: 300 },
      { x: 200, y: 400 },
      { x: 260, y: 420 },
    ];
    const start = newElement('pen', { x: 300, y: 300 }, choice);
    const stroke = { ...wholeStroke(start, points), by: 'me', name: 'Ada' };
    expect(stroke).toMatchObject({ x: 200, y: 300, w: 100, h: 120 });
    expect(decodePoints(stroke.points).map(({ x, y }) => ({ x: x + 200, y: y + 300 }))).toEqual(points);
    expect(hits.touched([stroke], { x: 250, y: 350 }, 6)).toHaveLength(1);
    expect(hits.touched([stroke], { x: 205, y: 305 }, 6)).toEqual([]);
  });
  test('one among 5 000 strokes is found within a frame', () => {
    const points = Array.from({ length: 120 }, (_, i) => ({ x: i * 4, y: 40 * Math.sin(i / 8) }));
    const strokes = Array.from({ length: BOARD.pageElements }, (_, i) => ({
      ...wholeStroke(newElement('pen', { x: 0, y: 0 }, choice), points),
      ...{ id: `stroke${i}`, x: (i * 7) % 1200, y: (i * 13) % 800, by: 'me', name: 'Ada' },
    }));
    hits.touched(strokes, { x: 0, y: 0 }, 8);
    const begun = performance.now();
    for (let i = 0; i < 20; i++) hits.touched(strokes, { x: 60 * i, y: 40 * i }, 8);
    expect((performance.now() - begun) / 20).toBeLessThan(16);
  });
});

test('elements are read from top to bottom and from the start of the line, which is the right in Arabic', () => {
  const hits = createHitTest();
  const low = element('low-001', { y: 500 });
  const left = element('left-01', { x: 50 });
  const right = element('right-1', { x: 900, y: 105 });
  const ids = (dir: 'ltr' | 'rtl') => inReadingOrder([low, right, left], { hits, dir }).map(({ id }) => id);
  expect(ids('ltr')).toEqual(['left-01', 'right-1', 'low-001']);
  expect(ids('rtl')).toEqual(['right-1', 'left-01', 'low-001']);
});

test('a rectangle is resized from the corner that stays, a line at either end, a note in its width; strokes keep theirs', () => {
  const hits = createHitTest();
  const at = { x: 500, y: 50 };
  const first = ({ kind, ...change }: Partial<BoardElement>) => {
    const one = element('one-01', { ...change, ...(kind && { kind }) });
    const [handle] = handlesOf(one, hits);
    return handle && resized(one, handle, at);
  };
  expect(first({})).toMatchObject({ x: 300, y: 50, w: 200, h: 150 });
  expect(first({ kind: 'arrow' })).toMatchObject({ x: 500, y: 50, w: -200, h: 150 });
  expect(first({ kind: 'note', text: 'Hello' })).toMatchObject({ x: 100, w: 400 });
  expect(first({ kind: 'pen', points: '0 0 20 20' })).toBeUndefined();
});

test('pen, marker and eraser stay in hand; the others are kept by who presses them twice', () => {
  expect(chosenTool(choice, { tool: 'eraser' }).stays).toBe(true);
  const once = chosenTool(choice, { tool: 'note' });
  expect(once.stays).toBe(false);
  expect(chosenTool(once, { tool: 'note' }).stays).toBe(true);
  expect(chosenTool(chosenTool(choice, { tool: 'shape', shape: 'arrow' }), { tool: 'shape', shape: 'line' }).stays).toBe(false);
});

describe('keys', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  const base = { on: 'page', mode: 'drawing', digits: 'on', dir: 'ltr' } as const;
  const press = (key: string, setting: Partial<Parameters<typeof boardKeyOf>[1]> = {}, held: Partial<typeof plain> = {}) =>
    boardKeyOf({ key, ...plain, ...held }, { ...base, ...setting });

  test('digits choose tools, but not while a poll asks or while one only looks', () => {
    expect(press('6')).toEqual({ do: 'tool', tool: 'note' });
    expect(press('6', { digits: 'off' })).toBeNull();
    expect(press('6', { mode: 'looking' })).toBeNull();
    expect(press('8')).toBeNull();
  });
  test('arrows walk from an element and move it with Ctrl; on the page they turn pages as ever', () => {
    expect(press('ArrowRight')).toBeNull();
    expect(press('ArrowRight', { on: 'element' })).toEqual({ do: 'walk', to: 'next' });
    expect(press('ArrowRight', { on: 'element', dir: 'rtl' })).toEqual({ do: 'walk', to: 'previous' });
    expect(press('ArrowUp', { on: 'element', mode: 'looking' })).toEqual({ do: 'walk', to: 'previous' });
    expect(press('ArrowLeft', { on: 'element' }, { ctrlKey: true })).toEqual({ do: 'move', by: { x: -8, y: 0 } });
    expect(press('ArrowDown', { on: 'element' }, { ctrlKey: true, shiftKey: true })).toEqual({ do: 'move', by: { x: 0, y: 1 } });
  });
  test('Ctrl Z undoes and with Shift redoes; Enter inserts on the page and presses controls', () => {
    expect(press('z', {}, { ctrlKey: true })).toEqual({ do: 'undo' });
    expect(press('Z', { on: 'control' }, { metaKey: true, shiftKey: true })).toEqual({ do: 'redo' });
    expect(press('z', { mode: 'looking' }, { ctrlKey: true })).toBeNull();
    expect(press('Enter')).toEqual({ do: 'insert' });
    expect(press('Enter', { on: 'control' })).toBeNull();
    expect(press('Enter', { on: 'element' })).toEqual({ do: 'edit' });
  });
});
