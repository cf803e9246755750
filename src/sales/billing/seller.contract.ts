/** Who sells: what stands on its invoices, how it is taxed, and where it is paid. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isCurrency } from '#kit/money.ts';
import { isTimeZone } from '#core/accounts/accounts.rules.ts';
import { mostRate, mostRates } from '#sales/tax/own-rates.rules.ts';

const country = z.string().check(z.regex(/^[A-Z]{2}$/));
const words = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const named = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const mail = z.string().check(z.trim(), z.maxLength(254), z.email());

export const sellerFields = {
  legalName: named(200),
  street: named(200),
  postcode: words(20),
  city: named(100),
  country,
  email: mail,
  /** Whom to ask about an invoice; invoices to public bodies name somebody. Left out: as it was; null: nobody. */
  contactName: z.optional(z.nullable(words(100))),
  contactPhone: z.optional(z.nullable(words(40))),
  /** Null: the address of invoices. */
  contactEmail: z.optional(z.nullable(z.union([z.literal(''), mail]))),
  vatId: z.nullable(words(20)),
  taxNumber: z.nullable(words(40)),
  registration: z.nullable(words(60)),
  regime: z.enum(['standard', 'small-business', 'outside-eu']),
  oss: z.enum(['on', 'threshold', 'off']),
  iban: z.nullable(words(42)),
  bic: z.nullable(words(11)),
  holder: z.nullable(words(70)),
  instructions: words(1000),
  currency: z.string().check(z.refine(isCurrency, 'not_a_currency')),
  zone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
  seriesPrefix: z.string().check(z.regex(/^[A-Z0-9-]{0,12}$/)),
  dueDays: z.int().check(z.gte(0), z.lte(90)),
  trustDays: z.int().check(z.gte(0), z.lte(60)),
  footer: words(500),
  /** What is done when nobody says in time whether a VAT number is valid. */
  taxFallback: z._default(z.enum(['charge', 'hold']), 'charge'),
  /** Further countries (ISO 3166-1) whose tax the seller pays itself, with its number there. */
  registrations: z._default(z.array(z.object({ place: country, vatId: named(20) })).check(z.maxLength(40)), []),
  /** What a small business does beyond its border. */
  abroad: z._default(z.enum(['exempt', 'as-standard']), 'exempt'),
  /** Second currency in which invoices state the tax; null: that of the country, where a rate is known; `none`: none. */
  accountingCurrency: z._default(
    z.nullable(z.string().check(z.refine((code) => code === 'none' || isCurrency(code), 'not_a_currency'))),
    null,
  ),
  /** Rates by place (ISO 3166-1, or a part of one) in thousandths of a percent; they win over the known ones. */
  ownRates: z
    .record(z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)), z.int().check(z.gte(0), z.lte(mostRate)))
    .check(z.refine((rates) => Object.keys(rates).length <= mostRates, 'too_many')),
};
/** What keeps it from being saved; `seller_number_missing`: its invoices would be refused, each by the first purchase; `seller_contact_missing`, `leitweg_address_missing`: by public bodies. */
export const sellerFailures = {
  ...{ changed_meanwhile: 409, registration_wrong: 422, vat_id_wrong: 422, iban_wrong: 422, seller_number_missing: 422 },
  ...{ seller_contact_missing: 422, leitweg_address_missing: 422 },
  proof_needed: 403,
} as const;
const text = z.nullable(z.string());
export const seller = z.object({
  ...sellerFields,
  ...{ contactName: text, contactPhone: text, contactEmail: text },
  email: z.string(),
  revision: z.number(),
});
export type SellerView = z.output<typeof seller>;

/** The caller's own data as a seller. Apart from the other calls of `billing`, because pages of sellers need none of those. */
export const sellerCalls = {
  seller: call({
    method: 'GET',
    path: '/api/billing/seller',
    summary: 'Who issues the invoices; null before it is set up.',
    access: 'invoices.manage',
    result: z.object({ seller: z.nullable(seller), card: z.enum(['on', 'off']) }),
  }),
  saveSeller: call({
    method: 'PUT',
    path: '/api/billing/seller',
    summary: 'Changes it, for invoices from now on; with a fresh proof, because money is sent to this bank account.',
    access: 'invoices.manage',
    body: z.object({ ...sellerFields, revision: z.nullable(z.number()) }),
    result: seller,
    failures: sellerFailures,
  }),
};
