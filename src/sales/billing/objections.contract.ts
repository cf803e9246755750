/** What a customer does not agree with, and what proves a transfer. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { id } from './invoices.contract.ts';

// its own, as what is spread into a call leaves its schemas behind within one file only
const oneInvoice = { params: z.object({ id }) };

/** Days from the first objection to an invoice in which nothing is restricted or ended because of it. */
export const OBJECTION_HOLD_DAYS = 14;

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(2000));
/** The last one that was raised; null when nobody ever did. */
const view = z.object({
  last: z.nullable(
    z.object({
      state: z.enum(['open', 'answered', 'withdrawn']),
      reason: z.string(),
      answer: z.nullable(z.string()),
      raisedAt: z.number(),
      closedAt: z.nullable(z.number()),
      /** Until when an open one holds off that anything is restricted or ended; null: not any more. */
      holdsUntil: z.nullable(z.number()),
    }),
  ),
  mayRaise: z.boolean(),
});
export type ObjectionView = z.output<typeof view>;

export const objectionsCalls = {
  own: call({
    method: 'GET',
    path: '/api/invoices/{id}/objection',
    summary: 'What the account said against an invoice, and the answer.',
    access: 'invoices.view',
    ...oneInvoice,
    result: view,
  }),
  raise: call({
    method: 'POST',
    path: '/api/invoices/{id}/objection',
    summary:
      'Says that something is wrong with an open invoice. Reminders wait until it is answered, and nothing is restricted or ended for fourteen days from the first time.',
    access: 'subscriptions.purchase',
    ...oneInvoice,
    body: z.object({ reason }),
    result: view,
    failures: { wrong_state: 409, objection_open: 409 },
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/invoices/{id}/objection/withdraw',
    summary: 'Takes back what was said against an invoice.',
    access: 'subscriptions.purchase',
    ...oneInvoice,
    result: view,
    failures: { wrong_state: 409 },
  }),
  of: call({
    method: 'GET',
    path: '/api/all-invoices/{id}/objection',
    summary: 'What the customer said against an invoice, and the answer.',
    access: 'invoices.manage',
    ...oneInvoice,
    result: view,
  }),
  answer: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/objection/answer',
    summary: 'Answers what the customer said against an invoice; reminders go on.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ answer: reason }),
    result: view,
    failures: { wrong_state: 409 },
  }),
  prove: call({
    method: 'PUT',
    path: '/api/invoices/{id}/proof',
    summary:
      'Adds a proof (PDF, PNG or JPEG in base64, at most 5 MB) to a transfer that was reported. Another one takes its place.',
    access: 'subscriptions.purchase',
    ...oneInvoice,
    body: z.object({ content: z.string().check(z.minLength(1), z.maxLength(7_000_000)) }),
    bodyLimit: 7_200_000,
    result: z.object({ done: z.literal(true) }),
    failures: { wrong_state: 409, bad_proof: 422 },
  }),
};
/** Bytes of a proof. */
export const PROOF_BYTES = 5 * 1024 * 1024;
