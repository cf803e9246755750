import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { type Deck, slidesTopic } from '#topics/slides/slides.topic.ts';
import { DeckMenu } from '#topics/slides/ui/deck-menu.tsx';
import { PagePicture } from '#topics/slides/ui/page-picture.tsx';
import { pagesWith, useDeckTexts } from '#topics/slides/ui/page-text.ts';
import { pageOf, type ShownPage, smallPagePicture } from '#topics/slides/ui/shown-page.ts';
import s from '#topics/slides/ui/slides.module.css';
import { useSlidesCommand, useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { useEngineSession } from '#ui/engine-session.ts';
import { Ltr } from '#ui/parts.tsx';
import { useMeeting } from '#ui/room-context.tsx';

/** The deck and small pictures of its pages, or of those with the words that are looked for. */
export function PageColumn({ shown }: { shown: ShownPage }) {
  const text = useSlidesText();
  const { deck, page } = shown;
  const [words, setWords] = useState('');
  const found = useFoundPages(deck, words);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[found.indexOf(page)]?.scrollIntoView({ block: 'nearest' });
  }, [page, found]);
  return (
    <div className={s.column}>
      <DeckMenu deck={deck} />
      {deck.kind === 'document' && deck.pages > 1 && (
        <PageSearch key={deck.id} deck={deck.id} words={words} onWords={setWords} found={found} />
      )}
      <ol ref={list} className={s.pages} aria-label={text('pages')}>
        {found.map((number) => {
          const { look, size } = pageOf(deck, number);
          return (
            <PageThumbnail
              key={`${deck.id} ${number}`}
              deck={deck.id}
              page={number}
              look={look}
              shape={size.width / size.height}
              now={page === number ? 'shown' : 'other'}
            />
          );
        })}
      </ol>
    </div>
  );
}

function useFoundPages(deck: Deck, words: string): readonly number[] {
  const looks = words.trim() !== '';
  const texts = useDeckTexts(deck, looks ? deck.pages : 0);
  return useMemo(
    () => (looks ? pagesWith(words, texts) : Array.from({ length: deck.pages }, (_, i) => i + 1)),
    [looks, words, texts, deck.pages],
  );
}

type SearchProps = { deck: string; words: string; onWords(words: string): void; found: readonly number[] };
/** Enter shows the first page that was found. */
function PageSearch({ deck, words, onWords, found }: SearchProps) {
  const text = useSlidesText();
  const send = useSlidesCommand();
  const looks = words.trim() !== '';
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onWords('');
    if (key === 'Enter' && looks && found[0] !== undefined) send({ do: 'show', deck, page: found[0] });
  };
  return (
    <>
      <input
        type="search"
        className={s.find}
        dir="auto"
        maxLength={100}
        aria-label={text('find')}
        placeholder={text('find')}
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={press}
      />
      <p role="status" className={s.found}>
        {looks && text('found', { count: found.length })}
      </p>
    </>
  );
}

type ThumbnailProps = { deck: string; page: number; look: ShownPage['look']; shape: number; now: 'shown' | 'other' };
const PageThumbnail = memo(function PageThumbnail({ deck, page, look, shape, now }: ThumbnailProps) {
  const text = useSlidesText();
  const meeting = useMeeting();
  const { base } = useEngineSession();
  return (
    <li>
      <button
        type="button"
        aria-label={text('page', { page })}
        aria-current={now === 'shown' ? 'page' : undefined}
        data-look={look}
        style={{ aspectRatio: shape }}
        onClick={() => void meeting.command(slidesTopic.name, { do: 'show', deck, page })}
      >
        {look === 'drawn' && <PagePicture src={smallPagePicture({ base, deck, page })} loading="lazy" />}
        <b>
          <Ltr>{page}</Ltr>
        </b>
      </button>
    </li>
  );
});
