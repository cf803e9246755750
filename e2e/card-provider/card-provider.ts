/**
 * A stand-in for the card provider, with a memory: it is asked by the provider's own library, sends signed events, has a page where a person
 * pays, and has switches that make it lose, delay and repeat what it sends. It has no timers: what a test does not pump does not happen.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerCall, brokenBody, type Answered, type Call, ruleOf } from './answering.ts';
import { type Form, parseForm } from './form.ts';
import { decide } from './intents.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { parseParts } from './files.ts';
import { renewCard } from './methods.ts';
import { failRefund, settleRefund } from './money-back.ts';
import { calm, type CardNews, type Delivered, newsOf, type Switches } from './news.ts';
import { answerPage } from './pages.ts';
import { checkAnswer, checkObject, checkRequest } from './shapes/check.ts';
import { type Json, type Store, storeOf, type Thing } from './store.ts';

export type CardProviderOptions = {
  /** Where events go; it can be set later by `deliverTo`. */
  webhookUrl?: string;
  secret?: string;
  key?: string;
  /** Epoch ms. */
  clock?: () => number;
};
export type CardProviderFake = {
  url: string;
  port: number;
  key: string;
  secret: string;
  switches: Switches;
  /** Everything that was made, by id. */
  things: ReadonlyMap<string, Thing>;
  /** Calls of the API in order, as `POST payment_intents`, repetitions included. */
  calls: string[];
  deliverTo(webhookUrl: string): void;
  /** Sends what is queued and waits for the answers. What was not taken stays queued. */
  pumpWebhooks(): Promise<Delivered[]>;
  /** Events that wait to be sent. */
  queued(): number;
  /** What the bank says in the end of a payment that is processing or waits for its holder. */
  decide(intentId: string, outcome: 'succeeded' | 'failed'): void;
  dispute(intentId: string): string;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void;
  /** The bank of the payer sends back what had been called done, or never took it. */
  failRefund(refundId: string): void;
  /** What was pending has arrived. */
  settleRefund(refundId: string): void;
  /** The bank gave the holder a new card: its year and last digits. */
  renewCard(methodId: string, card: { year: number; last4: string }): void;
  /** Where what was said or asked is not as published, so far; `close` throws when there is any. */
  wrong: string[];
  close(): Promise<void>;
};

type Remembered = { print: string; answered: Answered; cuts: number };
type Parts = {
  store: Store;
  news: CardNews;
  switches: Switches;
  key: string;
  calls: string[];
  wrong: string[];
  remembered: Map<string, Remembered>;
};
/** As often as the library repeats a request by itself: the answer stays lost for one call of it. */
const CUTS = 3;

export async function startCardProvider(options: CardProviderOptions = {}): Promise<CardProviderFake> {
  const { secret = 'whsec_stand_in', key = 'sk_test_stand_in', clock = Date.now } = options;
  const switches: Switches = { ...calm };
  let webhookUrl = options.webhookUrl ?? null;
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  const news = newsOf({ webhookUrl: () => webhookUrl, secret, clock, switches });
  const wrong: string[] = [];
  const onEvent = (event: Thing) => {
    wrong.push(...checkObject(event));
    news.add(event);
  };
  const store = storeOf({ clock, origin: () => url, onEvent });
  const parts: Parts = { store, news, switches, key, calls: [], wrong, remembered: new Map() };
  server.on('request', (incoming, outgoing) => void serve(parts, incoming, outgoing));
  return {
    url,
    port,
    key,
    secret,
    switches,
    things: store.things,
    calls: parts.calls,
    deliverTo: (to) => {
      webhookUrl = to;
    },
    pumpWebhooks: news.pump,
    queued: news.waiting,
    decide: (id, outcome) => void decide(store, id, outcome),
    dispute: (id) => openDispute(store, id).id,
    closeDispute: (id, outcome) => void closeDispute(store, id, outcome),
    failRefund: (id) => void failRefund(store, id),
    settleRefund: (id) => void settleRefund(store, id),
    renewCard: (id, card) => void renewCard(store, id, card),
    wrong,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      if (wrong.length > 0) throw new Error(`not as the card provider publishes it:\n${[...new Set(wrong)].join('\n')}`);
    },
  };
}

