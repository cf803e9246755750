import { readFile, writeFile } from 'node:fs/promises';
import type { DocumentTrouble } from '@atrium/pages/draw-document';
import { setTimeout as wait } from 'node:timers/promises';
import type { DrawDocument } from '#server/slides/decks.ts';

/** A document of a test says what becomes of it: after `drawn` pages it waits until it is stopped, or has that trouble. */
type FakeDocument = { pages: number; drawn?: number; trouble?: DocumentTrouble; breaks?: string };
export const documentOf = (document: FakeDocument): string => JSON.stringify(document);

/** What a page looks like here. */
export const pictureOf = (page: number): string => `picture of page ${page}`;
export const wordsOnPage = (page: number): string => `Words on page ${page}`;

/** The edge to the process that draws: it writes its files as `@atrium/pages` does. */
export const fakeDraw: DrawDocument = async ({ file, folder, signal, onPages }) => {
  const document: FakeDocument = JSON.parse(await readFile(file, 'utf8'));
  if (document.breaks !== undefined) throw Object.assign(new Error('it broke'), { code: document.breaks });
  const drawn = document.drawn ?? document.pages;
  const texts: string[] = [];
  for (let page = 1; page <= drawn; page += 1) {
    texts.push(wordsOnPage(page));
    await writeFile(`${folder}/${page}.webp`, pictureOf(page));
    await writeFile(`${folder}/${page}-small.webp`, `small ${pictureOf(page)}`);
    await writeFile(`${folder}/text.json`, JSON.stringify(texts));
    onPages({ total: document.pages, drawn: [{ width: 1_920, height: 1_080 }] });
  }
  while (drawn < document.pages && document.trouble === undefined && !signal.aborted) await wait(5);
  return document.trouble ?? null;
};
