import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { richTextLimits } from '#kit/rich-text.ts';
import { blogText } from './blog-text.hook.ts';
import s from './edit.module.css';
import { PanelSection } from './panel-section.part.tsx';
import { usePicturePicker } from '../blocks/picture-picker.part.tsx';
import type { PostMeta } from './post-meta.hook.ts';

/** The picture above the post, and what it shows in words. */
export function EditCover({ meta }: { meta: PostMeta }) {
  const say = blogText();
  const { pick, dialog } = usePicturePicker();
  const [alt, setAlt] = useState<string | null>(null);
  const cover = meta.coverPicture;
  const choose = async () => {
    const picture = await pick();
    if (picture !== null) await meta.editCover({ ...picture, alt: '' });
  };
  return (
    <PanelSection title={say('edit.cover')}>
      {cover !== null && (
        <>
          <img className={s.coverPicture} src={cover.small} alt={cover.alt} />
          <TextInput
            label={say('edit.coverAlt')}
            description={say('edit.coverAltHint')}
            maxLength={richTextLimits.alt}
            dir="auto"
            value={alt ?? cover.alt}
            disabled={meta.isLocked}
            onChange={(event) => setAlt(event.currentTarget.value)}
            onBlur={() => {
              if (alt !== null && alt.trim() !== cover.alt) void meta.editCover({ ...cover, alt: alt.trim() });
              setAlt(null);
            }}
          />
        </>
      )}
      <div className={s.buttons}>
        <Button disabled={meta.isLocked} onClick={() => void choose()}>
          {say(cover === null ? 'edit.coverChoose' : 'edit.coverReplace')}
        </Button>
        {cover !== null && (
          <Button variant="subtle" disabled={meta.isLocked} onClick={() => void meta.editCover(null)}>
            {say('edit.coverRemove')}
          </Button>
        )}
      </div>
      {dialog}
    </PanelSection>
  );
}
