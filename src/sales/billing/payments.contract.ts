/** Payments, for the buyer and for the seller. Amounts are minor units of `currency`; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isCurrency } from '#kit/money.ts';
import { totalField } from '#kit/total.contract.ts';
import {
  amount,
  day,
  disputeStates,
  happening,
  id,
  invoicePage,
  invoiceStates,
  paymentStates,
  paymentView,
  providers,
  refundView,
} from './invoices.contract.ts';

/** `disputed`: a bank has not decided yet. `refunded`: something of it went back. */
export const paymentFilterStates = [...paymentStates, 'disputed', 'refunded'] as const;
export type PaymentFilterState = (typeof paymentFilterStates)[number];

const paymentItem = z.object({
  id: z.string(),
  provider: z.enum(providers),
  state: z.enum(paymentStates),
  amount,
  currency: z.string(),
  /** What of it went back, or is on its way. */
  refunded: amount,
  /** How the newest dispute about it stands. */
  dispute: z.nullable(z.object({ state: z.enum(disputeStates) })),
  /** A card's brand and last four digits. */
  method: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** The name of the seller's own way to pay. */
  manual: z.nullable(z.string()),
  /** What a transfer has to say. */
  reference: z.nullable(z.string()),
  invoice: z.object({ id: z.string(), number: z.string() }),
  accountId: z.string(),
  accountName: z.string(),
  createdAt: z.number(),
  settledAt: z.nullable(z.number()),
});
export type PaymentItem = z.output<typeof paymentItem>;

const paymentList = z.object({
  items: z.array(paymentItem),
  next: z.nullable(z.string()),
  total: totalField,
  /** In which there are payments at all, whatever the filter. */
  currencies: z.array(z.string()),
  /** The account that the list is narrowed to. */
  account: z.nullable(z.object({ id: z.string(), name: z.string() })),
});

export const disputeAnswerKinds = ['proof', 'accept'] as const;
export type DisputeAnswerKind = (typeof disputeAnswerKinds)[number];
export const disputeAnswerStates = ['sending', 'sent', 'refused'] as const;
export type DisputeAnswerState = (typeof disputeAnswerStates)[number];
/** `sending`: stored, and sent to the card provider until it has it. `texts`: by their field. */
const disputeAnswer = z.object({
  kind: z.enum(disputeAnswerKinds),
  state: z.enum(disputeAnswerStates),
  texts: z.record(z.string(), z.string()),
  document: z.enum(['invoice', 'none']),
  by: z.nullable(z.string()),
  createdAt: z.number(),
  settledAt: z.nullable(z.number()),
});
export type DisputeAnswer = z.output<typeof disputeAnswer>;

export const paymentWhole = z.object({
  ...paymentView.shape,
  reference: z.nullable(z.string()),
  accountId: z.string(),
  accountName: z.string(),
  /** Who was paid, as on the invoice. */
  sellerName: z.string(),
  invoice: z.object({
    id: z.string(),
    number: z.string(),
    state: z.enum(invoiceStates),
    overdue: z.boolean(),
    total: amount,
    remaining: amount,
  }),
  /** What of it the invoice took, and what went to the balance of the account because it was more than due, or late. */
  onInvoice: amount,
  toBalance: amount,
  /** What a bank took back of it. */
  takenBack: amount,
  /** `charge`: without its holder, by the card that is kept. `link`: by the link of a mail. */
  way: z.enum(['page', 'charge', 'link', 'transfer']),
  refunds: z.array(refundView),
  disputeClosedAt: z.nullable(z.number()),
  /** When the newest dispute was answered, here or at the provider itself. */
  disputeAnsweredAt: z.nullable(z.number()),
  /** For the seller: the answer that was sent from here. */
  disputeAnswer: z.nullable(disputeAnswer),
  /** For the seller: what the bank calls it, and what the card provider calls it and what belongs to it. */
  bankRef: z.nullable(z.string()),
  ids: z.nullable(
    z.object({
      payment: z.nullable(z.string()),
      customer: z.nullable(z.string()),
      refunds: z.array(z.string()),
      disputes: z.array(z.string()),
    }),
  ),
  timeline: z.array(happening),
  rights: z.object({
    /** By a credit note on its invoice. */
    refund: z.boolean(),
    /** The card provider can be asked how it stands. */
    look: z.boolean(),
    /** Its invoice is due still, and its payer may pay it. */
    pay: z.boolean(),
    /** Somebody of the seller says whether the transfer is here. */
    decide: z.boolean(),
    /** Its money is gone again: a cheque came back, or a transfer that somebody wrote down by hand. */
    takeBack: z.boolean(),
    /** The bank of the payer takes proof still. */
    answer: z.boolean(),
  }),
});
export type PaymentWhole = z.output<typeof paymentWhole>;

