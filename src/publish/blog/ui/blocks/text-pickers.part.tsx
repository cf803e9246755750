import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { EmbedKind } from '#kit/rich-text.ts';
import type { EditorSlots } from '#kit/ui/editor/rich-text-editor.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { RichTextParts } from '#kit/ui/rich-text/rich-text-view.tsx';
import type { PostEmbed, PostPicture } from '../../reading.contract.ts';
import { partsOf } from './text-parts.part.tsx';
import { usePicturePicker } from './picture-picker.part.tsx';

const EmbedPicker = loadable(async () => (await import('./embed-picker.part.tsx')).EmbedPicker);

type SettleEmbed = (embed: PostEmbed | null) => void;
function useEmbedPicker() {
  const [open, setOpen] = useState<{ kind: EmbedKind; settle: SettleEmbed } | null>(null);
  const settle: SettleEmbed = (embed) => {
    open?.settle(embed);
    setOpen(null);
  };
  const dialog = open !== null && (
    <Suspense>
      <EmbedPicker kind={open.kind} onChoose={settle} onClose={() => settle(null)} />
    </Suspense>
  );
  const pick = (kind: EmbedKind) => new Promise<PostEmbed | null>((resolve) => setOpen({ kind, settle: resolve }));
  return { pick, dialog };
}

export type TextParts = { parts: RichTextParts; slots: EditorSlots; dialogs: ReactNode };
type OpenedPickers = { pictures: readonly PostPicture[]; embeds: readonly PostEmbed[] };
/** Pictures, rooms and recordings of a text while it is written: those that came with it, and those that are put into it. */
export function useTextParts(opened: OpenedPickers | null): TextParts {
  const [shown, setShown] = useState<OpenedPickers>(opened ?? { pictures: [], embeds: [] });
  const parts = useMemo(() => partsOf(shown), [shown]);
  const pictures = usePicturePicker();
  const embeds = useEmbedPicker();
  const choosePicture = async () => {
    const picture = await pictures.pick();
    if (picture === null) return null;
    setShown((now) => ({ ...now, pictures: [...now.pictures, picture] }));
    return { file: picture.file, alt: '' };
  };
  const chooseEmbed = async (kind: EmbedKind) => {
    const embed = await embeds.pick(kind);
    if (embed !== null) setShown((now) => ({ ...now, embeds: [...now.embeds, embed] }));
    return embed;
  };
  const dialogs = (
    <>
      {pictures.dialog}
      {embeds.dialog}
    </>
  );
  return { parts, slots: { choosePicture, chooseEmbed }, dialogs };
}
