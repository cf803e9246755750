/** The newsletter for its readers: subscribing, confirming, preferences and leaving, all without signing in. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import { botAnswer, botFailures } from '#core/identity/bot-check.contract.ts';
import { emailField } from '#core/identity/identity.contract.ts';
import { newsletterLimits as max, subscriberStates } from './newsletter.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const locale = z.enum(locales);
const lists = z.array(id).check(z.maxLength(max.lists));
const token = z.string().check(z.regex(/^[\w-]{40,200}$/));
const linkFailures = { link_unknown: 404, link_expired: 410 } as const;

const offeredList = z.object({ id: z.string(), name: z.string(), description: z.string(), rhythm: z.string() });
export type OfferedList = z.infer<typeof offeredList>;
export const preferencesView = z.object({
  email: z.string(),
  locale,
  /** `blocklisted` and the like: nothing is sent, whatever the lists say. */
  state: z.enum(subscriberStates),
  /** All lists that one may subscribe to, and those of one's own that were archived. */
  lists: z.array(
    z.object({
      ...offeredList.shape,
      subscribed: z.boolean(),
      since: z.nullable(z.number()),
      unsubscribedAt: z.nullable(z.number()),
    }),
  ),
  /** The list of the email in which the link stood. */
  list: z.nullable(z.string()),
  /** Whether the reader agreed that opens and clicks are counted. */
  figures: z.boolean(),
});
export type PreferencesView = z.infer<typeof preferencesView>;

export const newsletterCalls = {
  offers: call({
    method: 'GET',
    path: '/api/newsletter/lists',
    summary: 'Lists that one may subscribe to, in the reader’s language, a few seconds old at most.',
    access: 'all',
    result: z.object({ items: z.array(offeredList) }),
  }),
  subscribe: call({
    method: 'POST',
    path: '/api/newsletter/subscribe',
    summary: 'Asks for newsletters. Answers the same for every address, which gets a link to confirm, at most two in 24 hours.',
    access: 'all',
    body: z.strictObject({
      email: emailField,
      lists: lists.check(z.minLength(1)),
      locale,
      /** The page of this site with the form, kept with the consent. */
      source: z._default(z.string().check(z.maxLength(200), z.regex(/^\/[\w\-/.%]*$/)), '/newsletter'),
      challenge: botAnswer,
    }),
    result: z.object({}),
    failures: { ...botFailures, disposable_email: 400 },
  }),
  pending: call({
    method: 'GET',
    path: '/api/newsletter/confirm',
    summary: 'What a link to confirm would subscribe to. Changes nothing.',
    access: 'all',
    query: z.object({ token }),
    result: z.object({
      email: z.string(),
      lists: z.array(z.object({ id: z.string(), name: z.string() })),
      confirmed: z.boolean(),
    }),
    failures: linkFailures,
  }),
  confirm: call({
    method: 'POST',
    path: '/api/newsletter/confirm',
    summary: 'Confirms the subscriptions that the link is about. Again changes nothing.',
    access: 'all',
    body: z.strictObject({ token }),
    result: z.object({ lists: z.array(z.string()), preferences: z.string() }),
    failures: linkFailures,
    neverKept: 'neverKept',
  }),
  preferences: call({
    method: 'GET',
    path: '/api/newsletter/preferences',
    summary: 'The subscriptions of the address that the link belongs to. Changes nothing.',
    access: 'all',
    query: z.object({ token }),
    result: preferencesView,
    failures: linkFailures,
  }),
  save: call({
    method: 'PUT',
    path: '/api/newsletter/preferences',
    summary: 'Subscribes to these lists and leaves all others; the link proves the address.',
    access: 'all',
    body: z.strictObject({ token, lists, locale: z.optional(locale), figures: z.optional(z.boolean()) }),
    result: preferencesView,
    failures: linkFailures,
  }),
  leave: call({
    method: 'POST',
    path: '/api/newsletter/leave',
    summary: 'Leaves one list, or all of them. A link never gets too old for it.',
    access: 'all',
    body: z.strictObject({ token, lists: z.optional(lists) }),
    result: z.object({ left: z.array(z.string()) }),
    failures: { link_unknown: 404 },
  }),
  forget: call({
    method: 'POST',
    path: '/api/newsletter/forget',
    summary: 'Deletes the address and all that is kept of it; a block stays, without anything else.',
    access: 'all',
    body: z.strictObject({ token }),
    result: z.object({}),
    failures: linkFailures,
  }),
  mailLink: call({
    method: 'POST',
    path: '/api/newsletter/link',
    summary: 'Mails a link to the preferences. Answers the same for every address.',
    access: 'all',
    body: z.strictObject({ email: emailField, locale, challenge: botAnswer }),
    result: z.object({}),
    failures: botFailures,
  }),
};
