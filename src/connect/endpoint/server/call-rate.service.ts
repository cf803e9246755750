/**
 * Calls per minute, counted in this process: a count in the database would cost more than most calls. With several processes
 * each lets in its own share of what the proxy in front gives it, so the limit is one of this process.
 */
export type CallRate = {
  /** True, and counted, when one more fits into the minute. */
  take(key: string, most: number): boolean;
};

const minute = 60_000;
const mostKeys = 50_000;

type RateWindow = { began: number; used: number; before: number };

/** Two fixed minutes weighed as one that slides. `now` in epoch milliseconds. */
export function openCallRate(now: () => number): CallRate {
  const windows = new Map<string, RateWindow>();
  return {
    take: (key, most) => {
      const at = now();
      const began = at - (at % minute);
      const known = windows.get(key);
      const before =
        known === undefined ? 0 : known.began === began ? known.before : known.began === began - minute ? known.used : 0;
      const used = known?.began === began ? known.used : 0;
      if (used + before * (1 - (at - began) / minute) >= most) return false;
      if (known === undefined && windows.size >= mostKeys) windows.clear();
      windows.set(key, { began, used: used + 1, before });
      return true;
    },
  };
}
