/** The question stands in the address, so that a link shows it; what was saved and not changed is named by its view alone. */
import { type ExplorerView, explorerQuestion } from '../analytics.contract.ts';
import {
  analyticsLimits,
  type ChartKind,
  chartKinds,
  type Dimension,
  type MeasureId,
  measureOf,
  questionTrouble,
  timeDimensions,
} from '../measures.rules.ts';
import type { AnalyticsQuestion } from './analytics-data.hook.ts';

export type ExplorerState = { question: AnalyticsQuestion; chart: ChartKind; view: ExplorerView | null };

export const usualQuestion: AnalyticsQuestion = {
  measures: ['minutes'],
  by: ['week'],
  only: [],
  period: { last: 12, unit: 'week' },
};

function questionIn(text: string | null): AnalyticsQuestion | null {
  if (text === null) return null;
  try {
    const read = explorerQuestion.safeParse(JSON.parse(text));
    return read.success && questionTrouble(read.data) === null ? read.data : null;
  } catch {
    // somebody changed the address by hand
    return null;
  }
}

export function readExplorerAddress(search: URLSearchParams, views: readonly ExplorerView[]): ExplorerState {
  const view = views.find(({ id }) => id === search.get('view')) ?? null;
  return {
    question: questionIn(search.get('q')) ?? view?.question ?? usualQuestion,
    chart: chartKinds.find((one) => one === search.get('as')) ?? view?.chart ?? 'lines',
    view,
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
export const isSaved = ({ question, chart, view }: ExplorerState): boolean =>
  view !== null && same(question, view.question) && chart === view.chart;

export function explorerAddress(state: ExplorerState): URLSearchParams {
  const { question, chart, view } = state;
  const next = new URLSearchParams();
  if (view !== null) next.set('view', view.id);
  if (isSaved(state)) return next;
  if (view !== null || !same(question, usualQuestion)) next.set('q', JSON.stringify(question));
  if (chart !== (view?.chart ?? 'lines')) next.set('as', chart);
  return next;
}

/** With one more measure; splits and filters that do not fit it go, and measures that it cannot stand beside. */
export function withMeasure(question: AnalyticsQuestion, id: MeasureId): AnalyticsQuestion {
  const added = { ...question, measures: [...question.measures, id].slice(-analyticsLimits.measures) };
  if (questionTrouble(added) === null) return added;
  const fits = (dimension: Dimension) => measureOf(id).by.includes(dimension);
  const by = question.by.filter(fits);
  const only = question.only.filter(({ dimension }) => fits(dimension));
  const together = { ...added, by, only };
  if (questionTrouble(together) === null) return together;
  const [first] = measureOf(id).by;
  return { ...question, measures: [id], by: by.length === 0 && first !== undefined ? [first] : by, only };
}

const isTime = (dimension: Dimension): boolean => timeDimensions.some((one) => one === dimension);
/** With one more split; a step of time takes the place of another. */
export function withSplit(question: AnalyticsQuestion, dimension: Dimension): AnalyticsQuestion {
  const at = isTime(dimension) ? question.by.findIndex(isTime) : -1;
  const by = at === -1 ? [...question.by, dimension] : question.by.with(at, dimension);
  return { ...question, by: by.slice(-analyticsLimits.by) };
}
/** Splits that all measures of the question know. */
export const splitsFor = (question: AnalyticsQuestion, offered: readonly Dimension[]): Dimension[] =>
  offered.filter(
    (one) => !question.by.includes(one) && question.measures.every((measure) => measureOf(measure).by.includes(one)),
  );
