import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import type { FileView, FolderView } from '../files.contract.ts';
import { foldersQuery, libraryApi, useLibraryRefresh } from './files-data.hook.ts';
import { filesText } from './files-text.hook.ts';

export type ChangeSubject =
  | { of: 'file'; thing: FileView }
  | { of: 'folder'; thing: FolderView }
  | { of: 'new-folder'; parentId: string | null };
export type ChangeKind = 'rename' | 'move' | 'share';
type Change = { name?: string; folderId?: string | null; share?: 'private' | 'account' };
type Props = { subject: ChangeSubject; kind: ChangeKind; onClose: () => void };

const nameOf = (subject: ChangeSubject): string => (subject.of === 'new-folder' ? '' : subject.thing.name);
const folderIn = (subject: ChangeSubject): string =>
  (subject.of === 'file' ? subject.thing.folderId : subject.of === 'folder' ? subject.thing.parentId : subject.parentId) ?? '';

function useSave(subject: ChangeSubject): (change: Change) => Promise<void> {
  const api = useApi(libraryApi);
  const refresh = useLibraryRefresh();
  return async ({ folderId, ...change }) => {
    if (subject.of === 'new-folder')
      await api.library.createFolder({ body: { name: change.name ?? '', parentId: subject.parentId } });
    else if (subject.of === 'file')
      await api.library.changeFile({
        params: { id: subject.thing.id },
        body: { ...change, ...(folderId !== undefined && { folderId }) },
      });
    else
      await api.library.changeFolder({
        params: { id: subject.thing.id },
        body: { ...change, ...(folderId !== undefined && { parentId: folderId }) },
      });
    await refresh();
  };
}

function FolderField({ subject, value, onChange }: { subject: ChangeSubject; value: string; onChange: (id: string) => void }) {
  const say = filesText();
  const { data } = useQuery(foldersQuery(useApi(libraryApi)));
  const own = subject.of === 'folder' ? subject.thing.id : null;
  const folders = (data?.items ?? []).filter(({ id, rights }) => id !== own && rights.edit);
  return (
    <NativeSelect
      label={say('dialog.folder')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: say('dialog.top') }, ...folders.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

const scopes = ['private', 'account'] as const;
type Fields = { name: string; folder: string; share: 'private' | 'account' };
const changeOf = (kind: ChangeKind, { name, folder, share }: Fields): Change =>
  kind === 'rename' ? { name } : kind === 'move' ? { folderId: folder === '' ? null : folder } : { share };

/** Renames, moves or shares a file or a folder, or makes a folder. */
export function ChangeDialog({ subject, kind, onClose }: Props) {
  const say = filesText();
  const failureText = useFailureText(say);
  const save = useSave(subject);
  const [trouble, setTrouble] = useState('');
  const shared = subject.of !== 'new-folder' && subject.thing.share === 'account' ? 'account' : 'private';
  const [fields, setFields] = useState<Fields>({ name: nameOf(subject), folder: folderIn(subject), share: shared });
  const put = (change: Partial<Fields>) => setFields((now) => ({ ...now, ...change }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await save(changeOf(kind, fields)).then(onClose, (error: unknown) => setTrouble(failureText(error)));
  };
  const isNew = subject.of === 'new-folder';
  return (
    <Dialog title={isNew ? say('dialog.newFolder') : say(`dialog.${kind}`, { name: nameOf(subject) })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        {kind === 'rename' && (
          <TextInput
            label={say('dialog.name')}
            value={fields.name}
            required
            maxLength={200}
            dir="auto"
            data-autofocus
            onChange={(event) => put({ name: event.currentTarget.value })}
          />
        )}
        {kind === 'move' && <FolderField subject={subject} value={fields.folder} onChange={(folder) => put({ folder })} />}
        {kind === 'share' && (
          <NativeSelect
            label={say('dialog.who')}
            value={fields.share}
            onChange={(event) => put({ share: event.currentTarget.value === 'account' ? 'account' : 'private' })}
            data={scopes.map((value) => ({ value, label: say(`share.${value}`) }))}
          />
        )}
        <div className={dialogs.acts}>
          <Button variant="default" onClick={onClose}>
            {say('dialog.cancel')}
          </Button>
          <Button type="submit">{isNew ? say('dialog.create') : say('dialog.save')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
