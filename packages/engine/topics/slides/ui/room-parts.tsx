import { IconFile, IconUpload } from '@tabler/icons-react';
import { chooseFiles } from '#topics/slides/ui/choose-files.ts';
import { useSlidesCommand, useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { DRAW_KEY, LASER_KEY } from '#topics/slides/ui/slide-keys.ts';
import { useEngineSession } from '#ui/engine-session.ts';
import { MenuItem } from '#ui/menu.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { latePart } from '#ui/topics/late-part.tsx';

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

const IncomingFiles = latePart(async () => (await import('#topics/slides/ui/incoming-files.tsx')).IncomingFiles);

/** Files that are dropped or on their way. */
export function PresentersFiles() {
  const state = useMeetingState();
  return may(state, 'present') && <IncomingFiles />;
}

const keyWords = [
  ['←', 'previous'],
  ['→', 'next'],
  ['+', 'zoomIn'],
  ['−', 'zoomOut'],
  ['0', 'fit'],
  [LASER_KEY, 'laser'],
  [DRAW_KEY, 'draw'],
] as const;

/** In the list of keys. */
export function SlideKeyRows() {
  const text = useSlidesText();
  return keyWords.map(([key, word]) => (
    <div key={key} style={{ display: 'contents' }}>
      <dt dir="ltr">{key}</dt>
      <dd>{text(word)}</dd>
    </div>
  ));
}
