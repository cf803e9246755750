/** Files that a job makes: how their states look, and how often a list of them is looked at. */
import type { StatusState } from './status.tsx';

export const madeFileStates = {
  waiting: 'waiting',
  running: 'processing',
  ready: 'ready',
  failed: 'failed',
  gone: 'ended',
} as const satisfies Record<string, StatusState>;
type MadeFile = { state: keyof typeof madeFileStates };

/** Milliseconds between two looks while one is being made. */
export const MADE_FILE_LOOK_MS = 2_000;
export const isBeingMade = (items: readonly MadeFile[]): boolean =>
  items.some(({ state }) => state === 'waiting' || state === 'running');
