/**
 * What an element of the board looks like, as parts of an SVG in the board's units. Pure: the page, the player, the PDF and the video
 * file all draw by it. An outline costs up to a millisecond, so callers keep what they got for as long as the element stays the same.
 */
import { escapeText } from '@atrium/bbb/xml-text';
import { getStroke } from 'perfect-freehand';
import { BOARD, type BoardColor, type BoardWidth, type DrawnElement, type ElementKind } from '#topics/board/board-elements.ts';
import { isRightToLeft, textWidth, wrapText } from '#topics/board/board-text.ts';
import { type BoardPoint, decodePoints } from '#topics/board/points.ts';

export { wrapText };

type TextLine = { x: number; y: number; text: string };
export type BoardShape = {
  tag: 'path' | 'rect' | 'ellipse' | 'text';
  attributes: Record<string, string | number>;
  lines?: TextLine[];
};
export type BoardBounds = { x: number; y: number; w: number; h: number };
/** `name`: the writer's, for notes. */
type NamedElement = DrawnElement & { name?: string };

/** Each at least 4.5:1 on white and on the paper of notes. */
export const BOARD_INKS: Readonly<Record<BoardColor, string>> = {
  black: '#1a1f2b',
  red: '#b3261e',
  blue: '#2447d8',
  green: '#0a6b3c',
  amber: '#8a4b00',
  purple: '#6a2bb8',
};
export const NOTE_PAPER = '#ffeda3';
const NOTE_NAME_INK = '#5f4a00';
/** A new note is as wide as this; it grows down with its text. */
export const NOTE_WIDTH = 275;

const LINE_WIDTHS: Readonly<Record<BoardWidth, number>> = { thin: 4, medium: 8, thick: 14 };
const MARKER_WIDTHS: Readonly<Record<BoardWidth, number>> = { thin: 26, medium: 40, thick: 60 };
const LETTER_SIZES: Readonly<Record<BoardWidth, number>> = { thin: 24, medium: 34, thick: 52 };
const NOTE_LETTER_SIZES: Readonly<Record<BoardWidth, number>> = { thin: 20, medium: 24, thick: 34 };
const MARKER_OPACITY = 0.38;
export const LINE_HEIGHT = 1.35;
/** Where letters stand on a line, from its top. */
const BASELINE = 1.02;
const NOTE_PADDING = 21;
const NOTE_NAME_SIZE = 20;
const BOARD_FONTS =
  "'Inter Variable', Inter, 'Noto Sans Arabic Variable', 'Noto Sans Arabic', 'Noto Sans Devanagari Variable', 'Noto Sans Devanagari', 'Noto Sans JP', 'Noto Sans SC', sans-serif";

const rounded = (value: number): number => Math.round(value * 10) / 10;
const isStroke = (kind: ElementKind): boolean => kind === 'pen' || kind === 'marker';
const lineWidthOf = ({ kind, width }: DrawnElement): number => (kind === 'marker' ? MARKER_WIDTHS : LINE_WIDTHS)[width];

/** A stroke of a single touch is a dot. */
function strokePoints({ x, y, points }: DrawnElement): BoardPoint[] {
  const steps = decodePoints(points);
  return (steps.length === 0 ? [{ x: 0, y: 0 }] : steps).map((step) => ({ x: x + step.x, y: y + step.y }));
}

/** Curves through the middles between the points of the outline. */
function outlinePath(outline: readonly [number, number][]): string {
  const [first] = outline;
  if (first === undefined) return '';
  let path = `M${rounded(first[0])} ${rounded(first[1])}Q`;
  for (const [index, [x, y]] of outline.entries()) {
    const [nextX, nextY] = outline[index + 1] ?? first;
    path += `${rounded(x)} ${rounded(y)} ${rounded((x + nextX) / 2)} ${rounded((y + nextY) / 2)} `;
  }
  return `${path}Z`;
}

function strokeShape(element: DrawnElement): BoardShape {
  const isMarker = element.kind === 'marker';
  const outline = getStroke(strokePoints(element), {
    size: lineWidthOf(element),
    thinning: isMarker ? 0 : 0.35,
    smoothing: 0.5,
    streamline: 0.4,
    simulatePressure: !isMarker,
    last: true,
  });
  const ink = { d: outlinePath(outline), fill: BOARD_INKS[element.color] };
  return { tag: 'path', attributes: isMarker ? { ...ink, 'fill-opacity': MARKER_OPACITY } : ink };
}

/** Rectangles and the like may have been drawn from their lower right corner. */
function uprightBox({ x, y, w, h }: BoardBounds): BoardBounds {
  return { x: Math.min(x, x + w), y: Math.min(y, y + h), w: Math.abs(w), h: Math.abs(h) };
}

function linePath({ kind, x, y, w, h, width }: DrawnElement): string {
  const [endX, endY] = [x + w, y + h];
  const line = `M${rounded(x)} ${rounded(y)}L${rounded(endX)} ${rounded(endY)}`;
  if (kind === 'line') return line;
  const angle = Math.atan2(h, w);
  const size = Math.min(14 + 3 * LINE_WIDTHS[width], Math.hypot(w, h));
  const barb = (turn: number) =>
    `${rounded(endX - size * Math.cos(angle + turn))} ${rounded(endY - size * Math.sin(angle + turn))}`;
  return `${line}M${barb(0.5)}L${rounded(endX)} ${rounded(endY)}L${barb(-0.5)}`;
}

