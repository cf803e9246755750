/** Slides in the one video file, made by the real ffmpeg: which colour is where in it, at which second. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { BoardElement } from '#topics/board/board-elements.ts';
import { openMixer } from '#server/record/mix.ts';
import { frameCut, planStills, stillPages } from '#server/record/slide-stills.ts';

const FFMPEG = '/usr/bin/ffmpeg';
const hasFfmpeg = spawnSync(FFMPEG, ['-version']).status === 0;
const home = mkdtempSync(join(tmpdir(), 'atrium-stills-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const [halves, notes] = ['halves'.padEnd(22, '-'), 'notes'.padEnd(22, '-')];
const facts = { trouble: null, removable: true, downloadable: false };
const size = [1_440, 1_080];
const topic = (at: number, event: unknown) => ({ at, type: 'topic', topic: 'slides', by: null, event });
const view = (at: number, zoom: number, x: number) => topic(at, { is: 'viewed', view: { zoom, x, y: 0.5 } });
const drawn = (at: number, id: string, given: Partial<BoardElement>) => {
  const element = {
    ...{ id, kind: 'line', x: 0, y: 600, w: 1_600, h: 0, color: 'green', width: 'thick', points: '', text: '', label: '' },
    ...{ by: 'ada', name: 'Ada' },
    ...given,
  };
  return {
    at,
    type: 'topic',
    topic: 'board',
    by: 'ada',
    event: { is: 'put', page: `${given.label ?? halves}/1`, elements: [element] },
  };
};
const lesson = [
  { at: 0, type: 'recording', wall: 5 },
  topic(1_000, { is: 'added', deck: { id: halves, name: 'Halves', kind: 'document', pages: 2, sizes: [size, size], ...facts } }),
  ...Array.from({ length: 12 }, (_, index) => view(2_000 + index * 100, 2, 0.25 + index / 24)),
  topic(4_000, { is: 'shown', deck: halves, page: 2 }),
  topic(5_000, { is: 'added', deck: { id: notes, name: 'Notes', kind: 'blank', pages: 1, sizes: [[1_920, 1_080]], ...facts } }),
  topic(5_000, { is: 'shown', deck: notes, page: 1 }),
  topic(6_000, { is: 'removed', deck: halves }),
  topic(7_000, { is: 'removed', deck: notes }),
  { at: 8_000, type: 'end', wall: 8_005 },
];

test('a page that is dragged gets a picture each 400 ms, the last of them where it came to rest', () => {
  const stills = planStills(lesson, 8_000);
  expect(stills.map(({ from, to, slide }) => [from, to, slide.page, Math.round(slide.view.x * 100)])).toEqual([
    [1_000, 2_300, 1, 50],
    [2_300, 2_700, 1, 38],
    [2_700, 3_100, 1, 54],
    [3_100, 4_000, 1, 71],
    [4_000, 5_000, 2, 50],
    [5_000, 7_000, 1, 50],
  ]);
});

test('what is drawn is in the next picture of that page, and what is drawn on others makes none', () => {
  const drawing = [
    drawn(1_500, 'line-01', {}),
    drawn(1_600, 'line-02', { y: 100 }),
    drawn(1_900, 'line-03', { label: notes }),
    { ...drawn(2_050, 'line-04', {}), at: 4_500 },
  ];
  const stills = planStills(
    [...lesson, ...drawing].sort((a, b) => a.at - b.at),
    8_000,
  );
  expect(stills.slice(0, 3).map(({ from, to, elements }) => [from, to, elements.map(({ id }) => id)])).toEqual([
    [1_000, 1_500, []],
    [1_500, 1_600, ['line-01']],
    [1_600, 2_300, ['line-01', 'line-02']],
  ]);
  expect(stills.filter(({ from }) => from >= 4_000).map(({ from, elements }) => [from, elements.length])).toEqual([
    [4_000, 0],
    [5_000, 1],
  ]);
  expect(new Set(stills.map(({ picture }) => picture)).size).toBe(8);
});

test('two hours of drawing become two thousand pictures at most, the last of them whole', () => {
  const strokes = Array.from({ length: 4_000 }, (_, index) =>
    drawn(5_000 + index * 1_800, `stroke${index % 2_500}`, { y: index }),
  );
  const stills = planStills([...lesson.slice(0, 2), ...strokes], 7_300_000);
  expect(stills.length).toBeGreaterThan(1_000);
  expect(stills.length).toBeLessThanOrEqual(2_000);
  expect(stills.at(-1)?.elements).toHaveLength(2_500);
  const pages = stillPages(stills, home);
  expect(pages.flatMap(({ frames }) => frames)).toHaveLength(stills.length);
  expect(Math.max(...pages.map(({ frames }) => frames.length))).toBe(40);
});

test('a page is drawn whole, or the part of it that was seen, and no edge comes inside the frame', () => {
  const at = (zoom: number, x: number, size: readonly [number, number] = [1_280, 720]) => {
    const { seen, drawn: part, ground } = frameCut({ view: { zoom, x, y: 0.5 } }, size);
    return [seen.width, seen.height, seen.left, seen.top, part.width, part.height, ground.left, ground.top].join(' ');
  };
  expect(at(1, 0.5)).toBe('1280 720 0 0 1280 720 0 0');
  expect(at(2, 0.5)).toBe('640 360 320 180 1280 720 0 0');
  expect(at(2, 0)).toBe('640 360 0 180 1280 720 0 0');
  expect(at(8, 1)).toBe('160 90 1120 315 1280 720 0 0');
  expect(at(1.2, 0, [720, 720])).toBe('720 600 0 60 864 720 208 0');
});

/** The colour at a place of the video, as red, green and blue from 0 to 3. */
function colourAt(second: number, [x, y]: readonly [number, number]): string {
  const pixel = spawnSync(
    FFMPEG,
    [
      ...['-v', 'error', '-ss', String(second), '-i', join(home, 'video.mp4'), '-frames:v', '1'],
      ...['-vf', `format=rgb24,crop=2:2:${x}:${y},scale=1:1`, '-f', 'rawvideo', '-'],
    ],
    { maxBuffer: 1e6 },
  ).stdout;
  return [...pixel].map((value) => Math.round(value / 85)).join('');
}

