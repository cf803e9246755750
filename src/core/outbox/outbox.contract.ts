/** Mails as the operator sees them, and a person's own notices. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { digests, isNoticeTopic, noticeTopics, textAccesses } from './outbox.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const page = { cursor: z.optional(z.string()), limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50) };

/** `kept`: there is no mail server, so the mail stays here to be read. */
export const mailStates = ['queued', 'sent', 'failed', 'kept'] as const;
const mailState = z.enum(mailStates);
export const mailRow = z.object({
  id: z.string(),
  template: z.string(),
  recipient: z.string(),
  locale: z.string(),
  subject: z.string(),
  state: mailState,
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  createdAt: z.number(),
  sentAt: z.nullable(z.number()),
});
export type MailRow = z.infer<typeof mailRow>;
export const mailView = z.extend(mailRow, { text: z.enum(textAccesses) });
export type MailView = z.infer<typeof mailView>;
/** Both are null once the text was thrown away or cannot be opened any more. */
const mailText = z.object({ bodyText: z.nullable(z.string()), bodyHtml: z.nullable(z.string()) });
export type MailText = z.infer<typeof mailText>;
export type MailWithText = MailRow & MailText;

export const noticeView = z.object({
  id: z.string(),
  /** Names the words: the screen shows `notices.<kind>` with `data`. */
  kind: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** A path of this site, or null. */
  link: z.nullable(z.string()),
  readAt: z.nullable(z.number()),
  createdAt: z.number(),
});
export type NoticeView = z.infer<typeof noticeView>;

const choice = z.object({
  topic: z.enum(Object.keys(noticeTopics).filter(isNoticeTopic)),
  notice: z.boolean(),
  /** Null: there is no mail about it. */
  mail: z.nullable(z.boolean()),
});
const choices = z.object({
  topics: z.array(choice),
  /** `daily`: one mail a day about what is not read. */
  digest: z.enum(digests),
});
export type NoticeChoices = z.infer<typeof choices>;

export const outboxCalls = {
  list: call({
    method: 'GET',
    path: '/api/outbox',
    summary: 'Mails of this installation, newest first.',
    access: 'outbox.view',
    query: z.object({ ...page, state: z.optional(mailState), search: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
    result: z.object({ items: z.array(mailRow), next: z.nullable(z.string()), total: totalField }),
  }),
  get: call({
    method: 'GET',
    path: '/api/outbox/{id}',
    summary: 'One mail without its text.',
    access: 'outbox.view',
    params: z.object({ id: z.string() }),
    result: mailView,
  }),
  text: call({
    method: 'POST',
    path: '/api/outbox/{id}/text',
    summary: 'The text of a mail: only without a mail server, for the owner of the installation, after a fresh proof.',
    access: 'outbox.view',
    params: z.object({ id: z.string() }),
    result: mailText,
    neverKept: 'neverKept',
    failures: { owner_only: 403, proof_needed: 403, text_closed: 409 },
  }),
  retry: call({
    method: 'POST',
    path: '/api/outbox/{id}/retry',
    summary: 'Sends a failed or kept mail again; needs a mail server.',
    access: 'outbox.view',
    params: z.object({ id: z.string() }),
    result: mailRow,
    failures: { no_mail_server: 409, mail_not_waiting: 409 },
  }),
  test: call({
    method: 'POST',
    path: '/api/outbox/test',
    summary: 'Sends a mail to me over the mail server that counts now, and tells what it answered.',
    access: 'platform.manage',
    result: z.object({ taken: z.boolean(), answer: z.string(), to: z.string() }),
    failures: { no_mail_server: 409 },
  }),
};

export const noticesCalls = {
  list: call({
    method: 'GET',
    path: '/api/notices',
    summary: 'My notices, newest first.',
    access: 'user',
    query: z.object({ ...page, unread: z.optional(z.enum(['yes', 'no'])) }),
    result: z.object({ items: z.array(noticeView), next: z.nullable(z.string()), total: totalField, unread: z.number() }),
  }),
  count: call({
    method: 'GET',
    path: '/api/notices/count',
    summary: 'How many of my notices are not read.',
    access: 'user',
    result: z.object({ unread: z.number() }),
  }),
  markRead: call({
    method: 'POST',
    path: '/api/notices/read',
    summary: 'Marks notices as read; no ids = all of them.',
    access: 'user',
    body: z.strictObject({ ids: z.optional(z.array(z.string()).check(z.maxLength(100))) }),
    result: z.object({ unread: z.number() }),
  }),
  choices: call({
    method: 'GET',
    path: '/api/notices/choices',
    summary: 'What I want to be told in this account, and how.',
    access: 'user',
    result: choices,
  }),
  choose: call({
    method: 'PATCH',
    path: '/api/notices/choices',
    summary: 'Changes what I want to be told. What concerns signing in always goes out.',
    access: 'user',
    body: z.strictObject({ topics: z.optional(z.array(choice).check(z.maxLength(50))), digest: z.optional(z.enum(digests)) }),
    result: choices,
  }),
};
