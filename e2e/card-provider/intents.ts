/** Payments and the storing of cards: the states they go through, by the fate of the card. */
import { type Form, numberAt, textAt, textsAt } from './form.ts';
import { attach, cardError, declineOf, fateOf, methodNamed } from './methods.ts';
import { invalid, type Json, type Store, textOf, type Thing } from './store.ts';

/** Smallest amounts, of the currencies that journeys use. */
const minimums: Readonly<Record<string, number>> = { eur: 50, usd: 50, gbp: 30, jpy: 50, chf: 50 };

export function createIntent(store: Store, form: Form): Thing {
  const [amount, currency] = [numberAt(form, 'amount'), textAt(form, 'currency')];
  if (amount === null || currency === null)
    throw invalid('Missing required param: amount or currency.', { param: 'amount', code: 'parameter_missing' });
  if (amount < (minimums[currency] ?? 1))
    throw invalid('Amount must convert to at least 50 cents.', { code: 'amount_too_small', param: 'amount' });
  if ((currency === 'isk' || currency === 'ugx') && amount % 100 !== 0)
    throw invalid('The amount has decimals.', { code: 'invalid_integer' });
  if (['bhd', 'jod', 'kwd', 'omr', 'tnd'].includes(currency) && amount % 10 !== 0)
    throw invalid('The last digit must be 0.', { code: 'invalid_integer' });
  const customer = textAt(form, 'customer');
  if (customer !== null) store.get(customer, 'customer');
  const intent = store.make('pi', 'payment_intent', {
    amount,
    amount_received: 0,
    currency,
    customer,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: null,
    next_action: null,
    latest_charge: null,
    cancellation_reason: null,
    description: textAt(form, 'description'),
    setup_future_usage: textAt(form, 'setup_future_usage'),
    metadata: textsAt(form, 'metadata'),
  });
  store.change(intent, { client_secret: `${intent.id}_secret_1` });
  return textAt(form, 'confirm') === 'true' ? confirmIntent(store, intent, form) : intent;
}

export function createSetup(store: Store, form: Form): Thing {
  const intent = store.make('seti', 'setup_intent', {
    customer: textAt(form, 'customer'),
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: null,
    next_action: null,
    usage: textAt(form, 'usage') ?? 'off_session',
    metadata: textsAt(form, 'metadata'),
  });
  return textAt(form, 'confirm') === 'true' ? confirmIntent(store, intent, form) : intent;
}

const isFinal = (intent: Thing): boolean => ['succeeded', 'canceled'].includes(textOf(intent, 'status') ?? '');
const errorField = (intent: Thing) => (intent.object === 'payment_intent' ? 'last_payment_error' : 'last_setup_error');
const unexpected = (intent: Thing) =>
  invalid(`This object's status is ${textOf(intent, 'status')}.`, {
    code: intent.object === 'payment_intent' ? 'payment_intent_unexpected_state' : 'setup_intent_unexpected_state',
  });

export function confirmIntent(store: Store, intent: Thing, form: Form): Thing {
  if (isFinal(intent) || textOf(intent, 'status') === 'processing') throw unexpected(intent);
  const named = textAt(form, 'payment_method') ?? textOf(intent, 'payment_method');
  if (named === null) throw invalid('You must provide a payment method.', { code: 'parameter_missing', param: 'payment_method' });
  const method = methodNamed(store, named);
  const [owner, customer] = [textOf(method, 'customer'), textOf(intent, 'customer')];
  if (owner !== null && owner !== customer)
    throw invalid('The payment method belongs to another customer.', { code: 'payment_method_customer_mismatch' });
  if (method['_detached'] === true)
    throw invalid('This PaymentMethod was detached and cannot be used again.', { code: 'resource_missing' });
  const decline = declineOf(method);
  if (decline !== null)
    return refuse(store, intent, { method, code: decline === 'expired_card' ? decline : 'card_declined', decline });
  if (fateOf(method) === 'authenticationRequired') return askHolder(store, intent, { method, form });
  store.change(intent, { payment_method: method.id, [errorField(intent)]: null });
  if (fateOf(method) === 'processing' && intent.object === 'payment_intent') {
    store.change(intent, { status: 'processing' });
    store.emit('payment_intent.processing', intent);
    return intent;
  }
  return succeed(store, intent);
}

