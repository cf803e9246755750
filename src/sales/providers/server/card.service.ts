/**
 * The driver for cards, on Stripe's own library. It keeps nothing: each request carries a key made of our row, so that sending it again never
 * counts twice, and an answer that is lost is `unknown` until somebody looked (business rules §5.3).
 */
import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { toProvider, whyNotByCard } from '../card-amounts.rules.ts';
import {
  type BeginAsked,
  type Begun,
  type ChargeAsked,
  failedResult,
  type PaymentAsked,
  type PaymentKey,
  type PaymentProvider,
  plainResult,
  type ProviderResult,
  type RefundAsked,
  type SetupAsked,
} from '../providers.rules.ts';
import { disputeFound, intentResult, methodOf, readError, refundResult, sessionResult } from './card-answers.service.ts';
import { type CardAccess, cardClient, isLiveKey } from './card-client.service.ts';
import { giveIn, sendProof } from './card-disputes.service.ts';
import { readNews } from './card-events.service.ts';
import { expandedIntent, expandedSession, findByOurs, findRefund, intentRef, lookUp, openSince } from './card-search.service.ts';

export function cardDriver(access: CardAccess): PaymentProvider {
  let connecting: Promise<Stripe> | null = null;
  const connected = (): Promise<Stripe> => (connecting ??= cardClient(access));
  const look = async (key: PaymentKey) => orUnknown(async () => lookUp(await connected(), key, access.now()), key.ref);
  return {
    name: 'card',
    capabilities: () => ({ pays: true, charges: true, stores: true, refunds: true, news: access.webhookSecrets.length > 0 }),
    async ensureCustomer({ accountId, name, email }) {
      const client = await connected();
      const about = { name, metadata: { account: accountId }, ...(email === null ? {} : { email }) };
      // the key covers name and address, too: another address later is another request, not a conflict
      const said = createHash('sha256')
        .update(JSON.stringify([name, email]))
        .digest('base64url');
      const idempotencyKey = `customer_${accountId}_${said}`;
      return (await client.customers.create(about, { idempotencyKey })).id;
    },
    beginSetup: async (asked) => beginSetup(await connected(), asked),
    fetchSetup: async (ref) =>
      orUnknown(async () => sessionResult(await (await connected()).checkout.sessions.retrieve(ref, expandedSession)), ref),
    beginPayment: async (asked) => beginPayment(await connected(), asked),
    chargeOffSession: async (asked) => charge(await connected(), asked),
    fetch: look,
    async cancel(key) {
      const client = await connected();
      const before = await look(key);
      if (before.ref === null || (before.state !== 'requires_action' && before.state !== 'failed')) return before;
      return (await letGo(client, before.ref)) ?? look({ ...key, ref: before.ref });
    },
    refund: async (asked) => refund(await connected(), asked),
    fetchRefund: async (key) => orUnknown(async () => findRefund(await connected(), key), key.ref),
    fetchDispute: async (ref) => orNone(async () => disputeFound(await (await connected()).disputes.retrieve(ref))),
    answerDispute: async (asked) => sendProof(await connected(), asked),
    acceptDispute: async (asked) => giveIn(await connected(), asked),
    fetchMethod: async (ref) =>
      orNone(async () => {
        const method = await (await connected()).paymentMethods.retrieve(ref);
        return method.customer === null ? null : methodOf(method);
      }),
    hasCustomer: async (ref) =>
      (await orNone(async () => {
        const customer = await (await connected()).customers.retrieve(ref);
        return customer.deleted === true ? null : customer.id;
      })) !== null,
    listOpen: async (since) => openSince(await connected(), since),
    parseWebhook: async (delivery) =>
      readNews({ client: await connected(), secrets: access.webhookSecrets, isLive: isLiveKey(access.secretKey) }, delivery),
    forgetMethod: async (ref) => orGone((await connected()).paymentMethods.detach(ref)),
    forgetCustomer: async (ref) => orGone((await connected()).customers.del(ref)),
  };
}

const metadataOf = ({ id, invoiceId, accountId }: PaymentAsked) => ({ payment: id, invoice: invoiceId, account: accountId });

async function beginPayment(client: Stripe, { payment, customer, returnUrl, ref, card }: BeginAsked): Promise<Begun> {
  if (ref?.startsWith('pi_') === true) return resume(client, ref, returnUrl);
  const amount = toProvider(payment.amount);
  if (amount === null) throw new RangeError(`a card cannot be charged in ${payment.amount.currency} with that amount`);
  const asked: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    ui_mode: 'hosted_page',
    customer,
    client_reference_id: payment.id,
    metadata: metadataOf(payment),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payment.amount.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name: payment.number },
        },
      },
    ],
    payment_intent_data: {
      ...(card === 'used once' ? {} : { setup_future_usage: 'off_session' as const }),
      description: payment.number,
      metadata: metadataOf(payment),
    },
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
  return openPage(client, {
    asked,
    idempotencyKey: `checkout_${payment.id}`,
    key: { paymentId: payment.id, ref: null, customer },
  });
}

