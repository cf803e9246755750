/** What a vendor does as the seller of its customers: answers, asks for money, gives up, ends and prolongs. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { allInvoicesCalls } from '#sales/billing/all-invoices.contract.ts';
import { EXTEND_DAYS_MAX } from '#sales/billing/all-subscriptions.contract.ts';
import { subscriptionStates } from '#sales/billing/billing.contract.ts';
import { objectionsCalls } from '#sales/billing/objections.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const access = 'vendors.manage';
const one = { params: z.object({ id }) };
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
const revision = z.number();
const moneyFailures = { wrong_state: 409, changed_meanwhile: 409 } as const;

const subscription = z.object({
  id: z.string(),
  customer: z.string(),
  plan: z.string(),
  state: z.enum(subscriptionStates),
  period: z.enum(['month', 'year', 'once']),
  seats: z.number(),
  periodEnd: z.nullable(z.number()),
  trialEnd: z.nullable(z.number()),
  cancelAtEnd: z.boolean(),
  endedAt: z.nullable(z.number()),
  rights: z.object({ endNow: z.boolean(), endLater: z.boolean(), extend: z.boolean() }),
  revision,
});
export type SoldSubscription = z.output<typeof subscription>;

export const vendorActsCalls = {
  objection: call({
    method: 'GET',
    path: '/api/vendor/sales/{id}/objection',
    summary: 'What the customer said against an invoice of the own account as a vendor, and the answer.',
    access,
    ...one,
    result: objectionsCalls.of.result,
  }),
  answerObjection: call({
    method: 'POST',
    path: '/api/vendor/sales/{id}/objection/answer',
    summary: 'Answers what the customer said against an own invoice; reminders go on.',
    access,
    ...one,
    body: z.object({ answer: z.string().check(z.trim(), z.minLength(3), z.maxLength(2000)) }),
    result: objectionsCalls.of.result,
    failures: { wrong_state: 409 },
  }),
  rejectSale: call({
    method: 'POST',
    path: '/api/vendor/sales/{id}/reject',
    summary: 'Says that a transfer that the customer reported did not arrive; the customer has a mail with the reason.',
    access,
    ...one,
    body: z.object({ reason }),
    result: allInvoicesCalls.reject.result,
    failures: moneyFailures,
  }),
  remindSale: call({
    method: 'POST',
    path: '/api/vendor/sales/{id}/remind',
    summary: 'Sends the customer a reminder of what is due.',
    access,
    ...one,
    result: allInvoicesCalls.remind.result,
    failures: moneyFailures,
  }),
  writeOffSale: call({
    method: 'POST',
    path: '/api/vendor/sales/{id}/uncollectible',
    summary: 'Gives up on what is due of an own invoice; money that comes late is still taken.',
    access,
    ...one,
    body: z.object({ reason }),
    result: allInvoicesCalls.writeOff.result,
    failures: { ...moneyFailures, payment_undecided: 409 },
  }),
  subscription: call({
    method: 'GET',
    path: '/api/vendor/subscriptions/{id}',
    summary: 'A subscription that the own account as a vendor sells, and what may be done with it.',
    access,
    ...one,
    result: subscription,
  }),
  endSubscription: call({
    method: 'POST',
    path: '/api/vendor/subscriptions/{id}/cancel',
    summary:
      'Ends what the own account sells: with the period that is paid, or now. Ended now, what was paid and not used goes to the balance of the customer, or not.',
    access,
    ...one,
    body: z.object({
      when: z.enum(['now', 'end']),
      /** For `now`. */
      credit: z._default(z.enum(['unused', 'nothing']), 'unused'),
      reason,
      revision,
    }),
    result: subscription,
    failures: { ...moneyFailures, payment_undecided: 409 },
  }),
  extendSubscription: call({
    method: 'POST',
    path: '/api/vendor/subscriptions/{id}/extend',
    summary:
      'Makes the present period of what the own account sells longer. The lowest price of these days is owed to the operator as that of all others.',
    access,
    ...one,
    body: z.object({ days: z.int().check(z.gte(1), z.lte(EXTEND_DAYS_MAX)), reason, revision }),
    result: subscription,
    failures: { ...moneyFailures, next_paid: 409, payment_undecided: 409 },
  }),
};
