import {
  IconArrowBackUp,
  IconDownload,
  IconFolderSymlink,
  IconPencil,
  IconPresentation,
  IconShare3,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { FileView } from '../files.contract.ts';
import { takenEndings } from '../files.rules.ts';
import type { ChangeKind } from './change-dialog.part.tsx';
import { useRoomDialog } from './blocks/library-slots.hook.ts';
import { FileInput } from './file-input.part.tsx';
import { useFileVerbs } from './file-verbs.hook.ts';
import { filesText } from './files-text.hook.ts';

const ChangeDialog = loadable(async () => (await import('./change-dialog.part.tsx')).ChangeDialog);
const icon = { size: 16, stroke: 1.75 } as const;
type Props = { file: FileView; onReplace: (file: FileView, content: File) => void };

/** Runs a verb; a failure is shown as a notice. */
export function useReported(): (work: Promise<void>) => void {
  const say = filesText();
  const failureText = useFailureText(say);
  const toast = useToast();
  return (work) => void work.catch((error: unknown) => toast({ text: failureText(error) }));
}

type OpenedDialog = ChangeKind | 'room';
type ItemsProps = { file: FileView; onOpen: (dialog: OpenedDialog) => void; onReplace: () => void };
function KeptItems({ file, onOpen, onReplace }: ItemsProps) {
  const say = filesText();
  const verbs = useFileVerbs();
  const report = useReported();
  const { url } = file.version;
  const isForRooms = useRoomDialog(file) !== null;
  return (
    <>
      {isForRooms && (
        <MenuItem leftSection={<IconPresentation {...icon} />} onClick={() => onOpen('room')}>
          {say('acts.useInRoom')}
        </MenuItem>
      )}
      {url !== null && (
        <MenuItem component="a" href={`${url}?download`} leftSection={<IconDownload {...icon} />}>
          {say('acts.download')}
        </MenuItem>
      )}
      {file.rights.edit && (
        <>
          <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => onOpen('rename')}>
            {say('acts.rename')}
          </MenuItem>
          <MenuItem leftSection={<IconFolderSymlink {...icon} />} onClick={() => onOpen('move')}>
            {say('acts.move')}
          </MenuItem>
          <MenuItem leftSection={<IconUpload {...icon} />} onClick={onReplace}>
            {say('acts.replace')}
          </MenuItem>
        </>
      )}
      {file.rights.share && (
        <MenuItem leftSection={<IconShare3 {...icon} />} onClick={() => onOpen('share')}>
          {say('acts.share')}
        </MenuItem>
      )}
      {file.rights.edit && (
        <MenuItem data-danger leftSection={<IconTrash {...icon} />} onClick={() => report(verbs.remove(file))}>
          {say('acts.delete')}
        </MenuItem>
      )}
    </>
  );
}

/** At the end of a row. What is not allowed is not there. */
export function FileActs({ file, onReplace }: Props) {
  const say = filesText();
  const [open, setOpen] = useState<OpenedDialog | 'none'>('none');
  const UseInRoom = useRoomDialog(file);
  const input = useRef<HTMLInputElement>(null);
  if (file.version.url === null && !file.rights.edit) return null;
  return (
    <>
      <RowMenu label={say('acts.of', { name: file.name })}>
        {() => <KeptItems file={file} onOpen={setOpen} onReplace={() => input.current?.click()} />}
      </RowMenu>
      <FileInput ref={input} accept={takenEndings} onFiles={([content]) => content !== undefined && onReplace(file, content)} />
      <Suspense>
        {open === 'room' && UseInRoom !== null && <UseInRoom file={file} onClose={() => setOpen('none')} />}
        {open !== 'none' && open !== 'room' && (
          <ChangeDialog subject={{ of: 'file', thing: file }} kind={open} onClose={() => setOpen('none')} />
        )}
      </Suspense>
    </>
  );
}

export function BinActs({ file }: { file: FileView }) {
  const say = filesText();
  const verbs = useFileVerbs();
  const report = useReported();
  if (!file.rights.edit) return null;
  return (
    <RowMenu label={say('acts.of', { name: file.name })}>
      {() => (
        <>
          <MenuItem leftSection={<IconArrowBackUp {...icon} />} onClick={() => report(verbs.restore(file))}>
            {say('acts.restore')}
          </MenuItem>
          <MenuItem data-danger leftSection={<IconTrash {...icon} />} onClick={() => report(verbs.purge(file))}>
            {say('acts.purge')}
          </MenuItem>
        </>
      )}
    </RowMenu>
  );
}
