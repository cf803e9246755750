/**
 * Which tax an invoice carries: a pure function of who sells, who buys, what is known about both, and the day. What is sold are services
 * delivered electronically. The law is the operator's and their accountant's to know: every branch follows a setting of theirs.
 */
import { type Address, type TaxPlace, placeOf } from './places.rules.ts';
import { rateAt, type RateTable } from './rates.rules.ts';
import { exemptionsBySeller } from './small-business.rules.ts';
import { readVatId } from './vat-id.rules.ts';

/** EN 16931 (UNCL 5305): standard, zero, exempt, reverse charge, outside the scope. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'O'] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** Each has a text that stands on the invoice; `reason.<name>`. */
export const taxReasons = [
  'domestic',
  'registered',
  'oss',
  'threshold',
  'reverseCharge',
  'smallBusiness',
  'outside',
  'untaxed',
  'zero',
  'agreed',
] as const;
export type TaxReason = (typeof taxReasons)[number];

/** `unchecked`: nobody asked yet; `unavailable`: the checking service could not say. */
export type VatIdCheck = 'valid' | 'invalid' | 'unchecked' | 'unavailable';
/** What says where a consumer is: Implementing Regulation 282/2011, article 24f. */
export type PlaceProof = { kind: 'address' | 'ip' | 'bank' | 'card' | 'phone' | 'other'; country: string };

export type Seller = Address & {
  regime: 'standard' | 'small-business' | 'outside-eu';
  /** Consumers in other states: `on` = their rate, by the one-stop shop; `threshold` and `off` = the seller's own rate. */
  oss: 'on' | 'threshold' | 'off';
  /** Where the seller is registered for this tax as well; consumers there pay the rate of the place. */
  registeredIn?: readonly string[];
  /** What a small business does beyond its border: exempt there too (standard), or as everybody else. */
  abroad?: 'exempt' | 'as-standard';
};
export type Buyer = Address & {
  is: 'business' | 'consumer';
  vatId: { number: string; check: VatIdCheck } | null;
  proofs: readonly PlaceProof[];
};
/** Who decided something else than the rules, and why. `by`: id of the person; `at`: epoch milliseconds; `text`: what the law wants said of it. */
export type AgreedBy = { by: string; at: number; reason: string; text: string };
/** What was agreed for this customer, such as an embassy's exemption. */
export type TaxOverride = { category: TaxCategory; rate: number; code: string | null; agreed?: AgreedBy };
export type TaxFacts = {
  seller: Seller;
  buyer: Buyer;
  /** The tax point, `YYYY-MM-DD`. */
  on: string;
  /** What happens while a number is not checked: wait for the answer (standard), or tax the buyer like a consumer. */
  unchecked?: 'wait' | 'charge';
  override?: TaxOverride | null;
};

export type TaxEvidence = {
  on: string;
  seller: string;
  /** The place that the buyer's address is in, as rates go by it. */
  buyer: string;
  as: 'business' | 'consumer';
  vatId: { number: string; check: VatIdCheck | 'unreadable' | 'other_country' } | null;
  rateFrom: 'own' | 'known' | null;
  proofs: readonly PlaceProof[];
  /** Whether two proofs name the buyer's country and none another one. */
  place: 'proven' | 'thin' | 'contradicted';
  /** What the exemption of a small business rests on, in the words of its law. */
  law: string | null;
  /** Whose word it rests on, where that is no rule's. */
  agreed?: AgreedBy;
};
export type TaxDecision =
  | {
      kind: 'decided';
      category: TaxCategory;
      /** Thousandths of a percent; 0 in every category but S. */
      rate: number;
      /** A code of the VATEX list, for e-invoices. */
      code: string | null;
      reason: TaxReason;
      evidence: TaxEvidence;
    }
  /** `vat_check`: the number has to be checked first. `no_rate`: the rate of that place is not known. */
  | { kind: 'pending'; why: 'vat_check' | 'no_rate' };

/** `proven` asks for two that agree and none that contradicts. */
export function provenPlace(proofs: readonly PlaceProof[], country: string): TaxEvidence['place'] {
  const named = proofs.map((one) => placeOf({ country: one.country, postcode: null }).country);
  if (named.some((one) => one !== country)) return 'contradicted';
  return new Set(proofs.map((one) => one.kind)).size >= 2 ? 'proven' : 'thin';
}

type Case = { facts: TaxFacts; table: RateTable; from: TaxPlace; to: TaxPlace; evidence: TaxEvidence };

function vatIdOf({ vatId }: Buyer, place: TaxPlace): TaxEvidence['vatId'] {
  if (vatId === null) return null;
  const read = readVatId(vatId.number);
  if (read.kind === 'refused') return { number: vatId.number, check: 'unreadable' };
  // a number speaks for an establishment in its own state; Northern Ireland's is for goods
  return { number: read.text, check: read.country === place.country ? vatId.check : 'other_country' };
}

