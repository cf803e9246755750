/** Parts of an invoice that stand for themselves: who is on it, where its buyer is, and how it is paid. */
import * as z from 'zod/mini';
import { proofKinds } from './places.rules.ts';

/** Where a consumer is: `held` by the address, and what other signs say. Countries by ISO 3166-1. */
export const placeView = z.object({
  held: z.string(),
  said: z.enum(['proven', 'thin', 'contradicted']),
  proofs: z.array(z.object({ kind: z.enum(proofKinds), country: z.string(), at: z.number() })),
  decision: z.nullable(z.object({ country: z.string(), reason: z.string(), at: z.number() })),
});
/** As it stands on the paper. */
export const party = z.object({
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  email: z.string(),
  vatId: z.nullable(z.string()),
});
/** How to pay by transfer: `epc` is the text of the QR code, for euros with an IBAN. */
export const transferView = z.object({
  holder: z.string(),
  iban: z.nullable(z.string()),
  bic: z.nullable(z.string()),
  reference: z.string(),
  instructions: z.string(),
  epc: z.nullable(z.string()),
  /** The seller's own way to pay by its name; null: a transfer to the bank. */
  method: z.nullable(z.string()),
});
