import { expect, test } from 'vitest';
import { forecastRows } from './forecast.rules.ts';

const day = 86_400_000;
test('what is charged on one day stands in one row, whichever course it belongs to', () => {
  const [first, renewal] = [{ at: 10 * day + 5 }, { at: 12 * day }];
  const rows = forecastRows([renewal], [first, { at: 12 * day + 7 }]);
  expect(rows).toEqual([
    { at: 10 * day + 5, asIs: [], changed: [first] },
    { at: 12 * day, asIs: [renewal], changed: [{ at: 12 * day + 7 }] },
  ]);
  expect(forecastRows([], [])).toEqual([]);
});
