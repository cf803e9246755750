/** Invoices for their seller. Amounts are minor units of `currency`. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isCurrency } from '#kit/money.ts';
import {
  amount,
  AMOUNT_MAX,
  day,
  id,
  invoiceFilter,
  invoiceList,
  invoicePage,
  invoiceStates,
  invoiceView,
  words,
} from './invoices.contract.ts';
import { ownTax } from './terms.contract.ts';

// its own, as what is spread into a call leaves its schemas behind within one file only
const oneInvoice = { params: z.object({ id }) };
const owed = z.int().check(z.gte(1), z.lte(AMOUNT_MAX));
const currency = z.string().check(z.refine(isCurrency, 'not_a_currency'));
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
const draftLine = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  detail: z._default(words(500), ''),
  quantity: z.int().check(z.gte(1), z.lte(1_000_000)),
  unit: amount,
});
const draft = {
  lines: z.array(draftLine).check(z.minLength(1), z.maxLength(200)),
  note: z._default(words(1000), ''),
  dueDays: z.optional(z.int().check(z.gte(0), z.lte(90))),
};
const creditChoice = z
  .object({
    position: z.int().check(z.gte(0), z.lte(9999)),
    quantity: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
    /** As the prices of the invoice are: with tax where they are. */
    amount: z.optional(owed),
  })
  .check(z.refine((one) => (one.quantity === undefined) !== (one.amount === undefined), 'quantity_or_amount'));
/** What is given back: an amount with tax, spread over what is left of the lines, or some lines. */
export const creditWish = {
  amount: z.optional(owed),
  lines: z.optional(z.array(creditChoice).check(z.minLength(1), z.maxLength(200))),
};
type Wish = { amount?: number | undefined; lines?: readonly unknown[] | undefined };
/** Whether it names an amount or lines, and not both. */
export const isOneWish = (one: Wish): boolean => (one.amount === undefined) !== (one.lines === undefined);

/** What the seller has to answer: an objection, or the customer's report that it is paid. */
export const invoiceAsks = ['objected', 'reported'] as const;
export type InvoiceAsk = (typeof invoiceAsks)[number];

const moneyFailures = { wrong_state: 409, changed_meanwhile: 409 } as const;

