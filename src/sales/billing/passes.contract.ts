/** Event passes: what one costs, and buying it. Amounts are minor units; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isCurrency } from '#kit/money.ts';
import { botAnswer, botFailures } from '#core/identity/bot-check.contract.ts';
import { buyerPlace } from './billing.contract.ts';
import { agreedTo, givesUpFailures, orderGivenUp } from './gives-up.contract.ts';
import { nextStep } from './invoices.contract.ts';
import { subscriptionsCalls } from './subscriptions.contract.ts';
import { price } from './price.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const MOMENT_MAX = 8_640_000_000_000_000;

/** `code` opens an offer that is not public. `startsAt` null: as soon as it is paid. */
export const passWish = z.object({
  planId: id,
  code: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  currency: z.string().check(z.refine(isCurrency, 'not_a_currency')),
  startsAt: z.nullable(z.int().check(z.gte(0), z.lte(MOMENT_MAX))),
});
export type PassWish = z.output<typeof passWish>;
const wishFailures = { offer_gone: 404, seller_missing: 409, window_refused: 409 } as const;
const bound = {
  ...wishFailures,
  profile_missing: 409,
  other_currency: 409,
  currency_locked: 409,
  service_restricted: 409,
  pool_exceeded: 409,
} as const;

const withdrawFailures = { not_withdrawable: 409, pass_used: 409 } as const;
export const passesCalls = {
  preview: call({
    method: 'POST',
    path: '/api/billing/passes/preview',
    summary: 'What an event pass would cost, with every line and tax. Open to visitors; binds nobody.',
    access: 'all',
    body: z.object({ wish: passWish, place: z.optional(buyerPlace) }),
    result: price,
    failures: wishFailures,
  }),
  quote: call({
    method: 'POST',
    path: '/api/billing/passes/quotes',
    summary: 'The same with the data of the account; the price holds for a quarter of an hour.',
    access: 'subscriptions.purchase',
    body: passWish,
    result: z.extend(price, { id: z.string(), expiresAt: z.number(), givesUp: z.array(orderGivenUp) }),
    failures: { ...bound, order_reported: 409 },
  }),
  buy: call({
    method: 'POST',
    path: '/api/billing/passes',
    summary:
      'Buys the event pass that was quoted and begins to pay it. It counts from its beginning on, and not before it is paid; it ends by itself.',
    access: 'subscriptions.purchase',
    body: z.object({
      quoteId: id,
      by: z.enum(['card', 'transfer']),
      manual: z.optional(id),
      givesUp: agreedTo,
      terms: z.literal(true),
      challenge: botAnswer,
    }),
    result: z.object({ subscriptionId: z.string(), invoiceId: z.nullable(z.string()), next: nextStep }),
    failures: {
      ...bound,
      ...botFailures,
      ...givesUpFailures,
      quote_expired: 409,
      payment_undecided: 409,
      provider_off: 409,
      provider_down: 503,
      tax_pending: 409,
      document_refused: 422,
    },
  }),
  withdrawal: call({
    method: 'GET',
    path: '/api/billing/passes/{id}/withdrawal',
    summary: 'What a withdrawal from a pass at this moment would give back, and until when it can be made. Changes nothing.',
    access: 'subscriptions.view',
    params: z.object({ id }),
    result: subscriptionsCalls.withdrawal.result,
    failures: withdrawFailures,
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/billing/passes/{id}/withdraw',
    summary:
      'Withdraws a consumer from a pass within fourteen days, as long as no meeting was held on it and its time is not over; all of it is given back.',
    access: 'subscriptions.purchase',
    params: z.object({ id }),
    body: z.object({ revision: z.number() }),
    result: subscriptionsCalls.withdraw.result,
    failures: { ...withdrawFailures, changed_meanwhile: 409, payment_undecided: 409 },
  }),
};
