import { expect, test } from 'vitest';
import { busyAt, nextFreeTime } from './free-times.hook.ts';

// a Tuesday
const day = '2026-11-17';
const at = (clock: string, on = day) => Date.parse(`${on}T${clock}:00Z`);
const span = (from: string, to: string, on = day) => ({ startsAt: at(from, on), endsAt: at(to, on) });
const search = (...busy: ReturnType<typeof span>[]) => ({ busy, zone: 'UTC', freeWeekdays: [6, 0] });
const chosen = { day, from: 14 * 60, length: 60 };

test('a meeting that ends when another begins is no conflict', () => {
  const spans = [span('13:00', '14:00'), span('15:00', '16:00')];
  expect(busyAt(spans, span('14:00', '15:00'))).toEqual([]);
  expect(busyAt(spans, span('14:00', '15:15'))).toEqual([span('15:00', '16:00')]);
});

test('the next free time is as long as the chosen one and after it', () => {
  expect(nextFreeTime(chosen, search(span('14:00', '15:20')))).toEqual({ day, from: 15 * 60 + 30, length: 60 });
  expect(nextFreeTime(chosen, search(span('14:00', '15:00'), span('15:30', '17:15')))).toEqual({
    ...{ day: '2026-11-18', from: 8 * 60, length: 60 },
  });
});

test('evenings and weekends are offered only to those who chose one', () => {
  const friday = { day: '2026-11-20', from: 17 * 60, length: 60 };
  expect(nextFreeTime(friday, search(span('17:00', '18:00', '2026-11-20')))).toMatchObject({ day: '2026-11-23', from: 8 * 60 });
  const evening = { ...chosen, from: 19 * 60 };
  expect(nextFreeTime(evening, search(span('19:00', '20:00')))).toMatchObject({ day: '2026-11-18', from: 8 * 60 });
  const saturday = { ...chosen, day: '2026-11-21' };
  expect(nextFreeTime(saturday, search(span('14:00', '15:00', '2026-11-21')))).toMatchObject({
    day: '2026-11-21',
    from: 15 * 60,
  });
});

test('the clock of a zone counts, and there may be none', () => {
  const busy = [span('13:00', '14:00')];
  expect(nextFreeTime(chosen, { busy, zone: 'Europe/Berlin', freeWeekdays: [] })).toMatchObject({ day, from: 15 * 60 });
  expect(nextFreeTime(chosen, search({ startsAt: at('00:00'), endsAt: at('00:00', '2026-12-24') }))).toBeNull();
});
