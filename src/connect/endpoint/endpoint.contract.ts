/** The BBB API that we sell: the account's address, its secrets, the builder, the last calls. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { builderCalls, checksumHashes, clientNames, endpointLimits, isOwnSecret, secretCalls } from './endpoint.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const time = z.number();
const byId = z.object({ id });
const done = z.object({ done: z.literal(true) });

const secretItem = z.object({
  id: z.string(),
  name: z.string(),
  /** The last four characters. */
  hint: z.string(),
  /** Null: every call. */
  calls: z.nullable(z.array(z.enum(secretCalls))),
  /** Addresses and CIDR ranges; null: from anywhere. */
  ranges: z.nullable(z.array(z.string())),
  callsPerMinute: z.nullable(z.number()),
  bodyHash: z.boolean(),
  /** How calls may be signed; null: all four ways. */
  hashes: z.nullable(z.array(z.enum(checksumHashes))),
  /** Beside what the plan allows; null: nothing more. */
  meetingsAtOnce: z.nullable(z.number()),
  peoplePerMeeting: z.nullable(z.number()),
  state: z.enum(['active', 'ending', 'ended', 'revoked']),
  endsAt: z.nullable(time),
  /** The older secret that this one took over from, or null. */
  replaces: z.nullable(z.string()),
  createdAt: time,
  lastUsedAt: z.nullable(time),
  lastAddress: z.nullable(z.string()),
});
export type SecretItem = z.output<typeof secretItem>;

const limit = z.object({
  limit: z.enum(['meetingsAtOnce', 'peopleAtOnce', 'peoplePerMeeting', 'minutesPerMeeting', 'callsPerMinute', 'recordingGb']),
  used: z.nullable(z.number()),
  max: z.nullable(z.number()),
  /** Highest of today. */
  peak: z.nullable(z.number()),
});

const callItem = z.object({
  id: z.string(),
  at: time,
  call: z.string(),
  method: z.string(),
  /** The customer's own meetingID. */
  meeting: z.nullable(z.string()),
  secret: z.nullable(z.object({ id: z.string(), name: z.string() })),
  client: z.enum(clientNames),
  address: z.string(),
  outcome: z.enum(['answered', 'refused', 'failed']),
  /** BBB's messageKey of a refusal. */
  key: z.nullable(z.string()),
  /** Our code of why, more exact than the key, or of what was not done in a call that was answered; the screen has words for it. */
  reason: z.nullable(z.string()),
  tookMs: z.number(),
  /** Names of parameters that the meeting’s server took and did not act upon. */
  unhonoured: z.array(z.string()),
});
export type EndpointCall = z.output<typeof callItem>;

const parameter = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  value: z.string().check(z.maxLength(endpointLimits.builderValue)),
});
const built = z.object({
  secretId: id,
  call: z.enum(builderCalls),
  method: z.enum(['GET', 'POST']),
  hash: z.enum(checksumHashes),
  parameters: z.array(parameter).check(z.maxLength(100)),
  /** XML of a create with documents; null: none. */
  body: z._default(z.nullable(z.string().check(z.maxLength(endpointLimits.builderBody))), null),
});
export type BuiltCall = z.output<typeof built>;

const secretFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  calls: z.nullable(z.array(z.enum(secretCalls)).check(z.minLength(1))),
  ranges: z.nullable(
    z.array(z.string().check(z.trim(), z.maxLength(60))).check(z.minLength(1), z.maxLength(endpointLimits.ranges)),
  ),
  callsPerMinute: z.nullable(z.int().check(z.gte(1), z.lte(100_000))),
  bodyHash: z.boolean(),
  hashes: z.nullable(z.array(z.enum(checksumHashes)).check(z.minLength(1), z.maxLength(checksumHashes.length))),
  meetingsAtOnce: z.nullable(z.int().check(z.gte(1), z.lte(100_000))),
  peoplePerMeeting: z.nullable(z.int().check(z.gte(1), z.lte(100_000))),
};
const newSecret = z.extend(z.partial(z.object(secretFields)), {
  name: secretFields.name,
  /** One that clients know already; left out: one is made. 20 to 128 printable characters without blanks. */
  secret: z.optional(z.string().check(z.trim(), z.refine(isOwnSecret))),
});
/** The key that sealed the secret is lost. */
const unreadable = { secret_lost: 409 } as const;
const secretFailures = { limit_reached: 402, bad_range: 422 } as const;

