import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayIn } from './days.rules.ts';
import { indexAt, type Period, periodAt, periodsBetween, periodsDue, type Rhythm } from './period.rules.ts';

const at = (text: string) => Date.parse(text);
const starts = (rhythm: Rhythm, count: number) =>
  Array.from({ length: count }, (_one, index) => new Date(periodAt(rhythm, index).start).toISOString().slice(0, 10));
const day = 86_400_000;

describe('counting from the anchor', () => {
  test('the 31st gives way to shorter months and comes back', () => {
    const rhythm: Rhythm = { anchor: at('2027-01-31T09:30:00Z'), every: 'month', zone: 'UTC' };
    expect(starts(rhythm, 14)).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
      ...['2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29'],
    ]);
    expect(periodAt(rhythm, 1)).toEqual({ index: 1, start: at('2027-02-28T09:30:00Z'), end: at('2027-03-31T09:30:00Z') });
  });

  test('the 29th of February is the 28th in three years of four', () => {
    const rhythm: Rhythm = { anchor: at('2028-02-29T23:59:59.999Z'), every: 'year', zone: 'UTC' };
    expect(starts(rhythm, 5)).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
    expect(periodAt(rhythm, 4).end).toBe(at('2033-02-28T23:59:59.999Z'));
    // 2100 is no leap year
    expect(new Date(periodAt(rhythm, 72).start).toISOString()).toBe('2100-02-28T23:59:59.999Z');
  });

  test('an instant at a border belongs to the period that begins', () => {
    const rhythm: Rhythm = { anchor: at('2027-01-31T09:30:00Z'), every: 'month', zone: 'UTC' };
    const border = at('2027-02-28T09:30:00Z');
    expect([indexAt(rhythm, border - 1), indexAt(rhythm, border), indexAt(rhythm, rhythm.anchor - 1)]).toEqual([0, 1, -1]);
  });

  test('what is no number of a period is refused', () => {
    for (const index of [0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => periodAt({ anchor: 0, every: 'month', zone: 'UTC' }, index)).toThrow(RangeError);
    expect(() => periodAt({ anchor: Number.NaN, every: 'month', zone: 'UTC' }, 0)).toThrow(RangeError);
  });
});

test('after 40 days without a look, every period that began is due once, in order', () => {
  const rhythm: Rhythm = { anchor: at('2027-01-31T00:00:00Z'), every: 'month', zone: 'UTC' };
  const now = at('2027-02-27T00:00:00Z') + 40 * day;
  expect(periodsDue(rhythm, { next: 1, now }).map((one) => one.index)).toEqual([1, 2]);
  expect(periodsDue(rhythm, { next: 3, now })).toEqual([]);
  expect(periodsDue(rhythm, { next: 1, now: at('2027-02-28T00:00:00Z') })).toHaveLength(1);
  expect(periodsDue(rhythm, { next: 1, now: at('2027-02-28T00:00:00Z') - 1 })).toHaveLength(0);
});

const moments = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') });
const rhythms: fc.Arbitrary<Rhythm> = fc.record({
  anchor: moments,
  every: fc.constantFrom('month', 'year'),
  zone: fc.constant('UTC'),
});
const touching = (periods: readonly Period[]) =>
  periods.every((one, index) => index === 0 || periods[index - 1]?.end === one.start);

