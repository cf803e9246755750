import { describe, expect, test } from 'vitest';
import { gridTiles, holdPages, keepPlaces, speakerView, stageKey, viewOf, wantedPages } from '#ui/layout.ts';
import { after, member, source, topicState, welcome, raised } from '#ui/state.factory.ts';
import type { MeetingState } from '#ui/state.ts';
import { reduce } from '#ui/store.ts';

function people(count: number) {
  return Array.from({ length: count }, (_, i) => member(`p${String(i).padStart(2, '0')}`, { joinedAt: i + 10 }));
}
const meetingOf = (count: number) => after([welcome({ members: [member('me', { joinedAt: 1 }), ...people(count - 1)] })]);
const keys = (tiles: { key: string }[]) => tiles.map((tile) => tile.key);
const pinned = (state: MeetingState, ids: string[]) =>
  ids.reduce((before, id) => reduce(before, { t: 'pin', member: id }), state);

describe('pages of faces', () => {
  test.each([1, 2, 6, 25, 26, 50, 100])('show each of %i people once', (count) => {
    for (const size of [2, 6, 25]) {
      const pages = wantedPages(meetingOf(count), size);
      expect(new Set(pages.flat()).size).toBe(count);
      expect(pages.flat().length).toBe(count);
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(size);
      expect(pages.length).toBe(Math.ceil(count / size));
    }
  });
  test('you are the last of the first page', () => {
    expect(wantedPages(meetingOf(8), 4)).toEqual([
      ['p00', 'p01', 'p02', 'me'],
      ['p03', 'p04', 'p05', 'p06'],
    ]);
  });
  test('begin with who shares, then own pins, raised hands in line and who spoke last', () => {
    const shares = member('p09', { joinedAt: 19, sources: [source('p09', 'screen')] });
    const state = pinned(
      after(
        [{ t: 'speaking', members: ['p08'] }, raised(1, 'p07'), raised(2, 'p06'), { t: 'member', member: shares }],
        meetingOf(12),
      ),
      ['p05'],
    );
    expect(wantedPages(state, 8)[0]).toEqual(['screen-p09:screen', 'p09', 'p05', 'p07', 'p06', 'p08', 'p00', 'me']);
    expect(gridTiles(state).get('screen-p09:screen')).toMatchObject({ kind: 'screen', source: 'p09:screen' });
  });
  test('a hand raised on the second page comes to the first; nobody else there changes places', () => {
    const before = meetingOf(12);
    const pages = keepPlaces(wantedPages(before, 5), [], 'me');
    const state = after([raised(1, 'p10')], before);
    const next = keepPlaces(wantedPages(state, 5), pages, 'me');
    expect(pages[0]).toEqual(['p00', 'p01', 'p02', 'p03', 'me']);
    expect(next[0]).toEqual(['p00', 'p01', 'p02', 'p10', 'me']);
    expect(keepPlaces(wantedPages(state, 5), next, 'me')).toEqual(next);
    expect(holdPages(wantedPages(state, 5), pages, 5)).toEqual(pages);
  });
  test('while they are held, who leaves is gone and who comes stands at the end', () => {
    const before = meetingOf(10);
    const pages = keepPlaces(wantedPages(before, 5), [], 'me');
    const state = after(
      [
        { t: 'gone', member: 'p01', name: 'x', reason: 'left' },
        { t: 'member', member: member('new', { joinedAt: 99 }) },
        { t: 'member', member: member('newer', { joinedAt: 100 }) },
      ],
      before,
    );
    expect(holdPages(wantedPages(state, 5), pages, 5)).toEqual([
      ['p00', 'p02', 'p03', 'me', 'new'],
      ['p04', 'p05', 'p06', 'p07', 'p08'],
      ['newer'],
    ]);
  });
  test('a camera gives its tile a source, a blocked one does not', () => {
    const cams = [
      member('a', { sources: [source('a', 'cam')] }),
      member('b', { sources: [source('b', 'cam', { muted: true })] }),
    ];
    const tiles = gridTiles(after([welcome({ members: cams })]));
    expect([tiles.get('a')?.source, tiles.get('b')?.source]).toEqual(['a:cam', null]);
  });
});

describe('pins', () => {
  test('are at most three, the oldest goes first, and the same again takes one away', () => {
    const state = pinned(meetingOf(8), ['p00', 'p01', 'p02', 'p03']);
    expect(state.pins).toEqual(['p01', 'p02', 'p03']);
    expect(pinned(state, ['p02']).pins).toEqual(['p01', 'p03']);
    expect(after([{ t: 'gone', member: 'p01', name: 'x', reason: 'left' }], state).pins).toEqual(['p02', 'p03']);
  });
  test('stand large beside the strip in place of who speaks, and never over a shared screen', () => {
    const state = after([{ t: 'speaking', members: ['p05'] }], pinned(meetingOf(8), ['p02', 'p01']));
    expect(keys(speakerView(state, 5).stage)).toEqual(['p02', 'p01']);
    const shared = after([{ t: 'member', member: member('p04', { sources: [source('p04', 'screen')] }) }], state);
    expect(keys(speakerView(shared, 3).stage)).toEqual(['screen-p04:screen']);
    expect(keys(speakerView(shared, 4).strip).slice(0, 3)).toEqual(['p04', 'p01', 'p02']);
  });
});

