/** Bank statements and what they pay. Amounts are minor units of `currency`, below zero when money went out; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isCurrency } from '#kit/money.ts';
import { statementFile, statementView } from './statement-file.contract.ts';

/** `out`: money that went out, and takes nothing back that we know of. */
export const entryStates = ['open', 'booked', 'ignored', 'out'] as const;
export type EntryState = (typeof entryStates)[number];
export const matchGroups = ['check', 'sure', 'none', 'back'] as const;
export const matchReasons = [
  'named_amount_account',
  'named_amount',
  'named_less',
  'named_more',
  'named_twice',
  'amount_account',
  'amount_name',
  'sum_account',
  'sum_name',
  'part_account',
  'amount_only',
  'other_currency',
  'nobody',
  'came_back',
] as const;

/** Most lines of the queue that are shown at once. */
export const QUEUE_MAX = 300;
/** Largest sum that may be missing as charges, in minor units. */
export const TOLERANCE_MAX = 100_000;

const id = z.string().check(z.refine(isId, 'not_an_id'));
const one = { params: z.object({ id }) };
const words = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
const page = {
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};
const amount = z.int();

const refused = { statement_refused: 422 } as const;

const claim = z.object({
  id: z.string(),
  number: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  remaining: amount,
  currency: z.string(),
});
export type ClaimView = z.output<typeof claim>;
/** A proposal: only a person, or the rule of the first so many, makes it a payment. */
const match = z.object({
  group: z.enum(matchGroups),
  reason: z.enum(matchReasons),
  claims: z.array(claim),
  /** What stays open, or is too much when below zero; null without claims. */
  left: z.nullable(amount),
  /** What is missing may be taken as charges of a bank. */
  tolerable: z.boolean(),
});
const booked = z.object({ invoiceId: z.string(), paymentId: z.string(), number: z.string(), accountName: z.string(), amount });
const entryView = z.object({
  id: z.string(),
  statementId: z.string(),
  bookedOn: z.string(),
  valueOn: z.nullable(z.string()),
  amount,
  currency: z.string(),
  payerName: z.nullable(z.string()),
  payerIban: z.nullable(z.string()),
  text: z.string(),
  bankRef: z.nullable(z.string()),
  state: z.enum(entryStates),
  how: z.nullable(z.enum(['hand', 'auto'])),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
  decidedAt: z.nullable(z.number()),
  /** Null once it is decided. */
  match: z.nullable(match),
  booked: z.array(booked),
});
export type EntryView = z.output<typeof entryView>;

const settings = z.object({
  /** So many exact proposals are confirmed by hand before they are booked by themselves; null = never. */
  autoAfter: z.nullable(z.int().check(z.gte(0), z.lte(10_000))),
  tolerance: z.int().check(z.gte(0), z.lte(TOLERANCE_MAX)),
});
const settingsView = z.extend(settings, { confirmed: z.int(), currency: z.string(), revision: z.int() });
export type SettingsView = z.output<typeof settingsView>;

const reported = z.object({
  paymentId: z.string(),
  invoiceId: z.string(),
  number: z.string(),
  accountName: z.string(),
  amount,
  currency: z.string(),
  remaining: amount,
  note: z.string(),
  proof: z.boolean(),
  at: z.number(),
});
export type ReportedView = z.output<typeof reported>;

const access = 'invoices.manage';
const bookFailures = { wrong_state: 409, payment_undecided: 409, other_currency: 409, not_tolerable: 409 } as const;

