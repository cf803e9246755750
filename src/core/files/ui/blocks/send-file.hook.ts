/** Sends files for a message over the wire, each by its key; what was sent before goes on where it stopped. */
import { useEffect, useRef } from 'react';
import { Failure } from '#kit/errors.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { AttachedFile } from '../../files.rules.ts';
import { libraryApi } from '../files-data.hook.ts';
import type { FileSending, SendingNews } from '../sending.hook.ts';
import { giveUp } from '../uploads.hook.ts';

type StopReason = Parameters<SendingNews['onStop']>[0];
type SentOutcome = AttachedFile | { stopped: StopReason };
type RunningUpload = { id: string; url: string; sending: FileSending };
type SendParams = { onProgress: (sent: number) => void };

const lasting = new Set(['unknown_kind', 'limit_reached', 'not_allowed', 'acting_for_somebody']);
/** Whether the same file would be refused again. */
export const refusesForGood = (error: unknown): boolean => error instanceof Failure && lasting.has(error.code);

export function useSendFile() {
  const api = useApi(libraryApi);
  const { token } = useAuth();
  const running = useRef(new Map<string, RunningUpload>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const one of all.values()) one.sending.pause();
    };
  }, []);
  /** Throws the `Failure` of an upload that cannot begin, before its first byte. */
  const send = async ({ key, file }: { key: string; file: File }, { onProgress }: SendParams): Promise<SentOutcome> => {
    const { id, url } =
      running.current.get(key) ?? (await api.library.startAttachment({ body: { name: file.name, bytes: file.size } }));
    const { createSending } = await import('../sending.hook.ts');
    const stopped = await new Promise<StopReason | null>((resolve) => {
      const sending = createSending({ file, url, token }, { onProgress, onDone: () => resolve(null), onStop: resolve });
      running.current.set(key, { id, url, sending });
      sending.start();
    });
    if (stopped === 'gone') running.current.delete(key);
    if (stopped !== null) return { stopped };
    const attached = await api.library.attachment({ params: { id } });
    running.current.delete(key);
    return attached;
  };
  const drop = async (key: string): Promise<void> => {
    const upload = running.current.get(key);
    running.current.delete(key);
    upload?.sending.pause();
    if (upload !== undefined) await giveUp(upload.url, await token());
  };
  return { send, drop };
}
