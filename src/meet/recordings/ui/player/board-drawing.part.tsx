import { BOARD, type BoardElement } from '@atrium/engine/topics/board/board-elements.ts';
import { inDrawingOrder } from '@atrium/engine/topics/board/board-shapes.ts';
import { elementName } from '@atrium/engine/topics/board/ui/element-names.ts';
import { ShapeParts } from '@atrium/engine/topics/board/ui/shape-parts.tsx';
import { memo } from 'react';
import { boardText } from '../board-text.hook.ts';

/** `ratio`: width by height of the page. */
type BoardDrawingProps = { elements: readonly BoardElement[]; ratio: number };

/** What had been drawn on the page. The clock steps many times a second, so only what changed is drawn again. */
export const BoardDrawing = memo(function BoardDrawing({ elements, ratio }: BoardDrawingProps) {
  const say = boardText();
  return (
    <svg viewBox={`0 0 ${BOARD.width} ${BOARD.width / ratio}`} {...listRole} aria-label={say('drawings')} data-drawings>
      {inDrawingOrder(elements).map((element) => (
        <ElementDrawing key={element.id} element={element} />
      ))}
    </svg>
  );
});

// elements of HTML cannot lie in an SVG, so roles make the list
const listRole = { role: 'list' };
const itemRole = { role: 'listitem' };

const ElementDrawing = memo(function ElementDrawing({ element }: { element: BoardElement }) {
  const say = boardText();
  return (
    <g {...itemRole} aria-label={elementName(element, say)} data-element={element.id}>
      <ShapeParts element={element} />
    </g>
  );
});
