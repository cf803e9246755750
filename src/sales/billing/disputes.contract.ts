/** What the operator tells the bank of a payer that questions a payment. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { id } from './invoices.contract.ts';
import { paymentWhole } from './payments.contract.ts';

/** Characters of one text; the card provider takes 150 000 of all together. */
export const disputeLimits = { text: 20_000, line: 500 } as const;

const line = z.string().check(z.trim(), z.maxLength(disputeLimits.line));
const long = z.string().check(z.trim(), z.maxLength(disputeLimits.text));
/** One text for each field of the provider; empty ones are not sent. */
const texts = {
  /** What was sold. */
  product: long,
  name: line,
  email: line,
  address: line,
  /** When it was served. */
  period: line,
  /** Sign-ins and meetings. */
  activity: long,
  other: long,
};
const proof = z
  .object({
    ...texts,
    /** Whether the invoice goes with it as a PDF. */
    document: z.enum(['invoice', 'none']),
  })
  .check(z.refine(({ document, ...said }) => document === 'invoice' || Object.values(said).join('') !== '', 'nothing_said'));
export type DisputeProof = z.output<typeof proof>;

const proposal = z.object({
  texts: z.object(texts),
  /** The invoice is there as a PDF. */
  document: z.enum(['invoice', 'none']),
});
export type DisputeProposal = z.output<typeof proposal>;

const one = { params: z.object({ id }) };
/** `dispute_answered`: the bank has an answer, and accepts only one. `dispute_too_late`: its deadline is over. */
const refusals = { wrong_state: 409, dispute_answered: 409, dispute_too_late: 409, provider_off: 409 } as const;

/** For the operator, by the id of the payment. */
export const disputesCalls = {
  propose: call({
    method: 'GET',
    path: '/api/all-payments/{id}/dispute',
    summary:
      'What could be told to the bank about a disputed payment, from the invoice, the sign-ins and the meetings of its period.',
    access: 'invoices.manage',
    ...one,
    result: proposal,
    failures: { wrong_state: 409 },
  }),
  answer: call({
    method: 'POST',
    path: '/api/all-payments/{id}/dispute/answer',
    summary:
      'Sends proof about a disputed payment to the card provider, once. It is kept, and sent again until the provider has it.',
    access: 'invoices.manage',
    ...one,
    body: proof,
    bodyLimit: 130_000,
    result: paymentWhole,
    failures: refusals,
  }),
  accept: call({
    method: 'POST',
    path: '/api/all-payments/{id}/dispute/accept',
    summary: 'Gives in: the disputed amount stays with the bank of the payer, and its invoice is due again.',
    access: 'invoices.manage',
    ...one,
    result: paymentWhole,
    failures: refusals,
  }),
};