function outlinedShape(element: DrawnElement): BoardShape {
  const ink = {
    fill: 'none',
    stroke: BOARD_INKS[element.color],
    'stroke-width': lineWidthOf(element),
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  };
  const { x, y, w, h } = uprightBox(element);
  if (element.kind === 'rectangle') return { tag: 'rect', attributes: { x, y, width: w, height: h, rx: 4, ...ink } };
  if (element.kind === 'ellipse')
    return { tag: 'ellipse', attributes: { cx: x + w / 2, cy: y + h / 2, rx: w / 2, ry: h / 2, ...ink } };
  return { tag: 'path', attributes: { d: linePath(element), ...ink } };
}

type TextLayout = { box: BoardBounds; size: number; padding: number; lines: string[] };

/** Texts and notes grow down with what is written; a text of no width is as wide as its longest line. */
export function textLayout(element: NamedElement): TextLayout {
  const isNote = element.kind === 'note';
  const { x, y, w, h } = uprightBox(element);
  const [size, padding] = isNote ? [NOTE_LETTER_SIZES[element.width], NOTE_PADDING] : [LETTER_SIZES[element.width], 0];
  const width = isNote && w === 0 ? NOTE_WIDTH : w;
  const lines = wrapText(element.text, width === 0 ? 0 : Math.max(size, width - 2 * padding), size);
  const widest = width > 0 ? width : Math.max(0, ...lines.map((line) => textWidth(line, size)));
  const foot = isNote && element.name ? NOTE_NAME_SIZE * LINE_HEIGHT + 4 : 0;
  const height = Math.max(h, lines.length * size * LINE_HEIGHT + 2 * padding + foot);
  return { box: { x, y, w: widest, h: height }, size, padding, lines };
}

function textShape(text: string, layout: TextLayout, attributes: Record<string, string | number>): BoardShape {
  const { box, size, padding, lines } = layout;
  const isRtl = isRightToLeft(text);
  const x = rounded(isRtl ? box.x + box.w - padding : box.x + padding);
  const at = (index: number) => rounded(box.y + padding + size * (BASELINE + index * LINE_HEIGHT));
  return {
    tag: 'text',
    attributes: {
      'font-family': BOARD_FONTS,
      'font-size': size,
      direction: isRtl ? 'rtl' : 'ltr',
      ...attributes,
    },
    lines: lines.map((line, index) => ({ x, y: at(index), text: line })),
  };
}

function noteShapes(element: NamedElement): BoardShape[] {
  const layout = textLayout(element);
  const { x, y, w, h } = layout.box;
  const paper: BoardShape = { tag: 'rect', attributes: { x, y, width: w, height: rounded(h), rx: 4, fill: NOTE_PAPER } };
  const written = textShape(element.text, layout, { fill: BOARD_INKS[element.color], 'font-weight': 500 });
  if (!element.name) return [paper, written];
  const below = { ...layout.box, y: y + h - 2 * NOTE_PADDING - NOTE_NAME_SIZE * LINE_HEIGHT + 4 };
  const [name = ''] = wrapText(element.name.replace(/\s/gu, '\u00a0'), w - 2 * NOTE_PADDING, NOTE_NAME_SIZE);
  const signature = textShape(
    name,
    { box: below, size: NOTE_NAME_SIZE, padding: NOTE_PADDING, lines: [name] },
    { fill: NOTE_NAME_INK },
  );
  return [paper, written, signature];
}

export function shapesOf(element: NamedElement): BoardShape[] {
  if (isStroke(element.kind)) return [strokeShape(element)];
  if (element.kind === 'note') return noteShapes(element);
  if (element.kind !== 'text') return [outlinedShape(element)];
  return [textShape(element.text, textLayout(element), { fill: BOARD_INKS[element.color], 'font-weight': 600 })];
}

/** What an element covers, with the thickness of its lines. */
export function boundsOf(element: NamedElement): BoardBounds {
  if (element.kind === 'text' || element.kind === 'note') return textLayout(element).box;
  const edge = lineWidthOf(element) / 2;
  const grown = ({ x, y, w, h }: BoardBounds) => ({ x: x - edge, y: y - edge, w: w + 2 * edge, h: h + 2 * edge });
  if (!isStroke(element.kind)) return grown(uprightBox(element));
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of strokePoints(element)) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return grown({ x: left, y: top, w: right - left, h: bottom - top });
}

/** The marker lies under all ink, so that it never covers what is written. */
export function inDrawingOrder<T extends { kind: ElementKind }>(elements: readonly T[]): T[] {
  return [...elements.filter(({ kind }) => kind === 'marker'), ...elements.filter(({ kind }) => kind !== 'marker')];
}

const escaped = (value: string | number): string => escapeText(String(value), 'text');

function shapeSvg({ tag, attributes, lines }: BoardShape): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const spans = lines?.map(({ x, y, text }) => `<tspan x="${x}" y="${y}">${escaped(text)}</tspan>`) ?? [];
  return `<${tag}${written.join('')}>${spans.join('')}</${tag}>`;
}

export const elementSvg = (element: NamedElement): string => shapesOf(element).map(shapeSvg).join('');

type SvgSize = { width: number; height: number };
/** The drawing alone, on nothing, as large as the picture of the page. `svgOf` may remember what it gave. */
export function boardSvg<T extends NamedElement>(
  elements: readonly T[],
  { width, height }: SvgSize,
  svgOf: (element: T) => string = elementSvg,
): string {
  const box = `0 0 ${BOARD.width} ${rounded((BOARD.width * height) / width)}`;
  const drawn = inDrawingOrder(elements).map(svgOf).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}">${drawn}</svg>`;
}
