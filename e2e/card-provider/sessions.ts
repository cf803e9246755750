/** The pay page: a session that a program begins and a person ends in a browser. */
import { type Form, formAt, numberAt, textAt, textsAt } from './form.ts';
import { cancelIntent, confirmIntent, createIntent, createSetup } from './intents.ts';
import { methodNumbered } from './methods.ts';
import { CardError, invalid, type Store, textOf, type Thing } from './store.ts';

const DAY_S = 86_400;

export function createSession(store: Store, form: Form): Thing {
  const mode = textAt(form, 'mode');
  if (mode !== 'payment' && mode !== 'setup') throw invalid('Invalid mode.', { param: 'mode' });
  if (textAt(form, 'success_url') === null) throw invalid('Missing required param: success_url.', { param: 'success_url' });
  if (formAt(form, 'payment_method_types')[0] !== undefined)
    throw invalid('Received unknown parameter: payment_method_types', { code: 'parameter_unknown' });
  const customer = textAt(form, 'customer');
  if (customer !== null) store.get(customer, 'customer');
  const items = Object.keys(formAt(form, 'line_items'));
  const total = items.reduce((all, at) => {
    const quantity = numberAt(form, 'line_items', at, 'quantity') ?? 1;
    return all + quantity * (numberAt(form, 'line_items', at, 'price_data', 'unit_amount') ?? 0);
  }, 0);
  if (mode === 'payment' && total === 0) throw invalid('Missing required param: line_items.', { param: 'line_items' });
  const session = store.make('cs_test', 'checkout.session', {
    mode,
    status: 'open',
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    ui_mode: textAt(form, 'ui_mode') ?? 'hosted_page',
    customer,
    client_reference_id: textAt(form, 'client_reference_id'),
    amount_subtotal: mode === 'setup' ? null : total,
    amount_total: mode === 'setup' ? null : total,
    currency: textAt(form, 'line_items', items[0] ?? '0', 'price_data', 'currency') ?? textAt(form, 'currency'),
    metadata: textsAt(form, 'metadata'),
    success_url: textAt(form, 'success_url'),
    cancel_url: textAt(form, 'cancel_url'),
    expires_at: Math.floor(store.clock() / 1000) + DAY_S,
    _usage: textAt(form, 'payment_intent_data', 'setup_future_usage'),
    _meta: textsAt(form, mode === 'setup' ? 'setup_intent_data' : 'payment_intent_data', 'metadata'),
    _what: textAt(form, 'line_items', items[0] ?? '0', 'price_data', 'product_data', 'name') ?? '',
  });
  return store.change(session, { url: `${store.origin()}/pay/${session.id}` });
}

export function expireSession(store: Store, session: Thing): Thing {
  if (textOf(session, 'status') !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
  const intent = store.things.get(textOf(session, 'payment_intent') ?? '');
  if (intent !== undefined) cancelIntent(store, intent, {});
  store.change(session, { status: 'expired', url: null });
  store.emit('checkout.session.expired', session);
  return session;
}
/** Ends what is older than its page lives. */
export function expireOld(store: Store): void {
  for (const thing of store.things.values()) {
    const ends = thing['expires_at'];
    if (
      thing.object === 'checkout.session' &&
      textOf(thing, 'status') === 'open' &&
      typeof ends === 'number' &&
      ends * 1000 <= store.clock()
    )
      expireSession(store, thing);
  }
}

function intentOf(store: Store, session: Thing): Thing {
  const isSetup = textOf(session, 'mode') === 'setup';
  const field = isSetup ? 'setup_intent' : 'payment_intent';
  const known = store.things.get(textOf(session, field) ?? '');
  if (known !== undefined) return known;
  const customer = textOf(session, 'customer');
  const shared: Form = customer === null ? {} : { customer };
  const form: Form = isSetup
    ? shared
    : {
        ...shared,
        amount: String(session['amount_total']),
        currency: textOf(session, 'currency') ?? '',
        setup_future_usage: textOf(session, '_usage') ?? '',
      };
  const intent = isSetup ? createSetup(store, form) : createIntent(store, form);
  const meta = session['_meta'] ?? {};
  store.change(intent, { metadata: structuredClone(meta), _session: session.id });
  store.change(session, { [field]: intent.id });
  return intent;
}

/** Where a person goes after pressing Pay. `again`: the page says why and can be tried again. */
export type Paid = { kind: 'go'; url: string } | { kind: 'again'; why: string };

export function payBy(store: Store, session: Thing, number: string): Paid {
  if (textOf(session, 'status') !== 'open') return { kind: 'go', url: successOf(session) };
  const method = methodNumbered(store, number);
  if (method === null) return { kind: 'again', why: 'Your card number is invalid.' };
  try {
    const intent = confirmIntent(store, intentOf(store, session), { payment_method: method.id, return_url: successOf(session) });
    if (textOf(intent, 'status') === 'requires_action') return { kind: 'go', url: `${store.origin()}/confirm/${intent.id}` };
    completeSession(store, session, textOf(intent, 'status') ?? '');
    return { kind: 'go', url: successOf(session) };
  } catch (error) {
    if (error instanceof CardError) return { kind: 'again', why: error.message };
    throw error;
  }
}

export function completeSession(store: Store, session: Thing, status: string): void {
  const isPaid = status === 'succeeded';
  const paid = textOf(session, 'mode') === 'setup' ? 'no_payment_required' : isPaid ? 'paid' : 'unpaid';
  store.change(session, { status: 'complete', payment_status: paid, url: null });
  store.emit('checkout.session.completed', session);
}

export const successOf = (session: Thing): string =>
  (textOf(session, 'success_url') ?? '').replace('{CHECKOUT_SESSION_ID}', session.id);
