/** Files of a period. Days are `YYYY-MM-DD`; times are epoch milliseconds, sizes bytes. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';

export const periodParts = ['documents', 'payments', 'ledger', 'papers', 'gaps'] as const;
export type PeriodPart = (typeof periodParts)[number];
export const periodStates = ['waiting', 'running', 'ready', 'failed', 'gone'] as const;
export type PeriodState = (typeof periodStates)[number];

const id = z.string().check(z.refine(isId, 'not_an_id'));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const one = { params: z.object({ id }) };
const access = 'invoices.manage';
const period = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  parts: z.array(z.enum(periodParts)),
  state: z.enum(periodStates),
  /** Of a hundred. */
  progress: z.int(),
  bytes: z.nullable(z.number()),
  by: z.string(),
  createdAt: z.number(),
  endsAt: z.nullable(z.number()),
});
export type PeriodView = z.output<typeof period>;
const span = { from: day, to: day };
const startFailures = { not_possible: 409 } as const;
const link = z.object({ url: z.string() });

/** Files of a period: `own` for the buyer, `vendor` for a vendor that sells in its own name, the others for the operator. */
export const periodsCalls = {
  list: call({
    method: 'GET',
    path: '/api/bank/exports',
    summary: 'Files of a period that were asked for, the latest ten.',
    access,
    result: z.object({ items: z.array(period) }),
  }),
  start: call({
    method: 'POST',
    path: '/api/bank/exports',
    summary: 'Asks for a file of a period for the bookkeeper. It is made in the background and can be loaded for a week.',
    access,
    body: z.object({ ...span, parts: z.array(z.enum(periodParts)).check(z.minLength(1), z.maxLength(periodParts.length)) }),
    result: period,
    failures: startFailures,
  }),
  link: call({
    method: 'POST',
    path: '/api/bank/exports/{id}/link',
    summary: 'An address at which a finished file can be loaded for five minutes.',
    access,
    ...one,
    result: link,
  }),
  vendor: call({
    method: 'GET',
    path: '/api/vendor/exports',
    summary: 'Files of a period of the own account as a vendor, the latest ten.',
    access: 'vendors.manage',
    result: z.object({ items: z.array(period) }),
  }),
  startVendor: call({
    method: 'POST',
    path: '/api/vendor/exports',
    summary: 'Asks for a file of a period with what the own account as a vendor issued and was paid, for the bookkeeper.',
    access: 'vendors.manage',
    body: z.object({ ...span, parts: z.array(z.enum(periodParts)).check(z.minLength(1), z.maxLength(periodParts.length)) }),
    result: period,
    failures: startFailures,
  }),
  linkVendor: call({
    method: 'POST',
    path: '/api/vendor/exports/{id}/link',
    summary: 'An address at which a finished file can be loaded for five minutes.',
    access: 'vendors.manage',
    ...one,
    result: link,
  }),
  own: call({
    method: 'GET',
    path: '/api/invoice-exports',
    summary: 'Files of a period that somebody of the account asked for, the latest ten.',
    access: 'invoices.view',
    result: z.object({ items: z.array(period) }),
  }),
  startOwn: call({
    method: 'POST',
    path: '/api/invoice-exports',
    summary: 'Asks for a file with the account’s invoices of a period: a list, the PDFs and the XML files.',
    access: 'invoices.view',
    body: z.object(span),
    result: period,
    failures: startFailures,
  }),
  linkOwn: call({
    method: 'POST',
    path: '/api/invoice-exports/{id}/link',
    summary: 'An address at which a finished file can be loaded for five minutes.',
    access: 'invoices.view',
    ...one,
    result: link,
  }),
};
