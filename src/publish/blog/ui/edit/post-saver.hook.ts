/** Saves a text by itself while somebody writes: one call at a time, on the device meanwhile, and never over what another person saved. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Failure } from '#kit/errors.ts';
import type { PostText } from '../../posts.contract.ts';

export type WrittenText = Pick<PostText, 'title' | 'excerpt' | 'seoTitle' | 'seoDescription' | 'body'> & {
  /** Left out: the server makes it from the title. */
  slug?: string | undefined;
};
export type SavedText = { revision: number; editedAt: number };
export type SaveState =
  /** `at` in epoch ms; null: nothing was saved yet. */
  | { kind: 'saved'; at: number | null }
  | { kind: 'saving' }
  /** No connection: it is on this device, and is sent when there is one. */
  | { kind: 'device' }
  | { kind: 'failed'; error: unknown }
  /** Another person saved this text since; nothing is sent until somebody decides. */
  | { kind: 'conflict' };

export type PostSaverOptions = {
  /** Revision of the text on the server; null: this language is new. */
  revision: number | null;
  savedAt: number | null;
  /** Throws `Failure`: `changed_meanwhile`, `offline`, or what else was refused. */
  write: (text: WrittenText, how: { revision: number | null; name?: string }) => Promise<SavedText>;
  /** What is not on the server yet, for a device that closes the page; null when all is. */
  keep: (unsent: { text: WrittenText; revision: number | null } | null) => void;
  /** Milliseconds of silence before it is saved, and between tries without a connection. */
  wait?: { quiet: number; retry: number };
};
export type PostSaver = {
  state: () => SaveState;
  subscribe: (listen: () => void) => () => void;
  change: (text: WrittenText) => void;
  /** Saves now what is not saved, or names what is there. False: it could not be saved, and the state says why. */
  flush: (name?: string) => Promise<boolean>;
  /** Goes on after a conflict, over that revision of the server, which is kept. */
  resume: (revision: number) => Promise<boolean>;
  /** Goes on with a text of the server; what was not sent is let go. */
  adopt: (saved: SavedText) => void;
  revision: () => number | null;
  unsent: () => boolean;
  stop: () => void;
};

const usualWait = { quiet: 1200, retry: 5000 };

function saveStates(first: SaveState): Pick<PostSaver, 'state' | 'subscribe'> & { enter: (state: SaveState) => void } {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    state: () => current,
    enter: (state) => {
      current = state;
      for (const listen of listeners) listen();
    },
    subscribe: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}
const failedState = (error: unknown): SaveState => {
  const code = error instanceof Failure ? error.code : '';
  if (code === 'changed_meanwhile') return { kind: 'conflict' };
  // a proxy whose server restarts answers, but no better than no connection does
  return code === 'offline' || code === 'unavailable' ? { kind: 'device' } : { kind: 'failed', error };
};

/** One wait at a time; after `stop` none begins. */
function saveTimer(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const clear = () => clearTimeout(timer);
  return {
    clear,
    later: (ms: number) => {
      clear();
      if (!stopped) timer = setTimeout(run, ms);
    },
    stop: () => {
      stopped = true;
      clear();
    },
  };
}

export function createPostSaver({ write, keep, wait = usualWait, ...start }: PostSaverOptions): PostSaver {
  const { enter, ...states } = saveStates({ kind: 'saved', at: start.savedAt });
  const text: { last: WrittenText | null; unsent: WrittenText | null } = { last: null, unsent: null };
  let { revision } = start;
  let running: Promise<boolean> | null = null;
  const timer = saveTimer(() => void flush());

  async function save(sent: WrittenText, name: string | undefined): Promise<boolean> {
    enter({ kind: 'saving' });
    try {
      const saved = await write(sent, { revision, ...(name !== undefined && { name }) });
      revision = saved.revision;
      // what was typed while it was on its way is the next thing to save
      if (text.unsent === sent) text.unsent = null;
      keep(text.unsent === null ? null : { text: text.unsent, revision });
      enter({ kind: 'saved', at: saved.editedAt });
      if (text.unsent !== null) timer.later(wait.quiet);
      return true;
    } catch (error) {
      const state = failedState(error);
      if (state.kind === 'device') timer.later(wait.retry);
      enter(state);
      return false;
    }
  }
  async function flush(name?: string): Promise<boolean> {
    timer.clear();
    // several may wait for the same save: each looks again at what is left
    while (running !== null) await running;
    if (states.state().kind === 'conflict') return false;
    const next = text.unsent ?? (name === undefined ? null : text.last);
    if (next === null) return states.state().kind !== 'failed';
    running = save(next, name);
    try {
      return await running;
    } finally {
      running = null;
    }
  }
  return {
    ...states,
    flush,
    change: (changed) => {
      text.last = changed;
      text.unsent = changed;
      keep({ text: changed, revision });
      if (states.state().kind !== 'conflict') timer.later(wait.quiet);
    },
    resume: (over) => {
      revision = over;
      text.unsent = text.last;
      enter({ kind: 'saving' });
      // with a name, even an empty one, the server keeps what is written over
      return flush('');
    },
    adopt: (saved) => {
      timer.clear();
      revision = saved.revision;
      text.last = null;
      text.unsent = null;
      keep(null);
      enter({ kind: 'saved', at: saved.editedAt });
    },
    revision: () => revision,
    unsent: () => text.unsent !== null,
    stop: timer.stop,
  };
}

/** A saver for as long as the screen is shown; it is sent when the screen is left, and as soon as there is a connection again. */
export function usePostSaver(options: PostSaverOptions): { saver: PostSaver; state: SaveState } {
  const [saver] = useState(() => createPostSaver(options));
  useEffect(() => {
    const online = () => void saver.flush();
    const hidden = () => {
      if (document.visibilityState === 'hidden') void saver.flush();
    };
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', hidden);
      void saver.flush();
      saver.stop();
    };
  }, [saver]);
  return { saver, state: useSyncExternalStore(saver.subscribe, saver.state, saver.state) };
}