describe('by the calendar of a zone', () => {
  test('what was bought in the first hours of a day in Berlin is counted from that day', () => {
    const berlin = (anchor: string): Rhythm => ({ anchor: at(anchor), every: 'month', zone: 'Europe/Berlin' });
    const days = (rhythm: Rhythm, count: number) =>
      Array.from({ length: count }, (_one, index) => dayIn(periodAt(rhythm, index).start, rhythm.zone));
    const firsts = ['2027-05-01', '2027-06-01', '2027-07-01', '2027-08-01', '2027-09-01', '2027-10-01', '2027-11-01'];
    expect(days(berlin('2027-04-30T23:30:00Z'), 7)).toEqual(firsts);
    // half past midnight in summer is before midnight in winter by a clock that was not put back
    expect(days(berlin('2027-04-30T22:30:00Z'), 7)).toEqual(firsts);
    expect(new Date(periodAt(berlin('2027-04-30T22:30:00Z'), 6).start).toISOString()).toBe('2027-10-31T23:30:00.000Z');
    // and half past eleven in winter is the next day in summer
    expect(days(berlin('2027-01-31T22:30:00Z'), 5)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
  });

  test('every period begins on the day of the anchor, or the last of the month, and touches the next', () =>
    fc.assert(
      fc.property(
        fc.record({
          anchor: moments,
          every: fc.constantFrom('month' as const, 'year' as const),
          zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Asia/Beirut'),
        }),
        fc.integer({ min: -100, max: 100 }),
        (rhythm, index) => {
          const [one, next] = [periodAt(rhythm, index), periodAt(rhythm, index + 1)];
          expect(one.end).toBe(next.start);
          expect(one.end).toBeGreaterThan(one.start);
          const [anchorDay, day] = [dayIn(rhythm.anchor, rhythm.zone), dayIn(one.start, rhythm.zone)];
          const lastOfMonth = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
          expect(Number(day.slice(8))).toBe(Math.min(Number(anchorDay.slice(8)), lastOfMonth));
          expect(periodAt(rhythm, 0).start).toBe(rhythm.anchor);
          expect(indexAt(rhythm, one.start)).toBe(index);
          expect(indexAt(rhythm, one.end - 1)).toBe(index);
        },
      ),
    ));
});

describe('any rhythm', () => {
  test('has no gap, no overlap and no empty period, and keeps its time of day', () =>
    fc.assert(
      fc.property(rhythms, fc.integer({ min: -300, max: 300 }), (rhythm, index) => {
        const [one, next] = [periodAt(rhythm, index), periodAt(rhythm, index + 1)];
        expect(one.end).toBe(next.start);
        const days = (one.end - one.start) / day;
        expect(rhythm.every === 'month' ? days >= 28 && days <= 31 : days === 365 || days === 366).toBe(true);
        expect((((one.start - rhythm.anchor) % day) + day) % day).toBe(0);
        const anchorDay = new Date(rhythm.anchor).getUTCDate();
        expect(new Date(one.start).getUTCDate()).toBeLessThanOrEqual(anchorDay);
        if (anchorDay <= 28) expect(new Date(one.start).getUTCDate()).toBe(anchorDay);
      }),
    ));

  test('finds the period of any instant', () =>
    fc.assert(
      fc.property(rhythms, moments, (rhythm, instant) => {
        const { start, end } = periodAt(rhythm, indexAt(rhythm, instant));
        expect(start <= instant && instant < end).toBe(true);
      }),
    ));

  test('lists every period once, however the time between is cut', () =>
    fc.assert(
      fc.property(rhythms, fc.array(moments, { minLength: 2, maxLength: 8 }), (rhythm, cuts) => {
        const sorted = cuts.toSorted((a, b) => a - b);
        const [from = 0, to = 0] = [sorted[0], sorted.at(-1)];
        const whole = periodsBetween(rhythm, { from, to });
        const parts = sorted.slice(1).flatMap((cut, index) => periodsBetween(rhythm, { from: sorted[index] ?? 0, to: cut }));
        expect(parts).toEqual(whole);
        expect(touching(whole)).toBe(true);
        expect(whole.every((one) => one.start >= from && one.start < to)).toBe(true);
      }),
    ));

  test('catches up the same whether it is looked at every day or once', () =>
    fc.assert(
      fc.property(rhythms, fc.integer({ min: 0, max: 40 }), (rhythm, days) => {
        const end = rhythm.anchor + days * day;
        const daily: number[] = [];
        for (let now = rhythm.anchor; now <= end; now += day)
          for (const one of periodsDue(rhythm, { next: daily.length, now })) daily.push(one.index);
        expect(daily).toEqual(periodsDue(rhythm, { next: 0, now: end }).map((one) => one.index));
        expect(daily).toEqual(daily.map((_one, index) => index));
      }),
    ));
});
