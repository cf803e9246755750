import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { FileDetail } from '../files.contract.ts';
import { useDetailText } from './file-cells.part.tsx';
import { filesText } from './files-text.hook.ts';
import s from './library-file.module.css';

/** Its place is there before the picture is. */
const sidesOf = ({ version: { width, height } }: FileDetail) => (width === null || height === null ? {} : { width, height });

function Pages({ file }: { file: FileDetail }) {
  const say = filesText();
  const [at, setAt] = useState(0);
  const { previews } = file;
  const all = file.version.pages ?? previews.length;
  const go = (to: number) => setAt(Math.min(Math.max(to, 0), previews.length - 1));
  const turn = (event: KeyboardEvent<HTMLDivElement>) => {
    const forth = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') go(event.key === forth ? at + 1 : at - 1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys turn pages wherever the focus is in it
    <div className={s.pages} onKeyDown={turn}>
      <ol className={s.strip}>
        {previews.map((url, page) => (
          <li key={url}>
            <button
              type="button"
              aria-label={say('file.page', { page: page + 1, all })}
              aria-current={page === at ? 'true' : undefined}
              onClick={() => go(page)}
            >
              <img src={url} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ol>
      <div className={s.stage}>
        <img {...sidesOf(file)} loading="lazy" src={previews[at]} alt={say('file.page', { page: at + 1, all })} />
        <div className={s.turn}>
          <button type="button" aria-label={say('file.previous')} disabled={at === 0} onClick={() => go(at - 1)}>
            <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
          </button>
          <span role="status">{say('file.page', { page: at + 1, all })}</span>
          <button type="button" aria-label={say('file.next')} disabled={at === previews.length - 1} onClick={() => go(at + 1)}>
            <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        {previews.length < all && <p className="quiet">{say('file.more', { count: previews.length })}</p>}
      </div>
    </div>
  );
}

/** The file as it looks: its pages, the picture, the video; else what there is to say about it. */
export function FilePreview({ file }: { file: FileDetail }) {
  const detail = useDetailText();
  const { url } = file.version;
  if (file.previews.length > 0) return <Pages file={file} />;
  if (url !== null && file.kind === 'picture')
    return (
      <div className={s.stage}>
        <img {...sidesOf(file)} loading="lazy" src={url} alt={file.name} />
      </div>
    );
  if (url !== null && file.kind === 'video')
    return (
      <div className={s.stage}>
        {/* biome-ignore lint/a11y/useMediaCaption: a file of the library has no captions */}
        <video src={url} controls preload="metadata" />
      </div>
    );
  return <div className={s.stage}>{detail(file)}</div>;
}
