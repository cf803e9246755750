/** The blocks of a text without its words, for a translation of it. */
import type { RichText, RichTextBlock } from '#kit/rich-text.ts';

const emptied = (blocks: readonly RichTextBlock[]): RichTextBlock[] => blocks.map(withoutWords);

function withoutWords(block: RichTextBlock): RichTextBlock {
  switch (block.type) {
    // direction and alignment follow the language
    case 'paragraph':
      return { type: 'paragraph' };
    case 'heading':
      return { type: 'heading', attrs: { level: block.attrs.level } };
    case 'bulletList':
    case 'orderedList':
      return { ...block, content: block.content.map(({ content }) => ({ type: 'listItem', content: emptied(content) })) };
    case 'blockquote':
    case 'callout':
      return { ...block, content: emptied(block.content) };
    case 'table':
      return {
        ...block,
        content: block.content.map((row) => ({
          ...row,
          content: row.content.map((cell) => ({ ...cell, content: emptied(cell.content) })),
        })),
      };
    case 'codeBlock':
    case 'picture':
    case 'embed':
    case 'horizontalRule':
      return block;
  }
}

/** Code, pictures, rooms and recordings stay: they are the same in every language. */
export const structureOf = ({ version, content }: RichText): RichText => ({ version, content: emptied(content) });
