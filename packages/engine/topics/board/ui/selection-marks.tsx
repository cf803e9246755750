import { BOARD, type BoardElement } from '#topics/board/board-elements.ts';
import type { BoardBounds } from '#topics/board/board-shapes.ts';
import s from '#topics/board/ui/board.module.css';
import type { HitTest } from '#topics/board/ui/hit-test.ts';
import { handlesOf } from '#topics/board/ui/resizing.ts';

type MarksProps = {
  selected: readonly BoardElement[];
  band: BoardBounds | null;
  hits: HitTest;
  height: number;
  pixel: number;
};

/** Frames around what is selected, with handles where one thing can be resized, and the frame that is being dragged. */
export function SelectionMarks({ selected, band, hits, height, pixel }: MarksProps) {
  const [only] = selected;
  const handles = selected.length === 1 && only ? handlesOf(only, hits) : [];
  const side = 9 * pixel;
  return (
    <svg className={s.drawn} viewBox={`0 0 ${BOARD.width} ${height}`} aria-hidden="true" data-selection={selected.length}>
      {selected.map((element) => {
        const { x, y, w, h } = hits.boxOf(element);
        const gap = 4 * pixel;
        return (
          <rect
            key={element.id}
            className={s.frame}
            x={x - gap}
            y={y - gap}
            width={w + 2 * gap}
            height={h + 2 * gap}
            strokeWidth={1.5 * pixel}
          />
        );
      })}
      {handles.map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          className={s.handle}
          x={x - side / 2}
          y={y - side / 2}
          width={side}
          height={side}
          strokeWidth={1.5 * pixel}
        />
      ))}
      {band && <rect className={s.band} x={band.x} y={band.y} width={band.w} height={band.h} strokeWidth={pixel} />}
    </svg>
  );
}
