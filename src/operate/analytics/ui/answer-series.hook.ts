/** From rows of an answer to lines of a picture. */
import { addDays, daysBetween, monthOf } from '#meet/usage/usage.rules.ts';
import type { ExplorerAnswer } from '../analytics.contract.ts';
import { analyticsLimits, type ChartKind, type Dimension, type MeasureId, measureOf } from '../measures.rules.ts';
import type { AnalyticsQuestion } from './analytics-data.hook.ts';
import type { ChartPicture, ChartSeries } from '#kit/ui/chart/picture.ts';

type AnswerCell = ExplorerAnswer['rows'][number]['by'][number];
export type AnswerWords = {
  measure: (id: MeasureId) => string;
  dimension: (dimension: Dimension) => string;
  cell: (cell: AnswerCell, dimension: Dimension) => string;
  figure: (value: number, measure: MeasureId) => string;
  others: string;
};

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const numbers = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, n) => String(from + n));
/** Every step of a time, so that those without meetings are seen; null: only the answer knows which there are. */
export function stepsOf(dimension: Dimension, { from, until }: { from: string; until: string }): string[] | null {
  if (dimension === 'weekday') return numbers(1, 7);
  if (dimension === 'hour') return numbers(0, 23);
  if (dimension === 'day') return numbers(0, daysBetween(from, until) - 1).map((n) => addDays(from, Number(n)));
  if (dimension === 'week') {
    const first = mondayOf(from);
    return numbers(0, Math.floor((daysBetween(first, until) - 1) / 7)).map((n) => addDays(first, Number(n) * 7));
  }
  if (dimension !== 'month') return null;
  const months: string[] = [];
  for (let month = monthOf(from); month <= until; month = monthOf(addDays(month, 32))) months.push(month);
  return months;
}

const sumOf = (values: readonly (number | null)[]): number => values.reduce<number>((all, one) => all + (one ?? 0), 0);
const addUp = (series: readonly ChartSeries[], at: number) => sumOf(series.map(({ values }) => values[at] ?? null));
type FoldParams = { most: number; others: string; measure: MeasureId };
/** The biggest stay, the rest becomes "others"; figures that do not add up are left out instead. */
export function foldSeries(series: readonly ChartSeries[], { most, others, measure }: FoldParams): ChartSeries[] {
  const ranked = series.toSorted((one, other) => sumOf(other.values) - sumOf(one.values));
  const rest = ranked.slice(most);
  if (rest.length === 0 || measureOf(measure).sum !== 'sum') return ranked.slice(0, most);
  const steps = Math.max(...rest.map(({ values }) => values.length));
  const values = Array.from({ length: steps }, (_, at) => addUp(rest, at));
  return [...ranked.slice(0, most), { id: 'others', name: others, values }];
}

type PictureParams = { question: AnalyticsQuestion; chart: ChartKind; words: AnswerWords };
/** Null: nothing to draw, as without a split or without rows. */
export function answerPicture(answer: ExplorerAnswer, { question, chart, words }: PictureParams): ChartPicture | null {
  const { by, measures } = question;
  const ordered = by.findIndex((one) => stepsOf(one, answer) !== null);
  const across = Math.max(0, ordered);
  const dimension = by[across];
  const [measure] = measures;
  if (chart === 'table' || dimension === undefined || measure === undefined || answer.rows.length === 0) return null;
  const beside = by[1 - across];
  const given = new Map(
    answer.rows.flatMap((row) => (row.by[across] === undefined ? [] : [[row.by[across].key, row.by[across]]])),
  );
  // months may come as 2026-11 and as their first day
  const keyOf = (key: string) => (dimension === 'month' && key.length === 7 ? `${key}-01` : key);
  const keys = stepsOf(dimension, answer) ?? [...given.keys()];
  const nothing = measureOf(measure).unit === 'money' || measureOf(measure).unit === 'percent' ? null : 0;
  const valuesOf = (rows: ExplorerAnswer['rows'], at: number) => {
    const known = new Map(rows.map((row) => [keyOf(row.by[across]?.key ?? ''), row.figures[at] ?? null]));
    return keys.map((key) => known.get(key) ?? nothing);
  };
  const drawn = measures.filter((one) => measureOf(one).unit === measureOf(measure).unit);
  const split = (apart: Dimension) =>
    [...Map.groupBy(answer.rows, (row) => row.by[1 - across]?.key ?? '')].map(([id, rows]): ChartSeries => {
      const cell = rows[0]?.by[1 - across] ?? { key: id, name: null };
      return { id, name: words.cell(cell, apart), values: valuesOf(rows, 0) };
    });
  const series =
    beside === undefined
      ? drawn.map((one) => ({ id: one, name: words.measure(one), values: valuesOf(answer.rows, measures.indexOf(one)) }))
      : foldSeries(split(beside), { most: analyticsLimits.series, others: words.others, measure });
  return {
    kind: chart,
    stepTitle: words.dimension(dimension),
    steps: keys.map((key) => ({ key, name: words.cell(given.get(key) ?? { key, name: null }, dimension) })),
    series,
    format: (value) => words.figure(value, measure),
  };
}
