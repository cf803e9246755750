import { type ReactNode, Suspense, useState } from 'react';
import type { FileView } from '#core/files/files.contract.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { PostPicture } from '../../reading.contract.ts';
import { pickerText } from './picker-text.hook.ts';

const FilePicker = loadable(async () => (await import('#core/files/ui/blocks/file-picker.part.tsx')).FilePicker);

const pictureOf = ({ id, version }: FileView): PostPicture => ({
  ...{ file: id, src: version.url ?? '', small: version.thumbnail ?? version.url ?? '' },
  ...{ width: version.width ?? 0, height: version.height ?? 0 },
});
type SettlePicture = (picture: PostPicture | null) => void;
export type PicturePicker = { pick: () => Promise<PostPicture | null>; dialog: ReactNode };
/** Asks for a picture of the library; null: none was chosen. */
export function usePicturePicker(): PicturePicker {
  const say = pickerText();
  const [open, setOpen] = useState<{ settle: SettlePicture } | null>(null);
  const settle: SettlePicture = (picture) => {
    open?.settle(picture);
    setOpen(null);
  };
  const dialog = open !== null && (
    <Suspense>
      <FilePicker
        title={say('pick.picture')}
        kinds={['picture']}
        onChoose={(file) => settle(pictureOf(file))}
        onClose={() => settle(null)}
      />
    </Suspense>
  );
  return { pick: () => new Promise((resolve) => setOpen({ settle: resolve })), dialog };
}
