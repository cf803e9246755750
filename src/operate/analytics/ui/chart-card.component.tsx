import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount } from '#app/proof/testing-components.tsx';
import { ChartCard } from '#kit/ui/chart/chart-card.tsx';
import type { ChartPicture } from '#kit/ui/chart/picture.ts';
import { pngOf } from '#kit/ui/chart/png.ts';

const days = Array.from({ length: 30 }, (_day, at) => ({
  key: `2026-03-${at + 1}`,
  name: `March ${at + 1}, 2026`,
  tick: `${at + 1}`,
}));
const people: ChartPicture = {
  kind: 'area',
  gaps: 'open',
  stepTitle: 'Day',
  steps: days,
  series: [{ id: 'people', name: 'People', values: days.map((_day, at) => (at > 11 && at < 15 ? null : 40 + ((at * 37) % 90))) }],
  limit: { value: 150, name: 'Limit: 150' },
  marks: [{ key: '2026-03-12', hue: 'red-dot' }],
  format: String,
};
const moves: ChartPicture = {
  kind: 'bars',
  bars: 'stacked',
  stepTitle: 'Day',
  steps: days,
  series: [
    { id: 'gained', name: 'Gained', values: days.map((_day, at) => (at * 13) % 40) },
    { id: 'lost', name: 'Lost', values: days.map((_day, at) => -((at * 7) % 25)), hue: 'grey-dot' },
  ],
  format: (value) => `${value} people`,
  formatTick: String,
};
const whole: ChartPicture = { ...people, series: [...people.series, ...moves.series] };
/** The code that draws comes late, and the first time from the disk. */
const drawing = { timeout: 15_000 };
const drawings = () => [...document.querySelectorAll<SVGSVGElement>('svg[role="application"]')];

test.each(looks)('two drawings of one table: $locale $scheme $width', async (look) => {
  await mount(<ChartCard id="people" title="People" picture={whole} drawn={[people, moves]} file="people" />, { look });
  await vi.waitFor(() => expect(drawings()).toHaveLength(2), drawing);
  await expectNoViolations();
  const ticks = drawings().map((svg) =>
    [...svg.querySelectorAll('.recharts-yAxis-tick-labels text')].map((one) => one.textContent),
  );
  expect(ticks).toEqual([
    ['0', '50', '100', '150'],
    ['-40', '-20', '0', '20', '40'],
  ]);
});

test('the table has every series, and a drawing becomes a picture', async () => {
  await mount(<ChartCard id="people" title="People" picture={whole} drawn={[people, moves]} file="people" />);
  await vi.waitFor(() => expect(drawings()).toHaveLength(2), drawing);
  const [first] = drawings();
  expect(first === undefined ? null : (await pngOf(first))?.type).toBe('image/png');
  await page.getByRole('radiogroup', { name: 'View of People' }).getByText('Table').click();
  const table = page.getByRole('table', { name: 'People' });
  await expect.element(table.getByRole('columnheader', { name: 'Lost' })).toBeVisible();
  await expect.element(table.getByRole('row', { name: 'March 13, 2026' }).getByText('–').first()).toBeVisible();
  await expectNoViolations();
});
