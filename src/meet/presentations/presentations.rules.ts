/** What a room shows. */
import type { FileKind } from '#core/files/files.rules.ts';

export const presentationLimits = {
  /** Files of one room. */
  most: 20,
  /** Milliseconds after the start in which a server can load a file. */
  address: 15 * 60_000,
  /** Milliseconds after which a server that has not come is asked once more, and after which the room says so. */
  patience: 60_000,
} as const;
/** Servers show no videos of the library. */
export const shownKinds = ['presentation', 'document', 'picture'] as const satisfies readonly FileKind[];
export const isShownKind = (kind: FileKind | null): boolean => shownKinds.some((one) => one === kind);

/** In the running meeting; `idle`: nothing runs, or it was added later. */
export const presentationStates = ['idle', 'loading', 'loaded', 'missing'] as const;
export type PresentationState = (typeof presentationStates)[number];

type AskedTimes = { askedAt: Date; askedAgainAt: Date | null; fetchedAt: Date | null };
export function stateOf(asked: AskedTimes | undefined, now: number): PresentationState {
  if (asked === undefined) return 'idle';
  if (asked.fetchedAt !== null) return 'loaded';
  const late = asked.askedAgainAt !== null && asked.askedAgainAt.getTime() + presentationLimits.patience <= now;
  return late ? 'missing' : 'loading';
}
