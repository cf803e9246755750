import { englishTitles } from 'virtual:atrium-text/titles';
import type { Texts } from '#kit/ui/text/texts.ts';
import type { RouteRow } from './route-row.ts';

/** The title of a page in the reader's language; null when the screen sets its own. */
export function titleOf(row: RouteRow | null, texts: Texts | null): string | null {
  if (row?.title === undefined) return null;
  const own = texts?.['titles']?.[row.title];
  return typeof own === 'string' ? own : (englishTitles[row.title] ?? null);
}
