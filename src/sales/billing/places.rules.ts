/** Two signs of where a consumer is, besides the address: what they say together (business rules §4.7). Pure. */
import { placeOf } from '#sales/tax/places.rules.ts';
import { provenPlace, type TaxEvidence } from '#sales/tax/tax.rules.ts';

export const proofKinds = ['card', 'bank', 'phone'] as const;
export type ProofKind = (typeof proofKinds)[number];
/** Two letters of ISO 3166-1. */
export type Proof = { kind: ProofKind; country: string };

/** The country whose law counts there: Monaco is France, and an account number of Greece may say so in its own way. Null for what is no country. */
export function countryOf(text: string | null | undefined): string | null {
  const found = placeOf({ country: text ?? '', postcode: null }).country;
  return /^[A-Z]{2}$/.test(found) ? found : null;
}

/** Of an account number. */
export const countryOfIban = (iban: string | null): string | null =>
  iban === null || !/^[A-Z]{2}\d\d/.test(iban) ? null : countryOf(iban.slice(0, 2));

/** Whether somebody has to prove where they are: a consumer in the Union's territory for this tax. */
export const isProvenHere = (buyer: { country: string; postcode: string | null; as: string }): boolean =>
  buyer.as === 'consumer' && placeOf(buyer).inside;

/** What the address and the proofs say together. */
export const saidTogether = (held: string, proofs: readonly Proof[]): TaxEvidence['place'] =>
  provenPlace([{ kind: 'address', country: held }, ...proofs], held);

/** A proof by name, as a decision remembers it. */
export const nameOfProof = ({ kind, country }: Proof): string => `${kind}:${country}`;
