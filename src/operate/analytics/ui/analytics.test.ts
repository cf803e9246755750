import { expect, test } from 'vitest';
import type { ExplorerAnswer } from '../analytics.contract.ts';
import type { AnalyticsQuestion } from './analytics-data.hook.ts';
import { type AnswerWords, answerPicture, foldSeries, stepsOf } from './answer-series.hook.ts';
import { type ChartPicture, csvOfPicture, trendOf } from '#kit/ui/chart/picture.ts';
import { readChartsAddress, spanOf, widerPeriod, withChartsAddress } from './charts-address.hook.ts';
import {
  explorerAddress,
  readExplorerAddress,
  splitsFor,
  usualQuestion,
  withMeasure,
  withSplit,
} from './explorer-address.hook.ts';

const id = '01890000-0000-7000-8000-000000000001';
const read = (text: string) => readChartsAddress(new URLSearchParams(text));

test('what the address of charts says wrongly is as usual', () => {
  expect(read('')).toEqual({ period: '12w', room: null, person: null, compare: 'before' });
  expect(read('period=5y&room=x&person=1&compare=never')).toEqual(read(''));
  expect(read('from=2026-02-30&until=2026-03-01').period).toBe('12w');
  expect(read('from=2026-03-02&until=2026-03-01&period=7d').period).toBe('7d');
  expect(read(`from=2026-03-01&until=2026-03-09&room=${id}&compare=year`)).toEqual({
    period: { from: '2026-03-01', until: '2026-03-09' },
    room: id,
    person: null,
    compare: 'year',
  });
});

test('a change of the address keeps the rest, and leaves out what is usual', () => {
  const first = withChartsAddress(new URLSearchParams(`from=2026-03-01&until=2026-03-09&room=${id}`), { period: '30d' });
  expect(first.toString()).toBe(`room=${id}&period=30d`);
  expect(withChartsAddress(first, { period: '12w', room: null, compare: 'before' }).toString()).toBe('');
});

test('periods end today, and months are whole', () => {
  expect(spanOf('7d', '2026-03-10')).toEqual({ from: '2026-03-04' });
  expect(spanOf('12m', '2026-03-10')).toEqual({ from: '2025-04-01' });
  expect(spanOf('12m', '2026-12-31')).toEqual({ from: '2026-01-01' });
  expect([widerPeriod('7d'), widerPeriod('12m'), widerPeriod({ from: '2026-03-01', until: '2026-03-02' })]).toEqual([
    '30d',
    null,
    '12m',
  ]);
});

const picture: ChartPicture = {
  ...{ kind: 'lines', stepTitle: 'Week', format: String },
  steps: [
    { key: '2026-03-02', name: '2 Mar' },
    { key: '2026-03-09', name: '9 Mar' },
  ],
  series: [{ id: 'a', name: '=1+1', values: [3, null] }],
  before: { id: 'before', name: 'Before', values: [1, 2] },
};

test('files hold plain figures, and no cell is a formula', () => {
  expect(csvOfPicture(picture)).toBe("\ufeffWeek,'=1+1,Before\r\n2026-03-02,3,1\r\n2026-03-09,,2\r\n");
});

test('the trend of a chart is where it begins, ends and is highest', () => {
  expect(trendOf(picture)).toEqual({
    first: { name: '2 Mar', value: 3 },
    last: { name: '2 Mar', value: 3 },
    most: { name: '2 Mar', value: 3 },
  });
  expect(trendOf({ ...picture, series: [] })).toBeNull();
});

const seriesOf = (name: string, ...values: number[]) => ({ id: name, name, values });
test('the biggest lines stay, and the rest is added up only where that is a figure', () => {
  const series = [seriesOf('a', 1, 1), seriesOf('b', 9, 9), seriesOf('c', 2, 0), seriesOf('d', 5, 5)];
  const folded = foldSeries(series, { most: 2, others: 'Others', measure: 'minutes' });
  expect(folded.map(({ id: one }) => one)).toEqual(['b', 'd', 'others']);
  expect(folded[2]?.values).toEqual([3, 1]);
  expect(foldSeries(series, { most: 2, others: 'Others', measure: 'people' }).map(({ id: one }) => one)).toEqual(['b', 'd']);
});

test('every step of a time is there, whole weeks from Monday', () => {
  expect(stepsOf('week', { from: '2026-02-25', until: '2026-03-10' })).toEqual(['2026-02-23', '2026-03-02', '2026-03-09']);
  expect(stepsOf('month', { from: '2025-12-31', until: '2026-02-01' })).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  expect(stepsOf('day', { from: '2026-02-28', until: '2026-03-01' })).toEqual(['2026-02-28', '2026-03-01']);
  expect(stepsOf('room', { from: '2026-02-28', until: '2026-03-01' })).toBeNull();
});

const words: AnswerWords = {
  ...{ measure: (one) => one, dimension: (one) => one, cell: ({ key, name }) => name ?? key, others: 'Others' },
  figure: String,
};
const answer: ExplorerAnswer = {
  ...{ from: '2026-03-02', until: '2026-03-15', zone: 'UTC', countedAt: null, currency: null, cut: false, meetings: 3 },
  rows: [
    {
      by: [
        { key: 'r1', name: 'Room 1' },
        { key: '2026-03-02', name: null },
      ],
      figures: [60],
    },
    {
      by: [
        { key: 'r2', name: 'Room 2' },
        { key: '2026-03-09', name: null },
      ],
      figures: [90],
    },
  ],
  totals: [150],
};
const byRoom: AnalyticsQuestion = { ...usualQuestion, by: ['room', 'week'] };

test('rows become lines over time, with nothing where there are none', () => {
  const drawn = answerPicture(answer, { question: byRoom, chart: 'lines', words });
  expect(drawn?.steps.map(({ key }) => key)).toEqual(['2026-03-02', '2026-03-09']);
  expect(drawn?.series.map(({ name, values }) => [name, values])).toEqual([
    ['Room 2', [0, 90]],
    ['Room 1', [60, 0]],
  ]);
  expect(answerPicture(answer, { question: byRoom, chart: 'table', words })).toBeNull();
  expect(answerPicture({ ...answer, rows: [] }, { question: byRoom, chart: 'bars', words })).toBeNull();
});

test('a question goes into the address and comes out the same; a bad one is the usual one', () => {
  const state = { question: byRoom, chart: 'bars' as const, view: null };
  expect(readExplorerAddress(explorerAddress(state), [])).toEqual(state);
  expect(explorerAddress({ question: usualQuestion, chart: 'lines', view: null }).toString()).toBe('');
  for (const q of ['{', '{"measures":[]}', JSON.stringify({ ...byRoom, measures: ['storage'] })])
    expect(readExplorerAddress(new URLSearchParams({ q }), []).question).toEqual(usualQuestion);
});

test('a measure takes along only what fits it, and a step of time takes the place of another', () => {
  expect(withMeasure(byRoom, 'people').measures).toEqual(['minutes', 'people']);
  expect(withMeasure(byRoom, 'storage')).toMatchObject({ measures: ['minutes', 'storage'], by: ['week'] });
  expect(withMeasure(byRoom, 'recurring')).toMatchObject({ measures: ['recurring'], by: ['month'] });
  expect(withSplit(byRoom, 'day').by).toEqual(['room', 'day']);
  expect(splitsFor({ ...byRoom, measures: ['minutes', 'storage'], by: [] }, ['day', 'room', 'account'])).toEqual([
    'day',
    'account',
  ]);
});
