import { useEffect } from 'react';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import type { MeetingNotice } from '#ui/state.ts';

const MINUTE_MS = 60_000;
/** The longest time that a timer of a browser can wait. */
const MOST_MS = 2 ** 31 - 1;
const told = [
  { what: 'five-minutes', before: 5 * MINUTE_MS },
  { what: 'one-minute', before: MINUTE_MS },
] as const satisfies readonly { what: MeetingNotice['what']; before: number }[];

/** What is still to be said of an end, and in how many milliseconds. `left`: milliseconds until it. */
export function endNotices(left: number): { what: MeetingNotice['what']; within: number }[] {
  return told
    .map(({ what, before }) => ({ what, within: left - before }))
    .filter(({ within }) => within >= 0 && within <= MOST_MS);
}

/** Tells five minutes and one minute before a meeting of limited length ends, seen and read out. */
export function useEndNotices(): void {
  const { store } = useMeeting();
  const { facts, skew } = useMeetingState();
  const endsAt = facts?.endsAt ?? null;
  useEffect(() => {
    if (endsAt === null) return;
    const timers = endNotices(endsAt - (Date.now() + skew)).map(({ what, within }) =>
      setTimeout(() => store.dispatch({ t: 'notice', what }), within),
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [store, endsAt, skew]);
}
