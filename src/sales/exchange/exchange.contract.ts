/** Published exchange rates. Rates are decimal texts with a point; days are `YYYY-MM-DD`, times epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isCurrency } from '#kit/money.ts';
import { rateSources, readRate } from './exchange.rules.ts';
import { isDay, LIST_MAX } from './rate-list.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const code = z.string().check(z.refine(isCurrency, 'not_a_currency'));
const day = z.string().check(z.refine(isDay, 'not_a_day'));
export const ORIGIN_MAX = 60;
export const ecbTroubles = ['down', 'slow', 'refused', 'unreadable'] as const;
export type EcbTrouble = (typeof ecbTroubles)[number];

/** What one of `base` is in `currency`. */
const rateView = z.object({
  id: z.string(),
  day: z.string(),
  base: z.string(),
  currency: z.string(),
  rate: z.string(),
  source: z.enum(rateSources),
  /** Who published an own one; empty for the bank's. */
  origin: z.string(),
  by: z.nullable(z.string()),
  /** An invoice rests on it. */
  used: z.boolean(),
  /** Found to be wrong after an invoice rested on it: none does any more. */
  withdrawn: z.boolean(),
  /** May be taken away, or out of use where an invoice rests on it. */
  removable: z.boolean(),
});
export type RateView = z.output<typeof rateView>;

/** `newest`: the last day that the bank's rates are of. `failed`: the last try, when nothing came since. */
const stateView = z.object({
  ecb: z.enum(['off', 'on']),
  takenAt: z.nullable(z.number()),
  newest: z.nullable(z.string()),
  failed: z.nullable(z.object({ at: z.number(), why: z.enum(ecbTroubles) })),
  revision: z.int(),
});
export type ExchangeState = z.output<typeof stateView>;

const access = 'invoices.manage';
/** For the operator, whose rates count for every seller of the installation. */
export const exchangeCalls = {
  state: call({
    method: 'GET',
    path: '/api/exchange',
    summary: 'Whether the reference rates of the European Central Bank are taken each day, and how that went last.',
    access,
    result: stateView,
  }),
  saveState: call({
    method: 'PUT',
    path: '/api/exchange',
    summary: 'Turns the taking of the European Central Bank’s rates on or off. Turned on, they are asked for at once.',
    access,
    body: z.object({ ecb: z.enum(['off', 'on']), revision: z.int() }),
    result: stateView,
    failures: { changed_meanwhile: 409 },
  }),
  take: call({
    method: 'POST',
    path: '/api/exchange/take',
    summary: 'Has the rates asked for once more now. The answer comes before the bank’s.',
    access,
    result: stateView,
    failures: { wrong_state: 409 },
  }),
  rates: call({
    method: 'GET',
    path: '/api/exchange/rates',
    summary: 'The rates, those of the latest day first.',
    access,
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
      source: z.optional(z.enum(rateSources)),
      /** On either side. */
      currency: z.optional(code),
    }),
    result: z.object({ items: z.array(rateView), next: z.nullable(z.string()) }),
  }),
  add: call({
    method: 'POST',
    path: '/api/exchange/rates',
    summary: `Enters rates that somebody else published, ${LIST_MAX} at most: all of them, or none where one is refused. Those that are there already stay as they are.`,
    access,
    body: z.object({
      origin: z.string().check(z.trim(), z.minLength(2), z.maxLength(ORIGIN_MAX)),
      rates: z
        .array(
          z.object({
            day,
            base: code,
            currency: code,
            rate: z.string().check(z.refine((text) => readRate(text) !== null, 'not_a_rate')),
          }),
        )
        .check(z.minLength(1), z.maxLength(LIST_MAX)),
    }),
    result: z.object({ added: z.int(), known: z.int() }),
    /** `line` counts from one. */
    failures: { rate_wrong: 422 },
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/exchange/rates/{id}',
    summary:
      'Takes away a rate that was entered here. One that an invoice rests on stays in the list and is used no more; another one of its day may be entered then.',
    access,
    params: z.object({ id }),
    result: z.object({ done: z.literal(true) }),
    failures: { rate_kept: 409 },
  }),
};
