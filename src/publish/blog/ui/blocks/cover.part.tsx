import { cssVars } from '#kit/ui/css-vars.ts';
import s from './cover.module.css';
import { drawingFor } from './cover-drawings.part.ts';

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