export const endpointCalls = {
  get: call({
    method: 'GET',
    path: '/api/endpoint',
    summary: 'The account’s BBB-compatible address, its secrets, limits and use.',
    access: 'api.view',
    result: z.object({
      id: z.string(),
      key: z.string(),
      /** What customers paste; ends with `/bigbluebutton/`. */
      url: z.string(),
      host: z.nullable(
        z.object({
          name: z.string(),
          checkedAt: z.nullable(time),
          trouble: z.nullable(z.string()),
          /** The DNS record (TXT) by which the name is proven to be one's own. */
          record: z.nullable(z.object({ name: z.string(), value: z.string() })),
        }),
      ),
      secrets: z.array(secretItem),
      revoked: z.number(),
      limits: z.array(limit),
      calls: z.object({ today: z.number(), refused: z.number() }),
      rights: z.object({ manage: z.boolean() }),
    }),
  }),
  addSecret: call({
    method: 'POST',
    path: '/api/endpoint/secrets',
    summary: 'Makes a secret, or takes one that clients use already.',
    access: 'api.manage',
    body: newSecret,
    result: secretItem,
    failures: { ...secretFailures, secret_taken: 409 },
  }),
  editSecret: call({
    method: 'PATCH',
    path: '/api/endpoint/secrets/{id}',
    summary: 'Changes what a secret may do.',
    access: 'api.manage',
    params: byId,
    body: z.partial(z.object(secretFields)),
    result: secretItem,
    failures: secretFailures,
  }),
  reveal: call({
    method: 'POST',
    path: '/api/endpoint/secrets/{id}/reveal',
    summary: 'Shows a secret, to be copied. Noted in the audit log.',
    access: 'api.manage',
    params: byId,
    result: z.object({ secret: z.string() }),
    failures: unreadable,
  }),
  rotate: call({
    method: 'POST',
    path: '/api/endpoint/secrets/{id}/rotate',
    summary: 'Makes a successor; the old one works on for some hours.',
    access: 'api.manage',
    params: byId,
    body: z.object({ overlapHours: z._default(z.int().check(z.gte(0), z.lte(720)), 24) }),
    result: z.object({ old: secretItem, fresh: secretItem }),
    failures: { not_possible: 409 },
  }),
  extend: call({
    method: 'POST',
    path: '/api/endpoint/secrets/{id}/extend',
    summary: 'Lets an ending secret work a day longer.',
    access: 'api.manage',
    params: byId,
    result: secretItem,
    failures: { not_possible: 409 },
  }),
  revoke: call({
    method: 'POST',
    path: '/api/endpoint/secrets/{id}/revoke',
    summary: 'Ends a secret at once.',
    access: 'api.manage',
    params: byId,
    result: secretItem,
  }),
  calls: call({
    method: 'GET',
    path: '/api/endpoint/calls',
    summary: 'The last calls, newest first.',
    access: 'api.view',
    query: z.object({
      secretId: z.optional(id),
      call: z.optional(z.string().check(z.maxLength(60))),
      outcome: z.optional(z.enum(['answered', 'refused', 'failed'])),
      since: z.optional(z.coerce.number()),
      cursor: z.optional(z.string().check(z.maxLength(500))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({ items: z.array(callItem), next: z.nullable(z.string()), total: totalField }),
  }),
  build: call({
    method: 'POST',
    path: '/api/endpoint/build',
    summary: 'Signs a call and gives its address, without making it.',
    access: 'api.manage',
    body: built,
    result: z.object({ url: z.string(), /** With the secret as dots. */ signed: z.string() }),
    failures: { ...unreadable, not_possible: 409 },
  }),
  run: call({
    method: 'POST',
    path: '/api/endpoint/run',
    summary: 'Makes a call for real and gives the answer.',
    access: 'api.manage',
    body: built,
    result: z.object({
      url: z.string(),
      status: z.number(),
      contentType: z.string(),
      body: z.string(),
      bytes: z.number(),
      tookMs: z.number(),
    }),
    failures: { ...unreadable, not_possible: 409 },
  }),
  clients: call({
    method: 'GET',
    path: '/api/endpoint/clients',
    summary: 'The last call of each kind of client: what a connection check reports.',
    access: 'api.view',
    result: z.object({
      items: z.array(
        z.object({
          client: z.enum(clientNames),
          /** Null for the one that answered last, whatever it was. */
          last: callItem,
          lastAnswered: z.nullable(time),
          creates: z.number(),
          joins: z.number(),
        }),
      ),
    }),
  }),
  setHost: call({
    method: 'PUT',
    path: '/api/endpoint/host',
    summary: 'Sets or removes the account’s own host name for the endpoint; it counts once it is proven by its DNS record.',
    access: 'api.manage',
    body: z.object({ host: z.nullable(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253))) }),
    result: done,
    failures: { bad_host: 422 },
  }),
  checkHost: call({
    method: 'POST',
    path: '/api/endpoint/host/check',
    summary: 'Looks whether the host name is proven by its DNS record and leads here; from then on it is nobody else’s.',
    access: 'api.manage',
    result: z.object({ trouble: z.nullable(z.string()) }),
    failures: { not_possible: 409, host_taken: 409 },
  }),
  tlsAsk: call({
    method: 'GET',
    path: '/api/tls/ask',
    summary: 'A proxy asks whether it may fetch a certificate for a host name (Caddy on_demand_tls).',
    access: 'all',
    query: z.object({ domain: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253)) }),
    result: done,
  }),
  recordingReady: call({
    method: 'POST',
    path: '/api/callbacks/recording-ready/{meetingId}',
    summary: 'A server tells that a recording is ready; the address and the form are signed.',
    access: 'all',
    params: z.object({ meetingId: id }),
    query: z.object({ token: z.string().check(z.maxLength(200)) }),
    body: z.object({ signed_parameters: z.string().check(z.maxLength(10_000)) }),
    bodyType: 'form',
    furtherFields: 'dropped',
    result: done,
  }),
  serverNews: call({
    method: 'POST',
    path: '/api/callbacks/server-news/{serverId}',
    summary: 'A server tells what happens in its meetings (BBB webhooks); the address is signed.',
    access: 'all',
    params: z.object({ serverId: id }),
    query: z.object({ token: z.string().check(z.maxLength(200)) }),
    body: z.object({ event: z.string(), timestamp: z.string(), domain: z._default(z.string(), '') }),
    bodyType: 'form',
    furtherFields: 'dropped',
    bodyLimit: 1_000_000,
    result: done,
  }),
};
