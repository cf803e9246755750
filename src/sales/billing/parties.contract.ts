/** Who buys, as it is filled in for invoices. */
import * as z from 'zod/mini';
import { LEITWEG_ID_MAX } from './leitweg-id.rules.ts';

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
  /** Of a German public body, whose invoices are XRechnung then. Left out: as it was; null: none. */
  leitwegId: z.optional(z.nullable(words(LEITWEG_ID_MAX + 20))),
};
export const profile = z.object({
  ...profileFields,
  leitwegId: z.nullable(z.string()),
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
