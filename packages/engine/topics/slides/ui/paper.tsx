import { useEffect } from 'react';
import { PagePicture } from '#topics/slides/ui/page-picture.tsx';
import { pageOf, pagePicture, type ShownPage, smallPagePicture } from '#topics/slides/ui/shown-page.ts';
import s from '#topics/slides/ui/slides.module.css';
import { useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { troubleKey } from '#topics/slides/ui/trouble-words.ts';
import { useEngineSession } from '#ui/engine-session.ts';

/** The picture of a page, or what there is to say until it has one. */
export function PaperOf({ shown }: { shown: ShownPage }) {
  const text = useSlidesText();
  const { base } = useEngineSession();
  const { deck, page, look } = shown;
  useNextPicture(shown);
  if (look === 'drawn') {
    const address = { base, deck: deck.id, page };
    return (
      <>
        <PagePicture key={`small ${deck.id} ${page}`} src={smallPagePicture(address)} />
        <PagePicture key={`${deck.id} ${page}`} src={pagePicture(address)} />
      </>
    );
  }
  if (look === 'blank') return null;
  if (look === 'failed') return <p className={s.note}>{text('failedPage', { page })}</p>;
  if (deck.trouble !== null) return <p className={s.note}>{text(troubleKey[deck.trouble])}</p>;
  return (
    <div className={s.bone}>
      <i />
      <i />
      <i />
      <p>{text(deck.pages === 0 ? 'opening' : 'drawing')}</p>
    </div>
  );
}

/** The next page is there at once when it is shown. */
function useNextPicture({ deck, page }: ShownPage) {
  const { base } = useEngineSession();
  const drawn = pageOf(deck, page + 1).look === 'drawn';
  useEffect(() => {
    if (drawn) new Image().src = pagePicture({ base, deck: deck.id, page: page + 1 });
  }, [drawn, base, deck.id, page]);
}
