import type { RichTextParts } from '#kit/ui/rich-text/rich-text-view.tsx';
import type { PostPicture } from '../../reading.contract.ts';

/** How pictures of the library are drawn in a text. */
export function partsOf(pictures: readonly PostPicture[]): RichTextParts {
  const byFile = new Map(pictures.map(({ file, src, width, height }) => [file, { src, width, height }]));
  return { picture: (file) => byFile.get(file) ?? null, embed: () => null };
}
