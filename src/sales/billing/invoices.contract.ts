/** Invoices and payments, for those who pay and for those who are paid. Amounts are minor units of `currency`; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';
import { botAnswer, botFailures } from '#core/identity/bot-check.contract.ts';
import { taxReasons } from '#sales/tax/tax.rules.ts';
import { accountingFields } from './accounting.contract.ts';
import { party, placeView, transferView } from './invoice-parts.contract.ts';

export const invoiceKinds = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
export const invoiceStates = ['draft', 'pending_tax', 'open', 'paid', 'void', 'uncollectible'] as const;
export type InvoiceState = (typeof invoiceStates)[number];
export const invoiceCauses = ['start', 'period', 'change', 'pass', 'manual', 'credit', 'use'] as const;
export type InvoiceCause = (typeof invoiceCauses)[number];
export const lineKinds = ['plan', 'seats', 'addon', 'setup', 'credit', 'charge', 'pass', 'manual', 'minutes'] as const;
export type LineKind = (typeof lineKinds)[number];
export const taxCategories = ['S', 'Z', 'E', 'AE', 'O'] as const;
export type TaxCategory = (typeof taxCategories)[number];
export const providers = ['card', 'transfer', 'none'] as const;
export type Provider = (typeof providers)[number];
export const paymentStates = [
  'created',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'unknown',
  'reversed',
  'awaiting_transfer',
  'reported',
  'rejected',
  'expired',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Largest amount of one line or payment, in minor units. */
export const AMOUNT_MAX = 1_000_000_000_000;
export const id = z.string().check(z.refine(isId, 'not_an_id'));
export const amount = z.int().check(z.gte(-AMOUNT_MAX), z.lte(AMOUNT_MAX));
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
export const words = (most: number) => z.string().check(z.trim(), z.maxLength(most));
export const invoicePage = {
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};

export const invoiceLine = z.object({
  kind: z.enum(lineKinds),
  title: z.string(),
  detail: z.string(),
  quantity: z.int(),
  unit: amount,
  amount,
  discount: amount,
  net: amount,
  category: z.enum(taxCategories),
  /** Thousandths of a percent. */
  rate: z.int(),
  periodStart: z.nullable(z.number()),
  periodEnd: z.nullable(z.number()),
});
export type InvoiceLineView = z.output<typeof invoiceLine>;
export const taxGroup = z.object({ category: z.enum(taxCategories), rate: z.int(), base: amount, tax: amount });
/** `remaining` of an open one is due; `overdue` and `partly` follow from dates and amounts. */
export const invoiceItem = z.object({
  id: z.string(),
  kind: z.enum(invoiceKinds),
  number: z.nullable(z.string()),
  state: z.enum(invoiceStates),
  overdue: z.boolean(),
  partly: z.boolean(),
  accountId: z.string(),
  accountName: z.string(),
  cause: z.enum(invoiceCauses),
  currency: z.string(),
  total: amount,
  remaining: amount,
  issueDate: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  createdAt: z.number(),
});
export type InvoiceItem = z.output<typeof invoiceItem>;
export const refundStates = ['created', 'processing', 'succeeded', 'failed', 'unknown'] as const;
export type RefundState = (typeof refundStates)[number];
export const disputeStates = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const paymentView = z.object({
  id: z.string(),
  provider: z.enum(providers),
  state: z.enum(paymentStates),
  amount,
  currency: z.string(),
  /** What of it went back, or is on its way. */
  refunded: amount,
  /** The card's holder disputes the charge at their bank; until the decision the bank keeps the money. */
  dispute: z.nullable(
    z.object({
      state: z.enum(disputeStates),
      amount,
      /** The bank's word for it. */
      reason: z.string(),
      openedAt: z.number(),
      /** Until when the bank takes proof. */
      dueAt: z.nullable(z.number()),
      /** The bank has an answer, and accepts only one. */
      answered: z.boolean(),
    }),
  ),
  /** A card's brand and last four digits. */
  method: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  failure: z.nullable(z.object({ code: z.string(), kind: z.enum(['hard', 'soft', 'authentication']) })),
  valueDate: z.nullable(z.string()),
  /** The name of the seller's own way to pay, such as cash; null: a card, or a transfer to the bank. */
  manual: z.nullable(z.string()),
  note: z.string(),
  /** Whether one of the transfer was sent. */
  proof: z.boolean(),
  createdAt: z.number(),
  settledAt: z.nullable(z.number()),
});
export type PaymentView = z.output<typeof paymentView>;
/** Money that goes back by a credit note. One by transfer is `created` until somebody says that it was sent. */
export const refundView = z.object({
  id: z.string(),
  provider: z.enum(['card', 'transfer']),
  state: z.enum(refundStates),
  amount,
  currency: z.string(),
  paymentId: z.string(),
  creditNote: z.object({ id: z.string(), number: z.string() }),
  failure: z.nullable(z.string()),
  valueDate: z.nullable(z.string()),
  bankRef: z.nullable(z.string()),
  createdAt: z.number(),
  settledAt: z.nullable(z.number()),
});
export type RefundView = z.output<typeof refundView>;
export const happening = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Who did it, when it was a person. */
  by: z.nullable(z.string()),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type Happening = z.output<typeof happening>;
