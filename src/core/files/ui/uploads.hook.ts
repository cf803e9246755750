import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { refusalBeforeSending } from '../files.rules.ts';
import { libraryApi, openUploadsQuery, useLibraryRefresh } from './files-data.hook.ts';
import { filesText } from './files-text.hook.ts';
import type { FileSending } from './sending.hook.ts';
import { changed, newItem, isSameFile, type UploadChange, type UploadItem, withOpen } from './upload-list.hook.ts';

type UploadDestination = { folderId: string | null; fileId?: string };
export type UploadQueue = {
  items: readonly UploadItem[];
  /** Begins them one after the other. Returns the names that the library does not take; throws the `Failure` of the first that cannot begin. */
  add: (files: readonly File[], to: UploadDestination) => Promise<readonly string[]>;
  pause: (id: string) => void;
  resume: (id: string) => void;
  /** Goes on with the file chosen again; false: it is another one. */
  choose: (id: string, file: File) => boolean;
  remove: (id: string) => Promise<void>;
};

/** Sends files as long as the page is open; what it leaves behind goes on when its file is chosen again. */
export function useUploads({ may }: { may: 'edit' | 'look' }): UploadQueue {
  const api = useApi(libraryApi);
  const { token } = useAuth();
  const refresh = useLibraryRefresh();
  const [own, setOwn] = useState<readonly UploadItem[]>([]);
  const sendings = useRef(new Map<string, FileSending>());
  const { data } = useQuery({ ...openUploadsQuery(api), enabled: may === 'edit' });
  const items = withOpen(own, data?.items ?? []);
  useEffect(() => {
    const running = sendings.current;
    return () => {
      for (const one of running.values()) one.pause();
    };
  }, []);
  const put = (item: UploadItem, change: UploadChange) =>
    setOwn((now) => changed(now.some(({ id }) => id === item.id) ? now : [...now, item], item.id, change));

  const send = async (item: UploadItem, file: File): Promise<void> => {
    put(item, { state: 'sending', why: null, since: { at: Date.now(), sent: item.sent } });
    const { createSending } = await import('./sending.hook.ts');
    const sending = createSending(
      { file, url: item.url, token },
      {
        onProgress: (sent) => put(item, { sent }),
        onDone: () => {
          put(item, { state: 'done', sent: item.bytes });
          void refresh();
        },
        onStop: (why) => put(item, { state: 'stopped', why }),
      },
    );
    sendings.current.set(item.id, sending);
    sending.start();
  };
  return {
    items,
    add: async (files, { folderId, fileId }) => {
      // nobody waits for the sending of what is refused afterwards
      const taken = files.filter((file) => refusalBeforeSending(file) === null);
      for (const file of taken) {
        const body = { name: file.name, bytes: file.size, folderId, ...(fileId !== undefined && { fileId }) };
        await send(newItem(await api.library.startUpload({ body }), 'sending'), file);
      }
      return files.filter((file) => !taken.includes(file)).map(({ name }) => name);
    },
    pause: (id) => {
      sendings.current.get(id)?.pause();
      for (const item of items) if (item.id === id) put(item, { state: 'paused', since: null });
    },
    resume: (id) => {
      for (const item of items)
        if (item.id === id) put(item, { state: 'sending', why: null, since: { at: Date.now(), sent: item.sent } });
      sendings.current.get(id)?.start();
    },
    choose: (id, file) => {
      const item = items.find((one) => one.id === id);
      if (item === undefined || !isSameFile(item, file)) return false;
      void send(item, file);
      return true;
    },
    remove: async (id) => {
      sendings.current.get(id)?.pause();
      const item = items.find((one) => one.id === id);
      if (item !== undefined && item.state !== 'done') await giveUp(item.url, await token());
      setOwn((now) => now.filter((one) => one.id !== id));
      await refresh();
    },
  };
}

type AddingFiles = { trouble: string; add: (files: readonly File[], to: UploadDestination) => void };
/** Begins uploads; `trouble` says which files were not taken, or why one could not begin. */
export function useAdding(uploads: UploadQueue): AddingFiles {
  const say = filesText();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  return {
    trouble,
    add: (files, to) => {
      setTrouble('');
      uploads.add(files, to).then(
        (names) => names.length > 0 && setTrouble(say('uploads.notTaken', { names: names.join(', ') })),
        (error: unknown) => setTrouble(failureText(error)),
      );
    },
  };
}

/** Gives an upload up; one that the server does not know any more is given up already. */
export async function giveUp(url: string, token: string | null): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', ...(token !== null && { authorization: `Bearer ${token}` }) };
  await fetch(url, { method: 'DELETE', headers });
}
