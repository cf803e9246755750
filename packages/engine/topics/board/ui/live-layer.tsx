import { IconPointerFilled } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';
import { BOARD, type BoardElement } from '#topics/board/board-elements.ts';
import s from '#topics/board/ui/board.module.css';
import type { LiveDrawings } from '#topics/board/ui/live.ts';
import { ShapeParts } from '#topics/board/ui/shape-parts.tsx';
import { tintOf } from '#ui/face.ts';
import { useMeetingState } from '#ui/room-context.tsx';

type LiveProps = {
  live: LiveDrawings;
  svg: RefObject<SVGSVGElement | null>;
  elements: readonly BoardElement[];
  height: number;
  zoom: number;
  names: 'shown' | 'hidden';
  /** The element that is being written here. */
  written: string | undefined;
};

/** What is under way: strokes and shapes that are not put yet, elements on the move, and where others point. */
export function LiveLayer({ live, svg, elements, height, zoom, names, written }: LiveProps) {
  const { you, members } = useMeetingState();
  const drawings = [...useSyncExternalStore(live.subscribe, live.get)];
  const ids = new Set(elements.map(({ id }) => id));
  useMarksOnElements(
    svg,
    drawings.map(([, drawing]) => drawing),
    written,
  );
  return (
    <>
      <svg className={s.drawn} viewBox={`0 0 ${BOARD.width} ${height}`} aria-hidden="true" data-live-drawing>
        {drawings.map(([member, { element }]) => {
          // a stroke that has been put stays here until the person begins something else
          const isPut = element !== null && element.points !== '' && ids.has(element.id);
          return element && !isPut && element.id !== written && <ShapeParts key={member} element={element} />;
        })}
      </svg>
      {drawings.map(([member, { cursor }]) => {
        const name = members[member]?.name;
        if (member === you || cursor === null || name === undefined) return null;
        return (
          <span
            key={member}
            className={s.cursor}
            data-cursor={member}
            style={{
              left: `${(100 * cursor.x) / BOARD.width}%`,
              top: `${(100 * cursor.y) / height}%`,
              scale: 1 / zoom,
              '--tint': tintOf(name),
            }}
            aria-hidden="true"
          >
            <IconPointerFilled size={14} />
            {names === 'shown' && <bdi>{name.split(' ')[0]}</bdi>}
          </span>
        );
      })}
    </>
  );
}

type LiveMark = {
  moved: { ids: readonly string[]; x: number; y: number } | null;
  element: { id: string } | null;
  erasing: readonly string[];
};
/** Set on the elements themselves: React would draw all of a page again while one of them is dragged. */
function useMarksOnElements(svg: RefObject<SVGSVGElement | null>, marks: readonly LiveMark[], written: string | undefined) {
  useLayoutEffect(() => {
    const changed: Element[] = [];
    const mark = (id: string, name: string, value: string) => {
      const element = svg.current?.querySelector(`[data-element="${id}"]`);
      if (!element) return;
      element.setAttribute(name, value);
      changed.push(element);
    };
    for (const { moved, element, erasing } of marks) {
      for (const id of moved?.ids ?? []) mark(id, 'transform', `translate(${moved?.x} ${moved?.y})`);
      for (const id of erasing) mark(id, 'opacity', '0.25');
      if (element !== null) mark(element.id, 'opacity', '0');
    }
    if (written !== undefined) mark(written, 'opacity', '0');
    return () => {
      for (const element of changed) for (const name of ['transform', 'opacity']) element.removeAttribute(name);
    };
  });
}
