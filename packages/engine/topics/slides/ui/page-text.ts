import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { deckText, type ShownPage } from '#topics/slides/ui/shown-page.ts';
import { useEngineSession } from '#ui/engine-session.ts';

const textsShape = z.array(z.string());
const TITLE_LENGTH = 80;

/** The words of the page, for those who do not see it. They come as the deck is drawn, so they are asked for until they are there. */
export function usePageText({ deck, page }: ShownPage): string {
  const { base } = useEngineSession();
  const [known, setKnown] = useState<{ deck: string; texts: string[] }>({ deck: '', texts: [] });
  const drawn = deck.sizes.length;
  const texts = known.deck === deck.id ? known.texts : [];
  // asked for again as more pages are drawn
  const wanted = deck.kind === 'document' && page <= drawn && texts.length < page ? drawn : 0;
  useEffect(() => {
    if (wanted === 0) return;
    const gone = new AbortController();
    const read = async () => {
      const answer = await fetch(deckText(base, deck.id), { signal: gone.signal });
      const parsed = z.safeParse(textsShape, await answer.json());
      if (parsed.success) setKnown({ deck: deck.id, texts: parsed.data });
    };
    // without its words a page is still to be seen
    read().catch(() => undefined);
    return () => gone.abort();
  }, [wanted, base, deck.id]);
  return texts[page - 1] ?? '';
}

/** The first line that says something. */
export function titleIn(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.trim().slice(0, TITLE_LENGTH);
}
