/** When an account gets a notice that it comes near a limit. */

export type MarkLevel = 'near' | 'reached';
/** What was said last, and when (epoch milliseconds). */
export type LimitMark = { level: MarkLevel; toldAt: number };
/** `peak`: the most of a moment, which comes and goes by the hour; `stock`: what is there until somebody takes it away. */
export type LimitNature = 'peak' | 'stock';

const near = 0.8;
/** Below this share it counts as fallen; a later rise sends a new notice. */
const fallen = 0.7;
const dayMs = 86_400_000;

export const levelOf = (used: number, max: number): MarkLevel | null =>
  max <= 0 || used / max < near ? null : used >= max ? 'reached' : 'near';

/** `forget`: the mark is deleted. `tell`: a notice is sent, and the mark is set. */
export type MarkStep = { do: 'nothing' } | { do: 'forget' } | { do: 'tell'; level: MarkLevel };
const nothing: MarkStep = { do: 'nothing' };

/** What follows from a use. A notice is repeated only after the use fell; for peaks at the earliest a day later. */
export function stepOf(
  mark: LimitMark | null,
  at: { used: number; max: number | null; nature: LimitNature; now: number },
): MarkStep {
  const { used, max, nature, now } = at;
  const isFresh = mark !== null && nature === 'peak' && now - mark.toldAt < dayMs;
  if (max === null || max <= 0 || used / max < fallen) return mark === null || isFresh ? nothing : { do: 'forget' };
  const level = levelOf(used, max);
  if (level === null || mark?.level === 'reached' || mark?.level === level) return nothing;
  return { do: 'tell', level };
}
