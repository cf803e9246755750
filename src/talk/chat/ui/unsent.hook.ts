import { useEffect, useMemo, useRef, useState } from 'react';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { Failure } from '#kit/errors.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { draftStore } from '#kit/ui/form/draft.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { chatApi } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { useMessageChanged } from './thread-messages.hook.ts';

/** A message that the server does not have yet. Its key goes along each time, so that it arrives once however often it is sent. */
export type UnsentMessage = {
  conversation: string;
  key: string;
  text: string;
  /** Of a formatted message; as the device kept it. */
  doc: unknown;
  files: readonly AttachedFile[];
  /** The first message of the thread that it goes on; null: none. */
  replyTo: number | null;
  at: number;
  /** Why it was refused; null: it waits. */
  trouble: string | null;
};
/** Failures that pass by themselves. */
const passing = new Set(['offline', 'unavailable', 'internal', 'too_many_requests', 'not_signed_in']);
const tryAfter = 4_000;

type UnknownFields = Readonly<Record<string, unknown>>;
const isLoose = (value: unknown): value is UnknownFields => typeof value === 'object' && value !== null;
/** What an earlier page left behind. */
function keptMessages(kept: UnknownFields | null): UnsentMessage[] {
  const items: unknown[] = Array.isArray(kept?.['items']) ? kept['items'] : [];
  return items.flatMap((one) => {
    if (!isLoose(one)) return [];
    const { conversation, key, text, at, replyTo } = one;
    const files: unknown[] = Array.isArray(one['files']) ? one['files'] : [];
    if (typeof conversation !== 'string' || typeof key !== 'string' || typeof text !== 'string' || typeof at !== 'number')
      return [];
    return [
      {
        ...{ conversation, key, text, doc: one['doc'] ?? null, at, trouble: null },
        replyTo: typeof replyTo === 'number' ? replyTo : null,
        files: files.flatMap((file) =>
          isLoose(file) && typeof file['id'] === 'string' ? [{ id: file['id'], name: String(file['name']) }] : [],
        ),
      },
    ];
  });
}

/** `crypto.randomUUID` is missing where the site is not reached by HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export type UnsentQueue = {
  items: readonly UnsentMessage[];
  /** Whether the last one could not be delivered, and waits. */
  waits: boolean;
  add: (message: Omit<UnsentMessage, 'key' | 'at' | 'trouble'>) => void;
  again: (key: string) => void;
  drop: (key: string) => void;
};

/** The messages of this tab, also kept on the device. */
function useKeptUnsent() {
  const { user } = useAuth();
  const [items, setItems] = useState<readonly UnsentMessage[]>([]);
  const list = useRef<readonly UnsentMessage[]>([]);
  const ours = useRef(new Set<string>());
  const name = `chat-unsent:${user?.account?.id ?? ''}:${user?.id ?? ''}`;
  const store = useMemo(() => (typeof window === 'undefined' ? null : draftStore(window.localStorage, name)), [name]);
  const write = (next: readonly UnsentMessage[]) => {
    for (const { key } of [...list.current, ...next]) ours.current.add(key);
    list.current = next;
    setItems(next);
    // another tab keeps its messages in the same place
    const others = keptMessages(store?.read() ?? null).filter(({ key }) => !ours.current.has(key));
    if (next.length + others.length === 0) store?.remove();
    else store?.write({ items: [...others, ...next] });
  };
  return {
    ...{ items, list, store, write },
    readKept: () => write(keptMessages(store?.read() ?? null)),
    drop: (key: string) => write(list.current.filter((one) => one.key !== key)),
    patch: (key: string, trouble: string | null) =>
      write(list.current.map((one) => (one.key === key ? { ...one, trouble } : one))),
  };
}

/** Sends messages one after the other, in the order in which they were written; what cannot be delivered waits on this device. */
export function useUnsent(): UnsentQueue {
  const { chat } = useApi(chatApi);
  const failureText = useFailureText(chatText());
  const changed = useMessageChanged();
  const { items, list, store, write, readKept, drop, patch } = useKeptUnsent();
  const [waits, setWaits] = useState(false);
  const run = useRef<{ busy: 'yes' | 'no'; timer: ReturnType<typeof setTimeout> | null }>({ busy: 'no', timer: null });
  const sendOne = async ({ conversation, key, text, doc, files, replyTo }: UnsentMessage): Promise<'done' | 'later'> => {
    try {
      const body = { text, doc, files: files.map(({ id }) => id), key, ...(replyTo !== null && { replyTo }) };
      changed(await chat.send({ params: { id: conversation }, body }));
      drop(key);
    } catch (error) {
      if (!(error instanceof Failure) || passing.has(error.code)) return 'later';
      patch(key, failureText(error));
    }
    return 'done';
  };
  const sendAll = async () => {
    const now = run.current;
    if (now.timer !== null) clearTimeout(now.timer);
    if (now.busy === 'yes') return;
    now.busy = 'yes';
    const next = () => list.current.find(({ trouble }) => trouble === null);
    let outcome: 'done' | 'later' = 'done';
    for (let one = next(); one !== undefined && outcome === 'done'; one = next()) outcome = await sendOne(one);
    now.busy = 'no';
    setWaits(outcome === 'later');
    if (outcome === 'later') now.timer = setTimeout(() => void latest.current.sendAll(), tryAfter);
  };
  const latest = useRef({ sendAll, readKept });
  useEffect(() => {
    latest.current = { sendAll, readKept };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another store
  useEffect(() => {
    const go = () => void latest.current.sendAll();
    latest.current.readKept();
    go();
    const { current } = run;
    window.addEventListener('online', go);
    return () => {
      window.removeEventListener('online', go);
      if (current.timer !== null) clearTimeout(current.timer);
    };
  }, [store]);
  return {
    ...{ items, waits, drop },
    add: (message) => {
      write([...list.current, { ...message, key: newKey(), at: Date.now(), trouble: null }]);
      void sendAll();
    },
    again: (key) => {
      patch(key, null);
      void sendAll();
    },
  };
}
