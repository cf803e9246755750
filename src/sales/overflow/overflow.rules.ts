/** What becomes of rooms and people that an account has more of than its plan allows: nothing is deleted; in the end the extra ones rest. */

export const overflowKeys = ['rooms', 'people'] as const;
export type OverflowKey = (typeof overflowKeys)[number];

const day = 86_400_000;
/** Days from the first look that found too many until the extra ones rest, and days before that of the second mail. */
export const REST_DAYS = 14;
export const WARN_DAYS = 3;
/** Most things that a choice can be made among; of accounts with more, the oldest. */
export const CHOICE_MAX = 2_000;
/** Names that a mail lists. */
export const NAMES_MAX = 8;

/** `fixed`: an owner, who never rests. `busy`: a meeting runs in it, or the person is in one, so it does not rest now. `chosen`: to stay. `since`: epoch milliseconds. */
export type Countable = { id: string; since: number; fixed: boolean; rests: boolean; busy: boolean; chosen: boolean };

/** The order in which they stay: who always does, what was chosen, then the oldest. */
function inOrder<One extends Countable>(all: readonly One[]): One[] {
  const rank = (one: One) => (one.fixed ? 0 : one.chosen ? 1 : 2);
  return [...all].sort((a, b) => rank(a) - rank(b) || a.since - b.since || (a.id < b.id ? -1 : 1));
}

/** Those that do not fit, the first to rest last; who always stays is none of them. `max`: how many fit. */
export const tooMany = <One extends Countable>(all: readonly One[], max: number): One[] =>
  inOrder(all)
    .slice(max)
    .filter((one) => !one.fixed);

/** `due`: the time to choose is over. Whatever fits wakes at any time, as far as there is room, in the order in which they stay. */
export function stepsFor<One extends Countable>(
  all: readonly One[],
  { max, due }: { max: number; due: 'due' | 'not yet' },
): { rest: One[]; wake: One[] } {
  const extra = new Set(tooMany(all, max).map((one) => one.id));
  const rest = due === 'due' ? all.filter((one) => extra.has(one.id) && !one.rests && !one.busy) : [];
  const room = max - (all.filter((one) => !one.rests).length - rest.length);
  const wake = inOrder(all).filter((one) => one.rests && !extra.has(one.id));
  return { rest, wake: wake.slice(0, Math.max(0, room)) };
}

/** Times in epoch milliseconds. `most`: what the plan allowed when the time began to run. */
export type Overflow = {
  key: OverflowKey;
  most: number;
  overSince: number;
  warnedAt: number | null;
  restedAt: number | null;
};
export const restsAt = ({ overSince }: Pick<Overflow, 'overSince'>): number => overSince + REST_DAYS * day;

/**
 * What is to be done about an overflow that was known before. `again`: a smaller plan than at its begin makes more of them too many, which get
 * their time and their word as the first ones did; those that rest already go on resting, and the others have until the new day.
 */
export function nextOf(of: Overflow, { max, now }: { max: number; now: number }): 'again' | 'rest' | 'warn' | 'wait' {
  if (max < of.most) return 'again';
  if (of.restedAt !== null) return 'rest';
  if (now >= restsAt(of)) return 'rest';
  return of.warnedAt === null && now >= restsAt(of) - WARN_DAYS * day ? 'warn' : 'wait';
}
