import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { arrange, type Box, capacityOf, type Grid, gridOf, type TileModel } from '#ui/layout.ts';
import type { Layout } from '#ui/memory.ts';
import { Ltr } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import s from '#ui/room.module.css';
import { presentMembers } from '#ui/state.ts';
import { Tile } from '#ui/tile.tsx';
import { useWords } from '#ui/words.tsx';

const STRIP_HEIGHT = 76;

/** Follows the size of an element in CSS pixels. */
function useBox() {
  const ref = useRef<HTMLUListElement>(null);
  const [box, setBox] = useState<Box>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setBox({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);
  return { ref, box };
}

/** Faces get the room: the stage, and over it (on phones under it) a strip of those who are also here. */
export function Stage({ layout, onInvite }: { layout: Layout; onInvite(): void }) {
  const { text } = useWords();
  const state = useMeetingState();
  const meeting = useMeeting();
  const { ref, box } = useBox();
  const { stage, strip, more } = arrange(state, { layout, capacity: capacityOf(box) });
  const grid = gridOf(stage.length, box);
  useWants({ stage, strip, grid });
  const alone = presentMembers(state).length === 1;
  return (
    <div className={s.main}>
      {(strip.length > 0 || more > 0) && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones the strip scrolls, and what scrolls must be reached with the keyboard (WCAG 2.1.1)
        <ul className={s.strip} aria-label={text('stage.strip')} tabIndex={0}>
          {strip.map((model) => (
            <li key={model.key}>
              <Tile model={model} state={state} size="small" />
            </li>
          ))}
          {more > 0 && (
            <li className={s.rest}>
              <button type="button" onClick={() => meeting.panel('people')}>
                <Ltr>+{more}</Ltr>
                <span>{text('stage.more', { count: more })}</span>
              </button>
            </li>
          )}
        </ul>
      )}
      <ul
        ref={ref}
        className={s.stage}
        aria-label={text('stage.stage')}
        style={{ gridTemplateColumns: `repeat(${grid.columns * 2}, minmax(0, 1fr))` }}
      >
        {stage.map((model, i) => (
          <li key={model.key} style={placeOf({ index: i, count: stage.length, columns: grid.columns })}>
            <Tile model={model} state={state} />
          </li>
        ))}
      </ul>
      {alone && <Alone onInvite={onInvite} />}
    </div>
  );
}

/** Who waits for others can call them. */
function Alone({ onInvite }: { onInvite(): void }) {
  const { text } = useWords();
  const { facts } = useMeetingState();
  return (
    <div className={s.alone}>
      <p>{text('stage.alone')}</p>
      {facts?.invite !== undefined && (
        <button type="button" className={s.invite} onClick={onInvite}>
          {text('invite.title')}
        </button>
      )}
    </div>
  );
}

/** Every tile is two half columns wide; the tiles of a last row that is not full are moved to its middle. */
function placeOf({ index, count, columns }: { index: number; count: number; columns: number }) {
  const inLast = count % columns;
  const firstOfLast = index === count - inLast && inLast > 0;
  return firstOfLast ? { gridColumn: `${columns - inLast + 1} / span 2` } : { gridColumn: 'span 2' };
}

/** Tells the engine which pictures are drawn, and how tall. */
function useWants({ stage, strip, grid }: { stage: TileModel[]; strip: TileModel[]; grid: Grid }) {
  const meeting = useMeeting();
  const ratio = typeof window === 'undefined' ? 1 : Math.min(2, window.devicePixelRatio);
  const of = (models: TileModel[], height: number) =>
    models.flatMap((m) => (m.source && m.own === 'other' ? [{ source: m.source, height: Math.round(height * ratio) }] : []));
  const wants = JSON.stringify([...of(stage, grid.height), ...of(strip, STRIP_HEIGHT)]);
  useEffect(() => meeting.want(JSON.parse(wants)), [meeting, wants]);
}
