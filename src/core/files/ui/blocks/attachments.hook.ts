/** Files on their way into a message: dropped, pasted or chosen, sent at once, and taken into the message when they are whole. */
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { refusalBeforeSending } from '../../files.rules.ts';
import { libraryApi } from '../files-data.hook.ts';
import { filesText } from '../files-text.hook.ts';
import type { FileSending } from '../sending.hook.ts';
import { giveUp } from '../uploads.hook.ts';

export type AttachedFile = { id: string; name: string };
/** `refused` cannot be tried again; `stopped` can. */
export type ComingFile = { key: string; file: File; sent: number; state: 'sending' | 'stopped' | 'refused'; why: string };
type AttachmentsWish = { files: readonly AttachedFile[]; max: number; onChange: (files: AttachedFile[]) => void };

export type AttachmentState = {
  files: readonly AttachedFile[];
  coming: readonly ComingFile[];
  /** Something is still on its way: what is written waits for it. */
  sending: boolean;
  full: boolean;
  add: (files: readonly File[]) => void;
  attach: (file: AttachedFile) => void;
  retry: (key: string) => void;
  remove: (id: string) => void;
  cancel: (key: string) => void;
  /** For the frame in which one writes. */
  frame: {
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
};

type RunningUpload = { url: string; sending: FileSending };
/** Sends one file. Returns what it became. */
function useSendFile() {
  const api = useApi(libraryApi);
  const { token } = useAuth();
  const running = useRef(new Map<string, RunningUpload>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const one of all.values()) one.sending.pause();
    };
  }, []);
  type SendParams = { onProgress: (sent: number) => void };
  const send = async ({ key, file }: ComingFile, { onProgress }: SendParams): Promise<AttachedFile | 'stopped'> => {
    const held = running.current.get(key);
    const { id, url } = await (held === undefined
      ? api.library.startAttachment({ body: { name: file.name, bytes: file.size } })
      : { id: held.url.split('/').at(-1) ?? '', url: held.url });
    const { createSending } = await import('../sending.hook.ts');
    const outcome = await new Promise<'done' | 'stopped'>((resolve) => {
      const sending = createSending(
        { file, url, token },
        { onProgress, onDone: () => resolve('done'), onStop: () => resolve('stopped') },
      );
      running.current.set(key, { url, sending });
      sending.start();
    });
    if (outcome === 'stopped') return 'stopped';
    running.current.delete(key);
    return api.library.attachment({ params: { id } });
  };
  const drop = async (key: string) => {
    const held = running.current.get(key);
    running.current.delete(key);
    held?.sending.pause();
    if (held !== undefined) await giveUp(held.url, await token());
  };
  return { send, drop };
}

export function useAttachments({ files, max, onChange }: AttachmentsWish): AttachmentState {
  const say = filesText();
  const failureText = useFailureText(say);
  const { send, drop } = useSendFile();
  const [coming, setComing] = useState<readonly ComingFile[]>([]);
  // files arrive one after the other, also between two drawings of the page
  const now = useRef({ files, onChange });
  useEffect(() => {
    now.current = { files, onChange };
  });
  // a file that was refused takes nobody's place
  const full = files.length + coming.filter(({ state }) => state !== 'refused').length >= max;
  const put = (key: string, change: Partial<ComingFile>) =>
    setComing((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const attach = (file: AttachedFile) => {
    const next = [...now.current.files.filter((one) => one.id !== file.id), file];
    now.current.files = next;
    now.current.onChange(next);
  };
  const begin = async (one: ComingFile) => {
    put(one.key, { state: 'sending', why: '' });
    try {
      const made = await send(one, { onProgress: (sent) => put(one.key, { sent }) });
      if (made === 'stopped') return put(one.key, { state: 'stopped', why: say('attach.lost') });
      setComing((all) => all.filter(({ key }) => key !== one.key));
      attach(made);
    } catch (error) {
      put(one.key, { state: 'refused', why: failureText(error) });
    }
  };
  const add = (chosen: readonly File[]) => {
    let room = max - files.length - coming.filter(({ state }) => state !== 'refused').length;
    const whyRefused = (file: File): string => {
      const refusal = refusalBeforeSending(file);
      if (refusal !== null) return say(refusal === 'empty' ? 'attach.empty' : 'attach.kind');
      room -= 1;
      return room < 0 ? say('attach.tooMany', { max }) : '';
    };
    const fresh = chosen.map((file): ComingFile => {
      const why = whyRefused(file);
      return { key: crypto.randomUUID(), file, sent: 0, state: why === '' ? 'sending' : 'refused', why };
    });
    setComing((all) => [...all, ...fresh]);
    for (const one of fresh) if (one.state === 'sending') void begin(one);
  };
  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer | null) => {
    const given = [...(data?.files ?? [])];
    if (given.length === 0) return;
    event.preventDefault();
    add(given);
  };
  return {
    ...{ files, coming, full, add, attach },
    sending: coming.some(({ state }) => state === 'sending'),
    retry: (key) => {
      const one = coming.find((item) => item.key === key);
      if (one !== undefined) void begin(one);
    },
    remove: (id) => onChange(files.filter((one) => one.id !== id)),
    cancel: (key) => {
      setComing((all) => all.filter((one) => one.key !== key));
      void drop(key);
    },
    frame: {
      onDragOver: (event) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
      onDrop: (event) => take(event, event.dataTransfer),
      onPaste: (event) => take(event, event.clipboardData),
    },
  };
}
