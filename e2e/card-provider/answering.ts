/** Which call does what. */
import { type Form, formAt, numberAt, textAt, textsAt } from './form.ts';
import { cancelIntent, confirmIntent, createIntent, createSetup } from './intents.ts';
import { attach, detach, fateOf } from './methods.ts';
import { giveIn, updateDispute } from './disputes.ts';
import { createFile } from './files.ts';
import { createRefund } from './money-back.ts';
import type { Switches } from './news.ts';
import { createSession, expireOld, expireSession } from './sessions.ts';
import { CardError, invalid, type Json, listed, shown, type Store, textOf, type Thing } from './store.ts';

/** `cut`: the connection breaks instead of the answer, though the work was done. */
export type Answered = { status: number; body: Json; cut?: boolean };
export type Call = { method: string; path: string; form: Form };
type Handler = (store: Store, call: { form: Form; id: string; switches: Switches }) => Json;

const intent = (store: Store, id: string): Thing => store.get(id, 'payment_intent');
const setup = (store: Store, id: string): Thing => store.get(id, 'setup_intent');

function customerFields(form: Form): Record<string, Json> {
  const given = ['name', 'email'].flatMap((name) => (textAt(form, name) === null ? [] : [[name, textAt(form, name)]]));
  return { ...Object.fromEntries(given), metadata: textsAt(form, 'metadata') };
}

