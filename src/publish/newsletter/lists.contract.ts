/** Lists and subscribers for those who write the newsletter. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';
import { newsletterLimits as max, subscriberStates, subscriptionStates } from './newsletter.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const revision = z.number().check(z.int());
const words = (most: number) => z.partialRecord(z.enum(locales), z.string().check(z.trim(), z.minLength(1), z.maxLength(most)));
const names = words(max.listName).check(z.refine((value) => Object.keys(value).length > 0, 'required'));
const wordsShown = z.partialRecord(z.enum(locales), z.string());

export const listView = z.object({
  id: z.string(),
  names: wordsShown,
  descriptions: wordsShown,
  rhythms: wordsShown,
  archived: z.boolean(),
  confirmed: z.number(),
  pending: z.number(),
  revision: z.number(),
});
export type ListView = z.infer<typeof listView>;
const fields = { names, descriptions: words(max.listDescription), rhythms: words(max.rhythm) };

export const newsletterListsCalls = {
  list: call({
    method: 'GET',
    path: '/api/newsletter/desk/lists',
    summary: 'All lists in their order, archived ones last.',
    access: 'newsletter.manage',
    result: z.object({ items: z.array(listView) }),
  }),
  create: call({
    method: 'POST',
    path: '/api/newsletter/desk/lists',
    summary: 'Makes a list, last in order.',
    access: 'newsletter.manage',
    body: z.object({ names, descriptions: z._default(fields.descriptions, {}), rhythms: z._default(fields.rhythms, {}) }),
    result: listView,
    failures: { too_many: 409 },
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/newsletter/desk/lists/{id}',
    summary: 'Changes a list. Nobody can subscribe to an archived one, and nothing is sent to it.',
    access: 'newsletter.manage',
    params: byId,
    body: z.object({
      revision,
      names: z.optional(names),
      descriptions: z.optional(fields.descriptions),
      rhythms: z.optional(fields.rhythms),
      archived: z.optional(z.boolean()),
    }),
    result: listView,
    /** Something is scheduled for it, or being sent. */
    failures: { list_in_use: 409 },
  }),
};

export const subscriberView = z.object({
  id: z.string(),
  email: z.string(),
  locale: z.enum(locales),
  state: z.enum(subscriberStates),
  stateSince: z.number(),
  subscriptions: z.array(
    z.object({
      listId: z.string(),
      state: z.enum(subscriptionStates),
      askedAt: z.number(),
      askedAddress: z.string(),
      source: z.string(),
      textVersion: z.string(),
      textLocale: z.enum(locales),
      confirmedAt: z.nullable(z.number()),
      confirmedAddress: z.nullable(z.string()),
      unsubscribedAt: z.nullable(z.number()),
    }),
  ),
});
export type SubscriberView = z.infer<typeof subscriberView>;

export const newsletterSubscribersCalls = {
  list: call({
    method: 'GET',
    path: '/api/newsletter/desk/subscribers',
    summary: 'Subscribers with the evidence of their consent, newest first.',
    access: 'newsletter.manage',
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      list: z.optional(id),
      state: z.optional(z.enum([...subscriptionStates, 'suppressed'])),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({ items: z.array(subscriberView), next: z.nullable(z.string()), total: totalField }),
  }),
  block: call({
    method: 'POST',
    path: '/api/newsletter/desk/subscribers/{id}/block',
    summary: 'Stops all newsletters to an address until the block is lifted.',
    access: 'newsletter.manage',
    params: byId,
    result: subscriberView,
  }),
  lift: call({
    method: 'POST',
    path: '/api/newsletter/desk/subscribers/{id}/lift',
    summary: 'Takes back a block or a bounce. A complaint stays.',
    access: 'newsletter.manage',
    params: byId,
    result: subscriberView,
    failures: { complaint_stays: 409 },
  }),
  erase: call({
    method: 'DELETE',
    path: '/api/newsletter/desk/subscribers/{id}',
    summary: 'Deletes an address and all that is kept of it; a block stays, without anything else.',
    access: 'newsletter.manage',
    params: byId,
    result: z.object({}),
  }),
};
