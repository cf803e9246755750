/** What billing asks of a payment provider, in our words alone; no driver's types leave its file (business rules §5.2). */
import type { Money } from '#kit/money.ts';

/** `unknown`: the provider did not say; it is asked again, and the request is never sent twice. */
export type ResultState = 'succeeded' | 'processing' | 'requires_action' | 'failed' | 'canceled' | 'unknown';
/** `hard`: another try with this card is pointless. `authentication`: its holder has to confirm. */
export type ProviderFailure = { code: string; kind: 'hard' | 'soft' | 'authentication' };
export type CardOfProvider = {
  ref: string;
  brand: string;
  last4: string;
  /** YYYY-MM */
  expires: string | null;
  /** The same for every customer who has the card; null where the provider does not say. */
  fingerprint?: string | null;
};
export type ProviderResult = {
  state: ResultState;
  /** The provider's name for it; null while there is none. */
  ref: string | null;
  failure: ProviderFailure | null;
  method: CardOfProvider | null;
  /** Of the card that paid, kept or not, by ISO 3166-1; null where the provider does not say. */
  cardCountry?: string | null;
};

/** `id` is ours; keys that keep a request from counting twice are made of it. `number`: of the invoice, for the payer's statement. */
export type PaymentAsked = { id: string; invoiceId: string; accountId: string; amount: Money; number: string };
/**
 * How a stored payment is found again: by the provider's name for it, else by ours. `customer` and `createdAt` (epoch ms, of our row) narrow the
 * search when there is no name; only with `createdAt` can the answer be that it never began.
 */
export type PaymentKey = { paymentId: string; ref: string | null; customer?: string | null; createdAt?: number };
export type BeginAsked = {
  payment: PaymentAsked;
  customer: string;
  returnUrl: string;
  /** The card is not kept for later. */
  card?: 'used once';
  /** Of a charge that waits for its holder: that one is gone on with. */
  ref?: string | null;
};
export type ChargeAsked = { payment: PaymentAsked; customer: string; method: string };
export type SetupAsked = { id: string; accountId: string; customer: string; currency: string; returnUrl: string };
/** `id`: the key of it, ours. */
export type RefundAsked = { id: string; payment: PaymentKey; amount: Money };
/** How a refund is found again: by the provider's name for it, else by our key among those of its payment. */
export type RefundKey = { id: string; ref: string | null; payment: PaymentKey };
/** A dispute that the holder of a card opened at their bank. `at`, `dueAt`: epoch ms; `reason`: the bank's word. */
export type FoundDispute = {
  ref: string;
  state: 'open' | 'won' | 'lost';
  amount: Money;
  reason: string;
  /** The provider's name of the payment. */
  paymentRef: string | null;
  at: number;
  dueAt: number | null;
  /** The bank has an answer, and accepts no other. */
  answered: boolean;
};
/** Texts for the bank of a card's holder, one for each field; empty ones are not sent. */
export type ProofTexts = {
  product: string;
  name: string;
  email: string;
  address: string;
  period: string;
  activity: string;
  other: string;
};
/** `id`: ours, the key of it; `ref`: the provider's name of the dispute; `document`: the invoice as a PDF. */
export type ProofAsked = { id: string; ref: string; texts: ProofTexts; document: { name: string; bytes: Uint8Array } | null };
/** `refused`: these texts were not accepted, or the dispute has changed; `found` is its state. */
export type ToldDispute =
  | { kind: 'taken'; found: FoundDispute | null }
  | { kind: 'refused'; code: string; found: FoundDispute | null };
export type Begun =
  | { kind: 'redirect'; url: string; ref: string }
  /** The payer transfers it by what stands on the invoice. */
  | { kind: 'instructions' }
  | { kind: 'done' }
  /** Nobody knows whether it was begun. */
  | { kind: 'unknown' };

