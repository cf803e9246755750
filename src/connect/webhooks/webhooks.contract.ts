/** Webhooks of an account and the log of all that was sent to its programs. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { deliveryKinds, deliveryStates } from './deliveries.rules.ts';
import { webhookEvents, webhookLimits, webhookStates } from './webhooks.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));
/** Empty: all of them, those of later versions too. */
const events = z.array(z.enum(webhookEvents)).check(z.maxLength(webhookEvents.length));

const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(webhookStates),
  /** The last characters of the secret. */
  hint: z.string(),
  /** Until when the secret before signs as well; null: there is none. */
  oldEndsAt: z.nullable(z.number()),
  failingSince: z.nullable(z.number()),
  lastTakenAt: z.nullable(z.number()),
  createdAt: z.number(),
});
export type Webhook = z.output<typeof webhook>;
/** The secret is shown here and never again. */
const withSecret = z.object({ webhook, secret: z.string() });

const sentItem = z.object({
  id: z.string(),
  kind: z.enum(deliveryKinds),
  webhookId: z.nullable(z.string()),
  /** Of the event; null for callbacks of the BigBlueButton API. */
  event: z.nullable(z.string()),
  method: z.enum(['GET', 'POST']),
  /** Without its query. */
  address: z.string(),
  state: z.enum(deliveryStates),
  tries: z.number(),
  createdAt: z.number(),
  nextAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  lastStatus: z.nullable(z.number()),
  lastTrouble: z.nullable(z.string()),
  tookMs: z.nullable(z.number()),
});
export type SentItem = z.output<typeof sentItem>;
const sentDetail = z.extend(sentItem, {
  /** What was sent; null where it carries signatures of another program's. */
  body: z.nullable(z.string()),
  /** At most a thousand characters of the last answer. */
  answer: z.nullable(z.string()),
});
export type SentDetail = z.output<typeof sentDetail>;

const badUrl = { bad_address: 400 } as const;
const access = 'webhooks.manage';

export const webhooksCalls = {
  list: call({
    method: 'GET',
    path: '/api/webhooks',
    summary: 'The webhooks of the account, the newest first.',
    access,
    result: z.object({ items: z.array(webhook), max: z.nullable(z.number()) }),
  }),
  add: call({
    method: 'POST',
    path: '/api/webhooks',
    summary:
      'Adds an address that hears of events by POST with a JSON body {id, type, at, account, data}. The header Atrium-Signature is `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` with the secret; refuse what is older than five minutes. Atrium-Event names the event; Atrium-Event-Id is the same for every try. Any 2xx takes it; all else is tried again for almost 23 hours; 410 ends it.',
    access,
    body: z.strictObject({ name, url, events: z._default(events, []) }),
    result: withSecret,
    failures: badUrl,
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/webhooks/{id}',
    summary: 'Changes a webhook, or turns it off and on.',
    access,
    params: z.object({ id }),
    body: z.strictObject({
      name: z.optional(name),
      url: z.optional(url),
      events: z.optional(events),
      state: z.optional(z.enum(['on', 'off'])),
    }),
    result: webhook,
    failures: badUrl,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    summary: 'Removes a webhook with its log.',
    access,
    params: z.object({ id }),
    result: z.object({ done: z.literal(true) }),
  }),
  rotate: call({
    method: 'POST',
    path: '/api/webhooks/{id}/rotate',
    summary: 'Makes a new secret. The one before signs as well for the overlap, so that a program can be changed at leisure.',
    access,
    params: z.object({ id }),
    body: z.strictObject({
      overlapHours: z._default(z.number().check(z.int(), z.gte(0), z.lte(webhookLimits.overlapHours)), 24),
    }),
    result: withSecret,
  }),
  test: call({
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    summary: 'Sends the event `ping` at once, with one try, and tells what came back. Five a minute.',
    access,
    params: z.object({ id }),
    result: sentDetail,
  }),
  replay: call({
    method: 'POST',
    path: '/api/webhooks/{id}/replay',
    summary: 'Sends again what was sent between two moments: what was given up, or all of it. At most a thousand at once.',
    access,
    params: z.object({ id }),
    body: z.strictObject({ from: z.number(), to: z.number(), which: z._default(z.enum(['given-up', 'all']), 'given-up') }),
    result: z.object({ sent: z.number() }),
  }),
  sent: call({
    method: 'GET',
    path: '/api/account/deliveries',
    summary: 'All that was sent to programs of the account, newest first: webhooks and callbacks of the BigBlueButton API.',
    access,
    query: z.object({
      state: z.optional(z.enum(deliveryStates)),
      kind: z.optional(z.enum(deliveryKinds)),
      webhookId: z.optional(id),
      /** In the address, the event or its ID. */
      search: z.optional(z.string().check(z.maxLength(200))),
      cursor: z.optional(z.string().check(z.maxLength(500))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 25),
    }),
    result: z.object({ items: z.array(sentItem), next: z.nullable(z.string()), total: totalField }),
  }),
  sentOne: call({
    method: 'GET',
    path: '/api/account/deliveries/{id}',
    summary: 'One delivery with what was sent and the beginning of the answer.',
    access,
    params: z.object({ id }),
    result: sentDetail,
  }),
  again: call({
    method: 'POST',
    path: '/api/account/deliveries/{id}/replay',
    summary: 'Sends a delivery again, unless it is being tried at this moment.',
    access,
    params: z.object({ id }),
    result: sentItem,
    failures: { not_possible: 409 },
  }),
};
