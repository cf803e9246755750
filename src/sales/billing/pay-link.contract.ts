/** Paying one invoice by a link from a mail, without signing in. Amounts are minor units of `currency`. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { botAnswer, botFailures } from '#core/identity/bot-check.contract.ts';
import { amount, id, nextStep } from './invoices.contract.ts';

const token = z.string().check(z.regex(/^[0-9a-f-]{36}\.\d{13}\.[0-9a-f]{64}$/));
/** What its bearer may know: nothing else of the account. */
const payable = z.object({
  /** `confirm`: the bank waits for the holder of the card. `waiting`: for the word of a bank. `closed`: nobody has to pay it any more. */
  state: z.enum(['due', 'confirm', 'waiting', 'paid', 'closed']),
  number: z.string(),
  seller: z.string(),
  remaining: amount,
  currency: z.string(),
  dueDate: z.nullable(z.string()),
  ways: z.array(z.enum(['card', 'transfer'])),
  /** The seller's own ways to pay. */
  manual: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Payable = z.output<typeof payable>;

/** For anyone with the link; a session is ignored. One that is over or not ours is `not_found`. */
export const payLinkCalls = {
  look: call({
    method: 'POST',
    path: '/api/pay-links/look',
    summary: 'What is due of the invoice that the link is for.',
    access: 'guest',
    body: z.object({ token }),
    result: payable,
    failures: { not_found: 404 },
  }),
  pay: call({
    method: 'POST',
    path: '/api/pay-links/pay',
    summary: 'Begins to pay what is due of it, or goes on with what was begun.',
    access: 'guest',
    body: z.object({ token, by: z.enum(['card', 'transfer']), manual: z.optional(id), challenge: botAnswer }),
    result: nextStep,
    failures: { ...botFailures, not_found: 404, nothing_due: 409, payment_undecided: 409, provider_off: 409, provider_down: 503 },
  }),
};
