import type { DeckTrouble } from '#topics/slides/slides.topic.ts';

type DrawnPage = { width: number; height: number } | null;

/**
 * Draws a document into the folder: `<n>.webp`, `<n>-small.webp` and `text.json`. `onPages` is called with the next pages in order,
 * null for one that cannot be drawn. `turn`: who shares the processes with others. Null: all pages are there.
 */
export type DrawDocument = (request: {
  file: string;
  name: string;
  folder: string;
  mostPages: number;
  turn: string;
  signal: AbortSignal;
  onPages(pages: { total: number; drawn: DrawnPage[] }): void;
}) => Promise<DeckTrouble | null>;
