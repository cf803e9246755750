/** Event passes: more for some hours, on top of a plan or without one. */
/**
 * `waiting`: for its money; `coming`: paid, its time has not come; `on`: it counts; `over`: it counted until its end; `lapsed`: never paid;
 * `taken_back`: ended before its time was over.
 */
export const passStates = ['waiting', 'coming', 'on', 'over', 'lapsed', 'taken_back'] as const;
export type PassState = (typeof passStates)[number];

/** Days ahead for which a pass may be bought. */
export const PASS_AHEAD_DAYS = 366;
/** Minutes by which a wished beginning may lie back: somebody chose it on a form and read on. */
const PAST_MINUTES = 15;
const hourMs = 3_600_000;

/** Whether a pass may be bought for that moment; times are epoch milliseconds. */
export const mayBeginAt = (startsAt: number, now: number): boolean =>
  startsAt >= now - PAST_MINUTES * 60_000 && startsAt <= now + PASS_AHEAD_DAYS * 24 * hourMs;

/** When a pass counts: from when it was wished for on, and not before it is paid. Half-open, epoch milliseconds. */
export function windowOf(of: { wished: number; paidAt: number; hours: number }): { start: number; end: number } {
  const start = Math.max(of.wished, of.paidAt);
  return { start, end: start + of.hours * hourMs };
}

/** `state`: of its subscription. */
type Life = { state: string; periodStart: number | null; periodEnd: number | null; endedAt: number | null };
export function passStateOf({ state, periodStart, periodEnd, endedAt }: Life, now: number): PassState {
  if (state === 'incomplete_expired') return 'lapsed';
  if (periodStart === null || periodEnd === null) return state === 'incomplete' ? 'waiting' : 'taken_back';
  if (endedAt !== null && endedAt < periodEnd) return 'taken_back';
  if (now >= periodEnd) return 'over';
  return now < periodStart ? 'coming' : 'on';
}
