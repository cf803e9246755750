/** Saves a text by itself while somebody writes: one call at a time, and never over what another person saved. */
import { Failure } from '#kit/errors.ts';
import type { MailWording } from '#kit/mail-wording.ts';

export type SaveState = { kind: 'saved' } | { kind: 'saving' } | { kind: 'failed'; error: unknown };
export type TextSaver = {
  change: (text: MailWording) => void;
  /** Saves what is not saved. False: it could not be. */
  flush: () => Promise<boolean>;
  /** Drops what is not saved. */
  drop: () => void;
};
type SaverOptions = {
  write: (text: MailWording) => Promise<void>;
  onState: (state: SaveState) => void;
  /** What is not on the server yet; null when all is. */
  keep: (unsent: MailWording | null) => void;
  /** Milliseconds of silence before it is saved. */
  quiet?: number;
};

export function createTextSaver({ write, onState, keep, quiet = 800 }: SaverOptions): TextSaver {
  let unsent: MailWording | null = null;
  let running: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused = false;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), quiet);
  };
  async function save(text: MailWording): Promise<boolean> {
    onState({ kind: 'saving' });
    try {
      await write(text);
    } catch (error) {
      const state: SaveState = { kind: 'failed', error };
      refused = isConflict(state);
      onState(state);
      return false;
    }
    refused = false;
    if (unsent === text) unsent = null;
    else later();
    keep(unsent);
    onState({ kind: 'saved' });
    return true;
  }
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (running !== null) await running;
    if (unsent === null) return true;
    running = save(unsent);
    try {
      return await running;
    } finally {
      running = null;
    }
  }
  return {
    change: (text) => {
      unsent = text;
      keep(text);
      // over another person's text nothing goes by itself
      if (refused) return;
      onState({ kind: 'saving' });
      later();
    },
    flush,
    drop: () => {
      clearTimeout(timer);
      refused = false;
      unsent = null;
      keep(null);
    },
  };
}
/** Another person saved this text since: sending it again would be refused again. */
export const isConflict = (state: SaveState): boolean =>
  state.kind === 'failed' && state.error instanceof Failure && state.error.code === 'changed_meanwhile';
