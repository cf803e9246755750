/** What the business brings in, and whether its books agree. Amounts are minor units of `currency` without tax; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { bookRules, subjectKinds } from './books.rules.ts';

const amount = z.int();
const month = z.object({
  /** `YYYY-MM`, in the zone of the seller. */
  month: z.string(),
  /** What the subscriptions bring in a month, at its end; of the present one, now. */
  recurring: amount,
  /** New and raised since the end of the month before. */
  gained: amount,
  /** Left and lowered since then, as a positive amount. */
  lost: amount,
  subscriptions: z.number(),
  came: z.number(),
  gone: z.number(),
  trialsTurned: z.number(),
  trialsEnded: z.number(),
});
export type BooksMonth = z.output<typeof month>;
const sum = z.object({ currency: z.string(), amount, count: z.number() });
const money = z.object({
  /** The oldest first, the present one last; at most twelve. */
  currencies: z.array(z.object({ currency: z.string(), months: z.array(month) })),
  overdue: z.array(sum),
  /** Those that are overdue, the newest first; at most three. `due`: `YYYY-MM-DD`. */
  late: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      account: z.string(),
      amount,
      currency: z.string(),
      due: z.nullable(z.string()),
    }),
  ),
  /** Trials that end within seven days, the next one first; at most three. */
  trials: z.array(
    z.object({
      /** Of the subscription. */
      id: z.string(),
      account: z.string(),
      endsAt: z.number(),
      /** Whether it can go on by itself: a way to pay is stored. */
      pays: z.boolean(),
      /** Since it began; meetings that failed are left out. */
      meetings: z.number(),
    }),
  ),
  /** Null before the first check. */
  check: z.nullable(z.object({ at: z.number(), findings: z.number() })),
});
export type MoneyHome = z.output<typeof money>;

/** What resellers bring; sums over all of them. */
const vendorSums = z.object({
  /** Accounts that they brought in, and all accounts of customers. */
  customers: z.number(),
  all: z.number(),
  /** What subscriptions of their customers bring a month, no matter who sells them. */
  recurring: z.array(z.object({ currency: z.string(), amount })),
  /** Commissions on statements that are not paid out, and to how many of them. */
  toPay: z.array(z.object({ currency: z.string(), amount, vendors: z.number() })),
  /** Applications without an answer; `since`: of the oldest, null without one. */
  waiting: z.object({ count: z.number(), since: z.nullable(z.number()) }),
});
export type VendorSums = z.output<typeof vendorSums>;

/** What single resellers bring and are owed, for a page of their list. */
const vendorMoney = z.object({
  id: z.string(),
  /** How it earns; `rate` in thousandths of a percent. Null: nothing was agreed. */
  terms: z.nullable(z.object({ model: z.enum(['commission', 'wholesale']), rate: z.nullable(z.int()) })),
  /** What subscriptions of its customers bring a month, without tax, no matter who sells them. */
  recurring: z.array(z.object({ currency: z.string(), amount })),
  /** Commissions on statements that are not paid out, with tax. */
  toPay: z.array(z.object({ currency: z.string(), amount })),
});
export type VendorMoney = z.output<typeof vendorMoney>;
/** As many as a page of the list has. */
const VENDORS_AT_ONCE = 100;
const someIds = z.string().check(
  z.refine((text) => {
    const ids = text.split(',');
    return ids.length <= VENDORS_AT_ONCE && ids.every(isId);
  }, 'not_an_id'),
);

const finding = z.object({
  id: z.string(),
  rule: z.enum(bookRules),
  subject: z.enum(subjectKinds),
  subjectId: z.string(),
  /** In minor units where there is a currency, else counted. */
  expected: z.nullable(z.number()),
  found: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  since: z.number(),
});
export type Finding = z.output<typeof finding>;

export const booksCalls = {
  money: call({
    method: 'GET',
    path: '/api/books/money',
    summary:
      'Recurring revenue of twelve months by currency, what is overdue, trials that end soon, and how the last check of the books ended.',
    access: 'invoices.manage',
    result: money,
  }),
  vendors: call({
    method: 'GET',
    path: '/api/books/vendors',
    summary: 'What resellers bring and are owed, in sums, for the operator.',
    access: 'vendors.manage',
    result: vendorSums,
  }),
  eachVendor: call({
    method: 'GET',
    path: '/api/books/vendors/each',
    summary:
      'What single resellers bring and are owed, for the operator: `ids` are up to 100 accounts with commas between them. Those that are no reseller are left out.',
    access: 'vendors.manage',
    query: z.object({ ids: someIds }),
    result: z.object({ items: z.array(vendorMoney) }),
  }),
  findings: call({
    method: 'GET',
    path: '/api/books/findings',
    summary: 'What does not agree in the books, the newest first; at most 200.',
    access: 'invoices.manage',
    result: z.object({ at: z.nullable(z.number()), items: z.array(finding) }),
  }),
  check: call({
    method: 'POST',
    path: '/api/books/check',
    summary: 'Checks the books soon, without waiting for the night.',
    access: 'invoices.manage',
    result: z.object({ done: z.literal(true) }),
  }),
};
