import { describe, expect, test } from 'vitest';
import { arrange, capacityOf, GAP, gridOf } from '#ui/layout.ts';
import { after, member, source, welcome } from '#ui/state.factory.ts';

const stage = { width: 920, height: 580 };
const phone = { width: 336, height: 560 };
const roomy = { stage: 6, most: 9, strip: 5 };

function people(count: number) {
  return Array.from({ length: count }, (_, i) => member(`p${String(i).padStart(2, '0')}`, { joinedAt: i + 10 }));
}

describe('grid', () => {
  test.each([
    [1, 1, 1],
    [2, 2, 1],
    [3, 2, 2],
    [4, 2, 2],
    [5, 3, 2],
    [6, 3, 2],
    [7, 3, 3],
    [9, 3, 3],
  ])('%i tiles on a wide stage stand in %i columns and %i rows', (count, columns, rows) => {
    expect(gridOf(count, stage)).toMatchObject({ columns, rows });
  });
  test('six tiles on a phone are two columns of three', () => {
    expect(gridOf(6, phone)).toMatchObject({ columns: 2, rows: 3 });
  });
  test('two tiles on a phone stand one over the other', () => {
    expect(gridOf(2, phone)).toMatchObject({ columns: 1, rows: 2 });
  });
  test('cells and gaps fill the stage exactly', () => {
    for (let count = 1; count <= 16; count++) {
      const { columns, rows, width, height } = gridOf(count, stage);
      expect(columns * width + (columns - 1) * GAP).toBeCloseTo(stage.width, 5);
      expect(rows * height + (rows - 1) * GAP).toBeCloseTo(stage.height, 5);
      expect(columns * rows).toBeGreaterThanOrEqual(count);
    }
  });
  test('no tile and no room do not break it', () => {
    expect(gridOf(0, { width: 0, height: 0 })).toMatchObject({ columns: 1, rows: 1 });
  });
});

describe('who stands where', () => {
  test('you stand last on the stage', () => {
    const state = after([welcome({ members: [member('me', { joinedAt: 1 }), ...people(3)] })]);
    const { stage: on, strip, more } = arrange(state, { layout: 'grid', capacity: roomy });
    expect([on.map((t) => t.key), strip, more]).toEqual([['p00', 'p01', 'p02', 'me'], [], 0]);
  });
  test('everybody is on the stage, in the strip, or counted', () => {
    for (const count of [5, 6, 10, 11, 12, 40]) {
      const state = after([welcome({ members: [member('me'), ...people(count)] })]);
      for (const layout of ['grid', 'speaker'] as const) {
        const { stage: on, strip, more } = arrange(state, { layout, capacity: roomy });
        expect(on.length + strip.length + more, `${layout} of ${count + 1}`).toBe(count + 1);
        expect(new Set([...on, ...strip].map((t) => t.key)).size).toBe(on.length + strip.length);
        expect(more, 'one person never hides behind "+1"').not.toBe(1);
      }
    }
  });
  test('who speaks comes onto the stage, and those on it keep their places', () => {
    const before = after([welcome({ members: [member('me'), ...people(12)] })]);
    expect(arrange(before, { layout: 'grid', capacity: roomy }).stage.map((t) => t.key)).not.toContain('p11');
    const state = after([{ t: 'speaking', members: ['p11'] }], before);
    expect(arrange(state, { layout: 'grid', capacity: roomy }).stage.map((t) => t.key)).toEqual([
      'p00',
      'p01',
      'p02',
      'p03',
      'p11',
      'me',
    ]);
  });
  test('the speaker layout shows who was heard last, never yourself', () => {
    const state = after([
      welcome({ members: [member('me'), ...people(3)] }),
      { t: 'speaking', members: ['p01'] },
      { t: 'speaking', members: ['me'] },
    ]);
    const { stage: on, strip } = arrange(state, { layout: 'speaker', capacity: roomy });
    expect(on.map((t) => t.key)).toEqual(['p01']);
    expect(strip.map((t) => t.key)).toEqual(['p00', 'p02', 'me']);
  });
  test('alone, the speaker layout shows you', () => {
    const state = after([welcome()]);
    expect(arrange(state, { layout: 'speaker', capacity: roomy }).stage.map((t) => t.key)).toEqual(['me']);
  });
  test("somebody's shared screen takes the stage in both layouts, the own one does not", () => {
    const shares = member('a', { sources: [source('a', 'screen')] });
    const state = after([welcome({ members: [member('me'), shares] })]);
    for (const layout of ['grid', 'speaker'] as const) {
      const { stage: on, strip } = arrange(state, { layout, capacity: roomy });
      expect(on).toMatchObject([{ kind: 'screen', source: 'a:screen' }]);
      expect(strip.map((t) => t.key)).toEqual(['a', 'me']);
    }
    const own = after([welcome({ members: [member('me', { sources: [source('me', 'screen')] })] })]);
    expect(arrange(own, { layout: 'grid', capacity: roomy }).stage).toMatchObject([{ kind: 'person' }]);
  });
  test('a camera gives its tile a source, a blocked one does not', () => {
    const state = after([
      welcome({
        members: [
          member('a', { sources: [source('a', 'cam')] }),
          member('b', { sources: [source('b', 'cam', { muted: true })] }),
        ],
      }),
    ]);
    expect(arrange(state, { layout: 'grid', capacity: roomy }).stage.map((t) => t.source)).toEqual(['a:cam', null]);
  });
  test('up to nine people need no strip; from ten on the stage is calmer', () => {
    const of = (count: number) =>
      arrange(after([welcome({ members: [member('me'), ...people(count - 1)] })]), { layout: 'grid', capacity: roomy });
    expect([of(9).stage.length, of(9).strip.length]).toEqual([9, 0]);
    expect([of(10).stage.length, of(10).strip.length]).toEqual([6, 4]);
  });
  test('phones hold six, small windows fewer', () => {
    expect(capacityOf(phone).stage).toBe(6);
    expect(capacityOf({ width: 336, height: 300 }).stage).toBe(4);
    expect(capacityOf({ width: 1500, height: 800 }).stage).toBe(9);
  });
});
