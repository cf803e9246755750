/** What a person did to a page, so that it can be undone and done again. */
import type * as z from 'zod/mini';
import type { boardTopic } from '#topics/board/board.topic.ts';
import { BOARD, type BoardElement, type DrawnElement } from '#topics/board/board-elements.ts';

export type BoardCommand = z.infer<typeof boardTopic.command>;
type ElementVersion = DrawnElement | null;
/** One element as it was and as it became; null: it was not there. */
export type ElementChange = { id: string; before: ElementVersion; after: ElementVersion };
export type PageChange = readonly ElementChange[];

/** Characters of elements in one command, well below what the engine takes. */
const MOST_CHARACTERS = 48_000;

export function drawnOf({ id, kind, x, y, w, h, color, width, points, text, label }: DrawnElement): DrawnElement {
  return { id, kind, x, y, w, h, color, width, points, text, label };
}

function isSame(a: ElementVersion, b: ElementVersion): boolean {
  if (a === null || b === null) return a === b;
  return a === b || JSON.stringify(drawnOf(a)) === JSON.stringify(drawnOf(b));
}

/** Leaves out what somebody else changed or removed meanwhile. */
export function undoing(change: PageChange, elements: readonly BoardElement[]): PageChange {
  const now = new Map(elements.map((one) => [one.id, one]));
  return change
    .filter(({ id, after }) => isSame(now.get(id) ?? null, after))
    .map(({ id, before, after }) => ({ id, before: after, after: before }));
}

/** In parts that the engine takes. */
export function commandsFor(page: string, change: PageChange): BoardCommand[] {
  const commands: BoardCommand[] = [];
  let [batch, characters]: [DrawnElement[], number] = [[], 0];
  const flush = () => {
    if (batch.length > 0) commands.push({ do: 'put', page, elements: batch });
    [batch, characters] = [[], 0];
  };
  for (const { after } of change) {
    if (after === null) continue;
    const element = drawnOf(after);
    const length = JSON.stringify(element).length;
    if (batch.length === BOARD.atOnce || characters + length > MOST_CHARACTERS) flush();
    batch.push(element);
    characters += length;
  }
  flush();
  const gone = change.flatMap(({ id, after }) => (after === null ? [id] : []));
  for (let at = 0; at < gone.length; at += BOARD.atOnce)
    commands.push({ do: 'remove', page, ids: gone.slice(at, at + BOARD.atOnce) });
  return commands;
}

export type UndoStacks = { done: readonly PageChange[]; undone: readonly PageChange[] };
export const noUndo: UndoStacks = { done: [], undone: [] };
const MOST_STEPS = 100;

export const withStep = ({ done }: UndoStacks, change: PageChange): UndoStacks => ({
  done: [...done, change].slice(-MOST_STEPS),
  undone: [],
});

/** The next step back or forward that still means something, and the stacks after it. */
export function takeStep(
  stacks: UndoStacks,
  { way, elements }: { way: 'undo' | 'redo'; elements: readonly BoardElement[] },
): { change: PageChange; stacks: UndoStacks } | null {
  const from = way === 'undo' ? stacks.done : stacks.undone;
  for (let at = from.length - 1; at >= 0; at--) {
    const change = undoing(from[at] ?? [], elements);
    if (change.length === 0) continue;
    const rest = from.slice(0, at);
    const next =
      way === 'undo' ? { done: rest, undone: [...stacks.undone, change] } : { done: [...stacks.done, change], undone: rest };
    return { change, stacks: next };
  }
  return null;
}
