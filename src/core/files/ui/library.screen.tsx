import { Button } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { PageHead } from '#kit/ui/bits.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { useSizeText } from '#kit/ui/size-text.ts';
import { readListState, useListState } from '#kit/ui/table/list-state.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import { type LibrarySlots, LibrarySlotsContext } from './blocks/library-slots.hook.ts';
import { useFileDrop } from './file-drop.hook.ts';
import { folderOf, libraryApi, libraryListQuery, libraryShape } from './files-data.hook.ts';
import { filesText } from './files-text.hook.ts';
import { FolderRow, folderPath } from './folder-row.part.tsx';
import { LibraryTable } from './library-table.part.tsx';
import { UploadButton } from './upload-button.part.tsx';
import { UploadPanel } from './upload-panel.part.tsx';
import { useAdding, useUploads } from './uploads.hook.ts';
import s from './files.module.css';

const ChangeDialog = loadable(async () => (await import('./change-dialog.part.tsx')).ChangeDialog);

function Storage({ used, max }: { used: number; max: number | null }) {
  const say = filesText();
  const size = useSizeText();
  return (
    <span className={s.storage}>
      {max !== null && (
        <span
          className={s.storageBar}
          aria-hidden="true"
          style={cssVars({ '--share': `${Math.min(100, (used / Math.max(1, max)) * 100)}%` })}
        />
      )}
      <span className="quiet">
        {max === null ? say('list.used', { used: size(used) }) : say('list.usedOf', { used: size(used), max: size(max) })}
      </span>
    </span>
  );
}

function Path({ path }: { path: readonly { id: string; name: string }[] }) {
  const say = filesText();
  if (path.length === 0) return null;
  return (
    <nav aria-label={say('list.path')}>
      <ol className={s.path}>
        <li>
          <Link to="/library">{say('list.title')}</Link>
        </li>
        {path.map(({ id, name }, at) => (
          <li key={id} aria-current={at === path.length - 1 ? 'page' : undefined}>
            {at === path.length - 1 ? (
              <bdi>{name}</bdi>
            ) : (
              <Link to={folderPath(id)}>
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function HeadActs({ onFiles, folderId }: { onFiles: (files: readonly File[]) => void; folderId: string | null }) {
  const say = filesText();
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  return (
    <>
      <Button variant="default" leftSection={<IconFolderPlus size={16} stroke={1.75} />} onClick={() => setOpen('open')}>
        {say('list.newFolder')}
      </Button>
      <UploadButton look="filled" onFiles={onFiles} />
      <Suspense>
        {open === 'open' && (
          <ChangeDialog subject={{ of: 'new-folder', parentId: folderId }} kind="rename" onClose={() => setOpen('closed')} />
        )}
      </Suspense>
    </>
  );
}

export function Screen() {
  const say = filesText();
  const list = useListState(libraryShape);
  useLiveRefresh({ area: 'user', kinds: ['library'] });
  const { data } = useQuery({ ...libraryListQuery(useApi(libraryApi), list, 'files'), placeholderData: (before) => before });
  const may = data?.rights.edit === true ? 'edit' : 'look';
  const uploads = useUploads({ may });
  const { add, trouble } = useAdding(uploads);
  const upload = (files: readonly File[], fileId?: string) =>
    add(files, { folderId: folderOf(list), ...(fileId !== undefined && { fileId }) });
  const drop = useFileDrop(upload);
  return (
    <div className={s.page} {...(may === 'edit' && drop)}>
      <PageHead title={say('list.title')} sub={data && <Storage {...data.storage} />}>
        {may === 'edit' && <HeadActs onFiles={upload} folderId={folderOf(list)} />}
      </PageHead>
      {trouble !== '' && (
        <Banner hue="red">
          <WithWayOut>{trouble}</WithWayOut>
        </Banner>
      )}
      <Path path={data?.path ?? []} />
      <FolderRow folders={data?.folders ?? []} />
      <LibraryTable
        list={list}
        view="files"
        may={may}
        onReplace={(file, content) => upload([content], file.id)}
        onFiles={upload}
      />
      {drop['data-files'] === 'over' && (
        <p className={s.drop} role="status">
          {say('list.drop')}
        </p>
      )}
      <UploadPanel uploads={uploads} />
    </div>
  );
}

export async function load({ api, queries, url }: LoadContext): Promise<null> {
  await queries.ensureQueryData(libraryListQuery(api(libraryApi), readListState(url.searchParams, libraryShape), 'files'));
  return null;
}

/** With what rooms bring to it. */
export const libraryScreen = (slots: LibrarySlots): ScreenModule => ({
  load,
  Screen: () => (
    <LibrarySlotsContext value={slots}>
      <Screen />
    </LibrarySlotsContext>
  ),
});
