/** The mailbox: what the platform and people of the account wrote to one person. Times are epoch milliseconds; absent is null. */
import * as z from 'zod/mini';
import { attachedFile } from '#core/files/attached-file.contract.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';
import {
  invitationAnswers,
  mailActs,
  mailKinds,
  mailLimits as max,
  mailLists,
  mailMarks,
  mailPlaces,
  mailReplies,
  mailThings,
} from './mailbox.rules.ts';

const access = 'mailbox.use';
const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const done = z.object({});
/** A text of 20 000 letters in any script. */
const bodyLimit = 200_000;

const mailPerson = z.object({ id: z.string(), name: z.string() });
export type MailPerson = z.infer<typeof mailPerson>;
const mailItem = z.object({
  id: z.string(),
  place: z.enum(mailPlaces),
  kind: z.enum(mailKinds),
  /** `id` null: the platform. `name` may be empty then. */
  sender: z.object({ id: z.nullable(z.string()), name: z.string() }),
  /** Of what I wrote: to whom; empty for what the platform sent. */
  recipients: z.array(mailPerson),
  subject: z.string(),
  snippet: z.string(),
  unread: z.boolean(),
  starred: z.boolean(),
  labels: z.array(z.string()),
  files: z.number(),
  /** Of a sent one: until when it can be taken back. */
  sendAt: z.nullable(z.number()),
  at: z.number(),
});
export type MailboxItem = z.infer<typeof mailItem>;
const invoiceDue = z.object({
  /** In minor units of `currency`. */
  amount: z.number(),
  currency: z.string(),
  /** A day of the calendar. */
  day: z.nullable(z.string()),
});
export type MailInvoiceDue = z.infer<typeof invoiceDue>;
/** `state`: the screen says `states.<kind>.<state>`; `gone` for what is no more, or not for the reader's eyes. `at`: when a meeting begins. */
const mailThing = z.object({
  kind: z.enum(mailThings),
  id: z.string(),
  name: z.nullable(z.string()),
  state: z.string(),
  path: z.nullable(z.string()),
  at: z.nullable(z.number()),
  /** Of an invoice on which something is still due. */
  due: z.nullable(invoiceDue),
  /** What the reader can do at `path` now; null: look at it. */
  act: z.nullable(z.enum(mailActs)),
});
export type MailThing = z.infer<typeof mailThing>;
const mailDetail = z.object({
  ...mailItem.shape,
  text: z.string(),
  /** As mail programs show it, from anywhere: only for a frame without script. */
  html: z.nullable(z.string()),
  files: z.array(attachedFile),
  /** Where the button of the mail leads on this site. */
  link: z.nullable(z.string()),
  /** Null: it is about nothing that has a state. */
  thing: z.nullable(mailThing),
  /** How it can be answered; the screen says `replies.<way>`. Null: not at all. */
  reply: z.nullable(z.enum(mailReplies)),
  /** What a draft or a sent mail answers. */
  replyTo: z.nullable(z.string()),
  revision: z.number(),
});
export type MailboxMail = z.infer<typeof mailDetail>;
const label = z.object({ id: z.string(), name: z.string(), hue: z.number() });
export type MailLabel = z.infer<typeof label>;
const labelBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(max.labelName)),
  hue: z.int().check(z.gte(0), z.lt(max.hues)),
});
const oneLine = z.string().check(
  z.trim(),
  z.maxLength(max.subject),
  z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'not_one_line'),
);
const draft = z.object({
  recipients: z.array(id).check(
    z.overwrite((all) => [...new Set(all)]),
    z.maxLength(max.recipients),
  ),
  subject: oneLine,
  text: z.string().check(z.maxLength(max.text)),
  files: z._default(z.array(id).check(z.maxLength(max.files)), []),
  replyTo: z._default(z.nullable(id), null),
  /** The one that the writer has; 0 for a new draft. */
  revision: z.union([z.int().check(z.gte(1)), z.literal(0)]),
});
const undoable = z.object({ mark: z.enum(mailMarks), ids: z.array(z.string()), labelId: z.nullable(z.string()) });

