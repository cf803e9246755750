/** Both sides of an invoice as they are filled in: who buys, and who sells. */
import * as z from 'zod/mini';
import { isCurrency } from '#kit/money.ts';
import { isTimeZone } from '#core/accounts/accounts.rules.ts';
import { mostRate, mostRates } from '#sales/tax/own-rates.rules.ts';

const country = z.string().check(z.regex(/^[A-Z]{2}$/));
const words = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const named = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const mail = z.string().check(z.trim(), z.maxLength(254), z.email());

export const profileFields = {
  organisation: named(200),
  street: named(200),
  postcode: words(20),
  city: named(100),
  country,
  email: mail,
  buyer: z.enum(['business', 'consumer']),
  vatId: z.nullable(words(20)),
  orderNumber: words(60),
  buyerReference: words(60),
};
export const profile = z.object({
  ...profileFields,
  email: z.string(),
  vatCheck: z.nullable(
    z.object({
      check: z.enum(['valid', 'invalid', 'unavailable']),
      at: z.number(),
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  ),
  revision: z.number(),
});
export type ProfileView = z.output<typeof profile>;

export const sellerFields = {
  legalName: named(200),
  street: named(200),
  postcode: words(20),
  city: named(100),
  country,
  email: mail,
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
  /** In which currency the tax is said besides the invoice's own; null: in that of the country, where a rate is known; `none`: in none. */
  accountingCurrency: z._default(
    z.nullable(z.string().check(z.refine((code) => code === 'none' || isCurrency(code), 'not_a_currency'))),
    null,
  ),
  /** Rates by place (ISO 3166-1, or a part of one) in thousandths of a percent; they win over the known ones. */
  ownRates: z
    .record(z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)), z.int().check(z.gte(0), z.lte(mostRate)))
    .check(z.refine((rates) => Object.keys(rates).length <= mostRates, 'too_many')),
};
export const seller = z.object({ ...sellerFields, email: z.string(), revision: z.number() });
export type SellerView = z.output<typeof seller>;
