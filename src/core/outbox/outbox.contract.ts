/** Mails as the operator sees them, and a person's own notices. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { digests, isNoticeTopic, noticeTopics, textAccesses } from './outbox.rules.ts';
import { dnsRecordKinds, dnsRecordReasons, signingStates } from './sender.rules.ts';
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

const dkimKeyView = z.nullable(z.object({ selector: z.string(), domain: z.string(), since: z.number() }));
export const senderView = z.object({
  from: z.string(),
  /** Null: the public DNS has no such domain, as at localhost. */
  domain: z.nullable(z.string()),
  mailServer: z.enum(['set', 'none']),
  /** `other_domain`: mails come from another domain than the key's and are not signed; `key_lost`: its master key is gone. */
  state: z.enum(signingStates),
  key: dkimKeyView,
  /** Signs nothing yet. */
  prepared: dkimKeyView,
  /** To be published by the operator; nothing looks whether they are. */
  records: z.array(
    z.object({
      kind: z.enum(dnsRecordKinds),
      name: z.string(),
      type: z.enum(['TXT']),
      value: z.string(),
      why: z.enum(dnsRecordReasons),
    }),
  ),
  version: z.number(),
});
export type SenderView = z.infer<typeof senderView>;
const keyStep = {
  access: 'platform.manage',
  body: z.strictObject({ version: z.int() }),
  result: senderView,
  failures: { proof_needed: 403, not_possible: 409 },
} as const;

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
  delivery: call({
    method: 'GET',
    path: '/api/mail-delivery',
    summary: 'Whether mails leave this installation, or stay in its outbox because no mail server is set.',
    access: 'all',
    result: z.object({ mailServer: z.enum(['set', 'none']) }),
  }),
  sender: call({
    method: 'GET',
    path: '/api/sender',
    summary: 'From whom mails come, what signs them, and the DNS records to publish. Nothing looks the records up.',
    access: 'platform.manage',
    result: senderView,
  }),
  prepareKey: call({
    method: 'POST',
    path: '/api/sender/key',
    summary: 'Creates a DKIM key that signs nothing yet; the one in use goes on. Needs a fresh proof.',
    ...keyStep,
  }),
  startSigning: call({
    method: 'POST',
    path: '/api/sender/start',
    summary: 'Signs mails with the prepared key, in place of the one before. Needs a fresh proof.',
    ...keyStep,
  }),
  stopSigning: call({
    method: 'POST',
    path: '/api/sender/stop',
    summary: 'Sends mails unsigned and deletes the key that signed. Needs a fresh proof.',
    ...keyStep,
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
