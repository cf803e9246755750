/** When the data of an account go whose last plan ended because nobody paid (business rules §2, day +30): two words before, the law's papers stay. */

const day = 86_400_000;
/** Days before the account is closed on which its owners are told. */
export const warnDays = { first: 30, last: 7 } as const;

/** `warned`: told once or twice. `closing`: closed, and its grace runs. */
export const dataEndStates = ['warned', 'closing', 'stopped', 'erased'] as const;
export type DataEndState = (typeof dataEndStates)[number];
/**
 * Why nothing is erased: `plan` that runs, is given or is on its way; `money` that was paid since, lies on the balance, was reported, moves or
 * is disputed; a `hold` of the operator's; the setting is `off`; the account is not `open`; its owner opened it again (`undone`).
 */
export const dataEndWhys = ['plan', 'money', 'hold', 'off', 'not_open', 'undone'] as const;
export type DataEndWhy = (typeof dataEndWhys)[number];

/** `counting`: nobody was told yet. `told`, `told_last`: by the first or the last word. */
export const dataEndStages = ['counting', 'told', 'told_last', 'closing', 'held', 'off'] as const;
export type DataEndStage = (typeof dataEndStages)[number];

/** Epoch milliseconds: the day of the first word, from `counted` on. */
export const firstWordOn = (counted: number, days: number): number => counted + (days - warnDays.first) * day;
/** Epoch milliseconds: closed then at the earliest; whoever was told late has as many days from then on. */
export const closeOn = (of: { counted: number; days: number; told: number }): number =>
  Math.max(of.counted + of.days * day, of.told + warnDays.first * day);

export type DataEndStep = { act: 'wait' } | { act: 'tell'; closeAt: number } | { act: 'close' };
/** What is next for an account that was told at least once; epoch milliseconds. */
export function nextStep(of: { now: number; closeAt: number; lastToldAt: number | null }): DataEndStep {
  const { now, closeAt, lastToldAt } = of;
  const week = warnDays.last * day;
  if (lastToldAt === null)
    return now < closeAt - week ? { act: 'wait' } : { act: 'tell', closeAt: Math.max(closeAt, now + week) };
  return now < Math.max(closeAt, lastToldAt + week) ? { act: 'wait' } : { act: 'close' };
}
