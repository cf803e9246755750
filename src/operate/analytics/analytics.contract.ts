/**
 * What meetings were used for, from the figures that are billed. Days are `YYYY-MM-DD` in the account's zone, both ends counted; times
 * are epoch milliseconds; absent is null.
 */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isDay } from '#meet/usage/usage.rules.ts';
import { analyticsLimits as max, chartKinds, dimensions, measureIds, namedDimensions, periodUnits } from './measures.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const day = z.string().check(z.refine(isDay, 'day'));
const count = z.number();
const done = z.object({});

/** `people`: different ones. `peak`: most at one time. `storageBytes`: the most of any day. */
const figures = z.object({ meetings: count, minutes: count, people: count, peak: count, storageBytes: count });
export type ChartFigures = z.infer<typeof figures>;
/** `at`: the first day of the step. `before`: the same step of the period that is compared; null: none is, or the plan does not show it. */
const step = z.object({ at: z.string(), ...figures.shape, before: z.nullable(figures) });
export type ChartStep = z.infer<typeof step>;
const used = z.object({ id: z.string(), name: z.string(), meetings: count, minutes: count, people: count });
const charts = z.object({
  zone: z.string(),
  from: z.string(),
  until: z.string(),
  /** The first day that the plan shows; null: all of them. */
  shownFrom: z.nullable(z.string()),
  /** Until when figures are counted; null: nothing was yet. */
  countedAt: z.nullable(count),
  unit: z.enum(periodUnits),
  totals: figures,
  /** When most people were in meetings: the day. */
  peakDay: z.nullable(z.string()),
  before: z.nullable(figures),
  beforeFrom: z.nullable(z.string()),
  beforeUntil: z.nullable(z.string()),
  limits: z.object({ peopleAtOnce: z.nullable(count), storageBytes: z.nullable(count), minutesPerMonth: z.nullable(count) }),
  steps: z.array(step),
  /** Seven rows from Monday, 24 hours each: people at one time, on average over the days of the period. */
  week: z.array(z.array(count)),
  rooms: z.array(used),
  people: z.array(used),
});
export type AnalyticsCharts = z.infer<typeof charts>;

export const explorerQuestion = z.object({
  measures: z.array(z.enum(measureIds)).check(z.minLength(1), z.maxLength(max.measures)),
  by: z.array(z.enum(dimensions)).check(z.maxLength(max.by)),
  only: z
    .array(z.object({ dimension: z.enum(namedDimensions), ids: z.array(id).check(z.minLength(1), z.maxLength(max.values)) }))
    .check(z.maxLength(max.filters)),
  period: z.union([
    z.object({ last: z.int().check(z.gte(1), z.lte(max.days)), unit: z.enum(periodUnits) }),
    z.object({ from: day, until: day }),
  ]),
});

/** `key`: a day, a number of 1 (Monday) to 7, an hour, or an id. `name`: of things; null where the key says it. */
const cell = z.object({ key: z.string(), name: z.nullable(z.string()) });
const answer = z.object({
  from: z.string(),
  until: z.string(),
  zone: z.string(),
  countedAt: z.nullable(count),
  /** In the order of `by`, then one figure for each measure; null: there is none. */
  rows: z.array(z.object({ by: z.array(cell), figures: z.array(z.nullable(count)) })),
  /** Over the whole period; null where parts do not add up and the whole is not known. */
  totals: z.array(z.nullable(count)),
  /** Of measures in money. */
  currency: z.nullable(z.string()),
  /** There are more rows than an answer holds. */
  cut: z.boolean(),
  meetings: count,
});
export type ExplorerAnswer = z.infer<typeof answer>;

const chart = z.enum(chartKinds);
const viewName = z.string().check(z.trim(), z.minLength(1), z.maxLength(max.viewName));
const view = z.object({
  id: z.string(),
  name: z.string(),
  question: explorerQuestion,
  chart,
  /** Everybody of the account who may explore sees it. */
  shared: z.boolean(),
  owner: z.object({ id: z.string(), name: z.string() }),
  mine: z.boolean(),
  version: z.number(),
});
export type ExplorerView = z.infer<typeof view>;
const tooMuch = { bad_span: 422, limit_reached: 402, question_too_big: 422 } as const;

export const analyticsCalls = {
  charts: call({
    method: 'GET',
    path: '/api/analytics/charts',
    summary:
      'Meetings, minutes, people, most people at once and storage over a period, against the period before or the year before.',
    access: 'analytics.view',
    query: z.object({
      from: z.optional(day),
      until: z.optional(day),
      room: z.optional(id),
      person: z.optional(id),
      compare: z._default(z.enum(['none', 'before', 'year']), 'before'),
    }),
    result: charts,
    failures: { bad_span: 422, limit_reached: 402 },
  }),
  choices: call({
    method: 'GET',
    path: '/api/analytics/choices',
    summary: 'Rooms, people, accounts or servers that figures can be narrowed to, by name.',
    access: 'analytics.view',
    query: z.object({
      of: z.enum(namedDimensions),
      search: z.optional(z.string().check(z.trim(), z.maxLength(max.search))),
      /** Names of these alone, such as those of a question that was kept. */
      ids: z.optional(z.string().check(z.maxLength(2_000))),
    }),
    result: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  answer: call({
    method: 'POST',
    path: '/api/analytics/answers',
    summary: 'Answers a question: measures, by which they are split, filters and a period.',
    access: 'analytics.explore',
    body: explorerQuestion,
    result: answer,
    failures: { ...tooMuch, measures_mixed: 422, dimension_unfit: 422, two_times: 422, too_many_requests: 429 },
  }),
  views: call({
    method: 'GET',
    path: '/api/analytics/views',
    summary: 'Saved questions: my own and those shared in the account, by name.',
    access: 'analytics.explore',
    result: z.object({ items: z.array(view) }),
  }),
  saveView: call({
    method: 'POST',
    path: '/api/analytics/views',
    summary: 'Saves a question under a name.',
    access: 'analytics.explore',
    body: z.object({ name: viewName, question: explorerQuestion, chart, shared: z._default(z.boolean(), false) }),
    result: view,
    failures: { too_many: 422 },
  }),
  changeView: call({
    method: 'PATCH',
    path: '/api/analytics/views/{id}',
    summary: 'Changes a saved question of one’s own.',
    access: 'analytics.explore',
    params: byId,
    body: z.object({
      name: z.optional(viewName),
      question: z.optional(explorerQuestion),
      chart: z.optional(chart),
      shared: z.optional(z.boolean()),
      version: z.int(),
    }),
    result: view,
    failures: { changed_meanwhile: 409 },
  }),
  removeView: call({
    method: 'DELETE',
    path: '/api/analytics/views/{id}',
    summary: 'Removes a saved question of one’s own.',
    access: 'analytics.explore',
    params: byId,
    result: done,
  }),
};
