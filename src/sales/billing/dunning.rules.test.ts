import { describe, expect, test } from 'vitest';
import {
  areDays,
  dayPlus,
  type DunningAsk,
  type DunningDone,
  type DunningMethod,
  dueSteps,
  dunningSteps,
  nextStepOn,
  standardDays,
} from './dunning.rules.ts';

const dueOn = '2027-03-15';
const asked = (method: DunningMethod, done: readonly DunningDone[] = [], every: 'month' | 'year' = 'month'): DunningAsk => ({
  steps: dunningSteps(method),
  every,
  dueOn,
  done,
});

/** What happens when the machine looks every day: `day: acts`. */
function diary(
  method: DunningMethod,
  { every = 'month', from = -20, to = 40 }: { every?: 'month' | 'year'; from?: number; to?: number } = {},
) {
  const done: DunningDone[] = [];
  const days: string[] = [];
  for (let day = from; day <= to; day++) {
    const on = dayPlus(dueOn, day);
    const { run, skip } = dueSteps(asked(method, done, every), on);
    if (run.length > 0) days.push(`${day}: ${run.map((step) => step.act).join(' ')}`);
    done.push(...[...run, ...skip].map(({ id }) => ({ id, on })));
  }
  return { days, done };
}

test('the steps of a card', () => {
  const after = [
    '-3: check_card',
    '0: charge',
    '1: past_due',
    '3: retry',
    '5: retry',
    '7: retry',
    '10: final_notice restrict',
    '30: cancel',
  ];
  expect(diary('card').days).toEqual(['-7: notice', ...after]);
  expect(diary('card', { every: 'year' }).days).toEqual(['-14: notice', ...after]);
});

test('the steps of a transfer', () => {
  const remind = ['-3: remind', '0: remind', '1: past_due', '3: remind', '7: remind'];
  expect(diary('transfer').days).toEqual(['-14: send_claim', ...remind, '10: final_notice restrict', '30: cancel']);
  expect(diary('none').days).toEqual([]);
});

describe('a machine that was off', () => {
  test('for a week says the last word only, and gives a card its days from the first attempt on', () => {
    expect(diary('transfer', { from: 5 }).days.slice(0, 2)).toEqual(['5: send_claim past_due remind', '7: remind']);
    expect(diary('card', { from: 6 }).days).toEqual([
      '6: charge',
      '7: past_due',
      '9: retry',
      '11: retry',
      '13: retry',
      '16: final_notice restrict',
      '36: cancel',
    ]);
    const charged = { id: '0:charge', on: dueOn };
    const { run, skip } = dueSteps(asked('card', [charged]), dayPlus(dueOn, 6));
    expect([run.map((one) => one.id), skip.map((one) => one.id)]).toEqual([
      ['1:past_due', '5:retry'],
      ['-7:notice', '-3:check_card', '3:retry'],
    ]);
  });

  test('for 40 days leaves everybody the days to pay that they were promised', () => {
    const { days } = diary('card', { from: 40, to: 80 });
    expect(days).toEqual([
      '40: charge',
      '41: past_due',
      '43: retry',
      '45: retry',
      '47: retry',
      '50: final_notice restrict',
      '70: cancel',
    ]);
    expect(diary('transfer', { from: 40, to: 80 }).days).toEqual(['40: send_claim past_due final_notice restrict', '60: cancel']);
  });

  test('does nothing twice', () => {
    const { done } = diary('transfer', { from: 40, to: 70 });
    expect(new Set(done.map((one) => one.id)).size).toBe(done.length);
    expect(dueSteps(asked('transfer', done), dayPlus(dueOn, 200))).toEqual({ run: [], skip: [] });
    expect(nextStepOn(asked('transfer', done))).toBeNull();
  });
});

describe('an objection that nobody answered', () => {
  const held = (done: readonly DunningDone[], hold: 'reminders' | 'all'): DunningAsk => ({ ...asked('transfer', done), hold });
  const acts = (ask: DunningAsk, day: number) => dueSteps(ask, dayPlus(dueOn, day)).run.map((step) => step.act);
  const before = diary('transfer', { to: 2 }).done;
  test('holds words and the end back while its time runs, and marks none of them as done', () => {
    for (const day of [3, 7, 10, 30]) expect(dueSteps(held(before, 'all'), dayPlus(dueOn, day))).toEqual({ run: [], skip: [] });
    expect(nextStepOn(held(before, 'all'))).toBeNull();
    expect(acts(held([], 'all'), 1)).toEqual(['send_claim', 'past_due']);
  });
  test('once it is answered the last word comes, and before any end the last notice', () => {
    expect(acts(asked('transfer', before), 8)).toEqual(['remind']);
    expect(acts(asked('transfer', before), 40)).toEqual(['final_notice', 'restrict']);
  });
  test('when its time is over reminders wait still, but nothing ends without the last notice', () => {
    expect(acts(held(before, 'reminders'), 8)).toEqual([]);
    const { run, skip } = dueSteps(held(before, 'reminders'), dayPlus(dueOn, 16));
    expect([run, skip].map((steps) => steps.map((step) => step.id))).toEqual([
      ['10:final_notice', '10:restrict'],
      ['3:remind', '7:remind'],
    ]);
    expect(nextStepOn(held(before, 'reminders'))).toMatchObject({ step: { act: 'final_notice' } });
  });
});

test('the next step is known beforehand', () => {
  expect(nextStepOn(asked('transfer'))).toMatchObject({ on: '2027-03-01', step: { act: 'send_claim' } });
  const { done } = diary('card', { to: 8 });
  expect(nextStepOn(asked('card', done))).toMatchObject({ on: '2027-03-25', step: { act: 'final_notice' } });
  const restricted = diary('card', { to: 12 }).done;
  expect(nextStepOn(asked('card', restricted))).toMatchObject({ on: '2027-04-14', step: { act: 'cancel' } });
  expect(nextStepOn(asked('none'))).toBeNull();
});

test("an operator's own days", () => {
  expect(areDays(standardDays)).toBe(true);
  expect(areDays({ retries: [], reminders: [], restrict: 1, cancel: 2 })).toBe(true);
  for (const more of [
    { retries: [5, 3] },
    { retries: [0] },
    { reminders: [11] },
    { restrict: 30 },
    { cancel: 366 },
    { restrict: 10.5 },
    { retries: [Number.NaN] },
  ])
    expect(areDays({ ...standardDays, ...more })).toBe(false);
  const steps = dunningSteps('card', { retries: [1], reminders: [2], restrict: 5, cancel: 6 });
  expect(steps.map((one) => one.id).slice(3)).toEqual([
    '0:charge',
    '1:past_due',
    '1:retry',
    '5:final_notice',
    '5:restrict',
    '6:cancel',
  ]);
});

test('days cross months, years and the days on which clocks change', () => {
  expect(dayPlus('2027-03-27', 2)).toBe('2027-03-29');
  expect(dayPlus('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayPlus('2027-01-05', -14)).toBe('2026-12-22');
});
