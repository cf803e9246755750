import { SLIDES, type SlideView, wholePage } from '#topics/slides/slides.topic.ts';
import type { TileBox } from '#ui/stage/tile-grid.ts';
import type { StagePoint } from '#ui/stage/zoom-view.ts';

/** `fit`: the page as large as it fits into the box it is seen in. CSS pixels. */
export type PageFrame = { box: TileBox; fit: TileBox };

export function frameOf(page: TileBox, box: TileBox): PageFrame {
  const scale = Math.min(box.width / page.width, box.height / page.height);
  return { box, fit: { width: page.width * scale, height: page.height * scale } };
}

type PageAxis = { length: number; room: number };
const axesOf = ({ box, fit }: PageFrame, zoom: number): { x: PageAxis; y: PageAxis } => ({
  x: { length: fit.width * zoom, room: box.width },
  y: { length: fit.height * zoom, room: box.height },
});

/** No edge comes inside the box while there is more of the page to see; what is smaller stands in the middle. */
export function clampView(view: SlideView, frame: PageFrame): SlideView {
  const axes = axesOf(frame, view.zoom);
  const inside = (at: number, { length, room }: PageAxis) => {
    const half = room / (2 * length);
    return half >= 0.5 || !Number.isFinite(half) ? 0.5 : Math.min(1 - half, Math.max(half, at));
  };
  return { zoom: view.zoom, x: inside(view.x, axes.x), y: inside(view.y, axes.y) };
}

/** Where the upper left corner of the page stands in the box. */
export function cornerOf(view: SlideView, frame: PageFrame): StagePoint {
  const axes = axesOf(frame, view.zoom);
  return { x: axes.x.room / 2 - view.x * axes.x.length, y: axes.y.room / 2 - view.y * axes.y.length };
}

/** The point of the page under this one of the box, in shares of the page; `at` is counted from the middle of the box. */
export function pagePointAt(view: SlideView, at: StagePoint, frame: PageFrame): StagePoint {
  const axes = axesOf(frame, view.zoom);
  return { x: view.x + at.x / axes.x.length, y: view.y + at.y / axes.y.length };
}

export const isOnPage = ({ x, y }: StagePoint): boolean => x >= 0 && x <= 1 && y >= 0 && y <= 1;

const boundedZoom = (zoom: number) => Math.min(SLIDES.zoom, Math.max(1, zoom));

/** What is under the point stays under it. */
export function zoomView(view: SlideView, { to, at }: { to: number; at: StagePoint }, frame: PageFrame): SlideView {
  const zoom = boundedZoom(to);
  if (zoom === 1) return wholePage;
  const point = pagePointAt(view, at, frame);
  const axes = axesOf(frame, zoom);
  return clampView({ zoom, x: point.x - at.x / axes.x.length, y: point.y - at.y / axes.y.length }, frame);
}

export function panView(view: SlideView, by: StagePoint, frame: PageFrame): SlideView {
  const axes = axesOf(frame, view.zoom);
  return clampView({ zoom: view.zoom, x: view.x - by.x / axes.x.length, y: view.y - by.y / axes.y.length }, frame);
}

const ZOOM_STEPS = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.4, SLIDES.zoom];

export function stepZoom(zoom: number, to: 'in' | 'out'): number {
  const next = to === 'in' ? ZOOM_STEPS.find((step) => step > zoom + 0.01) : ZOOM_STEPS.findLast((step) => step < zoom - 0.01);
  return next ?? (to === 'in' ? SLIDES.zoom : 1);
}
