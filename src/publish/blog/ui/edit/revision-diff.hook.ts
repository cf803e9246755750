/** What changed between two texts, block by block: the smallest part that can be compared in every language. */
import type { RichTextBlock } from '#kit/rich-text.ts';

export type BlockChange = { kind: 'same' | 'added' | 'removed'; block: RichTextBlock; key: string };

/** Blocks of both texts in the order of reading; what went stands before what came in its place. */
export function compareBlocks(before: readonly RichTextBlock[], after: readonly RichTextBlock[]): BlockChange[] {
  const [old, now] = [before.map((block) => JSON.stringify(block)), after.map((block) => JSON.stringify(block))];
  // lengths of the longest common rest, from the end
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row !== undefined) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const changes: BlockChange[] = [];
  const add = (kind: BlockChange['kind'], block: RichTextBlock | undefined) => {
    if (block !== undefined) changes.push({ kind, block, key: `${changes.length} ${kind}` });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) {
      add('same', after[j++]);
      i += 1;
    } else if (i < old.length && (j >= now.length || at(i + 1, j) >= at(i, j + 1))) add('removed', before[i++]);
    else add('added', after[j++]);
  }
  return changes;
}
