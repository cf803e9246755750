/** Campaigns for those who write the newsletter. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import { type RichText, richTextField } from '#kit/rich-text.ts';
import { totalField } from '#kit/total.contract.ts';
import { campaignActions, campaignStates, newsletterLimits as max, readinessGaps } from './newsletter.rules.ts';
import { postEmbed, postPicture } from '#publish/blog/reading.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const locale = z.enum(locales);
const revision = z.number().check(z.int());
const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
/** Goes into a header: whatever would end its line is refused, not repaired. */
const subject = text(max.subject).check(z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'not_one_line'));
/** Subscribers in these languages and on these plans; an empty list narrows nothing. */
const audience = z.object({
  locales: z.array(locale).check(z.maxLength(locales.length)),
  plans: z.array(id).check(z.maxLength(max.plans)),
});
const perMinute = z.number().check(z.int(), z.gte(max.perMinute.min), z.lte(max.perMinute.max));
const name = text(max.campaignName).check(z.minLength(1));

export const campaignItem = z.object({
  id: z.string(),
  name: z.string(),
  /** In the original language. */
  subject: z.string(),
  state: z.enum(campaignStates),
  listId: z.string(),
  postId: z.nullable(z.string()),
  audience,
  startAt: z.nullable(z.number()),
  startedAt: z.nullable(z.number()),
  finishedAt: z.nullable(z.number()),
  /** Sums, never people: fixed when the campaign starts, written so far, left out because they had left or bounced. */
  recipients: z.number(),
  written: z.number(),
  skipped: z.number(),
  unsubscribed: z.number(),
  updatedAt: z.number(),
  revision: z.number(),
  actions: z.array(z.enum(campaignActions)),
});
export type CampaignItem = z.infer<typeof campaignItem>;
export const campaignText = z.object({
  locale,
  subject: z.string(),
  preview: z.string(),
  body: z.custom<RichText>(),
  /** What it shows, and where rooms and recordings in it can be opened. */
  pictures: z.array(postPicture),
  embeds: z.array(postEmbed),
  words: z.number(),
  editedAt: z.number(),
  revision: z.number(),
});
export type CampaignText = z.infer<typeof campaignText>;
const audienceCount = z.object({ confirmed: z.number(), matching: z.number(), suppressed: z.number(), recipients: z.number() });
export const campaignDetail = z.object({
  ...campaignItem.shape,
  locale,
  perMinute: z.number(),
  texts: z.array(campaignText),
  testedAt: z.nullable(z.number()),
  /** Mails of it that the mail server took, that it refused for good, and that wait for it. */
  delivered: z.number(),
  failed: z.number(),
  waiting: z.number(),
  /** Counted now; a campaign that began counts its fixed audience. */
  count: audienceCount,
  gaps: z.array(z.enum(readinessGaps)),
  /** Of readers who agreed to be counted alone; the first fifty links. */
  figures: z.object({
    agreed: z.number(),
    opened: z.number(),
    clicked: z.number(),
    links: z.array(z.object({ url: z.string(), readers: z.number() })),
  }),
  sender: z.string(),
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

const stepFailures = { no_such_step: 409, not_ready: 409, in_the_past: 400, too_far_ahead: 400 } as const;
const editFailures = { not_a_draft: 409 } as const;

export const newsletterCampaignsCalls = {
  list: call({
    method: 'GET',
    path: '/api/newsletter/desk/campaigns',
    summary: 'Campaigns: those in progress first, then last changed first.',
    access: 'newsletter.manage',
    query: z.object({
      search: z.optional(text(100)),
      group: z.optional(z.enum(['drafts', 'in_progress', 'sent'])),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({
      items: z.array(campaignItem),
      next: z.nullable(z.string()),
      total: totalField,
      counts: z.object({ drafts: z.number(), in_progress: z.number(), sent: z.number() }),
    }),
  }),
  figures: call({
    method: 'GET',
    path: '/api/newsletter/desk/figures',
    summary: 'Sums over all lists: subscribers, and what the last thirty days brought.',
    access: 'newsletter.manage',
    result: z.object({
      confirmed: z.number(),
      confirmedLately: z.number(),
      pending: z.number(),
      written: z.number(),
      unsubscribed: z.number(),
      bounced: z.number(),
      suppressed: z.number(),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/api/newsletter/desk/campaigns',
    summary: 'Begins a campaign as a draft.',
    access: 'newsletter.manage',
    body: z.object({ name, listId: id, locale }),
    result: campaignDetail,
  }),
  fromPost: call({
    method: 'POST',
    path: '/api/newsletter/desk/campaigns/from-post',
    summary: 'Begins a campaign with the text of a published post, once for each post and list.',
    access: 'newsletter.manage',
    body: z.object({ postId: id, listId: id }),
    result: campaignDetail,
    failures: { already_made: 409 },
  }),
  get: call({
    method: 'GET',
    path: '/api/newsletter/desk/campaigns/{id}',
    summary: 'One campaign with its texts, its audience in numbers, and what stops it.',
    access: 'newsletter.manage',
    params: byId,
    result: campaignDetail,
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/newsletter/desk/campaigns/{id}',
    summary: 'Changes name, list, audience or throttle of a draft.',
    access: 'newsletter.manage',
    params: byId,
    body: z.object({
      revision,
      name: z.optional(name),
      listId: z.optional(id),
      audience: z.optional(audience),
      perMinute: z.optional(perMinute),
    }),
    result: campaignDetail,
    failures: { ...editFailures, already_made: 409 },
  }),
  write: call({
    method: 'PUT',
    path: '/api/newsletter/desk/campaigns/{id}/texts/{locale}',
    summary: 'Saves the text of a draft in one language, and begins that language if it is new.',
    access: 'newsletter.manage',
    params: z.object({ id, locale }),
    body: z.object({
      /** Of the text; null: the language is new. */
      revision: z.nullable(revision),
      subject,
      preview: text(max.preview),
      body: richTextField,
    }),
    result: campaignText,
    failures: { ...editFailures, picture_unknown: 422, embed_unknown: 422 },
    bodyLimit: 2_000_000,
  }),
  dropText: call({
    method: 'DELETE',
    path: '/api/newsletter/desk/campaigns/{id}/texts/{locale}',
    summary: 'Takes a language out of a draft; the original stays.',
    access: 'newsletter.manage',
    params: z.object({ id, locale }),
    result: z.object({}),
    failures: editFailures,
  }),
  preview: call({
    method: 'GET',
    path: '/api/newsletter/desk/campaigns/{id}/preview/{locale}',
    summary: 'The email as its readers get it, with links that open nothing.',
    access: 'newsletter.manage',
    params: z.object({ id, locale }),
    result: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
  test: call({
    method: 'POST',
    path: '/api/newsletter/desk/campaigns/{id}/test',
    summary: 'Mails every language of it to me. Counts until text or audience change.',
    access: 'newsletter.manage',
    params: byId,
    result: campaignDetail,
    failures: { not_ready: 409 },
  }),
  step: call({
    method: 'POST',
    path: '/api/newsletter/desk/campaigns/{id}/step',
    summary: 'Schedules a campaign, takes it back, pauses, resumes or cancels it. Nobody gets it twice.',
    access: 'newsletter.manage',
    params: byId,
    body: z.object({
      revision,
      action: z.enum(campaignActions),
      /** When a scheduled campaign starts; left out: now. */
      at: z.optional(z.number().check(z.int())),
    }),
    result: campaignDetail,
    failures: stepFailures,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/newsletter/desk/campaigns/{id}',
    summary: 'Deletes a draft.',
    access: 'newsletter.manage',
    params: byId,
    result: z.object({}),
    failures: editFailures,
  }),
};