const isDay = (text: string) => text >= '1970' && text < '9999' && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const realDay = day.check(z.refine(isDay, 'not_a_day'));
/** `from`, `to`: days as the calendar of the seller has them, on which it was begun. */
const filter = {
  state: z.optional(z.enum(paymentFilterStates)),
  /** `manual`: by a way to pay of the seller's own; `transfer`: to the bank. */
  provider: z.optional(z.enum([...providers, 'manual'])),
  currency: z.optional(z.string().check(z.refine(isCurrency, 'not_a_currency'))),
  /** A part of the invoice's number, of a reference or of a name; or an amount such as `29.00`. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  from: z.optional(realDay),
  to: z.optional(realDay),
};
const one = { params: z.object({ id }) };

/** Of the account that the session acts in, as the payer. */
export const paymentsCalls = {
  list: call({
    method: 'GET',
    path: '/api/payments',
    summary: 'The payments of the account, newest first.',
    access: 'invoices.view',
    query: z.object({ ...invoicePage, ...filter }),
    result: paymentList,
  }),
  get: call({
    method: 'GET',
    path: '/api/payments/{id}',
    summary: 'One payment of the account: what it paid, what went back, and what happened to it.',
    access: 'invoices.view',
    ...one,
    result: paymentWhole,
  }),
};

const back = z.object({ valueDate: realDay, reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)) });
const oneOfAll = { params: z.object({ id }) };
/** For the operator: what everybody paid to it. */
export const allPaymentsCalls = {
  list: call({
    method: 'GET',
    path: '/api/all-payments',
    summary: 'All payments to the seller, newest first.',
    access: 'invoices.manage',
    query: z.object({ ...invoicePage, ...filter, accountId: z.optional(id) }),
    result: paymentList,
  }),
  get: call({
    method: 'GET',
    path: '/api/all-payments/{id}',
    summary: 'One payment to the seller, with what the card provider calls it and told of it.',
    access: 'invoices.manage',
    ...oneOfAll,
    result: paymentWhole,
  }),
  look: call({
    method: 'POST',
    path: '/api/all-payments/{id}/look',
    summary: 'Asks the card provider now how a payment and its refunds stand; the answer counts as its news do.',
    access: 'invoices.manage',
    ...oneOfAll,
    result: paymentWhole,
    failures: { wrong_state: 409, provider_down: 503 },
  }),
  takeBack: call({
    method: 'POST',
    path: '/api/all-payments/{id}/take-back',
    summary:
      'Says that money that was written down by hand is gone again, such as by a cheque that came back: its invoice is due again, and its payer has a mail.',
    access: 'invoices.manage',
    ...oneOfAll,
    body: back,
    result: paymentWhole,
    failures: { wrong_state: 409 },
  }),
};

const oneOfVendor = { params: z.object({ id }) };
/** For a vendor: what its customers paid to it. */
export const vendorPaymentsCalls = {
  list: call({
    method: 'GET',
    path: '/api/vendor/payments',
    summary: 'What customers paid to the own account as a vendor, newest first.',
    access: 'vendors.manage',
    query: z.object({ ...invoicePage, ...filter, accountId: z.optional(id) }),
    result: paymentList,
  }),
  get: call({
    method: 'GET',
    path: '/api/vendor/payments/{id}',
    summary: 'One payment of a customer to the own account as a vendor.',
    access: 'vendors.manage',
    ...oneOfVendor,
    result: paymentWhole,
  }),
  takeBack: call({
    method: 'POST',
    path: '/api/vendor/payments/{id}/take-back',
    summary: 'The same for a payment of a customer to the own account as a vendor.',
    access: 'vendors.manage',
    ...oneOfVendor,
    body: back,
    result: paymentWhole,
    failures: { wrong_state: 409 },
  }),
};
