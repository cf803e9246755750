/** Draws pages as they were seen, with what people had drawn on them, outside of this process: meetings go on meanwhile. */
import type { FrameCut, FramedPage } from '@atrium/pages/draw-frames';
import { IsolatedError, runIsolated } from '@atrium/sandbox/sandbox';
import type { BoardElement } from '#topics/board/board-elements.ts';

export type DrawnFrame = FrameCut & { elements: readonly BoardElement[]; file: string };
/** Frames of one page, in order: one that only adds to the frame before is drawn quickly. */
export type DrawnPageRequest = FramedPage & { frames: readonly DrawnFrame[] };

const task = {
  module: new URL('./draw-pages-worker.ts', import.meta.url).href,
  isResult: (value: unknown): value is number => typeof value === 'number',
};
/** Of one request. A page with 5 000 elements takes some seconds. */
const LIMITS = { seconds: 240, megabytes: 1_400 };

/** What is too much to be drawn is left out, and the page is there all the same. */
export async function drawPages(
  request: DrawnPageRequest,
  { turn, signal }: { turn: string; signal: AbortSignal },
): Promise<void> {
  const limits = { ...LIMITS, turn, signal };
  try {
    await runIsolated(task, request, limits);
  } catch (error) {
    if (!(error instanceof IsolatedError && error.ending === 'limit')) throw error;
    const frames = request.frames.map((frame) => ({ ...frame, elements: [] }));
    await runIsolated(task, { ...request, frames }, limits);
  }
}