const taxed = ({ evidence, facts, table }: Case, place: string, reason: TaxReason): TaxDecision => {
  const found = rateAt(place, facts.on, table);
  if (found === null) return { kind: 'pending', why: 'no_rate' };
  const counted = { ...evidence, rateFrom: found.from };
  if (found.rate === 0) return { kind: 'decided', category: 'Z', rate: 0, code: null, reason: 'zero', evidence: counted };
  return { kind: 'decided', category: 'S', rate: found.rate, code: null, reason, evidence: counted };
};
const untaxed = ({ evidence }: Case, how: { category: TaxCategory; code: string | null; reason: TaxReason }): TaxDecision => ({
  kind: 'decided',
  ...how,
  rate: 0,
  evidence,
});

const outOfScope = { category: 'O', code: 'VATEX-EU-O', reason: 'outside' } as const;
const reversed = { category: 'AE', code: 'VATEX-EU-AE', reason: 'reverseCharge' } as const;

function exempt(one: Case): TaxDecision {
  const known = exemptionsBySeller.get(one.from.country);
  const evidence = { ...one.evidence, law: known?.law ?? null };
  return untaxed({ ...one, evidence }, { category: 'E', code: known?.code ?? null, reason: 'smallBusiness' });
}

/** A business accounts for the tax itself; a consumer pays it to a seller that is registered in their country. */
const consumersPay = ({ facts, evidence, to }: Case) =>
  evidence.as === 'consumer' && (facts.seller.registeredIn?.some((one) => one === to.country || one === to.code) ?? false);

function toConsumer(one: Case): TaxDecision {
  const { facts, from, to } = one;
  if (consumersPay(one)) return taxed(one, to.code, 'registered');
  if (facts.seller.oss === 'on') return taxed(one, to.code, 'oss');
  return from.inside && facts.seller.regime !== 'outside-eu' ? taxed(one, from.code, 'threshold') : untaxed(one, outOfScope);
}

/** A business of another state: its checked number decides, and until that is known nobody does. */
function toBusiness(one: Case): TaxDecision {
  const { facts, evidence } = one;
  const check = evidence.vatId?.check ?? null;
  if (check === 'valid') return untaxed(one, reversed);
  const open = check === 'unchecked' || check === 'unavailable';
  if (open && facts.unchecked !== 'charge') return { kind: 'pending', why: 'vat_check' };
  return toConsumer({ ...one, evidence: { ...evidence, as: 'consumer' } });
}

function fromOutside(one: Case): TaxDecision {
  const { facts, table, from, to } = one;
  if (to.country === from.country)
    return rateAt(to.code, facts.on, table) === null
      ? untaxed(one, { category: 'O', code: 'VATEX-EU-O', reason: 'untaxed' })
      : taxed(one, to.code, 'domestic');
  if (consumersPay(one)) return taxed(one, to.code, 'registered');
  return facts.buyer.is === 'consumer' && to.inside ? toConsumer(one) : untaxed(one, outOfScope);
}

function fromInside(one: Case): TaxDecision {
  const { facts, from, to } = one;
  if (!to.inside) return consumersPay(one) ? taxed(one, to.code, 'registered') : untaxed(one, outOfScope);
  if (from.country === to.country) return taxed(one, to.code, 'domestic');
  return facts.buyer.is === 'business' ? toBusiness(one) : toConsumer(one);
}

/** The tax of an invoice, or what is missing to know it. The same facts always give the same answer. */
export function decideTax(facts: TaxFacts, table: RateTable): TaxDecision {
  const [from, to] = [placeOf(facts.seller), placeOf(facts.buyer)];
  const { on, seller, buyer, override } = facts;
  const evidence: TaxEvidence = {
    on,
    seller: from.code,
    buyer: to.code,
    as: buyer.is,
    vatId: vatIdOf(buyer, to),
    rateFrom: null,
    proofs: buyer.proofs,
    place: provenPlace(buyer.proofs, to.country),
    law: null,
  };
  const one: Case = { facts, table, from, to, evidence };
  if (override !== undefined && override !== null) {
    const { category, rate, code, agreed } = override;
    return { kind: 'decided', category, rate, code, reason: 'agreed', evidence: { ...evidence, ...(agreed && { agreed }) } };
  }
  const isAbroad = from.country !== to.country || from.inside !== to.inside;
  if (seller.regime === 'small-business' && !(isAbroad && seller.abroad === 'as-standard')) return exempt(one);
  return seller.regime === 'outside-eu' || !from.inside ? fromOutside(one) : fromInside(one);
}

/** How a number that could not be checked is asked again: after a minute, then twice as long each time, at most six hours. */
export function nextVatCheck(asked: { since: number; tries: number; now: number }, limitMs: number): number | null {
  const pause = Math.min(60_000 * 2 ** Math.min(Math.max(asked.tries - 1, 0), 20), 6 * 3_600_000);
  const next = Math.min(asked.now + pause, asked.since + limitMs);
  return next > asked.now ? next : null;
}
