/**
 * What happens around the day on which money is due: a table of steps by day, and which of them are due now. Days are those of documents
 * (`YYYY-MM-DD` in the seller's zone); 0 is the day on which the money is due.
 */
export const dunningMethods = ['card', 'transfer', 'none'] as const;
export type DunningMethod = (typeof dunningMethods)[number];
/**
 * `notice`: the renewal is announced. `check_card`: whether the card lasts until then. `send_claim`: the invoice goes out. `charge`, `retry`: the
 * card. `remind`, `final_notice`: mails. `past_due`, `restrict`, `cancel`: what the subscription becomes.
 */
export type DunningAct =
  | ('notice' | 'check_card' | 'send_claim' | 'charge' | 'retry' | 'remind' | 'final_notice')
  | ('past_due' | 'restrict' | 'cancel');
/** `every`: only for subscriptions of that rhythm. */
export type DunningStep = { id: string; day: number; act: DunningAct; every?: 'month' | 'year' };

/** What an operator may change for a plan. Days after the due day, ascending. */
export type DunningDays = { retries: readonly number[]; reminders: readonly number[]; restrict: number; cancel: number };
export const standardDays: DunningDays = { retries: [3, 5, 7], reminders: [3, 7], restrict: 10, cancel: 30 };

/** The last word about an invoice, by the usual days. */
export const LAST_REMINDER = `${standardDays.restrict}:final_notice`;
/** The charge on the day that it is due. */
export const FIRST_CHARGE = '0:charge';

/** Names the day on which a bank took money back, among the steps that were done. */
export const REOPENED = 'reopened';
/** A bank took the money back on that day: steps count from then on, and the reminders up to the due day count as sent. */
export const doneWhenReopened = (on: string): DunningDone[] => [REOPENED, '-3:remind', '0:remind'].map((id) => ({ id, on }));
/** The day on which a paid claim became open again; null for one that was never paid. */
export const reopenedOn = (done: readonly DunningDone[]): string | null => done.find((one) => one.id === REOPENED)?.on ?? null;

const at = (day: number, act: DunningAct, every?: 'month' | 'year'): DunningStep => ({
  id: `${day}:${act}`,
  day,
  act,
  ...(every === undefined ? {} : { every }),
});

/** Days that make sense: ascending, and nobody is restricted before the last reminder or canceled before being restricted. */
export function areDays({ retries, reminders, restrict, cancel }: DunningDays): boolean {
  const days = [...retries, ...reminders, restrict, cancel];
  const ascend = (list: readonly number[]) => list.every((day, index) => day > (list[index - 1] ?? 0));
  const last = Math.max(0, ...retries, ...reminders);
  const whole = days.every((day) => Number.isInteger(day) && day > 0 && day <= 365);
  return whole && ascend(retries) && ascend(reminders) && last <= restrict && restrict < cancel;
}

/** The steps for this way to pay, in the order of their days. */
export function dunningSteps(method: DunningMethod, days: DunningDays = standardDays): DunningStep[] {
  if (method === 'none') return [];
  const end = [at(days.restrict, 'final_notice'), at(days.restrict, 'restrict'), at(days.cancel, 'cancel')];
  if (method === 'card')
    return [
      at(-14, 'notice', 'year'),
      at(-7, 'notice', 'month'),
      at(-3, 'check_card'),
      at(0, 'charge'),
      // no word of the provider is no payment either
      at(1, 'past_due'),
      ...days.retries.map((day) => at(day, 'retry')),
      ...end,
    ];
  return [
    at(-14, 'send_claim'),
    at(-3, 'remind'),
    at(0, 'remind'),
    // the day on which it is due is still in time
    at(1, 'past_due'),
    ...days.reminders.map((day) => at(day, 'remind')),
    ...end,
  ];
}

const dayMs = 86_400_000;
export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

/** `on`: the day on which a step was done or passed over. */
export type DunningDone = { id: string; on: string };
/**
 * What an unanswered objection holds back. `all`: while its time runs, reminders, another try of the card and what would end service.
 * `reminders`: afterwards; nothing ends without the final notice, so that goes out. A step that is held back is not done: it runs once
 * nothing holds it any more.
 */
export type DunningHold = 'nothing' | 'reminders' | 'all';
export type DunningAsk = {
  steps: readonly DunningStep[];
  every: 'month' | 'year';
  dueOn: string;
  done: readonly DunningDone[];
  hold?: DunningHold;
};
const holds: Readonly<Record<DunningHold, ReadonlySet<DunningAct>>> = {
  nothing: new Set(),
  reminders: new Set(['remind']),
  all: new Set(['retry', 'remind', 'final_notice', 'restrict', 'cancel']),
};
const isHeld = ({ act }: DunningStep, { hold }: DunningAsk): boolean => holds[hold ?? 'nothing'].has(act);

