import type { Locale } from '#kit/facts.ts';
import { fitsBelow } from '../blog.rules.ts';
import { nameIn } from '../category-names.rules.ts';
import type { CategoryView } from '../categories.contract.ts';
import { rowsOf } from './category-places.hook.ts';

export type CategoryChoice = { value: string; label: string };
/** Categories to choose from, set in by their level. */
export function choicesOf(items: readonly Pick<CategoryView, 'id' | 'parentId' | 'names'>[], locale: Locale): CategoryChoice[] {
  const depths = new Map(rowsOf(items).map(({ id, depth }) => [id, depth]));
  return items.map(({ id, names }) => ({ value: id, label: `${'\u2003'.repeat(depths.get(id) ?? 0)}${nameIn(names, locale)}` }));
}
/** Those below which the category, or a new one, can stand. */
export function parentsFor(items: readonly CategoryView[], id: string | null, locale: Locale): CategoryChoice[] {
  const nodes = items.map((one, position) => ({ id: one.id, parentId: one.parentId, position }));
  return choicesOf(items, locale).filter(({ value }) => fitsBelow(nodes, id, value));
}
