/** Files on their way into a message: dropped, pasted or chosen, sent at once, and taken into the message when they are whole. */
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import type { FileView } from '../../files.contract.ts';
import { type AttachedFile, refusalBeforeSending } from '../../files.rules.ts';
import { useFileDrop } from '../file-drop.hook.ts';
import { filesText } from '../files-text.hook.ts';
import { refusesForGood, useSendFile } from './send-file.hook.ts';

/** `refused` cannot be tried again; `stopped` can. */
export type ComingFile = {
  key: string;
  file: File;
  /** Bytes. */
  sent: number;
  state: 'sending' | 'stopped' | 'refused';
  why: string;
  picture: string | null;
};
type FilePreview = { picture: string | null; bytes: number };
type AttachmentsWish = { files: readonly AttachedFile[]; max: number; onChange: (files: AttachedFile[]) => void };

export type AttachmentState = {
  files: readonly AttachedFile[];
  /** How files that were added on this page look, by id. */
  previews: ReadonlyMap<string, FilePreview>;
  coming: readonly ComingFile[];
  /** Something is still on its way: what is written waits for it. */
  sending: boolean;
  full: boolean;
  add: (files: readonly File[]) => void;
  attach: (file: FileView) => void;
  retry: (key: string) => void;
  remove: (id: string) => void;
  cancel: (key: string) => void;
  /** For the frame in which one writes. */
  frame: ReturnType<typeof useFileDrop> & { onPaste: (event: ClipboardEvent) => void };
};

/** Addresses of pictures of this device; they work as long as the page shows them. */
function usePictures(): (file: File) => string | null {
  const urls = useRef<string[]>([]);
  useEffect(() => {
    const all = urls.current;
    return () => {
      for (const url of all) URL.revokeObjectURL(url);
    };
  }, []);
  return (file) => {
    if (!file.type.startsWith('image/')) return null;
    const url = URL.createObjectURL(file);
    urls.current.push(url);
    return url;
  };
}

/** Pasted files. Text that a program copies comes with a picture of itself, too: that is pasted as text. */
function pastedFiles({ clipboardData: { files, types } }: ClipboardEvent): readonly File[] {
  return types.includes('text/html') && types.includes('text/plain') ? [] : [...files];
}

type AttachmentRoom = { room: number; max: number };
/** Chosen files as they begin: on their way, or refused before a byte of them is sent. */
function useExaminedFiles(): (chosen: readonly File[], limits: AttachmentRoom) => ComingFile[] {
  const say = filesText();
  const pictureOf = usePictures();
  return (chosen, { room, max }) => {
    let left = room;
    const whyRefused = (file: File): string => {
      const refusal = refusalBeforeSending(file);
      if (refusal !== null) return say(refusal === 'empty' ? 'attach.empty' : 'attach.kind');
      left -= 1;
      return left < 0 ? say('attach.tooMany', { max }) : '';
    };
    return chosen.map((file) => {
      const [key, why] = [crypto.randomUUID(), whyRefused(file)];
      return why === ''
        ? { key, file, sent: 0, state: 'sending', why, picture: pictureOf(file) }
        : { key, file, sent: 0, state: 'refused', why, picture: null };
    });
  };
}

export function useAttachments({ files, max, onChange }: AttachmentsWish): AttachmentState {
  const say = filesText();
  const failureText = useFailureText(say);
  const { send, drop } = useSendFile();
  const examine = useExaminedFiles();
  const [coming, setComing] = useState<readonly ComingFile[]>([]);
  const [previews, setPreviews] = useState<ReadonlyMap<string, FilePreview>>(new Map());
  // files arrive one after the other, also between two drawings of the page
  const now = useRef({ files, onChange });
  useEffect(() => {
    now.current = { files, onChange };
  });
  // a file that was refused takes nobody's place
  const room = max - files.length - coming.filter(({ state }) => state !== 'refused').length;
  const put = (key: string, change: Partial<ComingFile>) =>
    setComing((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const attach = ({ id, name }: AttachedFile, preview: FilePreview) => {
    const next = [...now.current.files.filter((one) => one.id !== id), { id, name }];
    setPreviews((all) => new Map(all).set(id, preview));
    now.current.files = next;
    now.current.onChange(next);
  };
  const begin = async (one: ComingFile) => {
    put(one.key, { state: 'sending', why: '' });
    try {
      const outcome = await send(one, { onProgress: (sent) => put(one.key, { sent }) });
      if ('stopped' in outcome) {
        const { stopped } = outcome;
        const why = stopped === 'lost' ? say('attach.lost') : say(`uploads.${stopped}`);
        return put(one.key, { state: stopped === 'lost' || stopped === 'gone' ? 'stopped' : 'refused', why });
      }
      setComing((all) => all.filter(({ key }) => key !== one.key));
      attach(outcome, { picture: one.picture, bytes: one.file.size });
    } catch (error) {
      put(one.key, { state: refusesForGood(error) ? 'refused' : 'stopped', why: failureText(error) });
    }
  };
  const add = (chosen: readonly File[]) => {
    const fresh = examine(chosen, { room, max });
    setComing((all) => [...all, ...fresh]);
    for (const one of fresh) if (one.state === 'sending') void begin(one);
  };
  return {
    ...{ files, previews, coming, full: room <= 0, add },
    sending: coming.some(({ state }) => state === 'sending'),
    attach: (file) => attach(file, { picture: file.version.thumbnail, bytes: file.version.bytes }),
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
      ...useFileDrop(add),
      onPaste: (event) => {
        const pasted = pastedFiles(event);
        if (pasted.length === 0) return;
        event.preventDefault();
        add(pasted);
      },
    },
  };
}