/** `charges`: without the holder being there. `news`: the provider sends events. */
export type Capabilities = { pays: boolean; charges: boolean; stores: boolean; refunds: boolean; news: boolean };
/** A payment at the provider that is not decided. `paymentId`: ours, null when somebody else made it. */
export type OpenPayment = { paymentId: string | null; ref: string; state: ResultState };

export type HintKind = 'payment' | 'checkout' | 'setup' | 'refund' | 'dispute' | 'method' | 'customer' | 'other';
/** News of a provider: a reason to ask, never the answer itself. */
export type Hint = {
  eventId: string;
  type: string;
  /** Epoch ms, by the provider's clock. */
  at: number;
  kind: HintKind;
  objectId: string;
  /** Ours, where the object names it: of the payment, or of the page on which a card is stored. */
  paymentId: string | null;
  /** The provider's name of the payment that a refund or dispute belongs to. */
  paymentRef: string | null;
};
export type Refusal = 'no_signature' | 'wrong_signature' | 'too_old' | 'wrong_mode' | 'not_readable' | 'not_offered';
export type News = { kind: 'hint'; hint: Hint } | { kind: 'refused'; why: Refusal };
/** `body`: as it came, before any parser. `now`: epoch ms. */
export type Delivery = { body: string; signature: string | undefined; now: number };

export type PaymentProvider = {
  name: string;
  capabilities(): Capabilities;
  /** Our account as the provider knows it. Throws when there is no answer. */
  ensureCustomer(account: { accountId: string; name: string; email: string | null }): Promise<string>;
  /** Lets the payer store a card for later. */
  beginSetup(asked: SetupAsked): Promise<Begun>;
  fetchSetup(ref: string): Promise<ProviderResult>;
  beginPayment(asked: BeginAsked): Promise<Begun>;
  /** Throws when the provider is too busy to take it, or refuses our key: nothing happened then, and the same call may be made later. */
  chargeOffSession(asked: ChargeAsked): Promise<ProviderResult>;
  fetch(key: PaymentKey): Promise<ProviderResult>;
  /** Cancels a payment that is not decided; returns its success if the money was taken after all. */
  cancel(key: PaymentKey): Promise<ProviderResult>;
  /** Its `ref` names the refund. */
  refund(asked: RefundAsked): Promise<ProviderResult>;
  /** `canceled` when the provider knows of none. */
  fetchRefund(key: RefundKey): Promise<ProviderResult>;
  /** Null when there is no such dispute. Throws when there is no answer. */
  fetchDispute(ref: string): Promise<FoundDispute | null>;
  /** Sends proof about a dispute, once. Throws when there is no answer: the same call may be made again. */
  answerDispute(asked: ProofAsked): Promise<ToldDispute>;
  /** Gives in. Throws when there is no answer: the same call may be made again. */
  acceptDispute(asked: Pick<ProofAsked, 'id' | 'ref'>): Promise<ToldDispute>;
  /** A stored card as it is now; null when it cannot be charged any more. Throws when there is no answer. */
  fetchMethod(ref: string): Promise<CardOfProvider | null>;
  /** Whether the customer is still there. Throws when there is no answer. */
  hasCustomer(ref: string): Promise<boolean>;
  /** What is not decided of those begun since then (epoch ms). Throws when there is no answer. */
  listOpen(since: number): Promise<OpenPayment[]>;
  parseWebhook(delivery: Delivery): Promise<News>;
  /** Removes a stored card; one that is gone already is fine. Throws when there is no answer. */
  forgetMethod(ref: string): Promise<void>;
  /** Removes the customer with all cards. Throws when there is no answer. */
  forgetCustomer(ref: string): Promise<void>;
};

/** A result of which nothing but the state is known. */
export const plainResult = (state: ResultState, ref: string | null = null): ProviderResult => ({
  state,
  ref,
  failure: null,
  method: null,
});
export const failedResult = (failure: ProviderFailure, ref: string | null = null): ProviderResult => ({
  ...plainResult('failed', ref),
  failure,
});
