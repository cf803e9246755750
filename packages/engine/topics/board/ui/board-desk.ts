import { useState } from 'react';
import type { BoardColor, BoardWidth, DrawnElement, ElementKind } from '#topics/board/board-elements.ts';

/** In the order of their keys, `1` to `7`. */
export const boardTools = ['select', 'pen', 'marker', 'shape', 'text', 'note', 'eraser'] as const;
export type BoardTool = (typeof boardTools)[number];
export const shapeKinds = ['rectangle', 'ellipse', 'line', 'arrow'] as const satisfies readonly ElementKind[];
export type ShapeKind = (typeof shapeKinds)[number];

/** The tool in hand and what it draws with. `stays`: it is kept after one use. */
export type ToolChoice = { tool: BoardTool; stays: boolean; shape: ShapeKind; color: BoardColor; width: BoardWidth };
const firstChoice: ToolChoice = { tool: 'pen', stays: true, shape: 'rectangle', color: 'blue', width: 'medium' };
const lastingTools: readonly BoardTool[] = ['select', 'pen', 'marker', 'eraser'];

/** Who presses a tool twice keeps it. */
export function chosenTool(
  before: ToolChoice,
  { tool, shape = before.shape }: { tool: BoardTool; shape?: ShapeKind },
): ToolChoice {
  const again = before.tool === tool && before.shape === shape;
  return { ...before, tool, shape, stays: lastingTools.includes(tool) || again };
}

/** `isNew`: it is not on the page yet. */
export type TextEditing = { element: DrawnElement; isNew: boolean };

/** What this person has in hand, has selected and writes. */
export function useBoardDesk() {
  const [choice, setChoice] = useState(firstChoice);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<TextEditing | null>(null);
  return {
    choice,
    selection,
    editing,
    setEditing,
    choose(tool: BoardTool, shape?: ShapeKind) {
      setChoice((before) => chosenTool(before, { tool, ...(shape && { shape }) }));
      if (tool !== 'select') setSelection(new Set());
    },
    setInk: (ink: Partial<Pick<ToolChoice, 'color' | 'width'>>) => setChoice((before) => ({ ...before, ...ink })),
    /** After one use. */
    putDown: () => setChoice((before) => (before.stays ? before : { ...before, tool: 'select', stays: true })),
    select: (ids: Iterable<string>) => setSelection(new Set(ids)),
  };
}
export type BoardDesk = ReturnType<typeof useBoardDesk>;
