/** Directions of blocks that hold others. Browsers look for `dir="auto"` past parts that have a direction of their own, and find nothing. */
import type { RichTextBlock, RichTextInline } from './rich-text.ts';
import { type TextDirection, textDirection } from './text-direction.ts';

const ofLine = (parts: readonly RichTextInline[] | undefined): TextDirection | null =>
  textDirection((parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join(''));

/** Blocks inside of a block; none of a line of text. */
function blocksIn(block: RichTextBlock): readonly RichTextBlock[] {
  switch (block.type) {
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap((item) => item.content);
    case 'blockquote':
    case 'callout':
      return block.content;
    case 'table':
      return block.content.flatMap((row) => row.content.flatMap((cell) => cell.content));
    default:
      return [];
  }
}

/** That of the first letter; without one the direction around it. */
export function directionOfBlocks(blocks: readonly RichTextBlock[]): TextDirection | undefined {
  for (const block of blocks) {
    const isLine = block.type === 'paragraph' || block.type === 'heading';
    const found = isLine ? (block.attrs?.dir ?? ofLine(block.content)) : directionOfBlocks(blocksIn(block));
    if (found != null) return found;
  }
  return undefined;
}