/** For the seller. */
export const bankCalls = {
  preview: call({
    method: 'POST',
    path: '/api/bank/preview',
    summary: 'Reads a bank statement (camt.053, camt.052, CSV, or a ZIP of them) and keeps nothing.',
    access,
    body: statementFile,
    bodyLimit: 14_500_000,
    result: z.object({ statements: z.array(statementView) }),
    failures: refused,
  }),
  read: call({
    method: 'POST',
    path: '/api/bank/statements',
    summary: 'Keeps a bank statement. Lines that are known already, by this file or another, change nothing.',
    access,
    body: statementFile,
    bodyLimit: 14_500_000,
    result: z.object({ statements: z.array(statementView) }),
    failures: refused,
  }),
  statements: call({
    method: 'GET',
    path: '/api/bank/statements',
    summary: 'The statements that were read, the latest first.',
    access,
    query: z.object(page),
    result: z.object({ items: z.array(statementView), next: z.nullable(z.string()) }),
  }),
  queue: call({
    method: 'GET',
    path: '/api/bank/queue',
    summary: 'Lines that nobody decided about yet, each with a proposal. `more`: how many do not fit into the answer.',
    access,
    /** A part of the payer's name or account, of the text, or of the bank's reference. */
    query: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    result: z.object({ items: z.array(entryView), more: z.int() }),
  }),
  entries: call({
    method: 'GET',
    path: '/api/bank/entries',
    summary: 'Lines that are decided about, the latest first.',
    access,
    query: z.object({ ...page, state: z._default(z.enum(['booked', 'ignored', 'out']), 'booked') }),
    result: z.object({ items: z.array(entryView), next: z.nullable(z.string()) }),
  }),
  ofPayment: call({
    method: 'GET',
    path: '/api/bank/payments/{id}',
    summary: 'The line of a statement by which a payment came; null when somebody noted it by hand.',
    access,
    ...one,
    result: z.object({ entry: z.nullable(entryView) }),
  }),
  book: call({
    method: 'POST',
    path: '/api/bank/entries/{id}/book',
    summary:
      'Puts a line on invoices, in their order. What is more than due goes to the balance of the last one’s account; `charges` takes what is missing as charges of a bank, within the tolerance.',
    access,
    ...one,
    body: z.object({
      invoiceIds: z.array(id).check(z.minLength(1), z.maxLength(20)),
      missing: z._default(z.enum(['open', 'charges']), 'open'),
    }),
    result: entryView,
    failures: bookFailures,
  }),
  bookSure: call({
    method: 'POST',
    path: '/api/bank/book-sure',
    summary: 'Books those of the lines that name their invoice and bring exactly what is due; the others stay as they are.',
    access,
    body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(QUEUE_MAX)) }),
    result: z.object({ booked: z.int(), left: z.int() }),
  }),
  takeBack: call({
    method: 'POST',
    path: '/api/bank/entries/{id}/take-back',
    summary: 'Takes back what a line brought, because the bank returned it: its invoices are open again.',
    access,
    ...one,
    result: entryView,
    failures: { wrong_state: 409 },
  }),
  ignore: call({
    method: 'POST',
    path: '/api/bank/entries/{id}/ignore',
    summary: 'Leaves a line aside, with the reason.',
    access,
    ...one,
    body: z.object({ reason }),
    result: entryView,
    failures: { wrong_state: 409 },
  }),
  reopen: call({
    method: 'POST',
    path: '/api/bank/entries/{id}/reopen',
    summary: 'Puts a line back that was left aside.',
    access,
    ...one,
    result: entryView,
    failures: { wrong_state: 409 },
  }),
  claims: call({
    method: 'GET',
    path: '/api/bank/claims',
    summary: 'Invoices that wait for money, by number or name; the first twenty.',
    access,
    query: z.object({ search: z._default(words(100), ''), currency: z.string().check(z.refine(isCurrency, 'not_a_currency')) }),
    result: z.object({ items: z.array(claim) }),
  }),
  settings: call({
    method: 'GET',
    path: '/api/bank/settings',
    summary: 'What the program may book by itself.',
    access,
    result: settingsView,
  }),
  saveSettings: call({
    method: 'PUT',
    path: '/api/bank/settings',
    summary: 'Changes what the program may book by itself.',
    access,
    body: z.extend(settings, { revision: z.int() }),
    result: settingsView,
    failures: { changed_meanwhile: 409 },
  }),
  reported: call({
    method: 'GET',
    path: '/api/bank/reported',
    summary: 'Transfers that customers say they made, the oldest first.',
    access,
    query: z.object(page),
    result: z.object({ items: z.array(reported), next: z.nullable(z.string()) }),
  }),
};
