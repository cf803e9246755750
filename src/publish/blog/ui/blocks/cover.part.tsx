import { cssVars } from '#kit/ui/css-vars.ts';
import s from './cover.module.css';
import { drawingFor } from './cover-drawings.part.ts';

type CoverPicture = { src: string; small: string; width: number; height: number; alt: string };
type CoverProps = {
  post: { id: string; cover: CoverPicture | null };
  hue: number /** CSS `sizes` of a picture. */;
  sizes: string;
};
/** The cover of a post: its picture, or the drawing of those that have none. */
export function PostCoverArt({ post, hue, sizes, className }: CoverProps & { className?: string | undefined }) {
  const { id, cover } = post;
  if (cover === null) return <DrawnCover seed={id} hue={hue} className={className} />;
  const { src, small, width, height, alt } = cover;
  return (
    <img
      className={`${s.picture} ${className ?? ''}`}
      {...{ src, width, height, sizes }}
      alt={alt}
      srcSet={`${small} 320w, ${src} 1600w`}
      decoding="async"
    />
  );
}

/** What a post without a picture shows: always the same drawing for the same `seed`, in the hue of its category. */
export function DrawnCover({ seed, hue, className = '' }: { seed: string; hue: number; className?: string | undefined }) {
  return (
    <span className={`${s.cover} ${className}`} style={cssVars({ '--hue': hue })} aria-hidden="true">
      <svg viewBox="0 0 640 320" width="100%" height="100%" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
        {drawingFor(seed).map(({ d, opacity, line }) => (
          <path key={d} d={d} opacity={opacity} className={line === undefined ? undefined : s.line} />
        ))}
      </svg>
    </span>
  );
}
