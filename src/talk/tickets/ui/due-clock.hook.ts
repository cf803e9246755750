const minute = 60_000;
type DueStep = 'quiet' | 'amber' | 'red';

/** How near a target is: amber in the last 30 minutes, red when it is missed. Times in epoch milliseconds. */
export function dueStep({ due, now }: { due: number; now: number }): DueStep {
  if (due <= now) return 'red';
  return due - now <= 30 * minute ? 'amber' : 'quiet';
}
