/** With what an account pays: its cards, and transfers. No number of a card comes here; it is typed in at the provider. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { botAnswer, botFailures } from '#core/identity/bot-check.contract.ts';
import { agreedTo, givesUpFailures } from './gives-up.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const done = z.object({ done: z.literal(true) });
/** `waiting`: its page is still open, or the provider has not said. */
export const setupStates = ['stored', 'waiting', 'given_up'] as const;
export type SetupState = (typeof setupStates)[number];

export const methodsCalls = {
  add: call({
    method: 'POST',
    path: '/api/billing/methods',
    summary: 'Opens a page of the card provider on which a card is stored. It leads back to the plan.',
    access: 'subscriptions.purchase',
    body: z.object({ challenge: botAnswer }),
    result: z.object({ id: z.string(), url: z.string() }),
    failures: { ...botFailures, provider_off: 409, provider_down: 503 },
  }),
  trial: call({
    method: 'POST',
    path: '/api/billing/methods/trials',
    summary:
      'Opens such a page for a trial that begins with a card. What was quoted begins when the card is stored; it leads back to the purchase.',
    access: 'subscriptions.purchase',
    body: z.object({ quoteId: id, givesUp: agreedTo, terms: z.literal(true), challenge: botAnswer }),
    result: z.object({ id: z.string(), url: z.string() }),
    failures: {
      ...botFailures,
      ...givesUpFailures,
      quote_expired: 409,
      already_subscribed: 409,
      provider_off: 409,
      provider_down: 503,
    },
  }),
  arrive: call({
    method: 'POST',
    path: '/api/billing/methods/arrivals',
    summary: 'Asks the provider what became of such a page, and keeps the card.',
    access: 'subscriptions.purchase',
    body: z.object({ id }),
    result: z.object({
      state: z.enum(setupStates),
      last4: z.nullable(z.string()),
      /** Of a trial that begins with this card; `refused`: something changed meanwhile, and the card is stored all the same. */
      begun: z.nullable(z.enum(['waiting', 'begun', 'refused'])),
    }),
  }),
  first: call({
    method: 'POST',
    path: '/api/billing/methods/{id}/first',
    summary: 'Charges this card from now on; a plan that was paid by transfer is paid with it, too.',
    access: 'subscriptions.purchase',
    params: z.object({ id }),
    result: done,
    failures: { payment_undecided: 409 },
  }),
  byManual: call({
    method: 'POST',
    path: '/api/billing/methods/manual/{id}',
    summary: 'Pays the plan by one of the seller’s own ways from now on. Cards stay known.',
    access: 'subscriptions.purchase',
    params: z.object({ id }),
    result: done,
    failures: { wrong_state: 409, provider_off: 409, payment_undecided: 409 },
  }),
  byTransfer: call({
    method: 'POST',
    path: '/api/billing/methods/transfer',
    summary: 'Pays the plan by transfer from now on. Cards stay known.',
    access: 'subscriptions.purchase',
    result: done,
    failures: { wrong_state: 409, provider_off: 409, payment_undecided: 409 },
  }),
};