describe('the spotlight', () => {
  const lit = (ids: string[], from = meetingOf(6)) =>
    after(
      [
        topicState(
          'spotlight',
          ids.map((id) => ({ member: id, by: 'p00' })),
        ),
      ],
      from,
    );
  const asChosen = { layout: 'grid', everybody: null } as const;
  test('is on the stage of everybody, who may go back to all faces until it changes', () => {
    const state = lit(['p03', 'p02']);
    expect(viewOf(state, asChosen)).toBe('speaker');
    expect(keys(speakerView(state, 5).stage)).toEqual(['p03', 'p02']);
    const seen = { layout: 'grid', everybody: stageKey(state) } as const;
    expect([viewOf(state, seen), viewOf(lit(['p03']), seen), viewOf(lit([]), seen)]).toEqual(['grid', 'speaker', 'grid']);
    expect(wantedPages(state, 5)[0]).toEqual(['p03', 'p02', 'p00', 'p01', 'me']);
  });
  test('gives way to own pins and to a shared screen, and does not show somebody to themselves', () => {
    const state = pinned(lit(['p03']), ['p01']);
    expect(viewOf(state, asChosen)).toBe('grid');
    expect(keys(speakerView(state, 5).stage)).toEqual(['p01']);
    const shared = after([{ t: 'member', member: member('p04', { sources: [source('p04', 'screen')] }) }], lit(['p03']));
    expect(keys(speakerView(shared, 5).stage)).toEqual(['screen-p04:screen']);
    expect(viewOf(lit(['me']), asChosen)).toBe('grid');
    expect(keys(speakerView(lit(['me', 'p02']), 5).stage)).toEqual(['p02']);
  });
});

describe('slides', () => {
  const deck = 'A'.repeat(22);
  const slides = topicState('slides', {
    decks: [],
    shown: { deck, page: 1 },
    view: { zoom: 1, x: 0.5, y: 0.5 },
  });
  const presenter = topicState('presenter', { presenter: 'p03', requests: [], declined: {} });
  test('have the stage, with everybody in the strip, the presenter first, and the grid can be chosen over them', () => {
    const state = after([slides, presenter], pinned(meetingOf(12), ['p05']));
    expect(viewOf(state, { layout: 'grid', everybody: null })).toBe('speaker');
    expect(viewOf(state, { layout: 'speaker', everybody: stageKey(state) })).toBe('grid');
    const { stage, strip, more } = speakerView(state, 5);
    expect([keys(stage), keys(strip).slice(0, 1), strip.length + more]).toEqual([[], ['p03'], 12]);
    expect(keys(strip)).toContain('p05');
  });
  test('come after a shared screen', () => {
    const shares = member('p04', { sources: [source('p04', 'screen')] });
    const state = after([slides, { t: 'member', member: shares }], meetingOf(6));
    expect(stageKey(state)).toBe('screen-p04:screen');
    expect(keys(speakerView(state, 5).stage)).toEqual(['screen-p04:screen']);
  });
});

describe('the large picture and its strip', () => {
  test('everybody is in it, in the strip, or counted, and one person never hides behind "+1"', () => {
    for (const count of [2, 5, 6, 7, 10, 40]) {
      const { stage, strip, more } = speakerView(meetingOf(count), 5);
      expect(stage.length + strip.length + more).toBe(count);
      expect(more).not.toBe(1);
      expect(strip.at(-1)?.key).toBe('me');
    }
  });
  test('show who was heard last, never yourself', () => {
    const state = after(
      [
        { t: 'speaking', members: ['p01'] },
        { t: 'speaking', members: ['me'] },
      ],
      meetingOf(4),
    );
    const { stage, strip } = speakerView(state, 5);
    expect([keys(stage), keys(strip)]).toEqual([['p01'], ['p00', 'p02', 'me']]);
  });
  test("somebody's shared screen takes the stage, the own one does not, and the grid can be chosen over it", () => {
    const shares = member('a', { sources: [source('a', 'screen')] });
    const state = after([welcome({ members: [member('me'), shares] })]);
    expect(keys(speakerView(state, 5).stage)).toEqual(['screen-a:screen']);
    for (const layout of ['grid', 'speaker'] as const) {
      expect(viewOf(state, { layout, everybody: null })).toBe('speaker');
      expect(viewOf(state, { layout, everybody: 'screen-a:screen' })).toBe('grid');
      expect(viewOf(state, { layout, everybody: 'screen-b:screen' }), 'of another screen').toBe('speaker');
      expect(viewOf(meetingOf(3), { layout, everybody: null })).toBe(layout);
      expect(viewOf(meetingOf(1), { layout, everybody: null }), 'alone').toBe('grid');
    }
    const own = after([welcome({ members: [member('me', { sources: [source('me', 'screen')] }), member('b')] })]);
    expect(viewOf(own, { layout: 'grid', everybody: null })).toBe('grid');
  });
});
