import { Button, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconFolder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { FileView } from '../../files.contract.ts';
import type { FileKind } from '../../files.rules.ts';
import { KindIcon, useDetailText } from '../file-cells.part.tsx';
import { libraryApi } from '../files-data.hook.ts';
import { filesText } from '../files-text.hook.ts';
import { UploadButton } from '../upload-button.part.tsx';
import { UploadPanel } from '../upload-panel.part.tsx';
import { useAdding, useUploads } from '../uploads.hook.ts';
import s from './file-picker.module.css';

type Props = {
  title: string;
  /** What may be chosen; others are shown and cannot be. */
  kinds: readonly FileKind[];
  onChoose: (file: FileView) => void;
  onClose: () => void;
};

function useFolder(kinds: readonly FileKind[]) {
  const [at, setAt] = useState<{ folder: string | null; search: string }>({ folder: null, search: '' });
  const [only] = kinds.length === 1 ? kinds : [];
  const search = at.search.trim();
  const query = {
    ...(at.folder !== null && search === '' && { folder: at.folder }),
    ...(search !== '' && { search }),
    ...(only !== undefined && { kind: only }),
  };
  const api = useApi(libraryApi);
  const found = useQuery({
    ...callQuery({ area: 'user', name: 'library.pick', call: api.library.list, input: { query } }),
    placeholderData: (before) => before,
  });
  const folder = search === '' ? (found.data?.folder ?? null) : null;
  return { at, setAt, data: found.data, folder };
}

function FileRow({ file, choosable, onChoose }: { file: FileView; choosable: boolean; onChoose: () => void }) {
  const detail = useDetailText();
  return (
    <li>
      <button type="button" className={s.row} disabled={!choosable} onClick={onChoose}>
        <KindIcon file={file} />
        <span className={s.words}>
          <bdi>{file.name}</bdi>
          <span className="tiny quiet">{detail(file)}</span>
        </span>
      </button>
    </li>
  );
}

type FolderState = ReturnType<typeof useFolder>;
function Folders({ data, folder, setAt }: FolderState) {
  const say = filesText();
  const open = (to: string | null) => setAt({ folder: to, search: '' });
  return (
    <>
      {folder !== null && (
        <li>
          <button type="button" className={s.row} onClick={() => open(folder.parentId)}>
            <IconArrowBackUp size={20} stroke={1.75} aria-hidden="true" />
            {say('picker.up')}
          </button>
        </li>
      )}
      {data?.folders.map(({ id, name }) => (
        <li key={id}>
          <button type="button" className={s.row} onClick={() => open(id)}>
            <IconFolder size={20} stroke={1.75} aria-hidden="true" />
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
    </>
  );
}

/** Chooses a file of the library, or one that is uploaded here. */
export function FilePicker({ title, kinds, onChoose, onClose }: Props) {
  const say = filesText();
  useLiveRefresh({ area: 'user', kinds: ['library'] });
  const view = useFolder(kinds);
  const { at, setAt, data, folder } = view;
  const uploads = useUploads({ may: data?.rights.edit === true ? 'edit' : 'look' });
  const { add, trouble } = useAdding(uploads);
  const choosable = ({ kind, version }: FileView) => version.url !== null && kinds.some((one) => one === kind);
  return (
    <Dialog title={title} width={560} onClose={onClose}>
      {trouble !== '' && (
        <Banner hue="red">
          <WithWayOut>{trouble}</WithWayOut>
        </Banner>
      )}
      <div className={s.tools}>
        <TextInput
          type="search"
          aria-label={say('list.search')}
          placeholder={say('list.search')}
          value={at.search}
          maxLength={100}
          onChange={(event) => setAt({ ...at, search: event.currentTarget.value })}
        />
        {data?.rights.edit === true && <UploadButton look="default" onFiles={(files) => add(files, { folderId: at.folder })} />}
      </div>
      <ul className={s.list} aria-label={folder?.name ?? say('list.title')}>
        <Folders {...view} />
        {data?.items.map((file) => (
          <FileRow key={file.id} file={file} choosable={choosable(file)} onChoose={() => onChoose(file)} />
        ))}
      </ul>
      {data !== undefined && data.items.length + data.folders.length === 0 && (
        <p className="quiet">{say(at.search === '' ? 'none.title' : 'picker.none')}</p>
      )}
      <UploadPanel uploads={uploads} />
      <div className={dialogs.acts}>
        <Button variant="default" onClick={onClose}>
          {say('dialog.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
