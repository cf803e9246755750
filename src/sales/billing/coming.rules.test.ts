/** The announced steps are what the engine does: both use the same rules, and this checks it over random plans. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areDays,
  comingSteps,
  dayPlus,
  type DunningAsk,
  type DunningDays,
  type DunningDone,
  type DunningHold,
  doneWhenReopened,
  dueSteps,
  dunningSteps,
  nextStepOn,
} from './dunning.rules.ts';

const dueOn = '2027-03-15';
const counts = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }).map((days) => days.toSorted((a, b) => a - b));
const plans: fc.Arbitrary<DunningDays> = fc
  .record({
    retries: counts,
    reminders: counts,
    restrict: fc.integer({ min: 1, max: 60 }),
    more: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ retries, reminders, restrict, more }) => {
    const last = Math.max(restrict, ...retries, ...reminders);
    return { retries, reminders, restrict: last, cancel: last + more };
  })
  .filter(areDays);
const stories = fc.record({
  days: plans,
  method: fc.constantFrom('card' as const, 'transfer' as const),
  every: fc.constantFrom('month' as const, 'year' as const),
  /** Days before or after the due day at which the machine ran so far, and the one at which somebody looks. */
  ran: fc.uniqueArray(fc.integer({ min: -20, max: 30 }), { maxLength: 6 }).map((days) => days.toSorted((a, b) => a - b)),
  looks: fc.integer({ min: -20, max: 90 }),
  reopened: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
  /** Days for which everything is held from that look on; null: nothing is. */
  held: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
  afterwards: fc.constantFrom('nothing' as const, 'reminders' as const),
});
type Story = typeof stories extends fc.Arbitrary<infer S> ? S : never;

/** How a claim stands on the day of the look, as the engine left it. */
function stage({ days, method, every, ran, looks, reopened }: Story): { ask: DunningAsk; today: string } {
  const again = reopened === null ? null : dayPlus(dueOn, reopened);
  const steps = dunningSteps(again === null ? method : 'transfer', days);
  const done: DunningDone[] = again === null ? [] : doneWhenReopened(again);
  for (const day of ran.filter((one) => one <= looks)) {
    const on = dayPlus(dueOn, day);
    const { run, skip } = dueSteps({ steps, every, dueOn: again ?? dueOn, done }, on);
    done.push(...[...run, ...skip].map(({ id }) => ({ id, on })));
  }
  return { ask: { steps, every, dueOn: again ?? dueOn, done }, today: dayPlus(dueOn, looks) };
}
const brief = (all: readonly { step: { id: string }; on: string }[]) => all.map(({ step, on }) => `${on} ${step.id}`);

test('the first of them is the step that the engine does next, on its day or today', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { ask, today } = stage(story);
      const next = nextStepOn(ask);
      const [first] = comingSteps(ask, today);
      if (next === null) {
        expect(first).toBeUndefined();
        return;
      }
      const on = next.on > today ? next.on : today;
      // steps that are skipped on that day are not announced
      const { run } = dueSteps(ask, on);
      if (run.length > 0) expect(first).toEqual({ step: run[0], on });
      else expect((first?.on ?? '9999') >= on).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('all of them are what the engine does that looks every day, also where everything is held for some days', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { ask, today } = stage(story);
      const until = story.held === null ? null : dayPlus(today, story.held);
      const hold: DunningHold = until === null ? 'nothing' : 'all';
      const done = [...ask.done];
      const did: string[] = [];
      for (let at = 0; at <= 250; at++) {
        const on = dayPlus(today, at);
        const now = until !== null && on >= until ? story.afterwards : hold;
        const { run, skip } = dueSteps({ ...ask, done, hold: now }, on);
        did.push(...run.map(({ id }) => `${on} ${id}`));
        done.push(...[...run, ...skip].map(({ id }) => ({ id, on })));
      }
      expect(brief(comingSteps({ ...ask, hold, until, afterwards: story.afterwards }, today))).toEqual(did);
    }),
    { numRuns: 200 },
  );
});

test('what is held without an end is not told, and what is over has nothing to come', () => {
  const steps = dunningSteps('transfer');
  const ask: DunningAsk = { steps, every: 'month', dueOn, done: [] };
  expect(brief(comingSteps({ ...ask, hold: 'all' }, dueOn))).toEqual([`${dueOn} -14:send_claim`, '2027-03-16 1:past_due']);
  const done = steps.map(({ id }) => ({ id, on: dueOn }));
  expect(comingSteps({ ...ask, done }, dueOn)).toEqual([]);
});
