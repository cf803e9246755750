/** What a seller agrees with one of its customers: another tax than the rules decide, and days of trust; and where a public body wants its invoices. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { mostRate } from '#sales/tax/own-rates.rules.ts';
import { taxCategories } from '#sales/tax/tax.rules.ts';
import { LEITWEG_ID_MAX } from './leitweg-id.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
export const TRUST_DAYS_MAX = 60;

/** `rate` in thousandths of a percent; `code` of the VATEX list; `text` is printed on the paper. */
const taxFields = {
  category: z.enum(taxCategories),
  rate: z.int().check(z.gte(0), z.lte(mostRate)),
  code: z.nullable(z.string().check(z.maxLength(30))),
  text: z.string().check(z.trim(), z.maxLength(300)),
};
/** For one draft alone. */
export const ownTax = z.object(taxFields);
const from = { from: z.nullable(day), until: z.nullable(day) };
const byWhom = { reason: z.string(), by: z.nullable(z.string()), at: z.number() };
/** `by`: who decided it, by name. */
export const taxTerm = z.object({ ...taxFields, from: z.string(), until: z.nullable(z.string()), ...byWhom });
export type TaxTermView = z.output<typeof taxTerm>;

export const customerTerms = z.object({
  /** As invoices name them; null before the customer said it. */
  buyer: z.nullable(
    z.object({
      name: z.string(),
      country: z.string(),
      vatId: z.nullable(z.string()),
      /** `none`: it is no business in Germany, which alone can have one. */
      leitweg: z.enum(['none', 'possible']),
      leitwegId: z.nullable(z.string()),
    }),
  ),
  tax: z.nullable(taxTerm),
  trust: z.nullable(z.object({ days: z.int(), ...byWhom })),
  /** Days of trust that the seller gives everybody. */
  trustDays: z.int(),
  /** The day at the seller, `YYYY-MM-DD`. */
  today: z.string(),
  revision: z.nullable(z.number()),
});
export type CustomerTerms = z.output<typeof customerTerms>;

const one = { params: z.object({ id }) };
const revision = z.nullable(z.int());
const taxBody = z.object({ tax: z.nullable(z.object({ ...taxFields, ...from })), reason, revision });
const trustBody = z.object({ days: z.nullable(z.int().check(z.gte(0), z.lte(TRUST_DAYS_MAX))), reason, revision });
const leitwegBody = z.object({ leitwegId: z.nullable(z.string().check(z.trim(), z.maxLength(LEITWEG_ID_MAX + 20))) });
const leitwegFailures = {
  ...{ leitweg_id_wrong: 422, seller_contact_missing: 422, leitweg_address_missing: 422, profile_missing: 409 },
} as const;
const failures = { other_seller: 409, seller_missing: 409, changed_meanwhile: 409 } as const;
const words = {
  get: 'What was agreed with one customer: a tax of its own, and days of trust.',
  tax: 'Decides which tax invoices to one customer carry from a day on, whatever the rules say; null: as the rules say. Written invoices stay as they are. `tax_refused` names what no e-invoice could carry.',
  leitweg: 'Writes down the Leitweg-ID of a German public body, whose invoices are XRechnung from then on; null: it has none.',
  trust: 'How many days what one customer buys by transfer runs before its money is here; null: as with everybody.',
};

export const termsCalls = {
  get: call({
    method: 'GET',
    path: '/api/customers/{id}/terms',
    summary: words.get,
    access: 'invoices.manage',
    ...one,
    result: customerTerms,
    failures: { other_seller: 409, seller_missing: 409 },
  }),
  tax: call({
    method: 'PUT',
    path: '/api/customers/{id}/terms/tax',
    summary: words.tax,
    access: 'invoices.manage',
    ...one,
    body: taxBody,
    result: customerTerms,
    failures: { ...failures, tax_refused: 422 },
  }),
  trust: call({
    method: 'PUT',
    path: '/api/customers/{id}/terms/trust',
    summary: words.trust,
    access: 'invoices.manage',
    ...one,
    body: trustBody,
    result: customerTerms,
    failures,
  }),
  leitweg: call({
    method: 'PUT',
    path: '/api/customers/{id}/leitweg-id',
    summary: words.leitweg,
    access: 'invoices.manage',
    ...one,
    body: leitwegBody,
    result: customerTerms,
    failures: { ...leitwegFailures, other_seller: 409, seller_missing: 409 },
  }),
};

/** The same for a vendor that sells in its own name, of its own customers. */
export const vendorTermsCalls = {
  get: call({
    method: 'GET',
    path: '/api/vendor/customers/{id}/terms',
    summary: words.get,
    access: 'vendors.manage',
    ...one,
    result: customerTerms,
    failures: { seller_missing: 409 },
  }),
  tax: call({
    method: 'PUT',
    path: '/api/vendor/customers/{id}/terms/tax',
    summary: words.tax,
    access: 'vendors.manage',
    ...one,
    body: taxBody,
    result: customerTerms,
    failures: { ...failures, tax_refused: 422 },
  }),
  trust: call({
    method: 'PUT',
    path: '/api/vendor/customers/{id}/terms/trust',
    summary: words.trust,
    access: 'vendors.manage',
    ...one,
    body: trustBody,
    result: customerTerms,
    failures,
  }),
  leitweg: call({
    method: 'PUT',
    path: '/api/vendor/customers/{id}/leitweg-id',
    summary: words.leitweg,
    access: 'vendors.manage',
    ...one,
    body: leitwegBody,
    result: customerTerms,
    failures: { ...leitwegFailures, other_seller: 409, seller_missing: 409 },
  }),
};