/** By the place of each line that asks for something: what it was, and what is left of it, as its prices are (`whole`, `left`) and without tax. */
const creditableView = z.object({
  lines: z.array(
    z.object({
      position: z.int(),
      quantity: z.int(),
      category: z.enum(taxCategories),
      rate: z.int(),
      whole: amount,
      left: amount,
      net: amount,
    }),
  ),
  groups: z.array(taxGroup),
});
export type CreditableView = z.output<typeof creditableView>;
export type PlaceView = z.output<typeof placeView>;
export const invoiceView = z.extend(invoiceItem, {
  lines: z.array(invoiceLine),
  taxes: z.array(taxGroup),
  linesTotal: amount,
  discountTotal: amount,
  net: amount,
  tax: amount,
  paid: amount,
  credited: amount,
  balanceUsed: amount,
  inclusive: z.boolean(),
  seller: z.nullable(party),
  buyer: z.nullable(party),
  orderNumber: z.string(),
  note: z.string(),
  reason: z.nullable(z.string()),
  ...accountingFields,
  /** Key of the sentence about tax that stands on it. */
  taxReason: z.nullable(z.enum(taxReasons)),
  /** What is printed of it in the seller's own words. */
  taxText: z.nullable(z.string()),
  /** For the seller: who decided the tax in place of the rules, by name, when, and why. */
  taxDecided: z.nullable(z.object({ by: z.nullable(z.string()), at: z.number(), reason: z.string() })),
  /** For the seller: what was decided for this draft alone. */
  ownTax: z.nullable(
    z.object({
      category: z.enum(taxCategories),
      rate: z.int(),
      code: z.nullable(z.string()),
      text: z.string(),
      reason: z.string(),
    }),
  ),
  refersTo: z.nullable(z.object({ id: z.string(), number: z.string() })),
  creditNotes: z.array(z.object({ id: z.string(), number: z.string(), total: amount })),
  /** What a credit note may still give back, for the seller; null when that is nothing. */
  creditable: z.nullable(creditableView),
  /** For the seller, of a consumer who has to prove where they are. */
  place: z.nullable(placeView),
  subscriptionId: z.nullable(z.string()),
  payments: z.array(paymentView),
  refunds: z.array(refundView),
  /** The newest first. */
  timeline: z.array(happening),
  /** Null until it is open. */
  transfer: z.nullable(transferView),
  /** The seller's own ways to pay: those that its customers may choose, for the seller all. */
  manual: z.array(z.object({ id: z.string(), name: z.string() })),
  papers: z.object({ pdf: z.boolean(), xml: z.boolean() }),
  rights: z.object({
    edit: z.boolean(),
    finalize: z.boolean(),
    /** What is charged where a VAT number could not be checked. */
    decideTax: z.boolean(),
    pay: z.boolean(),
    report: z.boolean(),
    record: z.boolean(),
    /** Money that came although nothing is due any more. */
    recordMore: z.boolean(),
    refund: z.boolean(),
    remind: z.boolean(),
    void: z.boolean(),
    writeOff: z.boolean(),
  }),
  revision: z.number(),
});
export type InvoiceView = z.output<typeof invoiceView>;

/** Where to go on after asking to pay. */
export const nextStep = z.union([
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('instructions'), transfer: transferView }),
  z.object({ kind: z.literal('done') }),
]);
export type NextStep = z.output<typeof nextStep>;

export const invoiceFilter = {
  state: z.optional(z.enum([...invoiceStates, 'overdue'])),
  kind: z.optional(z.enum(invoiceKinds)),
  search: z.optional(z.string().check(z.maxLength(100))),
  from: z.optional(day),
  to: z.optional(day),
};
export const invoiceList = z.object({ items: z.array(invoiceItem), next: z.nullable(z.string()), total: totalField });
const oneInvoice = { params: z.object({ id }) };

/** Of the account that the session acts in. */
export const invoicesCalls = {
  list: call({
    method: 'GET',
    path: '/api/invoices',
    summary: 'The invoices of the account, newest first. Drafts are not among them.',
    access: 'invoices.view',
    query: z.object({ ...invoicePage, ...invoiceFilter }),
    result: invoiceList,
  }),
  get: call({
    method: 'GET',
    path: '/api/invoices/{id}',
    summary: 'One invoice with its lines, payments and what happened to it.',
    access: 'invoices.view',
    ...oneInvoice,
    result: invoiceView,
  }),
  pay: call({
    method: 'POST',
    path: '/api/invoices/{id}/pay',
    summary: 'Begins to pay what is still due. A payment that is not decided yet is gone on with; there are never two.',
    access: 'subscriptions.purchase',
    ...oneInvoice,
    body: z.object({ by: z.enum(['card', 'transfer']), manual: z.optional(id), challenge: botAnswer }),
    result: nextStep,
    failures: { ...botFailures, nothing_due: 409, payment_undecided: 409, provider_off: 409, provider_down: 503 },
  }),
  report: call({
    method: 'POST',
    path: '/api/invoices/{id}/report',
    summary: 'Says that the transfer was made; somebody of the seller looks for it.',
    access: 'subscriptions.purchase',
    ...oneInvoice,
    body: z.object({ note: words(500) }),
    result: invoiceView,
    failures: { nothing_due: 409, payment_undecided: 409 },
  }),
};
