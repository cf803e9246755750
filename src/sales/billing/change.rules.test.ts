import { expect, test } from 'vitest';
import { brokenBy, lapsesAt, narrowerBy, timingOf } from './change.rules.ts';

test('what costs more counts at once, what costs less with the next period', () => {
  expect(timingOf({ period: 'month', full: 10n }, { period: 'month', full: 20n })).toBe('now');
  expect(timingOf({ period: 'month', full: 10n }, { period: 'month', full: 10n })).toBe('now');
  expect(timingOf({ period: 'month', full: 20n }, { period: 'month', full: 10n })).toBe('end');
  expect(timingOf({ period: 'month', full: 20n }, { period: 'year', full: 10n })).toBe('now');
  expect(timingOf({ period: 'year', full: 10n }, { period: 'month', full: 20n })).toBe('end');
});

test('limits that are exceeded are told, those without end and those not known are not', () => {
  const use = [
    { key: 'rooms', used: 5, max: 3 },
    { key: 'people', used: 3, max: 3 },
    { key: 'recordingGb', used: 9, max: null },
    { key: 'peopleAtOnce', used: null, max: 1 },
  ];
  expect(brokenBy(use)).toEqual([{ key: 'rooms', used: 5, max: 3 }]);
});

test('a change waits for its money, but never beyond its period', () => {
  const day = 86_400_000;
  expect(lapsesAt({ at: 0, by: 'card', periodEnd: 30 * day })).toBe(23 * 3_600_000);
  expect(lapsesAt({ at: 0, by: 'transfer', periodEnd: 30 * day })).toBe(14 * day);
  expect(lapsesAt({ at: 0, by: 'transfer', periodEnd: 5 * day })).toBe(5 * day);
});

test('what is read less far back is told with the days that are left; more of it, or as much, is not', () => {
  const back = (auditDays: number | null, analyticsDays: number | null) => ({ auditDays, analyticsDays });
  expect(narrowerBy(back(null, 365), back(90, 30))).toEqual([
    { key: 'auditDays', days: 90 },
    { key: 'analyticsDays', days: 30 },
  ]);
  expect(narrowerBy(back(90, 90), back(90, 365))).toEqual([]);
  expect(narrowerBy(back(90, null), back(null, null))).toEqual([]);
});
