/** Whether an engine hangs. Only silence counts in which we ourselves were there to hear: our own pause is nobody else's. */

/** Times in milliseconds. `awakeSince`: since when our own ticks come on time; `lastTick`: the one before `now`. */
export type TickTimes = { awakeSince: number; lastTick: number; now: number; tickEvery: number };

/** After a tick that came late, because this process was busy or the machine slept, everything is waited for again. */
export const awakeSinceAt = ({ awakeSince, lastTick, now, tickEvery }: TickTimes): number =>
  now - lastTick > tickEvery * 2 ? now : awakeSince;

export const isHung = (at: { heardAt: number; awakeSince: number; now: number; patience: number }): boolean =>
  at.now - Math.max(at.heardAt, at.awakeSince) > at.patience;
