import { describe, expect, test } from 'vitest';
import { BOARD_INKS, boardSvg, boundsOf, inDrawingOrder, NOTE_PAPER, shapesOf, wrapText } from '#topics/board/board-shapes.ts';
import { textWidth } from '#topics/board/board-text.ts';
import { boardColors, type DrawnElement } from '#topics/board/board-elements.ts';
import { encodePoints } from '#topics/board/points.ts';

const element = (given: Partial<DrawnElement>): DrawnElement => ({
  id: 'element1',
  kind: 'rectangle',
  x: 100,
  y: 50,
  w: 200,
  h: 80,
  color: 'red',
  width: 'medium',
  points: '',
  text: '',
  label: '',
  ...given,
});

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const contrast = (ink: string, paper: string) => (luminance(paper) + 0.05) / (luminance(ink) + 0.05);

describe('shapes of the board', () => {
  test.each(boardColors)('the ink %s can be read on white and on notes', (color) => {
    expect(contrast(BOARD_INKS[color], '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(BOARD_INKS[color], NOTE_PAPER)).toBeGreaterThanOrEqual(4.5);
  });

  test('a stroke is a closed outline around its points, moved by its place', () => {
    const points = encodePoints(Array.from({ length: 40 }, (_, index) => ({ x: 5 * index, y: 30 * Math.sin(index / 5) })));
    const [shape] = shapesOf(element({ kind: 'pen', points, w: 195, h: 60 }));
    expect(shape?.tag).toBe('path');
    const numbers =
      String(shape?.attributes['d'])
        .match(/-?\d+(?:\.\d+)?/gu)
        ?.map(Number) ?? [];
    const xs = numbers.filter((_, index) => index % 2 === 0);
    expect(Math.min(...xs)).toBeGreaterThan(90);
    expect(Math.min(...xs)).toBeLessThan(101);
    expect(Math.max(...xs)).toBeGreaterThan(290);
    expect(Math.max(...xs)).toBeLessThan(305);
    const bounds = boundsOf(element({ kind: 'pen', points }));
    expect(bounds).toMatchObject({ x: 96, w: 203 });
    expect(bounds.h).toBeCloseTo(68, 0);
  });

  test('a stroke of a single touch is a dot', () => {
    const [shape] = shapesOf(element({ kind: 'marker', points: '' }));
    expect(String(shape?.attributes['d'])).toMatch(/^M[\d.]+ [\d.]+Q.*Z$/u);
    expect(boundsOf(element({ kind: 'marker', points: '' }))).toEqual({ x: 80, y: 30, w: 40, h: 40 });
  });

  test('the marker lets the page be read and lies under all ink', () => {
    expect(shapesOf(element({ kind: 'marker' }))[0]?.attributes).toMatchObject({ 'fill-opacity': 0.38 });
    const order = inDrawingOrder([
      element({ id: 'first1' }),
      element({ id: 'marker1', kind: 'marker' }),
      element({ id: 'third1' }),
    ]);
    expect(order.map(({ id }) => id)).toEqual(['marker1', 'first1', 'third1']);
  });

  test('boxes drawn from any corner are the same, and lines keep their direction', () => {
    expect(shapesOf(element({ x: 300, y: 130, w: -200, h: -80 }))).toEqual(shapesOf(element({})));
    expect(shapesOf(element({ kind: 'ellipse' }))[0]?.attributes).toMatchObject({ cx: 200, cy: 90, rx: 100, ry: 40 });
    expect(shapesOf(element({ kind: 'line', w: -50, h: 0 }))[0]?.attributes['d']).toBe('M100 50L50 50');
    expect(boundsOf(element({ kind: 'line', w: -50, h: 0 }))).toEqual({ x: 46, y: 46, w: 58, h: 8 });
    expect(String(shapesOf(element({ kind: 'arrow' }))[0]?.attributes['d'])).toMatch(/^M100 50L300 130M.*L300 130L/u);
  });

  test('a note is as high as its text and carries the name of its writer', () => {
    const short = element({ kind: 'note', w: 275, h: 0, text: 'Minus in the bracket' });
    const long = { ...short, text: 'Minus in the bracket: it moves to the right! '.repeat(6) };
    expect(boundsOf(long).h).toBeGreaterThan(boundsOf(short).h + 100);
    const shapes = shapesOf({ ...short, name: 'Aylin Demir' });
    expect(shapes.map(({ tag }) => tag)).toEqual(['rect', 'text', 'text']);
    const [paper, written, name] = shapes;
    expect(name?.lines).toMatchObject([{ text: 'Aylin\u00a0Demir' }]);
    const bottom = Number(paper?.attributes['y']) + Number(paper?.attributes['height']);
    expect(name?.lines?.[0]?.y).toBeLessThan(bottom);
    expect(name?.lines?.[0]?.y).toBeGreaterThan(written?.lines?.at(-1)?.y ?? bottom);
  });

  test('text that is written from the right begins at the right', () => {
    const [shape] = shapesOf(element({ kind: 'text', text: '1. السلام عليكم', w: 400 }));
    expect(shape?.attributes['direction']).toBe('rtl');
    expect(shape?.lines?.[0]?.x).toBe(500);
  });
});

describe('lines of a text', () => {
  const width = 300;
  const texts = {
    english: 'The vertex of the parabola lies at one, minus two, and it opens up.',
    russian: 'Вершина параболы находится в точке один, минус два, ветви вверх.',
    hindi: 'परवलय का शीर्ष बिंदु एक और ऋण दो पर है, और यह ऊपर की ओर खुलता है।',
    arabic: 'رأس القطع المكافئ عند النقطة واحد وناقص اثنين وهو مفتوح إلى الأعلى',
    chinese: '抛物线的顶点在一和负二，开口向上。我们下一步来看它与横轴的交点在哪里。',
    japanese: '放物線の頂点は一とマイナス二にあり、上に開いています。次に横軸との交点を見ましょう。',
  };

  test.each(Object.entries(texts))('keep to the width, lose nothing and cut no word: %s', (_, text) => {
    const lines = wrapText(text, width, 34);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(textWidth(line, 34)).toBeLessThanOrEqual(width);
    const hasBlanks = text.includes(' ');
    expect(lines.join(hasBlanks ? ' ' : '')).toBe(text);
  });

  test('own line breaks stay, also empty lines, and without a width only these', () => {
    expect(wrapText('one\n\ntwo\r\nthree', 300, 20)).toEqual(['one', '', 'two', 'three']);
    expect(wrapText(texts.english, 0, 34)).toEqual([texts.english]);
    expect(wrapText('', 300, 20)).toEqual(['']);
  });

  test('a word longer than the line is cut, but no sign loses its marks', () => {
    const word = 'किमी'.repeat(40);
    const lines = wrapText(word, 200, 34);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('')).toBe(word);
    for (const line of lines) expect(line).toMatch(/^\P{M}/u);
    expect(wrapText('क्षत्रिय'.repeat(20), 60, 34).some((line) => /\u094d$/u.test(line))).toBe(false);
  });
});

describe('the drawing as one SVG', () => {
  test('what people wrote never becomes markup', () => {
    const text = `</tspan><script>alert("x")</script>&'\u0000\ud800`;
    const svg = boardSvg([{ ...element({ kind: 'note', text, w: 900 }), name: '"><image href="file:///etc/passwd"/>' }], {
      width: 800,
      height: 600,
    });
    for (const bad of ['<script', '<image', '\u0000', '\ud800']) expect(svg).not.toContain(bad);
    expect(svg).toContain('&lt;script&gt;');
    expect(svg).toContain('width="800" height="600" viewBox="0 0 1600 1200"');
  });
});
