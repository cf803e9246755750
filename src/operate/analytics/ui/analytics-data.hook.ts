import type { Client, Input } from '#kit/contract.ts';
import { dayIn } from '#kit/dates.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { analyticsCalls } from '../analytics.contract.ts';
import type { NamedDimension } from '../measures.rules.ts';
import { type ChartsAddress, spanOf } from './charts-address.hook.ts';

export const analyticsApi = { analytics: analyticsCalls };
type AnalyticsClient = Client<typeof analyticsApi>;
export type AnalyticsQuestion = Input<typeof analyticsCalls.answer>['body'];

export const todayOf = ({ now, zone }: { now: number; zone: string }): string => dayIn(now, zone);

// another try gives the same answer to what a plan or a limit refuses, and a page would wait for it
const once = { retry: false } as const;

type ChartsQueryParams = { address: ChartsAddress; today: string };
export function chartsQuery({ analytics: { charts } }: AnalyticsClient, { address, today }: ChartsQueryParams) {
  const { period, room, person, compare } = address;
  const query = {
    ...spanOf(period, today),
    ...(room === null ? {} : { room }),
    ...(person === null ? {} : { person }),
    compare,
  };
  return { ...callQuery({ area: 'root', name: 'analytics.charts', call: charts, input: { query } }), ...once };
}

type ChoicesParams = { of: NamedDimension; search?: string; ids?: readonly string[] };
export function choicesQuery({ analytics: { choices } }: AnalyticsClient, { of, search = '', ids }: ChoicesParams) {
  const words = search.trim().slice(0, 100);
  const query = { of, ...(words === '' ? {} : { search: words }), ...(ids === undefined ? {} : { ids: ids.join(',') }) };
  return { ...callQuery({ area: 'root', name: 'analytics.choices', call: choices, input: { query } }), ...once };
}

export const viewsQuery = ({ analytics: { views } }: AnalyticsClient) =>
  callQuery({ area: 'root', name: 'analytics.views', call: () => views(), input: {} });

export function answerQuery({ analytics: { answer } }: AnalyticsClient, question: AnalyticsQuestion) {
  const call = (input: { body: AnalyticsQuestion }) => answer(input);
  return { ...callQuery({ area: 'root', name: 'analytics.answer', call, input: { body: question } }), ...once };
}
