/** What is still to be done about an invoice that is not paid. Times are epoch milliseconds, days are those of its seller. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { happening, id } from './invoices.contract.ts';

/**
 * `charge`, `retry`: the card. `remind`, `final_notice`: mails. `past_due`, `restrict`, `cancel`: what becomes of the plan. `write_off`: of what is
 * over already, nobody asks for the money any more.
 */
export const comingActs = ['charge', 'retry', 'remind', 'final_notice', 'past_due', 'restrict', 'cancel', 'write_off'] as const;
export type ComingAct = (typeof comingActs)[number];

const coming = z.object({
  /** In the order of their days, if nobody pays. */
  steps: z.array(z.object({ on: z.string(), act: z.enum(comingActs) })),
  /** Why nothing is done meanwhile; until null it waits for an answer. */
  held: z.nullable(z.object({ why: z.enum(['objection', 'report']), until: z.nullable(z.number()) })),
  /** The plan runs on trust until this day. */
  trust: z.nullable(z.string()),
});
export type ComingView = z.output<typeof coming>;
const waiting = z.object({
  invoiceId: z.string(),
  number: z.string(),
  coming,
  /** What was done about it, the newest first. */
  done: z.array(happening),
});
export type WaitingView = z.output<typeof waiting>;
// its own, as what is spread into a call leaves its schemas behind within one file only
const one = { params: z.object({ id }) };

/** For either side of an invoice: the account that pays, and its seller. */
export const comingCalls = {
  ofInvoice: call({
    method: 'GET',
    path: '/api/invoices/{id}/steps',
    summary: 'What follows on which day while an invoice is not paid; null where nothing follows by itself.',
    access: 'user',
    ...one,
    result: z.object({ coming: z.nullable(coming) }),
  }),
  ofSubscription: call({
    method: 'GET',
    path: '/api/subscriptions/{id}/steps',
    summary: 'The invoice of a subscription that waits for money longest, and what was done and follows; null where none waits.',
    access: 'user',
    ...one,
    result: z.object({ waiting: z.nullable(waiting) }),
  }),
};