type Page = { asked: Stripe.Checkout.SessionCreateParams; idempotencyKey: string; key: PaymentKey };
async function openPage(client: Stripe, { asked, idempotencyKey, key }: Page): Promise<Begun> {
  try {
    const session = await client.checkout.sessions.create(asked, { idempotencyKey });
    return session.url === null ? { kind: 'unknown' } : { kind: 'redirect', url: session.url, ref: session.id };
  } catch (error) {
    const { trouble } = readError(error);
    if (trouble === 'denied' || trouble === 'refused') throw error;
    // asked before with other words, an address that changed since: the page of then is still the one
    return trouble === 'mismatch' ? knownPage(client, key) : { kind: 'unknown' };
  }
}

async function knownPage(client: Stripe, key: PaymentKey): Promise<Begun> {
  try {
    const found = await findByOurs(client, key);
    if (found === null || !('session' in found)) return { kind: 'unknown' };
    const { session } = found;
    if (session.status === 'complete') return { kind: 'done' };
    return session.url === null ? { kind: 'unknown' } : { kind: 'redirect', url: session.url, ref: session.id };
  } catch (error) {
    readError(error);
    return { kind: 'unknown' };
  }
}

/** Has the holder of the card confirm a charge that the bank wanted to ask them about. */
async function resume(client: Stripe, ref: string, returnUrl: string): Promise<Begun> {
  try {
    const waiting = await client.paymentIntents.retrieve(ref, expandedIntent);
    if (waiting.status === 'succeeded' || waiting.status === 'processing') return { kind: 'done' };
    const method = waiting.last_payment_error?.payment_method?.id;
    const intent =
      waiting.status === 'requires_action'
        ? waiting
        : await client.paymentIntents.confirm(ref, {
            return_url: returnUrl,
            ...(method === undefined ? {} : { payment_method: method }),
          });
    const url = intent.next_action?.redirect_to_url?.url ?? null;
    if (url !== null) return { kind: 'redirect', url, ref };
    return intent.status === 'succeeded' || intent.status === 'processing' ? { kind: 'done' } : { kind: 'unknown' };
  } catch (error) {
    if (readError(error).trouble === 'denied') throw error;
    return { kind: 'unknown' };
  }
}

async function charge(client: Stripe, { payment, customer, method }: ChargeAsked): Promise<ProviderResult> {
  const amount = toProvider(payment.amount);
  const why = whyNotByCard(payment.amount);
  if (amount === null || why !== null) return failedResult({ code: `amount_${why ?? 'not_taken'}`, kind: 'soft' });
  const asked: Stripe.PaymentIntentCreateParams = {
    amount,
    currency: payment.amount.currency.toLowerCase(),
    customer,
    payment_method: method,
    confirm: true,
    off_session: true,
    description: payment.number,
    metadata: metadataOf(payment),
    ...expandedIntent,
  };
  try {
    return intentResult(await client.paymentIntents.create(asked, { idempotencyKey: `pay_${payment.id}` }));
  } catch (error) {
    const { trouble, code, result } = readError(error);
    if (result !== null) return result;
    if (trouble === 'busy' || trouble === 'denied') throw error;
    return trouble === 'refused' ? failedResult({ code: code ?? 'refused', kind: 'hard' }) : plainResult('unknown');
  }
}

async function beginSetup(client: Stripe, { id, accountId, customer, currency, returnUrl }: SetupAsked): Promise<Begun> {
  const asked: Stripe.Checkout.SessionCreateParams = {
    mode: 'setup',
    ui_mode: 'hosted_page',
    customer,
    currency: currency.toLowerCase(),
    client_reference_id: id,
    metadata: { setup: id, account: accountId },
    // what a page is opened with does not reach what comes of it
    setup_intent_data: { metadata: { setup: id, account: accountId } },
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
  return openPage(client, { asked, idempotencyKey: `setup_${id}`, key: { paymentId: id, ref: null, customer } });
}

/** Null when it was decided meanwhile, or nobody answered: then it is looked at again. */
async function letGo(client: Stripe, ref: string): Promise<ProviderResult | null> {
  try {
    if (ref.startsWith('cs_')) return sessionResult(await client.checkout.sessions.expire(ref));
    return intentResult(await client.paymentIntents.cancel(ref, { cancellation_reason: 'abandoned' }));
  } catch (error) {
    readError(error);
    return null;
  }
}

async function refund(client: Stripe, { id, payment, amount }: RefundAsked): Promise<ProviderResult> {
  const minor = toProvider(amount);
  if (minor === null) return failedResult({ code: 'amount_not_taken', kind: 'hard' });
  try {
    const intent = await intentRef(client, payment);
    if (intent === null) return failedResult({ code: 'nothing_paid', kind: 'hard' });
    const asked = { payment_intent: intent, amount: minor, metadata: { refund: id, payment: payment.paymentId } };
    return refundResult(await client.refunds.create(asked, { idempotencyKey: `refund_${id}` }));
  } catch (error) {
    const { trouble, code } = readError(error);
    if (trouble === 'busy' || trouble === 'denied') throw error;
    return trouble === 'refused' ? failedResult({ code: code ?? 'refused', kind: 'hard' }) : plainResult('unknown');
  }
}

async function orUnknown(ask: () => Promise<ProviderResult>, ref: string | null): Promise<ProviderResult> {
  try {
    return await ask();
  } catch (error) {
    if (readError(error).trouble === 'denied') throw error;
    return plainResult('unknown', ref);
  }
}

/** Null for what the provider does not know. */
async function orNone<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (readError(error).trouble !== 'refused') throw error;
    return null;
  }
}

async function orGone(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (readError(error).trouble !== 'refused') throw error;
  }
}