export const mailboxCalls = {
  list: call({
    method: 'GET',
    path: '/api/mailbox',
    summary: 'My mails, the newest first.',
    access,
    query: z.object({
      place: z._default(z.enum(mailLists), 'inbox'),
      kind: z.optional(z.enum(mailKinds)),
      label: z.optional(id),
      search: z.optional(z.string().check(z.trim(), z.maxLength(max.search))),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({ items: z.array(mailItem), next: z.nullable(z.string()), total: totalField }),
  }),
  counts: call({
    method: 'GET',
    path: '/api/mailbox/counts',
    summary: 'How many mails are unread, by kind; 100 stands for more than 99.',
    access,
    result: z.object({
      unread: z.number(),
      kinds: z.record(z.enum(mailKinds), z.number()),
      drafts: z.number(),
      /** May attach files of the library. */
      attach: z.boolean(),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/mailbox/mails/{id}',
    summary: 'One mail, and what it is about as that is now.',
    access,
    params: byId,
    result: mailDetail,
  }),
  mark: call({
    method: 'POST',
    path: '/api/mailbox/marks',
    summary:
      'Marks or moves mails; answers with what takes it back. Mails that are not mine, or that it does not fit, are left out.',
    access,
    body: z.object({
      ids: z.array(id).check(z.minLength(1), z.maxLength(max.marks)),
      mark: z.enum(mailMarks),
      /** Of `label` and `unlabel`. */
      labelId: z.optional(id),
    }),
    result: z.object({ changed: z.number(), undo: z.nullable(undoable) }),
    failures: { label_unknown: 400 },
  }),
  save: call({
    method: 'PUT',
    path: '/api/mailbox/drafts/{id}',
    summary:
      'Keeps a draft, also a new one: its id is made by the browser. Refused with `changed_meanwhile` when it was saved elsewhere.',
    access,
    params: byId,
    body: draft,
    result: mailDetail,
    failures: { recipient_unknown: 400, file_unknown: 400, changed_meanwhile: 409, too_many_drafts: 409 },
    bodyLimit,
  }),
  discard: call({
    method: 'DELETE',
    path: '/api/mailbox/drafts/{id}',
    summary: 'Throws a draft away for good.',
    access,
    params: byId,
    result: done,
  }),
  send: call({
    method: 'POST',
    path: '/api/mailbox/drafts/{id}/send',
    summary: 'Sends a draft; for ten seconds it can be taken back.',
    access,
    params: byId,
    body: z.object({ revision: z.int() }),
    result: mailDetail,
    failures: { recipient_unknown: 400, changed_meanwhile: 409, not_finished: 409 },
  }),
  takeBack: call({
    method: 'POST',
    path: '/api/mailbox/mails/{id}/undo',
    summary: 'Takes back a mail that was just sent: it is a draft again.',
    access,
    params: byId,
    result: mailDetail,
    failures: { sent_already: 409 },
  }),
  reply: call({
    method: 'POST',
    path: '/api/mailbox/mails/{id}/reply',
    summary: 'Writes on in the ticket that a mail is about.',
    access,
    params: byId,
    body: z.object({
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(max.text)),
      files: z._default(z.array(id).check(z.maxLength(max.files)), []),
    }),
    result: mailDetail,
    failures: { no_reply: 409, ticket_closed: 409, file_unknown: 400 },
    bodyLimit,
  }),
  answer: call({
    method: 'POST',
    path: '/api/mailbox/mails/{id}/answer',
    summary: 'Answers the invitation that a mail is about.',
    access,
    params: byId,
    body: z.object({ answer: z.enum(invitationAnswers) }),
    result: mailDetail,
    failures: { no_reply: 409 },
  }),
  labels: call({
    method: 'GET',
    path: '/api/mailbox/labels',
    summary: 'My labels by their names.',
    access,
    result: z.object({ items: z.array(label) }),
  }),
  addLabel: call({
    method: 'POST',
    path: '/api/mailbox/labels',
    summary: 'Makes a label.',
    access,
    body: labelBody,
    result: label,
    failures: { label_taken: 409, too_many_labels: 409 },
  }),
  editLabel: call({
    method: 'PATCH',
    path: '/api/mailbox/labels/{id}',
    summary: 'Renames a label or gives it another colour.',
    access,
    params: byId,
    body: labelBody,
    result: label,
    failures: { label_taken: 409 },
  }),
  removeLabel: call({
    method: 'DELETE',
    path: '/api/mailbox/labels/{id}',
    summary: 'Removes a label, and takes it off all mails.',
    access,
    params: byId,
    result: done,
  }),
};