async function serve(parts: Parts, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const body = bytes.toString('utf8');
  const { pathname, search } = new URL(incoming.url ?? '/', 'http://stand-in');
  const method = incoming.method ?? 'GET';
  const shown = answerPage(parts.store, pathname, method === 'POST' ? new URLSearchParams(body) : null);
  if (shown === null)
    return serveCall(parts, { incoming, outgoing, method, pathname, form: formOf(incoming, bytes, search.slice(1)) });
  if (shown.status === 303) outgoing.writeHead(303, { location: shown.location }).end();
  else outgoing.writeHead(shown.status, { 'content-type': 'text/html; charset=utf-8' }).end(shown.html);
  if (parts.switches.atOnce) await parts.news.pump();
}

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; method: string; pathname: string; form: Form };

function refusal({ key, switches }: Parts, { incoming, method, pathname }: Exchange): Answered | null {
  if (!pathname.startsWith('/v1/'))
    return { status: 404, body: { error: { type: 'invalid_request_error', message: 'Not found' } } };
  if (incoming.headers.authorization !== `Bearer ${key}`)
    return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } };
  if (switches.busy > 0) {
    switches.busy -= 1;
    return { status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } } };
  }
  if (switches.failing > 0) {
    switches.failing -= 1;
    return { status: 500, body: brokenBody };
  }
  if (switches.cut === 'received' && method === 'POST') {
    switches.cut = null;
    return { status: 0, body: null, cut: true };
  }
  return null;
}

async function serveCall(parts: Parts, exchange: Exchange): Promise<void> {
  const { outgoing, method, pathname, form, incoming } = exchange;
  const path = pathname.replace('/v1/', '');
  parts.calls.push(`${method} ${path}`);
  const refused = refusal(parts, exchange);
  if (refused !== null) return write(outgoing, refused, {});
  const given = incoming.headers['idempotency-key'];
  const key = method === 'POST' && typeof given === 'string' ? given : null;
  const print = createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(form)}`)
    .digest('hex');
  const known = key === null ? undefined : parts.remembered.get(key);
  if (known !== undefined) return repeat(outgoing, known, print);
  const answered = judged(parts, { method, path, form });
  const isCut = answered.cut === true || (parts.switches.cut === 'done' && method === 'POST');
  if (isCut) parts.switches.cut = null;
  if (key !== null)
    parts.remembered.set(key, { print, answered: { status: answered.status, body: answered.body }, cuts: isCut ? CUTS - 1 : 0 });
  if (parts.switches.beforeAnswer) await parts.news.pump();
  if (parts.switches.stall === 'done' && method === 'POST') {
    parts.switches.stall = null;
    return;
  }
  write(outgoing, { ...answered, cut: isCut }, answered.status >= 500 ? { 'stripe-should-retry': 'false' } : {});
  if (parts.switches.atOnce) await parts.news.pump();
}

function formOf({ method, headers }: IncomingMessage, body: Buffer, search: string): Form {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return parseParts(body, type);
  return parseForm(method === 'GET' ? search : body.toString('utf8'));
}

/** Refuses requests that the published interface does not know, as the real one does; keeps these and our own wrong answers for the test to read. */
function judged({ store, switches, wrong }: Parts, call: Call): Answered {
  const rule = ruleOf(call);
  // of a file that was uploaded there is no shape
  const form: Form = call.path === 'files' && call.form['file'] !== undefined ? { ...call.form, file: {} } : call.form;
  const complaints = rule === null ? [] : checkRequest(rule, form);
  wrong.push(...complaints);
  const [message] = complaints;
  if (message !== undefined)
    return { status: 400, body: { error: { type: 'invalid_request_error', code: 'parameter_unknown', message } } };
  const answered = answerCall(store, call, switches);
  wrong.push(...checkAnswer(answered.body));
  return answered;
}

function repeat(outgoing: ServerResponse, known: Remembered, print: string): void {
  if (known.print !== print) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return write(outgoing, { status: 400, body: { error: { type: 'idempotency_error', message } } }, {});
  }
  const isCut = known.cuts > 0;
  if (isCut) known.cuts -= 1;
  write(outgoing, { ...known.answered, cut: isCut }, { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' });
}

function write(outgoing: ServerResponse, { status, body, cut }: Answered, headers: Record<string, string>): void {
  if (cut === true) {
    outgoing.destroy();
    return;
  }
  const text = JSON.stringify(body satisfies Json);
  outgoing.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${status}`, ...headers }).end(text);
}
