import { expect, test } from 'vitest';
import { readManifest } from './manifest.hook.ts';
import { searchRecording } from './recording-search.hook.ts';
import { chaptersOf } from './time-line.hook.ts';

const [graphs, board] = ['graphs'.padEnd(22, '-'), 'board'.padEnd(22, '-')];
const deck = { name: 'Graphs.pdf', kind: 'document', pages: 3, trouble: null, removable: true, downloadable: false };
const wide = [1920, 1080];
const said = (at: number, event: unknown) => ({ at, type: 'topic', topic: 'slides', by: 'a', event });
const points = (at: number, hint: unknown) => ({ at, type: 'hint', topic: 'slides', by: 'a', hint });
const page = (number: number, text: string) => ({
  deck: graphs,
  page: number,
  file: `slide-${graphs}-${number}.webp`,
  width: 1440,
  height: 1080,
  text,
});

const note = {
  ...{ id: 'note-1', kind: 'note', x: 10, y: 10, w: 275, h: 90, color: 'red', width: 'thin', points: '', label: '' },
  ...{ text: 'Minus:\nthe Vertex!', by: 'a', name: 'Ada' },
};

const lesson = {
  length: 60_000,
  tracks: [],
  events: [
    { at: 0, type: 'topic-state', topic: 'slides', rev: 4, state: { decks: [], shown: null, view: { zoom: 1, x: 0.5, y: 0.5 } } },
    said(5000, { is: 'added', deck: { id: graphs, ...deck, pages: 0, sizes: [] } }),
    said(6000, { is: 'drawn', deck: graphs, pages: 3, sizes: [wide, wide, null] }),
    said(10_000, { is: 'viewed', view: { zoom: 2, x: 0.25, y: 0.5 } }),
    points(12_000, { x: 0.1, y: 0.2 }),
    points(12_500, { x: 0.3, y: 0.4 }),
    { at: 13_000, type: 'chat', id: 'c', from: 'b', name: 'Bea', text: 'Is the vertex a point?' },
    { at: 15_000, type: 'topic', topic: 'board', by: 'a', event: { is: 'put', page: `${graphs}/1`, elements: [note] } },
    said(20_000, { is: 'shown', deck: graphs, page: 2 }),
    said(21_000, { is: 'shown', deck: graphs, page: 3 }),
    points(29_900, { x: 0.9, y: 0.9 }),
    { at: 30_000, type: 'marker', by: 'a' },
    said(30_000, { is: 'added', deck: { id: board, ...deck, name: 'Board', kind: 'blank', pages: 1, sizes: [wide] } }),
    said(30_000, { is: 'shown', deck: board, page: 1 }),
    said(30_100, { is: 'shown', deck: 'nobody-has-this-deck', page: 'x' }),
    said(50_000, { is: 'removed', deck: graphs }),
  ],
  slides: [page(1, '7\nVertex form\nof a parabola'), page(2, 'Stretching')],
};
const manifest = readManifest(lesson);
const { slides, events } = manifest;

test('the page, its view and the pointer of each moment', () => {
  expect(slides.at(4999)).toBeNull();
  expect(slides.at(5000)).toMatchObject({ visit: { page: 1, file: `slide-${graphs}-1.webp`, ratio: 4 / 3 }, view: { zoom: 1 } });
  expect(slides.at(12_400)).toMatchObject({ view: { zoom: 2, x: 0.25 }, pointer: { x: 0.1, y: 0.2 } });
  expect(slides.at(13_499)?.pointer).toEqual({ x: 0.3, y: 0.4 });
  expect(slides.at(13_500)?.pointer).toBeNull();
  expect(slides.at(20_000)).toMatchObject({ visit: { page: 2 }, view: { zoom: 1 } });
});

test('a page that was not drawn has no picture, and a pointer stays on the page that it was on', () => {
  expect(slides.at(29_950)).toMatchObject({ visit: { page: 3, file: null, text: '', ratio: 16 / 9 }, pointer: { x: 0.9 } });
  expect(slides.at(30_050)).toMatchObject({ visit: { kind: 'blank', ratio: 16 / 9 }, pointer: null });
});

test('a page is one visit as long as it is shown, and lines that cannot be read change nothing', () => {
  expect(slides.visits.map(({ name, page: number, pages, at, until }) => [name, number, pages, at, until])).toEqual([
    ['Graphs.pdf', 1, 3, 5000, 20_000],
    ['Graphs.pdf', 2, 3, 20_000, 21_000],
    ['Graphs.pdf', 3, 3, 21_000, 30_000],
    ['Board', 1, 1, 30_000, 60_000],
  ]);
});

test('pages are chapters among the marked places, but not those that were leafed through', () => {
  const chapters = chaptersOf(events, slides.visits);
  expect(chapters.map(({ at, by, slide }) => [at, by, slide?.page])).toEqual([
    [0, null, undefined],
    [5000, null, 1],
    [21_000, null, 3],
    [30_000, null, 1],
    [30_000, 'a', undefined],
  ]);
  const fromTheStart = slides.visits.slice(0, 1).map((visit) => ({ ...visit, at: 0 }));
  expect(chaptersOf([], fromTheStart)).toHaveLength(1);
});

test('one search finds chat, board and slides, in any case, without accents, and over the end of a line', () => {
  const found = (words: string) => searchRecording(manifest, words).map((hit) => [hit.at, hit.from, hit.page, hit.line]);
  expect(found(' VÉRTEX ')).toEqual([
    [5000, null, 1, 'Vertex form'],
    [13_000, 'Bea', null, 'Is the vertex a point?'],
    [15_000, 'Ada', null, 'the Vertex!'],
  ]);
  expect(found('form of a')).toEqual([[5000, null, 1, 'Vertex form']]);
  expect(found('parabolas')).toEqual([]);
  expect(found(' ')).toEqual([]);
});

test('a page that was shown already when the recording began is there from its first moment', () => {
  const view = { zoom: 1, x: 0.5, y: 0.5 };
  const state = { decks: [{ id: graphs, ...deck, sizes: [wide, wide, wide] }], shown: { deck: graphs, page: 2 }, view };
  const begun = readManifest({ ...lesson, events: [{ at: 40, type: 'topic-state', topic: 'slides', rev: 4, state }] });
  expect(begun.slides.at(0)?.visit.page).toBe(2);
  expect(chaptersOf([], begun.slides.visits)).toHaveLength(1);
});

test('a recording from before there were slides has none, and a file from elsewhere is refused', () => {
  const { slides: _, ...older } = lesson;
  expect(readManifest({ ...older, events: [] }).slides.visits).toEqual([]);
  expect(() => readManifest({ ...lesson, slides: [{ ...page(1, ''), file: '../1-cam.webm' }] })).toThrow('file');
});
