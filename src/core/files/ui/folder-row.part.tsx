import { IconFolder, IconFolderSymlink, IconPencil, IconShare3, IconTrash } from '@tabler/icons-react';
import { type DragEvent, Suspense, useState } from 'react';
import { Link } from '#kit/ui/link.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { FolderView } from '../files.contract.ts';
import type { ChangeKind } from './change-dialog.part.tsx';
import { draggedFile } from './file-cells.part.tsx';
import { useReported } from './file-menu.part.tsx';
import { useFileVerbs } from './file-verbs.hook.ts';
import { filesText } from './files-text.hook.ts';
import s from './files.module.css';

const ChangeDialog = loadable(async () => (await import('./change-dialog.part.tsx')).ChangeDialog);
const icon = { size: 16, stroke: 1.75 } as const;
export const folderPath = (id: string): string => `/library?folder=${id}`;

function FolderMenu({ folder }: { folder: FolderView }) {
  const say = filesText();
  const verbs = useFileVerbs();
  const report = useReported();
  const [open, setOpen] = useState<ChangeKind | 'none'>('none');
  if (!folder.rights.edit) return null;
  return (
    <>
      <RowMenu label={say('acts.of', { name: folder.name })}>
        {() => (
          <>
            <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => setOpen('rename')}>
              {say('acts.rename')}
            </MenuItem>
            <MenuItem leftSection={<IconFolderSymlink {...icon} />} onClick={() => setOpen('move')}>
              {say('acts.move')}
            </MenuItem>
            {folder.rights.share && (
              <MenuItem leftSection={<IconShare3 {...icon} />} onClick={() => setOpen('share')}>
                {say('acts.share')}
              </MenuItem>
            )}
            <MenuItem data-danger leftSection={<IconTrash {...icon} />} onClick={() => report(verbs.removeFolder(folder))}>
              {say('acts.delete')}
            </MenuItem>
          </>
        )}
      </RowMenu>
      <Suspense>
        {open !== 'none' && (
          <ChangeDialog subject={{ of: 'folder', thing: folder }} kind={open} onClose={() => setOpen('none')} />
        )}
      </Suspense>
    </>
  );
}

/** What a folder that is dragged carries: its id. */
const draggedFolder = 'application/x-atrium-folder';

function FolderCard({ folder }: { folder: FolderView }) {
  const say = filesText();
  const verbs = useFileVerbs();
  const report = useReported();
  const [over, setOver] = useState<'over' | 'none'>('none');
  const takes = (event: DragEvent) =>
    folder.rights.edit && [draggedFile, draggedFolder].some((one) => event.dataTransfer.types.includes(one));
  return (
    <li
      className={s.folder}
      data-drop={over}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver('over');
      }}
      onDragLeave={() => setOver('none')}
      onDrop={(event) => {
        setOver('none');
        if (!takes(event)) return;
        event.preventDefault();
        const [file, other] = [event.dataTransfer.getData(draggedFile), event.dataTransfer.getData(draggedFolder)];
        report(file === '' ? verbs.moveFolder(other, folder) : verbs.move(file, folder));
      }}
    >
      <Link
        to={folderPath(folder.id)}
        className={s.folderLink ?? ''}
        onDragStart={(event) => folder.rights.edit && event.dataTransfer.setData(draggedFolder, folder.id)}
      >
        <IconFolder size={20} stroke={1.75} aria-hidden="true" />
        <span className={s.nameWords}>
          <bdi className={s.fileName}>{folder.name}</bdi>
          <span className={s.nameDetail}>{say('list.files', { count: folder.files })}</span>
        </span>
      </Link>
      <FolderMenu folder={folder} />
    </li>
  );
}

/** Folders are one row of cards above the files; a file or folder that is dragged onto one moves into it. */
export function FolderRow({ folders }: { folders: readonly FolderView[] }) {
  const say = filesText();
  if (folders.length === 0) return null;
  return (
    <ul className={s.folders} aria-label={say('list.folders')}>
      {folders.map((folder) => (
        <FolderCard key={folder.id} folder={folder} />
      ))}
    </ul>
  );
}
