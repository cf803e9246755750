/** Places in the tree of categories, and in a plain list, which is a tree of one level. */
import { blogLimits } from '../blog.rules.ts';

export type BranchRow = { id: string; parentId: string | null };
export type TreeRow = BranchRow & { depth: number };
/** Below a parent, behind one of its children or first. */
export type BranchPlace = { parentId: string | null; after: string | null };
/** Where a row that is moved would be: before the row with that index, that deep. */
export type TreeSlot = { index: number; depth: number };
export type SlotStep = 'up' | 'down' | 'out' | 'in';

/** Rows in their order with their depth, without those below a closed one. */
export function rowsOf(items: readonly BranchRow[], closed: ReadonlySet<string> = new Set()): TreeRow[] {
  const depths = new Map<string, number>();
  const rows: TreeRow[] = [];
  for (const { id, parentId } of items) {
    const depth = parentId === null ? 0 : (depths.get(parentId) ?? -1) + 1;
    const hidden = parentId !== null && (closed.has(parentId) || !depths.has(parentId));
    if (hidden) continue;
    depths.set(id, depth);
    rows.push({ id, parentId, depth });
  }
  return rows;
}

const branchOf = (items: readonly BranchRow[], id: string): Set<string> => {
  const branch = new Set([id]);
  for (const item of items) if (item.parentId !== null && branch.has(item.parentId)) branch.add(item.id);
  return branch;
};
/** What stays where it is while the branch is moved. */
export function withoutBranch<R extends BranchRow>(rows: readonly R[], id: string): R[] {
  const branch = branchOf(rows, id);
  return rows.filter((row) => !branch.has(row.id));
}
export function heightOf(items: readonly BranchRow[], id: string): number {
  const depths = new Map(rowsOf(items).map((row) => [row.id, row.depth]));
  const deep = [...branchOf(items, id)].map((one) => depths.get(one) ?? 0);
  return Math.max(...deep) - (depths.get(id) ?? 0) + 1;
}
/** The deepest that a branch of that height may stand. */
export const deepestFor = (height: number, levels: number = blogLimits.categoryDepth): number => levels - height;

type CategoryDepths = { least: number; most: number };
/** How deep a row may stand before the one at the index; null: not at all, because it would take the children of another. */
export function depthsAt(others: readonly TreeRow[], index: number, deepest: number): CategoryDepths | null {
  const [before, next] = [others[index - 1], others[index]];
  const least = next?.depth ?? 0;
  const most = Math.min(deepest, before === undefined ? 0 : before.depth + 1);
  return least > most ? null : { least, most };
}
const within = (depth: number, { least, most }: CategoryDepths): number => Math.max(least, Math.min(most, depth));

/** The slot nearest to what was pointed at; null where none is. */
export function slotAt(others: readonly TreeRow[], { index, depth }: TreeSlot, deepest: number): TreeSlot | null {
  const depths = depthsAt(others, index, deepest);
  return depths === null ? null : { index, depth: within(depth, depths) };
}

export function stepSlot(
  others: readonly TreeRow[],
  slot: TreeSlot,
  { step, deepest }: { step: SlotStep; deepest: number },
): TreeSlot {
  if (step === 'out' || step === 'in')
    return slotAt(others, { ...slot, depth: slot.depth + (step === 'in' ? 1 : -1) }, deepest) ?? slot;
  const by = step === 'up' ? -1 : 1;
  for (let index = slot.index + by; index >= 0 && index <= others.length; index += by) {
    const next = slotAt(others, { index, depth: slot.depth }, deepest);
    if (next !== null) return next;
  }
  return slot;
}

/** The slot in which a row is now. */
export function slotOf(rows: readonly TreeRow[], id: string): TreeSlot {
  const index = rows.findIndex((row) => row.id === id);
  return { index: Math.max(0, index), depth: rows[index]?.depth ?? 0 };
}

export function placeOf(others: readonly TreeRow[], { index, depth }: TreeSlot): BranchPlace {
  const above = others.slice(0, index).toReversed();
  // a row that is less deep ends the search: what is before it has another parent
  const end = above.findIndex((row) => row.depth < depth);
  const after = above.slice(0, end === -1 ? undefined : end).find((row) => row.depth === depth)?.id ?? null;
  return { parentId: end === -1 ? null : (above[end]?.id ?? null), after };
}

/** The place that a row has, to put it back there. */
export function placeIn(items: readonly BranchRow[], id: string): BranchPlace {
  const parentId = items.find((item) => item.id === id)?.parentId ?? null;
  const siblings = items.filter((item) => item.parentId === parentId).map((item) => item.id);
  return { parentId, after: siblings[siblings.indexOf(id) - 1] ?? null };
}

/** "Second of four", as numbers. */
export function positionOf(items: readonly BranchRow[], id: string, place: BranchPlace): { place: number; count: number } {
  const siblings = items.filter((item) => item.parentId === place.parentId && item.id !== id).map((item) => item.id);
  return { place: place.after === null ? 1 : siblings.indexOf(place.after) + 2, count: siblings.length + 1 };
}
