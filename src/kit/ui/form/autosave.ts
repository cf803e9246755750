/** Saves a text by itself while somebody writes: one call at a time, on the device meanwhile, and never over what another person saved. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Failure } from '#kit/errors.ts';

/** Null: nothing is on the server. `editedAt` in epoch ms. */
export type SavedVersion = { revision: number | null; editedAt: number | null };
/** What is not on the server yet, and the revision that it was written over. */
export type UnsentVersion<Text> = { text: Text; revision: number | null };
export type AutosaveState =
  /** `at` in epoch ms; null: nothing was saved yet. */
  | { kind: 'saved'; at: number | null }
  /** It is saved after a moment of silence. */
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** No connection: it is on this device, and is sent when there is one. */
  | { kind: 'device'; error: unknown }
  | { kind: 'failed'; error: unknown }
  /** Another person saved this text since; nothing is sent until somebody decides. */
  | { kind: 'conflict' };

export type AutosaveOptions<Text> = {
  /** Revision of the text on the server; null: there is none yet. */
  revision: number | null;
  savedAt: number | null;
  /** Throws `Failure`: `changed_meanwhile`, `offline`, or what else was refused. */
  write: (text: Text, how: { revision: number | null; name?: string }) => Promise<SavedVersion>;
  /** What is not on the server yet, for a device that closes the page; null when all is. */
  keep: (unsent: UnsentVersion<Text> | null) => void;
  /** Milliseconds of silence before it is saved, and between tries without a connection. */
  wait?: { quiet: number; retry: number };
};
export type Autosave<Text> = {
  state: () => AutosaveState;
  subscribe: (listen: () => void) => () => void;
  change: (text: Text) => void;
  /** Saves now what is not saved, or names what is there. False: it could not be saved, and the state says why. */
  flush: (name?: string) => Promise<boolean>;
  /** Goes on after a conflict, over that revision of the server, which is kept. */
  resume: (revision: number | null) => Promise<boolean>;
  /** The text on the server has another revision now; what is not sent goes over it. */
  rebase: (revision: number | null) => void;
  /** Discards what is not sent. */
  drop: () => void;
  /** Goes on with a text of the server; what is not sent is discarded. */
  adopt: (saved: SavedVersion) => void;
  revision: () => number | null;
  unsent: () => boolean;
  stop: () => void;
};

const usualWait = { quiet: 1200, retry: 5000 };

type States = Pick<Autosave<never>, 'state' | 'subscribe'> & { enter: (state: AutosaveState) => void };
function saveStates(first: AutosaveState): States {
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
const failedState = (error: unknown): AutosaveState => {
  const code = error instanceof Failure ? error.code : '';
  if (code === 'changed_meanwhile') return { kind: 'conflict' };
  // a proxy whose server restarts answers, but no better than no connection does
  return code === 'offline' || code === 'unavailable' ? { kind: 'device', error } : { kind: 'failed', error };
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

export function createAutosave<Text>({ write, keep, wait = usualWait, ...start }: AutosaveOptions<Text>): Autosave<Text> {
  const { enter, ...states } = saveStates({ kind: 'saved', at: start.savedAt });
  const text: { last: Text | null; unsent: Text | null } = { last: null, unsent: null };
  let { revision, savedAt } = start;
  let running: Promise<boolean> | null = null;
  const timer = saveTimer(() => void flush());

  async function save(sent: Text, name: string | undefined): Promise<boolean> {
    enter({ kind: 'saving' });
    try {
      const saved = await write(sent, { revision, ...(name !== undefined && { name }) });
      ({ revision, editedAt: savedAt } = saved);
      // what was typed while it was on its way is the next thing to save
      if (text.unsent === sent) text.unsent = null;
      keep(text.unsent === null ? null : { text: text.unsent, revision });
      enter(text.unsent === null ? { kind: 'saved', at: savedAt } : { kind: 'changed' });
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
  const drop = () => {
    timer.clear();
    text.last = null;
    text.unsent = null;
    keep(null);
    enter({ kind: 'saved', at: savedAt });
  };
  return {
    ...states,
    ...{ flush, drop, revision: () => revision, unsent: () => text.unsent !== null, stop: timer.stop },
    change: (changed) => {
      text.last = changed;
      text.unsent = changed;
      keep({ text: changed, revision });
      const { kind } = states.state();
      if (kind === 'saved' || kind === 'failed') enter({ kind: 'changed' });
      if (kind !== 'conflict') timer.later(wait.quiet);
    },
    resume: (over) => {
      revision = over;
      text.unsent = text.last;
      enter({ kind: 'changed' });
      // with a name, even an empty one, the server keeps what is written over
      return flush('');
    },
    rebase: (over) => {
      revision = over;
    },
    adopt: (saved) => {
      ({ revision, editedAt: savedAt } = saved);
      drop();
    },
  };
}

/** A saver for as long as the screen is shown; it is sent when the screen is left, and as soon as there is a connection again. */
export function useAutosave<Text>(options: AutosaveOptions<Text>): { saver: Autosave<Text>; state: AutosaveState } {
  const [saver] = useState(() => createAutosave(options));
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