function askHolder(store: Store, intent: Thing, { method, form }: { method: Thing; form: Form }): Thing {
  if (textAt(form, 'off_session') === 'true')
    return refuse(store, intent, { method, code: 'authentication_required', decline: 'authentication_required' });
  const url = `${store.origin()}/confirm/${intent.id}`;
  const next = { type: 'redirect_to_url', redirect_to_url: { url, return_url: textAt(form, 'return_url') } };
  store.change(intent, { payment_method: method.id, status: 'requires_action', next_action: next, [errorField(intent)]: null });
  store.emit(`${intent.object}.requires_action`, intent);
  return intent;
}

type Refused = { method: Thing; code: string; decline: string };
function refuse(store: Store, intent: Thing, { method, code, decline }: Refused): never {
  const why: Json = {
    type: 'card_error',
    code,
    decline_code: decline,
    message: 'Your card was declined.',
    payment_method: method,
  };
  store.change(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    [errorField(intent)]: structuredClone(why),
  });
  store.emit(intent.object === 'payment_intent' ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed', intent);
  throw cardError(code, { decline_code: decline, [intent.object]: structuredClone(intent), payment_method: method });
}

export function succeed(store: Store, intent: Thing): Thing {
  const [customer, method] = [textOf(intent, 'customer'), textOf(intent, 'payment_method')];
  if (intent.object === 'payment_intent') {
    const charge = store.make('ch', 'charge', {
      amount: intent['amount'] ?? 0,
      amount_refunded: 0,
      currency: intent['currency'] ?? '',
      customer,
      payment_intent: intent.id,
      payment_method: method,
      amount_captured: intent['amount'] ?? 0,
      status: 'succeeded',
      metadata: intent['metadata'] ?? {},
    });
    store.change(intent, { latest_charge: charge.id, amount_received: intent['amount'] ?? 0 });
  }
  store.change(intent, { status: 'succeeded', next_action: null });
  const isStored = intent.object === 'setup_intent' || textOf(intent, 'setup_future_usage') === 'off_session';
  if (isStored && customer !== null && method !== null && textOf(store.get(method, 'payment_method'), 'customer') === null)
    attach(store, method, customer);
  store.emit(`${intent.object}.succeeded`, intent);
  return intent;
}

/** A page that was left before its bank was done hears of the end by itself. */
function endOfPage(store: Store, intent: Thing, end: 'succeeded' | 'failed'): void {
  const session = store.things.get(textOf(intent, '_session') ?? '');
  if (session === undefined || textOf(session, 'status') !== 'complete') return;
  if (end === 'succeeded') store.change(session, { payment_status: 'paid' });
  store.emit(`checkout.session.async_payment_${end}`, session);
}

/** What the bank of a card that has to be confirmed, or of a slow one, says in the end. */
export function decide(store: Store, id: string, outcome: 'succeeded' | 'failed'): Thing {
  const intent = store.things.get(id);
  if (intent === undefined || !['processing', 'requires_action'].includes(textOf(intent, 'status') ?? ''))
    throw invalid(`${id} waits for nothing`);
  const wasWorking = textOf(intent, 'status') === 'processing';
  if (outcome === 'succeeded') {
    succeed(store, intent);
    if (wasWorking) endOfPage(store, intent, 'succeeded');
    return intent;
  }
  const method = store.get(textOf(intent, 'payment_method') ?? '', 'payment_method');
  const code = textOf(intent, 'status') === 'processing' ? 'card_declined' : 'payment_intent_authentication_failure';
  try {
    return refuse(store, intent, { method, code, decline: 'generic_decline' });
  } catch {
    // the refusal is for a caller of the API, and there is none
    if (wasWorking) endOfPage(store, intent, 'failed');
    return intent;
  }
}

export function cancelIntent(store: Store, intent: Thing, form: Form): Thing {
  if (isFinal(intent) || textOf(intent, 'status') === 'processing') throw unexpected(intent);
  const reason = { cancellation_reason: textAt(form, 'cancellation_reason'), next_action: null };
  const at = intent.object === 'payment_intent' ? { canceled_at: Math.floor(store.clock() / 1000) } : {};
  store.change(intent, { status: 'canceled', ...reason, ...at });
  store.emit(`${intent.object}.canceled`, intent);
  return intent;
}
