import { englishTitles } from 'virtual:atrium-text/titles';
import { isMessage, type Messages, type Texts } from '#kit/ui/text/texts.ts';
import type { RouteRow } from './route-table.ts';

function lookUp(messages: Messages | undefined, path: readonly string[]): string | null {
  const [key, ...rest] = path;
  const found = key === undefined ? undefined : messages?.[key];
  if (found === undefined) return null;
  if (!isMessage(found)) return lookUp(found, rest);
  return typeof found === 'string' && rest.length === 0 ? found : null;
}

/** The title of a page in the reader's language; null when the screen sets its own. */
export function titleOf(row: RouteRow | null, texts: Texts | null): string | null {
  if (row?.title === undefined) return null;
  const [namespace = '', ...path] = row.title.split('.');
  return lookUp(texts?.[namespace], path) ?? englishTitles[row.title] ?? null;
}
