/** The part of `drawPages` that runs in a process of its own. */
import { drawFrames, type PageFrame } from '@atrium/pages/draw-frames';
import type { DrawnFrame, DrawnPageRequest } from '#server/board/draw-pages.ts';
import type { BoardElement } from '#topics/board/board-elements.ts';
import { boardSvg, elementSvg } from '#topics/board/board-shapes.ts';

/** What came on top; null: more than that changed. The marker goes below what is there already. */
function addedTo(before: readonly BoardElement[], now: readonly BoardElement[]): BoardElement[] | null {
  if (before.some((one, index) => one !== now[index])) return null;
  const added = now.slice(before.length);
  return added.some(({ kind }) => kind === 'marker') ? null : added;
}

export async function isolated({ frames, ...page }: DrawnPageRequest): Promise<number> {
  const known = new WeakMap<BoardElement, string>();
  const svgOf = (element: BoardElement) => {
    const svg = known.get(element) ?? elementSvg(element);
    known.set(element, svg);
    return svg;
  };
  const drawn = frames.map(({ elements, ...cut }: DrawnFrame, index): PageFrame => {
    const added = addedTo(frames[index - 1]?.elements ?? [], elements);
    const svg = added?.length === 0 ? null : boardSvg(added ?? elements, page, svgOf);
    return { ...cut, svg, over: added === null ? 'page' : 'frame-before' };
  });
  await drawFrames(page, drawn);
  return drawn.length;
}
