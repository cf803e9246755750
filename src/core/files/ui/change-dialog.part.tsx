import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import type { FileView, FolderView } from '../files.contract.ts';
import type { ShareScope } from '../files.rules.ts';
import { foldersQuery, libraryApi, useLibraryRefresh } from './files-data.hook.ts';
import { filesText } from './files-text.hook.ts';

export type ChangeSubject =
  | { of: 'file'; thing: FileView }
  | { of: 'folder'; thing: FolderView }
  | { of: 'new-folder'; parentId: string | null };
export type ChangeKind = 'rename' | 'move' | 'share';
type FileChange = { name?: string; folderId?: string | null; share?: ShareScope; groupId?: string | null };
type Props = { subject: ChangeSubject; kind: ChangeKind; onClose: () => void };

const nameOf = (subject: ChangeSubject): string => (subject.of === 'new-folder' ? '' : subject.thing.name);
const folderIn = (subject: ChangeSubject): string =>
  (subject.of === 'file' ? subject.thing.folderId : subject.of === 'folder' ? subject.thing.parentId : subject.parentId) ?? '';

function useSave(subject: ChangeSubject): (change: FileChange) => Promise<void> {
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

/** `share`: a scope, or the id of a group. */
type FileFields = { name: string; folder: string; share: string };
function changeOf(kind: ChangeKind, { name, folder, share }: FileFields): FileChange {
  if (kind === 'rename') return { name };
  if (kind === 'move') return { folderId: folder === '' ? null : folder };
  return share === 'private' || share === 'account' ? { share } : { share: 'group', groupId: share };
}
const shareOf = (subject: ChangeSubject): string =>
  subject.of === 'new-folder' ? 'private' : (subject.thing.group?.id ?? subject.thing.share);

function ShareField({ subject, value, onChange }: { subject: ChangeSubject; value: string; onChange: (to: string) => void }) {
  const say = filesText();
  const { data } = useQuery(foldersQuery(useApi(libraryApi)));
  const held = subject.of === 'new-folder' ? null : subject.thing.group;
  const groups = data?.groups ?? [];
  // the group that it has now, also when the reader is not in it
  const all = held === null || groups.some(({ id }) => id === held.id) ? groups : [held, ...groups];
  return (
    <NativeSelect
      label={say('dialog.who')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: 'private', label: say('share.private') },
        ...all.map(({ id, name }) => ({ value: id, label: say('share.group', { name }) })),
        { value: 'account', label: say('share.account') },
      ]}
    />
  );
}

/** Renames, moves or shares a file or a folder, or makes a folder. */
export function ChangeDialog({ subject, kind, onClose }: Props) {
  const say = filesText();
  const failureText = useFailureText(say);
  const save = useSave(subject);
  const [trouble, setTrouble] = useState('');
  const [fields, setFields] = useState<FileFields>({ name: nameOf(subject), folder: folderIn(subject), share: shareOf(subject) });
  const put = (change: Partial<FileFields>) => setFields((now) => ({ ...now, ...change }));
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
        {kind === 'share' && <ShareField subject={subject} value={fields.share} onChange={(share) => put({ share })} />}
        <div className={dialogs.acts}>
          <Button variant="default" onClick={onClose}>
            {say('dialog.cancel')}
          </Button>
          <Button type="submit" variant="filled">
            {isNew ? say('dialog.create') : say('dialog.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
