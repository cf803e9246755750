const minute = 60_000;
export type DueStep = 'quiet' | 'amber' | 'red';

/** How near a target is: amber in the last 30 minutes, red when it is missed. Times in epoch milliseconds. */
export function dueStep({ due, now }: { due: number; now: number }): DueStep {
  if (due <= now) return 'red';
  return due - now <= 30 * minute ? 'amber' : 'quiet';
}

/** The part of the queue that a ticket stands in. */
export type DueGroup = 'late' | 'soon' | 'later';
export function dueGroup({ due, now }: { due: number | null; now: number }): DueGroup {
  if (due === null) return 'later';
  if (due <= now) return 'late';
  return due - now <= 120 * minute ? 'soon' : 'later';
}
