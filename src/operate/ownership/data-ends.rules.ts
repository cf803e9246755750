/** When the data of an account go whose last plan ended because nobody paid (business rules §2, day +30): two words before, the law's papers stay. */

const day = 86_400_000;
/** Days before the closing of the account on which its owners get a notice. */
export const warnDays = { first: 30, last: 7 } as const;
/** Days after which a word is written again that reached nobody. */
export const againDays = 7;

/** `warned`: one or two notices were sent. `closing`: closed, and its grace runs. */
export const dataEndStates = ['warned', 'closing', 'stopped', 'erased'] as const;
export type DataEndState = (typeof dataEndStates)[number];
/**
 * Why nothing is erased: `plan` that runs, is given or is on its way; `money` that was paid since, lies on the balance, was reported, is on its
 * way or is disputed; `settled`: nothing is owed any more; `limits` that were given by hand; `used` for a meeting since; it became a `vendor`;
 * a `hold` of the operator's; the setting is `off`, or keeps it until `later`; the account is not `open`; its owner opened it again (`undone`);
 * it was closed `unheard`.
 */
export const dataEndWhys = [
  'plan',
  'money',
  'settled',
  'limits',
  'used',
  'vendor',
  'hold',
  'off',
  'later',
  'not_open',
  'undone',
  'unheard',
] as const;
export type DataEndWhy = (typeof dataEndWhys)[number];

/** In this order: no notice was sent yet, the first was sent, the last was sent, the notice that is due reached nobody. */
export const dataEndStages = ['counting', 'told', 'told_last', 'untold', 'closing', 'held', 'off'] as const;
export type DataEndStage = (typeof dataEndStages)[number];

/** Epoch milliseconds: the day of the first word, from `counted` on. */
export const firstWordOn = (counted: number, days: number): number => counted + (days - warnDays.first) * day;
/** Epoch milliseconds: closed then at the earliest; a late first notice leaves as many days from then on. */
export const closeOn = (of: { counted: number; days: number; told: number }): number =>
  Math.max(of.counted + of.days * day, of.told + warnDays.first * day);

/** Only the answer of a mail server says that a word left this house. Epoch milliseconds; null: not yet. `triedAt`: last written then. */
export type ToldTimes = {
  firstToldAt: number;
  firstHeardAt: number | null;
  lastToldAt: number | null;
  lastHeardAt: number | null;
  triedAt: number;
};
/** The closing day as it stands now: a longer setting also counts after a notice, and a notice delivered late moves the day along. */
export function closesOn(of: { closeAt: number; counted: number; days: number; told: ToldTimes }): number {
  const { firstHeardAt, lastHeardAt } = of.told;
  const first = firstHeardAt === null ? 0 : firstHeardAt + warnDays.first * day;
  const last = lastHeardAt === null ? 0 : lastHeardAt + warnDays.last * day;
  return Math.max(of.closeAt, of.counted + of.days * day, first, last);
}
/** Whether the word that is due has reached nobody for a day, which is longer than mails are tried for. */
export const isUntold = ({ now, told }: { now: number; told: ToldTimes }): boolean => {
  const [toldAt, heardAt] =
    told.lastToldAt === null ? [told.firstToldAt, told.firstHeardAt] : [told.lastToldAt, told.lastHeardAt];
  return heardAt === null && now >= toldAt + day;
};

/** `tell`: by the first or the last word, for the first time or again. */
export type DataEndStep = { act: 'wait' } | { act: 'tell'; word: 'first' | 'last'; closeAt: number } | { act: 'close' };
const wait: DataEndStep = { act: 'wait' };
/** What is next for an account whose first word was written; epoch milliseconds. No step is taken before the word of the one before was heard. */
export function nextStep({ now, closeAt, told }: { now: number; closeAt: number; told: ToldTimes }): DataEndStep {
  const month = warnDays.first * day;
  const week = warnDays.last * day;
  const isDue = now >= told.triedAt + againDays * day;
  if (told.firstHeardAt === null) return isDue ? { act: 'tell', word: 'first', closeAt: Math.max(closeAt, now + month) } : wait;
  const last: DataEndStep = { act: 'tell', word: 'last', closeAt: Math.max(closeAt, now + week) };
  if (told.lastToldAt === null) return now < closeAt - week ? wait : last;
  if (told.lastHeardAt === null) return isDue ? last : wait;
  return now < closeAt ? wait : { act: 'close' };
}
