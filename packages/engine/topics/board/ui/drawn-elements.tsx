import { memo, type RefObject } from 'react';
import { BOARD, type BoardElement } from '#topics/board/board-elements.ts';
import { inDrawingOrder } from '#topics/board/board-shapes.ts';
import s from '#topics/board/ui/board.module.css';
import { useBoardText } from '#topics/board/ui/board-text.ts';
import { elementName } from '#topics/board/ui/element-names.ts';
import { ShapeParts } from '#topics/board/ui/shape-parts.tsx';

type DrawnProps = {
  svg: RefObject<SVGSVGElement | null>;
  elements: readonly BoardElement[];
  height: number;
  /** The one that Tab reaches; arrow keys go on from there. */
  reached: string | undefined;
  onFocus(id: string): void;
};

/** All elements of a page, each with a name. Only those that changed are drawn again. */
export const DrawnElements = memo(function DrawnElements({ svg, elements, height, reached, onFocus }: DrawnProps) {
  const text = useBoardText();
  return (
    <svg
      ref={svg}
      className={s.drawn}
      viewBox={`0 0 ${BOARD.width} ${height}`}
      role={elements.length > 0 ? 'list' : undefined}
      aria-label={elements.length > 0 ? text('drawings') : undefined}
      aria-hidden={elements.length > 0 ? undefined : true}
      data-drawings
      onFocus={({ target }) => {
        const id = target.getAttribute('data-element');
        if (id !== null) onFocus(id);
      }}
    >
      {inDrawingOrder(elements).map((element) => (
        <DrawnElement key={element.id} element={element} tab={element.id === reached ? 0 : -1} />
      ))}
    </svg>
  );
});

const DrawnElement = memo(function DrawnElement({ element, tab }: { element: BoardElement; tab: 0 | -1 }) {
  const text = useBoardText();
  // a list item of SVG, whose keys edit, move and remove it
  const item = { role: 'listitem', tabIndex: tab };
  return (
    <g {...item} aria-label={elementName(element, text)} data-element={element.id}>
      <ShapeParts element={element} />
    </g>
  );
});
