import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { FileView } from '#core/files/files.contract.ts';
import type { EditorSlots } from '#kit/ui/editor/rich-text-editor.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { RichTextParts } from '#kit/ui/rich-text/rich-text-view.tsx';
import type { PostPicture } from '../../reading.contract.ts';
import { partsOf } from '../blocks/picture-parts.hook.ts';
import { blogText } from './blog-text.hook.ts';

const FilePicker = loadable(async () => (await import('#core/files/ui/blocks/file-picker.part.tsx')).FilePicker);

const pictureOf = ({ id, version }: FileView): PostPicture => ({
  ...{ file: id, src: version.url ?? '', small: version.thumbnail ?? version.url ?? '' },
  ...{ width: version.width ?? 0, height: version.height ?? 0 },
});
type Settle = (picture: PostPicture | null) => void;
export type PicturePicker = { pick: () => Promise<PostPicture | null>; dialog: ReactNode };
/** Asks for a picture of the library; null: none was chosen. */
export function usePicturePicker(): PicturePicker {
  const say = blogText();
  const [open, setOpen] = useState<{ settle: Settle } | null>(null);
  const settle: Settle = (picture) => {
    open?.settle(picture);
    setOpen(null);
  };
  const dialog = open !== null && (
    <Suspense>
      <FilePicker
        title={say('edit.choosePicture')}
        kinds={['picture']}
        onChoose={(file) => settle(pictureOf(file))}
        onClose={() => settle(null)}
      />
    </Suspense>
  );
  return { pick: () => new Promise((resolve) => setOpen({ settle: resolve })), dialog };
}

type TextPictures = { parts: RichTextParts; slots: EditorSlots; dialog: ReactNode };
/** Pictures of a text while it is written: those that came with it, and those that are put into it. */
export function useTextPictures(first: readonly PostPicture[]): TextPictures {
  const { pick, dialog } = usePicturePicker();
  const [pictures, setPictures] = useState(first);
  const parts = useMemo(() => partsOf(pictures), [pictures]);
  const choosePicture = async () => {
    const picture = await pick();
    if (picture === null) return null;
    setPictures((now) => [...now, picture]);
    return { file: picture.file, alt: '' };
  };
  return { parts, slots: { choosePicture }, dialog };
}