/** Of all accounts that the seller sells to. */
export const allInvoicesCalls = {
  list: call({
    method: 'GET',
    path: '/api/all-invoices',
    summary: 'All invoices of the seller, newest first.',
    access: 'invoices.manage',
    query: z.object({
      ...invoicePage,
      ...invoiceFilter,
      /**
       * `place`: other signs of where the customer is contradict the address, and nobody decided. `objected`: the customer does not agree and
       * waits for an answer. `reported`: the customer says that it is paid, and nobody decided.
       */
      state: z.optional(z.enum([...invoiceStates, 'overdue', 'place', ...invoiceAsks])),
      accountId: z.optional(id),
    }),
    result: invoiceList,
  }),
  figures: call({
    method: 'GET',
    path: '/api/all-invoices/figures',
    summary: 'What is open, overdue and reported as paid, by currency.',
    access: 'invoices.manage',
    result: z.object({
      open: z.array(z.object({ currency: z.string(), amount, count: z.number() })),
      overdue: z.array(z.object({ currency: z.string(), amount, count: z.number() })),
      reported: z.number(),
      /** Refunds by transfer that somebody has to make. */
      toRefund: z.number(),
      /** Payments that a bank has not decided about yet. */
      disputed: z.number(),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/all-invoices/{id}',
    summary: 'One invoice of the seller.',
    access: 'invoices.manage',
    ...oneInvoice,
    result: invoiceView,
  }),
  create: call({
    method: 'POST',
    path: '/api/all-invoices',
    summary: 'Makes a draft for an account. It has no number before it is finalized.',
    access: 'invoices.manage',
    body: z.object({ accountId: id, currency, ...draft }),
    result: invoiceView,
    failures: { profile_missing: 409, seller_missing: 409 },
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/all-invoices/{id}',
    summary: 'Changes a draft.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ ...draft, revision: z.number() }),
    bodyLimit: 320_000,
    result: invoiceView,
    failures: moneyFailures,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/all-invoices/{id}',
    summary: 'Drops a draft.',
    access: 'invoices.manage',
    ...oneInvoice,
    result: z.object({ done: z.literal(true) }),
    failures: moneyFailures,
  }),
  finalize: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/finalize',
    summary: 'Gives a draft its number and date; from then on it never changes. `document_refused` names what is missing.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ revision: z.number() }),
    result: invoiceView,
    failures: { ...moneyFailures, document_refused: 422, tax_pending: 409, rate_missing: 409 },
  }),
  decideTax: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/tax',
    summary:
      'Says what is charged where a VAT number could not be checked: with tax, or as for a number whose proof somebody saw. The invoice gets its number then.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ as: z.enum(['charge', 'valid']), reason, revision: z.number() }),
    result: invoiceView,
    failures: { ...moneyFailures, document_refused: 422, tax_pending: 409, rate_missing: 409 },
  }),
  ownTax: call({
    method: 'PUT',
    path: '/api/all-invoices/{id}/own-tax',
    summary:
      'Decides the tax of one draft, whatever the rules and the terms of its customer say; null: as they say. `tax_refused` names what no e-invoice could carry.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ tax: z.nullable(ownTax), reason, revision: z.number() }),
    result: invoiceView,
    failures: { ...moneyFailures, tax_refused: 422, tax_pending: 409 },
  }),
  record: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/payments',
    summary: 'Books money that arrived. What is more than due goes to the balance of the account.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({
      amount: owed,
      valueDate: day,
      bankRef: words(140),
      note: words(500),
      /** By which of the seller's own ways it came; null: on a bank account; not there: as it was waited for. */
      manual: z.optional(z.nullable(id)),
      /** For what is paid or void already. */
      more: z.optional(z.literal(true)),
    }),
    result: invoiceView,
    failures: { ...moneyFailures, payment_undecided: 409 },
  }),
  reject: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/reject',
    summary: 'Says that a transfer that was reported did not arrive.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ reason }),
    result: invoiceView,
    failures: moneyFailures,
  }),
  remind: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/remind',
    summary: 'Sends a reminder of what is due.',
    access: 'invoices.manage',
    ...oneInvoice,
    result: invoiceView,
    failures: moneyFailures,
  }),
  voiding: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/void',
    summary: 'Voids an invoice on which nothing was paid. Its number stays taken.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ reason }),
    result: invoiceView,
    failures: { ...moneyFailures, payment_undecided: 409 },
  }),
  credit: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/credit',
    summary:
      'Gives back a part of an invoice by a credit note: first against what is due, the rest to the balance of the account.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z
      .object({ ...creditWish, to: z.literal('balance'), reason })
      .check(z.refine((one) => isOneWish(one), 'amount_or_lines')),
    result: invoiceView,
    failures: { ...moneyFailures, credit_too_much: 409, payment_undecided: 409 },
  }),
  refund: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/refunds',
    summary:
      'Gives back a part of an invoice by a credit note: first against what is due, the rest to the card that paid, or by a transfer that somebody makes. The answer comes before the provider’s; a refund that fails goes to the balance of the account.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z
      .object({ ...creditWish, by: z.enum(['card', 'transfer']), reason, paymentId: z.optional(id) })
      .check(z.refine((one) => isOneWish(one), 'amount_or_lines')),
    result: invoiceView,
    failures: {
      ...moneyFailures,
      credit_too_much: 409,
      refund_too_much: 409,
      payment_undecided: 409,
      payment_disputed: 409,
      provider_off: 409,
    },
  }),
  refundSent: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/refunds/{refundId}/sent',
    summary: 'Says that the transfer of a refund was made.',
    access: 'invoices.manage',
    params: z.object({ id, refundId: id }),
    body: z.object({ valueDate: day, bankRef: words(140) }),
    result: invoiceView,
    failures: moneyFailures,
  }),
  refundDropped: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/refunds/{refundId}/dropped',
    summary: 'Says that the transfer of a refund cannot be made; its amount goes to the balance of the account.',
    access: 'invoices.manage',
    params: z.object({ id, refundId: id }),
    body: z.object({ reason }),
    result: invoiceView,
    failures: moneyFailures,
  }),
  place: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/place',
    summary: 'Decides where a consumer is whose card or bank names another country than the address. The invoice stays as it is.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ country: z.string().check(z.regex(/^[A-Z]{2}$/)), reason }),
    result: invoiceView,
    failures: moneyFailures,
  }),
  writeOff: call({
    method: 'POST',
    path: '/api/all-invoices/{id}/uncollectible',
    summary: 'Gives up on what is due; money that comes late is still taken.',
    access: 'invoices.manage',
    ...oneInvoice,
    body: z.object({ reason }),
    result: invoiceView,
    failures: moneyFailures,
  }),
};
