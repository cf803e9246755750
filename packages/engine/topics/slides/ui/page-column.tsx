import { memo, useEffect, useRef } from 'react';
import { slidesTopic } from '#topics/slides/slides.topic.ts';
import { DeckMenu } from '#topics/slides/ui/deck-menu.tsx';
import { PagePicture } from '#topics/slides/ui/page-picture.tsx';
import { pageOf, type ShownPage, smallPagePicture } from '#topics/slides/ui/shown-page.ts';
import s from '#topics/slides/ui/slides.module.css';
import { useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { useEngineSession } from '#ui/engine-session.ts';
import { Ltr } from '#ui/parts.tsx';
import { useMeeting } from '#ui/room-context.tsx';

/** The deck and small pictures of its pages. */
export function PageColumn({ shown }: { shown: ShownPage }) {
  const text = useSlidesText();
  const { deck, page } = shown;
  const numbers = Array.from({ length: deck.pages }, (_, i) => i + 1);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[page - 1]?.scrollIntoView({ block: 'nearest' });
  }, [page]);
  return (
    <div className={s.column}>
      <DeckMenu deck={deck} />
      <ol ref={list} className={s.pages} aria-label={text('pages')}>
        {numbers.map((number) => {
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