test.skipIf(!hasFfmpeg)(
  'the video shows the pages at their times, zoomed and drawn on as they were seen',
  { timeout: 120_000 },
  async () => {
    const painted = spawnSync(FFMPEG, [
      ...['-v', 'error', '-f', 'lavfi', '-i', `color=red:s=${size.join('x')}:d=1,drawbox=x=720:w=720:h=1080:color=blue:t=fill`],
      ...['-frames:v', '1', '-pix_fmt', 'yuv420p', '-lossless', '1', join(home, `slide-${halves}-1.webp`)],
    ]);
    expect(painted.stderr.toString()).toBe('');
    writeFileSync(join(home, `slide-${halves}-2.webp`), 'no picture');
    const drawing = [
      drawn(1_800, 'line-01', {}),
      drawn(5_500, 'marker1', { kind: 'marker', label: notes, points: '0 0 8000 0 8000 0', color: 'red' }),
    ].sort((a, b) => a.at - b.at);
    const all = [...lesson, ...drawing].sort((a, b) => a.at - b.at);
    writeFileSync(join(home, 'events.jsonl'), all.map((line) => `${JSON.stringify(line)}\n`).join(''));

    const mixed = await new Promise<string>((done) => {
      const mixer = openMixer({
        ffmpeg: FFMPEG,
        folder: () => home,
        ready: ({ id }) => done(id),
        failed: (_, words) => done(words),
      });
      mixer?.add('lesson');
    });
    expect(mixed).toBe('lesson');
    const [ground, red, blue, white] = ['000', '300', '003', '333'];
    const middle = [640, 360] as const;
    // before there is a page; the whole page with bars at its sides; zoomed in on its left, then on its right
    expect([colourAt(0.5, middle), colourAt(1.5, [20, 360])]).toEqual([ground, ground]);
    expect([colourAt(1.5, [400, 360]), colourAt(1.5, [900, 360])]).toEqual([red, blue]);
    expect([colourAt(3.5, [20, 300]), colourAt(3.5, [900, 300])]).toEqual([red, blue]);
    // a line right across it, from when it was drawn; a marker lets the paper through
    expect([colourAt(1.7, [400, 360]), colourAt(1.9, [400, 360]), colourAt(1.9, [900, 360])]).toEqual([red, '011', '011']);
    expect([colourAt(5.2, [640, 480]), colourAt(5.9, [640, 480])]).toEqual([white, '322']);
    // a page whose file is broken, white paper, and nothing again
    expect([colourAt(4.5, middle), colourAt(4.5, [20, 360]), colourAt(6.5, [20, 360])]).toEqual([white, ground, white]);
    expect(colourAt(7.5, middle)).toBe(ground);
    expect(readdirSync(home).sort()).toEqual(
      ['events.jsonl', 'picture.jpg', `slide-${halves}-1.webp`, `slide-${halves}-2.webp`, 'video.mp4'].sort(),
    );
  },
);