const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * The day of a step; null while what it waits for is not done. If a step ran late, because the machine was off, the later ones move by the
 * same days: a late charge leaves as many days to pay, a late restriction cancels later.
 */
function dayOf(step: DunningStep, { steps, dueOn, done }: DunningAsk): string | null {
  const doneOn = (act: DunningAct) => {
    const found = steps.find((one) => one.act === act);
    return found === undefined ? dueOn : (done.find((one) => one.id === found.id)?.on ?? null);
  };
  if (step.day <= 0) return dayPlus(dueOn, step.day);
  const charged = doneOn('charge');
  if (charged === null) return null;
  const planned = dayPlus(later(dueOn, charged), step.day);
  const restrict = steps.find((one) => one.act === 'restrict');
  if (step.act !== 'cancel' || restrict === undefined) return planned;
  const restricted = doneOn('restrict');
  return restricted === null ? null : later(planned, dayPlus(restricted, step.day - restrict.day));
}

const open = (ask: DunningAsk): DunningStep[] =>
  ask.steps.filter(
    (step) => (step.every === undefined || step.every === ask.every) && !ask.done.some((one) => one.id === step.id),
  );

const mails: ReadonlySet<DunningAct> = new Set(['notice', 'remind', 'final_notice']);
const onlyBefore: ReadonlySet<DunningAct> = new Set(['notice', 'check_card']);

/** Whether a later word has made this one pointless: nobody gets three reminders in an hour because the machine was off for a week. */
function isPassed(step: DunningStep, due: readonly DunningStep[], late: number): boolean {
  if (onlyBefore.has(step.act) && late >= 0) return true;
  if (mails.has(step.act)) return due.some((one) => mails.has(one.act) && one.day > step.day);
  return step.act === 'retry' && due.some((one) => one.act === 'retry' && one.day > step.day);
}

/** What is due on a day, in order: to be done, and to be noted as passed over. Asked again after these are noted, it says nothing more. */
export function dueSteps(ask: DunningAsk, today: string): { run: DunningStep[]; skip: DunningStep[] } {
  const due = open(ask).filter((step) => {
    const day = dayOf(step, ask);
    return day !== null && day <= today;
  });
  const late = daysBetween(ask.dueOn, today);
  // what is held back makes nothing pointless: it was not said
  const free = due.filter((step) => !isHeld(step, ask));
  const skip = due.filter((step) => isPassed(step, free, late));
  return { run: free.filter((step) => !skip.includes(step)), skip };
}

/** The day of the next step that is not done yet and not held back; null when there is none. One that is due already counts, too. */
export function nextStepOn(ask: DunningAsk): { step: DunningStep; on: string } | null {
  const planned = open(ask).flatMap((step) => {
    const on = isHeld(step, ask) ? null : dayOf(step, ask);
    return on === null ? [] : [{ step, on }];
  });
  return planned.reduce<{ step: DunningStep; on: string } | null>(
    (best, one) => (best === null || one.on < best.on ? one : best),
    null,
  );
}

/** `until`: the day on which a hold of `all` is over, null when nothing is known of its end; `afterwards`: what is held back from then on. */
export type ComingAsk = DunningAsk & { until?: string | null; afterwards?: Exclude<DunningHold, 'all'> };
/**
 * All that is still to be done and on which day, if nobody pays and the machine looks every day: the engine's own `dueSteps`, asked of one day
 * after the other. `today`: the first day of them. What is passed over is not among them.
 */
export function comingSteps(ask: ComingAsk, today: string): { step: DunningStep; on: string }[] {
  const coming: { step: DunningStep; on: string }[] = [];
  let now: DunningAsk = ask;
  let from = today;
  for (;;) {
    const next = nextStepOn(now);
    const on = next === null ? null : later(next.on, from);
    const { until } = ask;
    if (now.hold === 'all' && until != null && (on === null || on >= until)) {
      now = { ...now, hold: ask.afterwards ?? 'reminders' };
      from = later(until, from);
    } else if (on === null) return coming;
    else {
      const { run, skip } = dueSteps(now, on);
      coming.push(...run.map((step) => ({ step, on })));
      now = { ...now, done: [...now.done, ...[...run, ...skip].map(({ id }) => ({ id, on }))] };
    }
  }
}
