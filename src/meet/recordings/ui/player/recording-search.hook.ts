import { foldText } from '#kit/search-text.ts';
import type { PlayerManifest } from './manifest.hook.ts';
import { chatOf, firstLineWithWords } from './time-line.hook.ts';

/** `from`: who wrote it, or null for a page. */
export type SearchHit = { at: number; from: string | null; page: number | null; line: string };

/** The line that has the words; words that go on in the next line are found too, and the first line stands for them. */
function lineWith(text: string, words: string): string | null {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((one) => foldText(one).includes(words));
  if (line !== undefined) return line;
  return foldText(lines.join(' ')).includes(words) ? (firstLineWithWords(text) ?? null) : null;
}

type SearchedRecording = Pick<PlayerManifest, 'events'> & {
  slides: Pick<PlayerManifest['slides'], 'visits'>;
  board: Pick<PlayerManifest['board'], 'texts'>;
};

/** Chat messages, pages, and texts and notes of the board with these words, in order of time. */
export function searchRecording({ events, slides, board }: SearchedRecording, query: string): SearchHit[] {
  const words = foldText(query).trim();
  if (words === '') return [];
  const pages = slides.visits.map(({ at, page, text }) => ({ at, from: null, page, text }));
  const written = [...chatOf(events), ...board.texts].map(({ at, name, text }) => ({ at, from: name, page: null, text }));
  return [...pages, ...written]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ text, ...hit }) => {
      const line = lineWith(text, words);
      return line === null ? [] : [{ ...hit, line }];
    });
}
