import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SLIDES, wholePage } from '#topics/slides/slides.topic.ts';
import { addFiles, troubleOf } from '#topics/slides/ui/choose-files.ts';
import { clampView, cornerOf, frameOf, pagePointAt, panView, stepZoom, zoomView } from '#topics/slides/ui/page-geometry.ts';
import { pagesWith, titleIn } from '#topics/slides/ui/page-text.ts';
import { slideKeyOf } from '#topics/slides/ui/slide-keys.ts';
import { createThrottle } from '#topics/slides/ui/throttle.ts';

const wide = { width: 1920, height: 1080 };
const tall = { width: 1080, height: 1920 };
const box = { width: 800, height: 600 };
const frame = frameOf(wide, box);

test('pages are found by words in any order, without regard to accents, capitals and line breaks', () => {
  const texts = ['The vertex\nof a parabola', '', 'Élan vital', 'مرحبًا بكم'];
  expect(pagesWith('PARABOLA vert', texts)).toEqual([1]);
  expect(pagesWith('elan', texts)).toEqual([3]);
  expect(pagesWith('مرحبا', texts)).toEqual([4]);
  expect(pagesWith('circle', texts)).toEqual([]);
});

describe('a page', () => {
  test('is seen whole and in the middle, whatever its shape', () => {
    for (const page of [wide, tall, box]) {
      const fitted = frameOf(page, box);
      const corner = cornerOf(wholePage, fitted);
      expect(fitted.fit.width / fitted.fit.height).toBeCloseTo(page.width / page.height);
      expect(Math.max(fitted.fit.width / box.width, fitted.fit.height / box.height)).toBeCloseTo(1);
      expect(corner.x).toBeCloseTo((box.width - fitted.fit.width) / 2);
      expect(corner.y).toBeCloseTo((box.height - fitted.fit.height) / 2);
    }
  });
  test('keeps the point under the pointer while it is enlarged', () => {
    const at = { x: 120, y: -60 };
    const before = pagePointAt(wholePage, at, frame);
    const view = zoomView(wholePage, { to: 3, at }, frame);
    expect(pagePointAt(view, at, frame).x).toBeCloseTo(before.x);
    expect(pagePointAt(view, at, frame).y).toBeCloseTo(before.y);
  });
  test('shows no ground beside an edge that could be moved away, and has bounds', () => {
    const view = panView(zoomView(wholePage, { to: 2, at: { x: 0, y: 0 } }, frame), { x: 9999, y: 9999 }, frame);
    expect(cornerOf(view, frame)).toEqual({ x: 0, y: 0 });
    expect(zoomView(view, { to: 99, at: { x: 0, y: 0 } }, frame).zoom).toBe(SLIDES.zoom);
    expect(zoomView(view, { to: 0.2, at: { x: 50, y: 0 } }, frame)).toEqual(wholePage);
    expect(panView(wholePage, { x: 40, y: 40 }, frame)).toEqual(wholePage);
    expect(clampView(wholePage, frameOf(wide, { width: 0, height: 0 }))).toEqual(wholePage);
  });
  test('goes through steps of zoom and back', () => {
    expect([stepZoom(1, 'in'), stepZoom(1.6, 'in'), stepZoom(8, 'in')]).toEqual([1.25, 2, 8]);
    expect([stepZoom(8, 'out'), stepZoom(1.3, 'out'), stepZoom(1, 'out')]).toEqual([6.4, 1.25, 1]);
  });
});

describe('keys', () => {
  const press = (key: string, change: Partial<KeyboardEvent> = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    ...change,
  });
  const presenter = { role: 'presenter', letters: 'on' } as const;
  const viewer = { role: 'viewer', letters: 'on' } as const;
  test('of the presenter turn pages; those of viewers only move what they enlarged', () => {
    expect(slideKeyOf(press('ArrowRight'), presenter)).toEqual({ do: 'turn', to: 'next' });
    expect(slideKeyOf(press('End'), presenter)).toEqual({ do: 'turn', to: 'last' });
    expect(slideKeyOf(press('ArrowRight', { shiftKey: true }), presenter)).toMatchObject({ do: 'pan' });
    expect(slideKeyOf(press('ArrowRight'), viewer)).toMatchObject({ do: 'pan' });
    expect(slideKeyOf(press('PageDown'), viewer)).toBeNull();
    expect(slideKeyOf(press('k'), viewer)).toBeNull();
  });
  test('of one letter or digit are off where letters are; with Ctrl they are those of the browser', () => {
    expect(slideKeyOf(press('k'), presenter)).toEqual({ do: 'laser' });
    expect(slideKeyOf(press('d'), viewer)).toEqual({ do: 'draw' });
    expect(slideKeyOf(press('+', { shiftKey: true }), viewer)).toEqual({ do: 'zoom', to: 'in' });
    for (const key of ['k', 'd', '+', '-', '0']) expect(slideKeyOf(press(key), { ...presenter, letters: 'off' })).toBeNull();
    expect(slideKeyOf(press('ArrowRight'), { ...presenter, letters: 'off' })).toEqual({ do: 'turn', to: 'next' });
    expect(slideKeyOf(press('0', { ctrlKey: true }), presenter)).toBeNull();
  });
});

describe('what is sent many times a second', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  test('goes out at most once in that time, and the last of it always', () => {
    const passed: number[] = [];
    const { send } = createThrottle<number>(125, (value) => passed.push(value));
    for (let i = 1; i <= 50; i++) {
      send(i);
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(500);
    expect(passed.length).toBeLessThanOrEqual(9);
    expect(passed[0]).toBe(1);
    expect(passed.at(-1)).toBe(50);
  });
  test('is forgotten when it no longer holds', () => {
    const passed: number[] = [];
    const { send, cancel } = createThrottle<number>(125, (value) => passed.push(value));
    send(1);
    send(2);
    cancel();
    vi.advanceTimersByTime(500);
    expect(passed).toEqual([1]);
  });
});

test('a file that could not become slides is not sent', () => {
  const file = (name: string, size = 1) => troubleOf({ name, size });
  expect([file('a.PDF'), file('a.pptx'), file('a.exe'), file('pdf'), file('a.pdf', SLIDES.bytes + 1)]).toEqual([
    null,
    null,
    'unsupported',
    'unsupported',
    'too-large',
  ]);
});

test('of several files the first that can be shown is, and the others can be chosen', () => {
  const added: [string, string | null, string][] = [];
  const files = ['setup.exe', 'one.pdf', 'two.pdf'].map((name) => new File(['x'], name));
  addFiles({ add: ({ name }, { trouble, then }) => added.push([name, trouble, then]) }, files);
  expect(added).toEqual([
    ['setup.exe', 'unsupported', 'show'],
    ['one.pdf', null, 'show'],
    ['two.pdf', null, 'keep'],
  ]);
});

test('a page is named by its first words', () => {
  expect([titleIn('\n  Vertex form \nf(x)'), titleIn(' \n'), titleIn('x'.repeat(200)).length]).toEqual(['Vertex form', '', 80]);
});
