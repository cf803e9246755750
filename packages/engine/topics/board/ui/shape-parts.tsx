import { createElement } from 'react';
import type { DrawnElement } from '#topics/board/board-elements.ts';
import { shapesOf } from '#topics/board/board-shapes.ts';

const inReact = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The parts of one element, as React draws them. */
export function ShapeParts({ element }: { element: DrawnElement & { name?: string } }) {
  return shapesOf(element).map(({ tag, attributes, lines }, at) => {
    const props = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [inReact(name), value]));
    const spans = lines?.map(({ x, y, text }, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else that tells them apart
      <tspan key={line} x={x} y={y}>
        {text}
      </tspan>
    ));
    return createElement(tag, { key: at, ...props }, spans);
  });
}
