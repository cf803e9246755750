import { expect, test } from 'vitest';
import { csvOfPicture, ticksOf } from './picture.ts';

const picture = (values: (number | null)[], limit?: number) => ({
  kind: 'lines' as const,
  stepTitle: 'Day',
  steps: values.map((_value, at) => ({ key: `d${at}`, name: `Day ${at}` })),
  series: [{ id: 'one', name: 'One', values }],
  ...(limit !== undefined && { limit: { value: limit, name: 'Limit' } }),
  format: (value: number) => `${value} people`,
});

test.each([
  [[0, 0], undefined, [0, 1]],
  [[3, null, 1], undefined, [0, 1, 2, 3]],
  [[45, 175], undefined, [0, 50, 100, 150, 200]],
  [[4758], undefined, [0, 2000, 4000, 6000]],
  [[12], 400, [0, 100, 200, 300, 400]],
  [[-30, 80], undefined, [-50, 0, 50, 100]],
])('ticks of %j with the limit %j are round, hold zero and everything drawn', (values, limit, ticks) =>
  expect(ticksOf(picture(values, limit))).toEqual(ticks),
);

test('a file has plain figures, in the shape that the picture gives them', () => {
  expect(
    csvOfPicture(picture([5, null]))
      .split('\r\n')
      .slice(0, 3),
  ).toEqual(['\uFEFFDay,One', 'd0,5', 'd1,']);
  const decimals = { ...picture([550]), formatCell: (value: number) => (value / 100).toFixed(2) };
  expect(csvOfPicture(decimals)).toContain('d0,5.50');
});
