import { useCallback, useState } from 'react';
import { shownDeck, speakerView, type TileModel } from '#ui/layout.ts';
import { Ltr } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import s from '#ui/stage/stage.module.css';
import { useLowWindow } from '#ui/stage/low-window.ts';
import { useBox, useWants, wantsOf } from '#ui/stage/stage-box.ts';
import { StripToggleProvider } from '#ui/stage/strip-toggle.ts';
import { tileGridOf, type TileBox, type TileGrid } from '#ui/stage/tile-grid.ts';
import { Tile } from '#ui/tile.tsx';
import { StagePlace } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

/** Of one tile of the strip, with its gap. */
const STRIP = { width: 136, height: 72 };
/** Beside slides there are no large faces, so these are larger. */
const SLIDES_STRIP = { width: 155, height: 88 };
const PHONE_STRIP = 5;

/** A shared screen may be of any shape and has the whole stage; faces keep theirs. */
function gridFor(stage: readonly TileModel[], box: TileBox): TileGrid {
  return stage[0]?.kind === 'screen' ? { columns: 1, rows: 1, ...box } : tileGridOf(stage.length, box);
}

/** Slides, a shared screen, the pinned or who speaks, and over it (on phones under it) a strip of those who are also here. */
export function SpeakerStage({ onEverybody }: { onEverybody(): void }) {
  const state = useMeetingState();
  const { ref, box } = useBox();
  const [strip, setStrip] = useState<'shown' | 'hidden'>('shown');
  const turnStrip = useCallback(() => setStrip((before) => (before === 'shown' ? 'hidden' : 'shown')), []);
  const slides = shownDeck(state) !== null;
  const tile = slides ? SLIDES_STRIP : STRIP;
  const places = box.width < 640 ? PHONE_STRIP : Math.max(3, Math.floor((box.width + 8) / tile.width) - 1);
  const low = useLowWindow();
  const { stage, strip: people, more: others } = speakerView(state, low ? 2 : places);
  // a phone on its side has room for one small picture over the large one
  const [small, more] = low ? [people.slice(0, 1), 0] : [people, others];
  const grid = gridFor(stage, box);
  useWants([...wantsOf(stage, grid.height), ...(strip === 'shown' ? wantsOf(small, tile.height) : [])], []);
  return (
    <StripToggleProvider value={turnStrip}>
      {strip === 'shown' && <Strip models={small} more={more} beside={slides ? 'slides' : 'faces'} onEverybody={onEverybody} />}
      <div ref={ref} className={s.stage}>
        {slides ? <StagePlace /> : <TileList models={stage} grid={grid} />}
      </div>
    </StripToggleProvider>
  );
}

type StripProps = { models: readonly TileModel[]; more: number; beside: 'slides' | 'faces'; onEverybody(): void };
function Strip({ models, more, beside, onEverybody }: StripProps) {
  const { text } = useWords();
  const state = useMeetingState();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones the strip scrolls, and what scrolls must be reached with the keyboard (WCAG 2.1.1)
    <ul className={s.strip} aria-label={text('stage.strip')} tabIndex={0} data-beside={beside}>
      {models.map((model) => (
        <li key={model.key}>
          <Tile model={model} state={state} size="small" />
        </li>
      ))}
      {more > 0 && (
        <li className={s.rest}>
          <button type="button" onClick={onEverybody}>
            <Ltr>+{more}</Ltr>
            <span>{text('stage.more', { count: more })}</span>
          </button>
        </li>
      )}
    </ul>
  );
}

/** Tiles of one size in the middle of the stage. */
export function TileList({ models, grid }: { models: readonly TileModel[]; grid: TileGrid }) {
  const { text } = useWords();
  const state = useMeetingState();
  const { columns, width, height } = grid;
  return (
    <ul
      className={s.tiles}
      aria-label={text('stage.stage')}
      style={{ '--columns': columns * 2, '--tile-width': `${width}px`, '--tile-height': `${height}px` }}
    >
      {models.map((model, i) => (
        <li key={model.key} style={placeOf({ index: i, count: models.length, columns })}>
          <Tile model={model} state={state} />
        </li>
      ))}
    </ul>
  );
}

/** Every tile is two half columns wide; the tiles of a last row that is not full are moved to its middle. */
function placeOf({ index, count, columns }: { index: number; count: number; columns: number }) {
  const inLast = count % columns;
  const firstOfLast = index === count - inLast && inLast > 0;
  return firstOfLast ? { gridColumn: `${columns - inLast + 1} / span 2` } : { gridColumn: 'span 2' };
}
