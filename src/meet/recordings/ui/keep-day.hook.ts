import { msOf } from '#kit/ui/local-moment.ts';

/** The last second of that day in that zone, epoch milliseconds; null when it is no day. */
export function endOfDay(day: string, zone: string): number | null {
  const start = msOf(`${day}T23:59`, zone);
  return start === null ? null : start + 59_000;
}
