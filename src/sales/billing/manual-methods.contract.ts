/** Ways to pay that a seller names itself: cash, cheques and others whose money a person sees. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';

export const manualKinds = ['cash', 'cheque', 'other'] as const;
export type ManualKind = (typeof manualKinds)[number];
export const MANUAL_MOST = 20;

const id = z.string().check(z.refine(isId, 'not_an_id'));
const fields = {
  kind: z.enum(manualKinds),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** How to pay, as customers read it. */
  instructions: z.string().check(z.trim(), z.maxLength(1000)),
  /** `recording`: customers do not see it; it names what came. */
  offered: z.enum(['customers', 'recording']),
  /** In the bookkeeper's file; null: by its kind. */
  account: z.nullable(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9 ./_-]{1,20}$/))),
};
export const manualMethod = z.object({ ...fields, id: z.string(), revision: z.number() });
export type ManualMethodView = z.output<typeof manualMethod>;

const one = { params: z.object({ id }) };
const list = z.object({ items: z.array(manualMethod) });
const failures = { name_taken: 409, changed_meanwhile: 409 } as const;
const words = {
  list: 'The ways to pay that the seller named itself, by name.',
  add: 'Names another one. Customers who may choose it wait for the seller’s word, as with a transfer.',
  change: 'Changes it, for payments from now on.',
  archive:
    'Nobody chooses it any more. What was paid by it keeps its name; plans that were paid by it go on by transfer, and those who pay them are told.',
};
const bodies = { add: z.object(fields), change: z.object({ ...fields, revision: z.number() }) };

export const manualMethodsCalls = {
  list: call({ method: 'GET', path: '/api/manual-methods', summary: words.list, access: 'invoices.manage', result: list }),
  add: call({
    method: 'POST',
    path: '/api/manual-methods',
    summary: words.add,
    access: 'invoices.manage',
    body: bodies.add,
    result: manualMethod,
    failures: { name_taken: 409, too_many: 409, seller_missing: 409 },
  }),
  change: call({
    method: 'PUT',
    path: '/api/manual-methods/{id}',
    summary: words.change,
    access: 'invoices.manage',
    ...one,
    body: bodies.change,
    result: manualMethod,
    failures,
  }),
  archive: call({
    method: 'POST',
    path: '/api/manual-methods/{id}/archive',
    summary: words.archive,
    access: 'invoices.manage',
    ...one,
    result: z.object({ done: z.literal(true) }),
  }),
};

/** The same for a vendor that sells in its own name. */
export const vendorManualMethodsCalls = {
  list: call({ method: 'GET', path: '/api/vendor/manual-methods', summary: words.list, access: 'vendors.manage', result: list }),
  add: call({
    method: 'POST',
    path: '/api/vendor/manual-methods',
    summary: words.add,
    access: 'vendors.manage',
    body: bodies.add,
    result: manualMethod,
    failures: { name_taken: 409, too_many: 409, seller_missing: 409 },
  }),
  change: call({
    method: 'PUT',
    path: '/api/vendor/manual-methods/{id}',
    summary: words.change,
    access: 'vendors.manage',
    ...one,
    body: bodies.change,
    result: manualMethod,
    failures,
  }),
  archive: call({
    method: 'POST',
    path: '/api/vendor/manual-methods/{id}/archive',
    summary: words.archive,
    access: 'vendors.manage',
    ...one,
    result: z.object({ done: z.literal(true) }),
  }),
};
