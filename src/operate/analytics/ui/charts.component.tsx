import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mountScreen, onCall } from '#app/proof/testing-components.tsx';
import { type AnalyticsCharts, analyticsCalls } from '../analytics.contract.ts';
import { pngOf } from '#kit/ui/chart/png.ts';
import * as chartsScreen from './charts.screen.tsx';

const room = '01890000-0000-7000-8000-000000000001';
const user = { scope: ['analytics.view', 'analytics.explore'] };
const figures = { meetings: 20, minutes: 900, people: 31, peak: 18, storageBytes: 4_000_000_000 };
const week = Array.from({ length: 7 }, (_day, day) =>
  Array.from({ length: 24 }, (_hour, hour) => (day < 5 && hour > 7 && hour < 16 ? (day + 1) * hour : 0)),
);
const charts: AnalyticsCharts = {
  ...{ zone: 'Europe/Berlin', from: '2025-12-22', until: '2026-03-10', shownFrom: null, countedAt: null, unit: 'week' },
  ...{
    totals: { ...figures, storageBytes: 9_000_000_000 },
    peakDay: '2026-03-03',
    beforeFrom: '2025-09-29',
    beforeUntil: '2025-12-21',
  },
  before: { ...figures, meetings: 16, minutes: 900, people: 40 },
  limits: { peopleAtOnce: 25, storageBytes: 10_000_000_000, minutesPerMonth: null },
  steps: ['2026-02-23', '2026-03-02', '2026-03-09'].map((at, n) => ({ at, ...figures, peak: 10 + n * 4, before: figures })),
  week,
  rooms: [{ id: room, name: 'Mathematics 9b', meetings: 12, minutes: 500, people: 27 }],
  people: [{ id: room, name: '', meetings: 9, minutes: 300, people: 1 }],
};
const empty: AnalyticsCharts = { ...charts, totals: { ...figures, meetings: 0 }, steps: [], rooms: [], people: [] };
const shown = (answer: AnalyticsCharts) => onCall(analyticsCalls.charts, () => answer);
/** The code that draws comes late, and the first time from the disk. */
const drawing = { timeout: 15_000 };
const drawn = () => document.querySelector<SVGSVGElement>('svg[role="application"]');

test.each(looks)('figures, charts, hours and rooms: $locale $scheme $width', async (look) => {
  await mountScreen(chartsScreen, { look, user, path: '/charts', calls: [shown(charts)] });
  await expect.element(page.getByText('Mathematics 9b')).toBeVisible();
  await vi.waitFor(() => expect(document.querySelectorAll('svg[role="application"]').length).toBe(4), drawing);
  await expectNoViolations();
});

test('changes are said in words, the fullest hour too, and storage near its limit stands out', async () => {
  await mountScreen(chartsScreen, { user, path: '/charts', calls: [shown(charts)] });
  await expect.element(page.getByText('25% more than 16')).toBeVisible();
  await expect.element(page.getByText('22.5% less than 40')).toBeVisible();
  await expect.element(page.getByText(/^Busiest: Friday, (?:15:00|3:00 PM)$/)).toBeVisible();
  expect(document.querySelectorAll('[data-near]').length).toBe(1);
  await expect.element(page.getByRole('figure', { name: /^Peak attendance\. First: .* 10\. Last: .* 18\./ })).toBeVisible();
});

test('a chart becomes a picture, and has its figures as a table', async () => {
  await mountScreen(chartsScreen, { user, path: '/charts', calls: [shown(charts)] });
  await vi.waitFor(() => expect(drawn()).not.toBeNull(), drawing);
  const svg = drawn();
  expect(svg === null ? null : (await pngOf(svg))?.type).toBe('image/png');
  await page.getByRole('radiogroup', { name: 'View of Peak attendance' }).getByText('Table').click();
  await expect
    .element(page.getByRole('table', { name: 'Peak attendance' }).getByRole('cell', { name: '18' }).first())
    .toBeVisible();
  await expectNoViolations();
});

test('without meetings a wider period is a press away', async () => {
  const ask = vi.fn(({ query }: { query?: { from?: string | undefined } | undefined }) =>
    query?.from === '2026-02-09' ? empty : charts,
  );
  await mountScreen(chartsScreen, { user, path: '/charts?period=30d', calls: [onCall(analyticsCalls.charts, ask)] });
  await expect.element(page.getByText('No meetings in these 30 days')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Show 12 weeks' }).click();
  await expect.element(page.getByText('Mathematics 9b')).toBeVisible();
});

test('a room filter is set by name and removed', async () => {
  const ask = vi.fn(() => charts);
  const choices = onCall(analyticsCalls.choices, () => ({ items: [{ id: room, name: 'Mathematics 9b' }] }));
  await mountScreen(chartsScreen, { user, path: '/charts', calls: [onCall(analyticsCalls.charts, ask), choices] });
  await page.getByRole('button', { name: 'All rooms' }).click();
  await page.getByRole('radio', { name: 'Mathematics 9b' }).click();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  await vi.waitFor(() => expect(ask).toHaveBeenLastCalledWith({ query: { room, compare: 'before' } }));
  await expect.element(page.getByText('Recording storage').first()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Remove the filter Room' }).click();
  await expect.element(page.getByRole('button', { name: 'All rooms' })).toBeVisible();
});

test('days that cannot be counted are said, not broken', async () => {
  const refuse = onCall(analyticsCalls.charts, () => {
    throw new Failure('bad_span');
  });
  await mountScreen(chartsScreen, { user, path: '/charts?from=2020-01-01&until=2026-01-01', calls: [refuse] });
  await expect.element(page.getByText(/up to 800 days/)).toBeVisible();
  await expectNoViolations();
});
