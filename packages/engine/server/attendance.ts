/** How long the meetings of an engine may hold out without the product that started it, and when it ends by itself. */

/** An engine that nobody attends has to be empty this long: somebody may be on the way from the lobby of a meeting to the next one. */
const EMPTY_MS = 3_000;

export type ProductWatch = {
  /** The product was heard: the time that meetings have without one starts again. */
  note(now: number): void;
  /** Whether it is time to end, to be asked about once a second from the moment the product that started the engine is gone. */
  isOver(look: { now: number; busy: number }): boolean;
};

export function attendance(drainMs: number, startedAt: number): ProductWatch {
  let attendedAt = startedAt;
  let emptySince: number | null = null;
  return {
    note(now) {
      attendedAt = now;
    },
    isOver({ now, busy }) {
      emptySince = busy > 0 ? null : (emptySince ?? now);
      return now - attendedAt >= drainMs || (emptySince !== null && now - emptySince >= EMPTY_MS);
    },
  };
}
