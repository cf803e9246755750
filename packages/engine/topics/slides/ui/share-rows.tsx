import { IconFile, IconUpload } from '@tabler/icons-react';
import { chooseFiles } from '#topics/slides/ui/choose-files.ts';
import { useSlidesCommand, useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { useEngineSession } from '#ui/engine-session.ts';
import { MenuItem } from '#ui/menu.tsx';

/** What can be put on the stage: files, and white pages to write on. */
export function ShareSlidesRows() {
  const text = useSlidesText();
  const send = useSlidesCommand();
  const { uploads } = useEngineSession();
  return (
    <>
      <MenuItem icon={IconUpload} onClick={() => chooseFiles(uploads)}>
        {text('upload')}
      </MenuItem>
      <MenuItem icon={IconFile} onClick={() => send({ do: 'add-blank', name: text('blank') })}>
        {text('blank')}
      </MenuItem>
    </>
  );
}
