/**
 * What can be counted, by what it can be split, and over which time: one description from which the queries, the builder, the API and
 * the page that defines each figure are made.
 */
import type { AccountKind } from '#core/iam/iam.rules.ts';

export type MeasureUnit = 'count' | 'minutes' | 'bytes' | 'money' | 'percent';
/** `sum`: parts add up; `distinct` and `most` do not, so that no total of parts is shown. */
export type MeasureSum = 'sum' | 'distinct' | 'most';

export const timeDimensions = ['day', 'week', 'month'] as const;
export const dimensions = [...timeDimensions, 'weekday', 'hour', 'room', 'person', 'account', 'server'] as const;
export type Dimension = (typeof dimensions)[number];
/** Those whose values are things that are chosen by name. */
export const namedDimensions = ['room', 'person', 'account', 'server'] as const;
export type NamedDimension = (typeof namedDimensions)[number];

type MeasureRule = { unit: MeasureUnit; sum: MeasureSum; by: readonly Dimension[]; kinds: readonly AccountKind[] };
const everyKind: readonly AccountKind[] = ['customer', 'vendor', 'operator'];
const operator: readonly AccountKind[] = ['operator'];
const presence: readonly Dimension[] = dimensions;
const months: readonly Dimension[] = ['month'];

/** By id; the screen says `measures.<id>.name` and `measures.<id>.meaning`. */
export const measures = {
  meetings: { unit: 'count', sum: 'distinct', by: presence, kinds: everyKind },
  people: { unit: 'count', sum: 'distinct', by: presence, kinds: everyKind },
  minutes: { unit: 'minutes', sum: 'sum', by: presence, kinds: everyKind },
  peak: {
    unit: 'count',
    sum: 'most',
    by: ['day', 'week', 'month', 'weekday', 'hour', 'room', 'account', 'server'],
    kinds: everyKind,
  },
  storage: { unit: 'bytes', sum: 'most', by: ['day', 'week', 'month', 'account'], kinds: everyKind },
  recurring: { unit: 'money', sum: 'most', by: months, kinds: operator },
  arpu: { unit: 'money', sum: 'most', by: months, kinds: operator },
  churn: { unit: 'percent', sum: 'most', by: months, kinds: operator },
  trialsPaid: { unit: 'percent', sum: 'most', by: months, kinds: operator },
  overdue: { unit: 'money', sum: 'most', by: months, kinds: operator },
  serverLoad: { unit: 'percent', sum: 'most', by: ['day', 'week', 'month', 'weekday', 'hour', 'server'], kinds: operator },
} as const satisfies Readonly<Record<string, MeasureRule>>;
export type MeasureId = keyof typeof measures;
export const measureIds = [
  'meetings',
  'people',
  'minutes',
  'peak',
  'storage',
  'recurring',
  'arpu',
  'churn',
  'trialsPaid',
  'overdue',
  'serverLoad',
] as const satisfies readonly MeasureId[];

const table: Readonly<Record<MeasureId, MeasureRule>> = measures;
export const measureOf = (id: MeasureId): MeasureRule => table[id];
/** What an account of this kind can count, in the order in which it is offered. */
export const measuresFor = (kind: AccountKind): MeasureId[] => measureIds.filter((id) => table[id].kinds.includes(kind));
/** Only the operator looks over accounts and servers. */
export const dimensionsFor = (kind: AccountKind): Dimension[] =>
  dimensions.filter((one) => kind === 'operator' || (one !== 'account' && one !== 'server'));

export const chartKinds = ['lines', 'bars', 'area', 'table'] as const;
export type ChartKind = (typeof chartKinds)[number];
export const periodUnits = ['day', 'week', 'month'] as const;

export const analyticsLimits = {
  measures: 3,
  by: 2,
  filters: 6,
  /** Values of one filter. */
  values: 50,
  /** Most days of one answer. */
  days: 800,
  /** Most rows of one answer; the answer says that there are more. */
  rows: 2_000,
  /** Milliseconds after which a question is given up. */
  timeout: 5_000,
  /** Lines of a picture; the rest is "others". */
  series: 6,
  viewName: 100,
  views: 200,
  search: 100,
} as const;

export type ExplorerQuestion = {
  measures: readonly MeasureId[];
  by: readonly Dimension[];
  only: readonly { dimension: NamedDimension; ids: readonly string[] }[];
  /** The last full days, weeks or months, or two days, both counted. */
  period: { last: number; unit: (typeof periodUnits)[number] } | { from: string; until: string };
};

export type QuestionTrouble = 'measures_mixed' | 'dimension_unfit' | 'two_times';
/** Why a question cannot be asked; null: it can. Money stands alone: its figures are of whole months and of nobody's meetings. */
export function questionTrouble(question: Pick<ExplorerQuestion, 'measures' | 'by' | 'only'>): QuestionTrouble | null {
  const asked = question.measures.map(measureOf);
  if (new Set(asked.map((one) => one.unit === 'money' || one.by === months)).size > 1) return 'measures_mixed';
  const used: readonly Dimension[] = [...question.by, ...question.only.map((one) => one.dimension)];
  if (asked.some((one) => used.some((dimension) => !one.by.includes(dimension)))) return 'dimension_unfit';
  if (question.by.filter((one) => timeDimensions.some((time) => time === one)).length > 1) return 'two_times';
  return null;
}
