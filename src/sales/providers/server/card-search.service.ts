/** How a payment is found at the card provider of which only our own name is known, after an answer was lost (business rules §5.3). */
import type { Stripe } from 'stripe';
import { type OpenPayment, type PaymentKey, plainResult, type ProviderResult, type RefundKey } from '../providers.rules.ts';
import { idOf, intentResult, refundResult, sessionResult } from './card-answers.service.ts';

/** Most objects that are looked through. */
const MOST = 1000;
/** How far clocks may differ. */
const SKEW_S = 120;
/** After this long a request that left no trace did not arrive. The provider's library gives up within two minutes. */
const SETTLED_MS = 10 * 60_000;
export const expandedIntent = { expand: ['payment_method'] };
export const expandedSession = { expand: ['payment_intent.payment_method', 'setup_intent.payment_method'] };

type FoundCharge = { session: Stripe.Checkout.Session } | { intent: Stripe.PaymentIntent } | null;

/** By listing, which is never behind, when the customer or the time is known; else by the provider's search, which lags about a minute. */
export async function findByOurs(client: Stripe, { paymentId, customer, createdAt }: PaymentKey): Promise<FoundCharge> {
  const since = createdAt === undefined ? {} : { created: { gte: Math.floor(createdAt / 1000) - SKEW_S } };
  const whose = customer === undefined || customer === null ? {} : { customer };
  const narrow = { ...since, ...whose, limit: 100 };
  if (createdAt === undefined && customer == null) {
    if (!/^[\w-]+$/.test(paymentId)) return null;
    const found = await client.paymentIntents.search({ query: `metadata['payment']:'${paymentId}'`, limit: 1 });
    return found.data[0] === undefined ? null : { intent: found.data[0] };
  }
  for await (const session of limited(client.checkout.sessions.list(narrow)))
    if (session.client_reference_id === paymentId) return { session };
  for await (const intent of limited(client.paymentIntents.list(narrow)))
    if (intent.metadata['payment'] === paymentId) return { intent };
  return null;
}

async function* limited<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  let left = MOST;
  for await (const one of list) {
    if (left === 0) return;
    left -= 1;
    yield one;
  }
}

/** How it stands with what is asked for. Lets the library's errors through. */
export async function lookUp(client: Stripe, key: PaymentKey, now: number): Promise<ProviderResult> {
  const ref = key.ref ?? (await refByOurs(client, key));
  if (ref === null) {
    const isSettled = key.createdAt !== undefined && now - key.createdAt > SETTLED_MS;
    return isSettled ? { ...plainResult('canceled'), failure: { code: 'never_begun', kind: 'soft' } } : plainResult('unknown');
  }
  if (ref.startsWith('cs_')) return sessionResult(await client.checkout.sessions.retrieve(ref, expandedSession));
  return intentResult(await client.paymentIntents.retrieve(ref, expandedIntent));
}

async function refByOurs(client: Stripe, key: PaymentKey): Promise<string | null> {
  const found = await findByOurs(client, key);
  if (found === null) return null;
  return 'session' in found ? found.session.id : found.intent.id;
}

/** The payment behind a page, by which refunds are made; null while nobody paid. */
export async function intentRef(client: Stripe, key: PaymentKey): Promise<string | null> {
  const ref = key.ref ?? (await refByOurs(client, key));
  if (ref === null || !ref.startsWith('cs_')) return ref;
  return idOf((await client.checkout.sessions.retrieve(ref)).payment_intent);
}

/** A refund by its name, else by our key among those of the payment. `canceled`: there is none. */
export async function findRefund(client: Stripe, { id, ref, payment }: RefundKey): Promise<ProviderResult> {
  if (ref !== null) return refundResult(await client.refunds.retrieve(ref));
  const intent = await intentRef(client, payment);
  if (intent === null) return plainResult('canceled');
  for await (const refund of limited(client.refunds.list({ payment_intent: intent, limit: 100 })))
    if (refund.metadata?.['refund'] === id) return refundResult(refund);
  return plainResult('canceled');
}

export async function openSince(client: Stripe, since: number): Promise<OpenPayment[]> {
  const open: OpenPayment[] = [];
  const created = { gte: Math.floor(since / 1000) };
  for await (const intent of limited(client.paymentIntents.list({ created, limit: 100 }))) {
    const { state } = intentResult(intent);
    if (state !== 'succeeded' && state !== 'canceled' && state !== 'failed')
      open.push({ paymentId: intent.metadata['payment'] ?? null, ref: intent.id, state });
  }
  return open;
}
