import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isDay } from './usage.rules.ts';

const time = z.number();
const id = z.string().check(z.uuid());
const day = z.string().check(z.refine(isDay, 'day'));
const count = z.number();
const figures = { meetings: count, minutes: count, peak: count, storageBytes: count };
/** `people`: different ones on that day. `minutes`: of all people together. `peak`: most people at one time. */
const usageDay = z.object({ day: z.string(), people: count, ...figures });
/** What became known of `day` after its month was closed; it belongs to the month of `notedAt`. Less than nothing: too much was counted. */
const adjustment = z.object({ day: z.string(), minutes: count, notedAt: time });
const usage = z.object({
  zone: z.string(),
  from: z.string(),
  until: z.string(),
  /** The first day that the plan shows; null: all of them. Last month and this one are always shown. */
  shownFrom: z.nullable(z.string()),
  /** Until when it is counted; null: nothing was yet. */
  countedAt: z.nullable(time),
  /** Every day of the span; those to come are left out. */
  days: z.array(usageDay),
  totals: z.object({ days: count, ...figures }),
  adjustments: z.array(adjustment),
  /** Of the calendar month that it is; `max` null: no limit. `beyond`: more is let through, and counted. */
  month: z.object({ from: z.string(), until: z.string(), minutes: count, max: z.nullable(count), beyond: z.boolean() }),
});
export type Usage = z.output<typeof usage>;

/** Both days counted; this month when left out, and at most 400 days. */
const span = z.object({ from: z.optional(day), until: z.optional(day) });
const file = z.object({ fileName: z.string(), text: z.string() });

export const usageCalls = {
  mine: call({
    method: 'GET',
    path: '/api/usage',
    summary:
      'What the account used, day by day in its time zone: meetings, people, minutes, most people at once, storage. Days before those that its plan shows are left out.',
    access: 'subscriptions.view',
    query: span,
    result: usage,
    failures: { bad_span: 422, limit_reached: 402 },
  }),
  csv: call({
    method: 'GET',
    path: '/api/usage/csv',
    summary: 'The same as a CSV text, for a download made by the page.',
    access: 'subscriptions.view',
    query: span,
    result: file,
    failures: { bad_span: 422, limit_reached: 402 },
  }),
  ofAccount: call({
    method: 'GET',
    path: '/api/usage/accounts/{id}',
    summary: 'What another account used, for those who look after it.',
    access: 'users.manage',
    params: z.object({ id }),
    query: span,
    result: usage,
    failures: { bad_span: 422 },
  }),
};
