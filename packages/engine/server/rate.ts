import type { Clock, MeetingSeat } from '#server/model.ts';

/** A bucket of tokens: `take` is false when more was asked than `perSecond` with a burst of `burst` allows. */
export type RateBucket = { take(now: number): boolean };

/** Times in milliseconds of one clock. A clock that goes backwards refills nothing. */
export function bucket(rate: { perSecond: number; burst: number }): RateBucket {
  let tokens = rate.burst;
  let last: number | null = null;
  return {
    take(now) {
      const passed = Math.max(0, now - (last ?? now));
      last = now;
      tokens = Math.min(rate.burst, tokens + (passed * rate.perSecond) / 1_000);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

/** Whether a person may do it once more now. */
export function bucketPerSeat(rate: Parameters<typeof bucket>[0], clock: Clock): (seat: MeetingSeat) => boolean {
  const buckets = new WeakMap<MeetingSeat, RateBucket>();
  return (seat) => {
    const own = buckets.get(seat) ?? bucket(rate);
    buckets.set(seat, own);
    return own.take(clock.now());
  };
}
