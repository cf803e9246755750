import { copyFile } from 'node:fs/promises';
import type { Engine, Meeting } from '#server/model.ts';
import type { Recorder } from '#server/record/recorder.ts';
import { deckFolder, readPageText } from '#server/slides/deck-files.ts';
import { slidesOf } from '#server/slides/decks.ts';

/**
 * Copies the page that is shown into the recording that runs, at once: the deck may be removed before the meeting ends, and an engine
 * that is killed then has nothing to catch up on.
 */
export function recordShownPage(engine: Engine, meeting: Meeting): void {
  const { recorder } = meeting;
  const { shown, decks } = slidesOf(meeting);
  if (recorder === null || shown === null || !recorder.recording.running()) return;
  const deck = decks.find(({ id }) => id === shown.deck);
  const size = deck?.sizes[shown.page - 1] ?? null;
  const file = `slide-${shown.deck}-${shown.page}.webp`;
  if (deck?.kind !== 'document' || size === null || recorder.pages.has(file)) return;
  const copied = copyPage(engine, recorder, { ...shown, file, width: size[0], height: size[1] }).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : 'unknown';
    engine.log('warn', 'a page is missing in a recording', { meeting: meeting.internalId, error: words });
  });
  recorder.pages.set(file, copied);
}

type PageCopy = { deck: string; page: number; file: string; width: number; height: number };

async function copyPage(engine: Engine, { id, recording }: Recorder, page: PageCopy): Promise<void> {
  const target = engine.shelf?.folder(id);
  if (target === undefined) return;
  const [from, to] = [`${deckFolder(engine, page.deck)}/${page.page}`, `${target}/${page.file.replace(/\.webp$/, '')}`];
  await copyFile(`${from}.webp`, `${to}.webp`);
  await copyFile(`${from}-small.webp`, `${to}-small.webp`);
  recording.note({ type: 'slide', ...page, text: await readPageText(engine, page.deck, page.page) });
}
