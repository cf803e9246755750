import { useEffect, useMemo, useState } from 'react';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { draftStore } from '#kit/ui/form/draft.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { emptyMessage, isBlankMessage, keptMessage, type MessageDraft } from '#kit/ui/message-field/message-draft.ts';
import type { OpenSay } from '#kit/ui/text/text-of.ts';
import { ticketsText } from '../tickets-text.hook.ts';

export type ReplyWriting = {
  message: MessageDraft;
  files: readonly AttachedFile[];
  setMessage: (message: MessageDraft) => void;
  setFiles: (files: AttachedFile[]) => void;
  sending: boolean;
  failure: string | null;
  /** Sends what is written, and forgets it once it arrived. */
  send: (call: (message: MessageDraft & { files: string[] }) => Promise<unknown>) => Promise<void>;
};

/** What is written in one conversation, kept on this device until it is sent. `key` names the conversation, `say` has words for failures. */
export function useWriting(key: string, say?: OpenSay): ReplyWriting {
  const own = ticketsText();
  const failureText = useFailureText(say ?? own);
  const [message, setMessage] = useState(emptyMessage);
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [state, setState] = useState<{ sending: 'yes' | 'no'; failure: string | null }>({ sending: 'no', failure: null });
  const store = useMemo(() => (typeof window === 'undefined' ? null : draftStore(window.localStorage, key)), [key]);
  useEffect(() => {
    const kept = store?.read() ?? null;
    if (kept !== null) setMessage(keptMessage(kept));
  }, [store]);
  const write = (next: MessageDraft) => {
    setMessage(next);
    if (next.text === '') store?.remove();
    else store?.write(next);
  };
  return {
    message,
    files,
    setMessage: write,
    setFiles,
    sending: state.sending === 'yes',
    failure: state.failure,
    send: async (call) => {
      if (isBlankMessage(message) || state.sending === 'yes') return;
      setState({ sending: 'yes', failure: null });
      try {
        await call({ ...message, files: files.map(({ id }) => id) });
        write(emptyMessage);
        setFiles([]);
        setState({ sending: 'no', failure: null });
      } catch (error) {
        setState({ sending: 'no', failure: failureText(error) });
      }
    },
  };
}
