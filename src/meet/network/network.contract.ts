/** Rooms that accounts of one network share: customers of one vendor, and partners who both agreed. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { networkLimits, networkRoles, openTo } from './network.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const named = z.object({ id: z.string(), name: z.string() });
const done = z.object({ done: z.literal(true) });
const page = {
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};

/** A room that another account offers to the reader's. */
const networkRoom = z.object({
  /** Of the offer. */
  id: z.string(),
  name: z.string(),
  /** Of the link `/m/{slug}`; null as long as it was not accepted. */
  slug: z.nullable(z.string()),
  from: named,
  role: z.enum(networkRoles),
  /** Offered to every account of the network, or to this one. */
  wide: z.boolean(),
  state: z.enum(['offered', 'accepted', 'declined']),
  live: z.boolean(),
  people: z.number(),
  who: z.nullable(z.enum(openTo)),
  chosen: z.array(z.object({ id: z.string(), name: z.string() })),
  at: z.number(),
});
export type NetworkRoom = z.output<typeof networkRoom>;

/** A room that the reader's account offers to others. */
const networkOffer = z.object({
  id: z.string(),
  room: named,
  /** Null = every account of the network. */
  to: z.nullable(named),
  role: z.enum(networkRoles),
  /** Accounts that took it. */
  taken: z.array(named),
  at: z.number(),
});
export type NetworkOffer = z.output<typeof networkOffer>;

const partner = z.object({
  id: z.string(),
  name: z.string(),
  /** `asked`: the reader's account asked and waits; `asks`: the other side waits for an answer. */
  state: z.enum(['asked', 'asks', 'accepted']),
  account: z.string(),
  at: z.number(),
});
export type NetworkPartner = z.output<typeof partner>;

export const networkCalls = {
  rooms: call({
    method: 'GET',
    path: '/api/network/rooms',
    summary:
      'Rooms that other accounts of the network share with the own one; those who manage see what waits for an answer too.',
    access: 'rooms.view',
    query: z.object(page),
    result: z.object({
      items: z.array(networkRoom),
      next: z.nullable(z.string()),
      rights: z.object({ manage: z.boolean() }),
    }),
  }),
  answer: call({
    method: 'PUT',
    path: '/api/network/rooms/{id}/answer',
    summary: 'Takes an offered room for everybody or for those who are named, or declines it.',
    access: 'network.manage',
    params: z.object({ id }),
    body: z.object({
      state: z.enum(['accepted', 'declined']),
      who: z._default(z.enum(openTo), 'everyone'),
      people: z._default(z.array(id).check(z.maxLength(networkLimits.chosen)), []),
    }),
    result: done,
  }),
  offers: call({
    method: 'GET',
    path: '/api/network/offers',
    summary: 'Rooms that the own account offers to others, with those who took them, newest first.',
    access: 'network.manage',
    query: z.object(page),
    result: z.object({ items: z.array(networkOffer), next: z.nullable(z.string()) }),
  }),
  offer: call({
    method: 'POST',
    path: '/api/network/offers',
    summary: 'Offers a room of the own account to a partner, or to every account of the network (null).',
    access: 'network.manage',
    body: z.object({ roomId: id, to: z.nullable(id), role: z.enum(networkRoles) }),
    result: z.object({ id: z.string() }),
    failures: { offered_already: 409, no_network: 409 },
  }),
  endOffer: call({
    method: 'DELETE',
    path: '/api/network/offers/{id}',
    summary: 'Ends an offer at once, for everybody who took it.',
    access: 'network.manage',
    params: z.object({ id }),
    result: done,
  }),
  partners: call({
    method: 'GET',
    path: '/api/network/partners',
    summary: 'The own code, the vendor whose customers are one network, and the partners.',
    access: 'network.manage',
    result: z.object({ code: z.string(), vendor: z.nullable(z.string()), items: z.array(partner) }),
  }),
  ask: call({
    method: 'POST',
    path: '/api/network/partners',
    summary: 'Asks the account with this code to be a partner.',
    access: 'network.manage',
    body: z.object({ code: z.string().check(z.maxLength(60)) }),
    result: done,
    failures: { code_unknown: 404, partners_already: 409, own_code: 409 },
  }),
  accept: call({
    method: 'POST',
    path: '/api/network/partners/{id}/accept',
    summary: 'Agrees to be the partner of an account that asked.',
    access: 'network.manage',
    params: z.object({ id }),
    result: done,
  }),
  part: call({
    method: 'DELETE',
    path: '/api/network/partners/{id}',
    summary: 'Ends a partnership or a question for one; rooms that were shared through it are closed to the other side at once.',
    access: 'network.manage',
    params: z.object({ id }),
    result: done,
  }),
  newCode: call({
    method: 'POST',
    path: '/api/network/code',
    summary: 'Makes a new code; the old one finds nobody any more.',
    access: 'network.manage',
    result: z.object({ code: z.string() }),
  }),
};