function removeCustomer(store: Store, id: string): Json {
  const customer = store.get(id, 'customer');
  for (const thing of store.things.values())
    if (thing.object === 'payment_method' && textOf(thing, 'customer') === id)
      store.change(thing, { customer: null, _detached: true });
  store.things.delete(id);
  store.emit('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}

/** Methods and paths; `:` stands for an id. */
const handlers: Readonly<Record<string, Handler>> = {
  'POST customers': (store, { form }) => store.make('cus', 'customer', { name: null, email: null, ...customerFields(form) }),
  'POST customers/:': (store, { id, form }) => store.change(store.get(id, 'customer'), customerFields(form)),
  'GET customers/:': (store, { id }) => store.get(id, 'customer'),
  'DELETE customers/:': (store, { id }) => removeCustomer(store, id),
  'GET payment_methods/:': (store, { id }) => store.get(id, 'payment_method'),
  'POST payment_methods/:/attach': (store, { id, form }) => attach(store, id, textAt(form, 'customer') ?? ''),
  'POST payment_methods/:/detach': (store, { id }) => detach(store, id),
  'POST setup_intents': (store, { form }) => createSetup(store, form),
  'GET setup_intents/:': (store, { id }) => setup(store, id),
  'POST setup_intents/:/confirm': (store, { id, form }) => confirmIntent(store, setup(store, id), form),
  'POST setup_intents/:/cancel': (store, { id, form }) => cancelIntent(store, setup(store, id), form),
  'POST payment_intents': (store, { form }) => createIntent(store, form),
  'GET payment_intents/:': (store, { id }) => intent(store, id),
  'POST payment_intents/:/confirm': (store, { id, form }) => confirmIntent(store, intent(store, id), form),
  'POST payment_intents/:/cancel': (store, { id, form }) => cancelIntent(store, intent(store, id), form),
  'POST checkout/sessions': (store, { form }) => createSession(store, form),
  'GET checkout/sessions/:': (store, { id }) => store.get(id, 'checkout.session'),
  'POST checkout/sessions/:/expire': (store, { id }) => expireSession(store, store.get(id, 'checkout.session')),
  'POST refunds': (store, { form, switches }) => createRefund(store, form, switches.refunds),
  'GET refunds/:': (store, { id }) => store.get(id, 'refund'),
  'GET disputes/:': (store, { id }) => store.get(id, 'dispute'),
  'POST disputes/:': (store, { id, form }) => updateDispute(store, store.get(id, 'dispute'), form),
  'POST disputes/:/close': (store, { id }) => giveIn(store, store.get(id, 'dispute')),
  'POST files': (store, { form }) => createFile(store, form),
  'GET files/:': (store, { id }) => store.get(id, 'file'),
  'GET events/:': (store, { id }) => store.get(id, 'event'),
};

const lists: Readonly<Record<string, string>> = {
  customers: 'customer',
  payment_methods: 'payment_method',
  setup_intents: 'setup_intent',
  payment_intents: 'payment_intent',
  'checkout/sessions': 'checkout.session',
  refunds: 'refund',
  disputes: 'dispute',
  events: 'event',
};

function list(store: Store, path: string, form: Form): Json | null {
  const object = lists[path];
  if (object === undefined) return null;
  const limit = numberAt(form, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('limit is from 1 to 100', { param: 'limit' });
  const [from, until] = [numberAt(form, 'created', 'gte') ?? 0, numberAt(form, 'created', 'lte') ?? Number.MAX_SAFE_INTEGER];
  const fits = ['customer', 'payment_intent', 'type', 'status'].flatMap((name) => {
    const wanted = textAt(form, name);
    return wanted === null ? [] : [(thing: Thing) => textOf(thing, name) === wanted];
  });
  const keep = (thing: Thing) => thing.created >= from && thing.created <= until && fits.every((one) => one(thing));
  return listed(store, { object, url: `/v1/${path}`, keep, limit, after: textAt(form, 'starting_after') });
}

/** Only `metadata['name']:'value'`, which is all that programs here ask. */
function searched(store: Store, form: Form): Json {
  const [, name, value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(textAt(form, 'query') ?? '') ?? [];
  if (name === undefined || value === undefined) throw invalid('We were unable to parse your search query.', { param: 'query' });
  const fits = (thing: Thing): boolean => {
    const { metadata } = thing;
    return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) && metadata[name] === value;
  };
  const data = [...store.things.values()].filter((thing) => thing.object === 'payment_intent' && fits(thing)).reverse();
  return { object: 'search_result', url: '/v1/payment_intents/search', has_more: false, next_page: null, data };
}

/** The call in the words of its rule, as `POST refunds/:`; null for one that there is not. */
export function ruleOf(call: Pick<Call, 'method' | 'path'>): string | null {
  const { method, path } = call;
  if (method === 'GET' && (lists[path] !== undefined || path === 'payment_intents/search')) return `GET ${path}`;
  return find(call)?.rule ?? null;
}
/** All of them. */
export const rules: readonly string[] = [
  ...Object.keys(handlers),
  ...Object.keys(lists).map((path) => `GET ${path}`),
  'GET payment_intents/search',
];

function find({ method, path }: Pick<Call, 'method' | 'path'>): { handler: Handler; id: string; rule: string } | null {
  for (const [rule, handler] of Object.entries(handlers)) {
    const [verb = '', shape = ''] = rule.split(' ');
    if (verb !== method) continue;
    const found = new RegExp(`^${shape.replace(':', '([\\w.]+)')}$`).exec(path);
    if (found !== null) return { handler, id: found[1] ?? '', rule };
  }
  return null;
}

function work(store: Store, call: Call, switches: Switches): Json {
  if (call.method === 'GET' && call.path === 'payment_intents/search') return searched(store, call.form);
  const many = call.method === 'GET' ? list(store, call.path, call.form) : null;
  if (many !== null) return many;
  const found = find(call);
  if (found === null)
    throw new CardError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${call.method}: /v1/${call.path}).`,
    });
  return found.handler(store, { form: call.form, id: found.id, switches });
}

/** What happens though the work was done: cards of the names `flaky500` and `timeout` lose the answer. */
function lost(store: Store, { method, path, form }: Call): 'error' | 'cut' | null {
  const isCharge = method === 'POST' && (path === 'payment_intents' || path.endsWith('/confirm'));
  const card = textAt(form, 'payment_method') ?? '';
  const known = store.things.get(card);
  const fate = known === undefined ? card.replace('pm_card_', '') : fateOf(known);
  if (!isCharge) return null;
  return fate === 'flaky500' ? 'error' : fate === 'timeout' ? 'cut' : null;
}

export const brokenBody: Json = { error: { type: 'api_error', message: 'An unknown error occurred.' } };

/** Carries a call out. */
export function answerCall(store: Store, call: Call, switches: Switches): Answered {
  expireOld(store);
  const expand = Object.values(formAt(call.form, 'expand')).filter((path) => typeof path === 'string');
  try {
    const loss = lost(store, call);
    const result = work(store, call, switches);
    if (loss === 'error') return { status: 500, body: brokenBody };
    const inList = expand.map((path) => path.replace(/^data\./, ''));
    const full = isList(result) ? { ...result, data: shown(store, result['data'] ?? [], inList) } : shown(store, result, expand);
    return { status: 200, body: full, ...(loss === 'cut' ? { cut: true } : {}) };
  } catch (error) {
    if (!(error instanceof CardError)) throw error;
    return { status: error.status, body: { error: shown(store, error.error, []) } };
  }
}

const isList = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  (value['object'] === 'list' || value['object'] === 'search_result');
