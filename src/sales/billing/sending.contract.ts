/** An invoice that its seller mails again. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { id } from './invoices.contract.ts';

/** Mails of one invoice in an hour. */
export const SENDS_PER_HOUR = 5;
// its own, as what is spread into a call leaves its schemas behind within one file only
const one = { params: z.object({ id }) };

/** For the operator, and for a vendor that sells in its own name. */
export const sendingCalls = {
  recipients: call({
    method: 'GET',
    path: '/api/issued-invoices/{id}/recipients',
    summary:
      'To whom an invoice may be mailed: the address on it, the address for invoices of its account, and the owners of the account.',
    access: 'user',
    ...one,
    result: z.object({ items: z.array(z.object({ email: z.string(), name: z.string() })) }),
  }),
  send: call({
    method: 'POST',
    path: '/api/issued-invoices/{id}/send',
    summary: 'Mails an invoice or a credit note again, a few times an hour at most.',
    access: 'user',
    ...one,
    body: z.object({ to: z.string().check(z.minLength(3), z.maxLength(254)) }),
    result: z.object({ done: z.literal(true) }),
    failures: { wrong_state: 409 },
  }),
};
