import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { Deck } from '#topics/slides/slides.topic.ts';
import { deckText, type ShownPage } from '#topics/slides/ui/shown-page.ts';
import { useEngineSession } from '#ui/engine-session.ts';

const textsShape = z.array(z.string());
const TITLE_LENGTH = 80;

/** The words of each page, as far as they are wanted and drawn. They come as the deck is drawn, so they are asked for until they are there. */
export function useDeckTexts({ id, kind, sizes }: Deck, wantedPages: number): readonly string[] {
  const { base } = useEngineSession();
  const [known, setKnown] = useState<{ deck: string; texts: string[] }>({ deck: '', texts: [] });
  const drawn = sizes.length;
  const texts = known.deck === id ? known.texts : [];
  const most = Math.min(wantedPages, drawn);
  // asked for again as more pages are drawn
  const wanted = kind === 'document' && texts.length < most ? drawn : 0;
  useEffect(() => {
    if (wanted === 0) return;
    const gone = new AbortController();
    const read = async () => {
      const answer = await fetch(deckText(base, id), { signal: gone.signal });
      const parsed = z.safeParse(textsShape, await answer.json());
      if (parsed.success) setKnown({ deck: id, texts: parsed.data });
    };
    // without its words a page is still to be seen
    read().catch(() => undefined);
    return () => gone.abort();
  }, [wanted, base, id]);
  return texts;
}

/** The words of the page, for those who do not see it. */
export function usePageText({ deck, page }: ShownPage): string {
  return useDeckTexts(deck, page <= deck.sizes.length ? page : 0)[page - 1] ?? '';
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ');

/** Numbers of the pages that have all of these words, in whatever order, without regard to accents and capitals. */
export function pagesWith(words: string, texts: readonly string[]): number[] {
  const wanted = plain(words).split(' ').filter(Boolean);
  return texts.flatMap((text, index) => {
    const there = plain(text);
    return wanted.every((word) => there.includes(word)) ? [index + 1] : [];
  });
}

/** The first line that says something. */
export function titleIn(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.trim().slice(0, TITLE_LENGTH);
}
