import { describe, expect, test } from 'vitest';
import { addMonths, daysOf, momentOf, stepped, weekIn } from './calendar-days.hook.ts';
import { nudgeBy, nudged, pulled } from './moving.hook.ts';
import { placeSlices, slicesByDay } from './overlaps.hook.ts';

const at = (clock: string, day = '2026-11-17') => Date.parse(`${day}T${clock}:00Z`);
const date = (from: string, to: string) => ({ startsAt: at(from), endsAt: at(to) });
const placed = (...dates: { startsAt: number; endsAt: number }[]) =>
  placeSlices(slicesByDay(dates, 'UTC').get('2026-11-17') ?? []).map(({ from, to, indent, share, of }) => [
    from,
    to,
    indent,
    `${share}/${of}`,
  ]);

describe('days', () => {
  test('a week begins on the day of the language', () => {
    const week = (locale: 'de' | 'pt' | 'ar') => daysOf('week', '2026-11-17', weekIn(locale).first)[0];
    expect([week('de'), week('pt'), week('ar')]).toEqual(['2026-11-16', '2026-11-15', '2026-11-14']);
  });
  test('a month is drawn in whole weeks', () => {
    const days = daysOf('month', '2026-11-17', 1);
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(daysOf('month', '2027-02-03', 1)).toHaveLength(28);
  });
  test('steps keep to the end of short months', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect([stepped('week', '2026-11-17', -1), stepped('month', '2026-01-31', 1)]).toEqual(['2026-11-10', '2026-02-01']);
  });
  test('a clock that skips an hour goes on after it', () => {
    expect(new Date(momentOf('2026-03-29', 150, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(new Date(momentOf('2026-03-28', 1440 + 60, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T00:00:00.000Z');
  });
});

describe('overlaps', () => {
  test('a later one is indented, and the place is free again afterwards', () =>
    expect(placed(date('09:00', '11:00'), date('10:00', '12:00'), date('11:30', '13:00'))).toEqual([
      [540, 660, 0, '0/1'],
      [600, 720, 20, '0/1'],
      [690, 780, 0, '0/1'],
    ]));
  test('those that begin together share the width', () =>
    expect(placed(date('09:00', '10:00'), date('09:15', '10:00'))).toEqual([
      [540, 600, 0, '0/2'],
      [555, 600, 0, '1/2'],
    ]));
  test('over midnight it stands on both days, and until midnight on one', () => {
    const days = slicesByDay([{ startsAt: at('23:00'), endsAt: at('01:00', '2026-11-18') }, date('22:00', '24:00')], 'UTC');
    expect(days.get('2026-11-17')?.map(({ from, to }) => [from, to])).toEqual([
      [1320, 1440],
      [1380, 1440],
    ]);
    expect(days.get('2026-11-18')?.map(({ from, to }) => [from, to])).toEqual([[0, 60]]);
  });
});

describe('moving', () => {
  const first = { day: '2026-11-17', from: 555, length: 45 };
  const from = { day: '2026-11-17', minute: 570 };
  const pull = (grip: 'move' | 'start' | 'end', to: { day: string; minute: number }) =>
    pulled({ grip, first, from, to, step: 15 });
  test('by its body it keeps its length', () =>
    expect(pull('move', { day: '2026-11-18', minute: 650 })).toEqual({ day: '2026-11-18', from: 630, length: 45 }));
  test('by its edges it keeps the other one, and never turns around', () => {
    expect(pull('end', { ...from, minute: 600 })).toEqual({ ...first, length: 75 });
    expect(pull('end', { ...from, minute: 0 })).toEqual({ ...first, length: 15 });
    expect(pull('start', { ...from, minute: 900 })).toEqual({ ...first, from: 585, length: 15 });
  });
  test('over an empty place both ways', () =>
    expect(pulled({ grip: 'new', first, from: { ...from, minute: 610 }, to: { ...from, minute: 547 }, step: 15 })).toEqual({
      ...{ day: '2026-11-17', from: 540, length: 75 },
    }));
  test('arrows follow the reading direction', () => {
    expect(nudgeBy({ key: 'ArrowLeft', shiftKey: false }, { dir: 'rtl', rows: 'hours' })).toEqual({ days: 1 });
    expect(nudgeBy({ key: 'ArrowUp', shiftKey: false }, { dir: 'ltr', rows: 'weeks' })).toEqual({ days: -7 });
    expect(nudged(first, { longer: -60 })).toEqual({ ...first, length: 15 });
    expect(nudgeBy({ key: 'Enter', shiftKey: false }, { dir: 'ltr', rows: 'hours' })).toBeNull();
  });
});
