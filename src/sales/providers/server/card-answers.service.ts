/** The card provider's answers and errors in our words. Its lists of words grow without notice, so what is new falls to the careful side. */
import type { Stripe } from 'stripe';
import { fromProvider } from '../card-amounts.rules.ts';
import {
  type CardOfProvider,
  failedResult,
  type FoundDispute,
  plainResult,
  type ProviderFailure,
  type ProviderResult,
  type ResultState,
} from '../providers.rules.ts';

/** After these no bank wants to be asked again with the same card. */
const hardCodes: ReadonlySet<string> = new Set(
  [
    'card_not_supported card_velocity_exceeded currency_not_supported expired_card fraudulent incorrect_cvc incorrect_number invalid_account invalid_cvc',
    'invalid_expiry_month invalid_expiry_year invalid_number lost_card merchant_blacklist new_account_information_available not_permitted',
    'payment_method_unactivated pickup_card restricted_card revocation_of_all_authorizations revocation_of_authorization',
    'security_violation service_not_allowed stolen_card stop_payment_order testmode_decline transaction_not_allowed',
  ]
    .join(' ')
    .split(' '),
);

type Declined = { code?: string | undefined; decline_code?: string | undefined; advice_code?: string | undefined };

export function failureOf({ code, decline_code: decline, advice_code: advice }: Declined): ProviderFailure {
  const said = decline ?? code ?? 'declined';
  if (code === 'authentication_required' || decline === 'authentication_required')
    return { code: 'authentication_required', kind: 'authentication' };
  const isHard = advice === 'do_not_try_again' || hardCodes.has(said) || (code !== undefined && hardCodes.has(code));
  return { code: said, kind: isHard ? 'hard' : 'soft' };
}

const isObject = <T extends object>(value: T | string | null | undefined): value is T =>
  typeof value === 'object' && value !== null;
export const idOf = (value: { id: string } | string | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

export function methodOf(method: Stripe.PaymentMethod | string | null | undefined): CardOfProvider | null {
  if (!isObject(method)) return null;
  const { card, id, type } = method;
  if (!isObject(card)) return { ref: id, brand: type, last4: method.sepa_debit?.last4 ?? '', expires: null };
  const fingerprint = card.fingerprint ?? null;
  const expires = `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`;
  return { ref: id, brand: card.brand, last4: card.last4, expires, fingerprint };
}

const states: ReadonlyMap<string, ResultState> = new Map([
  ['succeeded', 'succeeded'],
  ['processing', 'processing'],
  ['requires_capture', 'processing'],
  ['pending', 'processing'],
  ['requires_action', 'requires_action'],
  ['requires_confirmation', 'requires_action'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** A card that its payer did not leave with us cannot be charged again, so it is left out. */
const keptMethod = (method: Stripe.PaymentMethod | string | null): CardOfProvider | null =>
  isObject(method) && idOf(method.customer) === null ? null : methodOf(method);

/** What a payment or the storing of a card came to. */
export function intentResult(intent: Stripe.PaymentIntent | Stripe.SetupIntent): ProviderResult {
  const method = keptMethod(intent.payment_method);
  const last = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
  const state = states.get(intent.status);
  if (state !== undefined) {
    const { payment_method: paid } = intent;
    return { state, ref: intent.id, failure: null, method, cardCountry: isObject(paid) ? (paid.card?.country ?? null) : null };
  }
  if (intent.status !== 'requires_payment_method') return plainResult('unknown', intent.id);
  if (!isObject(last)) return { state: 'requires_action', ref: intent.id, failure: null, method };
  const failure = failureOf(last);
  const isWaiting = failure.kind === 'authentication';
  return { state: isWaiting ? 'requires_action' : 'failed', ref: intent.id, failure, method };
}

/**
 * What became of a pay page. While it is open its payer may try again, whatever the last card said, so that is no failure; and its own name
 * stays the one to ask by.
 */
export function sessionResult(session: Stripe.Checkout.Session): ProviderResult {
  if (session.status === 'open') return plainResult('requires_action', session.id);
  if (session.status === 'expired') return plainResult('canceled', session.id);
  const intent = session.mode === 'setup' ? session.setup_intent : session.payment_intent;
  if (isObject(intent)) return intentResult(intent);
  return plainResult('unknown', session.id);
}

/** Words of a dispute that is over; anything else is still open. */
const closedDisputes: ReadonlyMap<string, 'won' | 'lost'> = new Map([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);
export function disputeFound(dispute: Stripe.Dispute): FoundDispute | null {
  const amount = fromProvider(dispute.amount, dispute.currency);
  if (amount === null) return null;
  const until = dispute.evidence_details.due_by ?? null;
  return {
    ref: dispute.id,
    state: closedDisputes.get(dispute.status) ?? 'open',
    amount,
    reason: dispute.reason,
    paymentRef: idOf(dispute.payment_intent),
    at: dispute.created * 1000,
    dueAt: until === null ? null : until * 1000,
    answered: dispute.evidence_details.submission_count > 0,
  };
}

export function refundResult({ id, status, failure_reason: reason }: Stripe.Refund): ProviderResult {
  const state = states.get(status ?? '') ?? 'unknown';
  return state === 'failed' ? failedResult({ code: reason ?? 'refund_failed', kind: 'hard' }, id) : plainResult(state, id);
}

/** `busy`: not taken, to be tried later. `lost`: nobody knows. `mismatch`: the key was used for something else. `denied`: our own key is wrong. */
export type Trouble = 'declined' | 'refused' | 'busy' | 'lost' | 'mismatch' | 'denied';
type Wrong = { trouble: Trouble; code: string | undefined; result: ProviderResult | null };

const troubles: ReadonlyMap<string, Trouble> = new Map([
  ['StripeCardError', 'declined'],
  ['StripeInvalidRequestError', 'refused'],
  ['StripeRateLimitError', 'busy'],
  ['StripeIdempotencyError', 'mismatch'],
  ['StripeAuthenticationError', 'denied'],
  ['StripePermissionError', 'denied'],
]);

/** Throws the error again when it is not one of the provider's. */
export function readError(error: unknown): Wrong {
  // cast: the library's errors are known by their `type`; its classes are not imported, so that it is loaded when it is needed
  const given = error as Partial<Stripe.errors.StripeError>;
  if (!(error instanceof Error) || typeof given.type !== 'string' || !given.type.startsWith('Stripe')) throw error;
  const trouble = given.statusCode === 429 ? 'busy' : (troubles.get(given.type) ?? 'lost');
  if (trouble !== 'declined') return { trouble, code: given.code, result: null };
  const intent = given.payment_intent;
  const failure = failureOf(given);
  if (intent === undefined) return { trouble, code: given.code, result: failedResult(failure) };
  const method = methodOf(given.payment_method ?? intent.last_payment_error?.payment_method ?? intent.payment_method);
  const state = failure.kind === 'authentication' ? 'requires_action' : 'failed';
  return { trouble, code: given.code, result: { state, ref: intent.id, failure, method } };
}
