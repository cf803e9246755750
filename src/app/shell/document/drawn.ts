import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';

/** How React marks a place that it left to the browser; text of a page cannot say it, as it would be escaped. */
const leftOut = '<!--$!-->';

/**
 * The page as HTML. A part whose code or data was not there yet is waited for: left to the browser it would be missing at first, jump in
 * later, and be reported as an error of the page (React's 419). Where a part throws, `onTrouble` gets the error, and the browser tries it
 * again. Throws what nothing on the page catches.
 */
export async function drawn(page: ReactNode, onTrouble: (error: unknown) => void): Promise<string> {
  const atOnce = renderToString(page);
  if (!atOnce.includes(leftOut)) return atOnce;
  // all in place: what is sent later comes with scripts of its own, which the page does not allow
  const { prelude } = await prerender(page, { onError: onTrouble, progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}
