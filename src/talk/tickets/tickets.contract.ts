/** Tickets: `issues` for those who ask, `tickets` for those who answer. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { optionalMessageDoc } from '#kit/message-doc.contract.ts';
import { totalField } from '#kit/total.contract.ts';
import {
  answerEnds,
  staffSteps,
  ticketCategories,
  ticketImpacts,
  ticketLimits as max,
  ticketPriorities,
  ticketSubjects,
} from './tickets.rules.ts';
import {
  issueDetail,
  issueItem,
  ticketCustomer,
  ticketDetail,
  ticketFiles,
  ticketFilter,
  ticketId,
  ticketItem,
  ticketSnapshot,
  ticketTag,
  ticketText,
  ticketThing,
} from './tickets-views.contract.ts';

const page = { cursor: z.optional(z.string()), limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50) };
const search = z.optional(z.string().check(z.trim(), z.maxLength(max.search)));
const byId = z.object({ id: ticketId });
const subject = z.string().check(
  z.trim(),
  z.minLength(3),
  z.maxLength(max.subject),
  z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'not_one_line'),
);
const about = z.object({ kind: z.enum(ticketSubjects), id: ticketId });
/** `doc`: of a formatted message; its text is then read from it. */
const message = z.object({ text: ticketText, doc: optionalMessageDoc, files: ticketFiles });
/** A text of 20 000 letters in any script, with its formatting. */
const bodyLimit = 600_000;
const done = z.object({});

export const issuesCalls = {
  list: call({
    method: 'GET',
    path: '/api/issues',
    summary: 'My tickets, or those of my account, the last changed first.',
    access: 'tickets.view',
    query: z.object({
      ...page,
      whose: z._default(z.enum(['mine', 'account']), 'mine'),
      state: z._default(z.enum(['open', 'settled', 'all']), 'all'),
      search,
    }),
    result: z.object({
      items: z.array(issueItem),
      next: z.nullable(z.string()),
      total: totalField,
      open: z.number(),
      yourTurn: z.number(),
      /** `account`: may also look at those of colleagues. */
      rights: z.object({ create: z.boolean(), account: z.boolean() }),
    }),
  }),
  open: call({
    method: 'GET',
    path: '/api/issues/open',
    summary: 'How many of my tickets are open, and the three that changed last.',
    access: 'tickets.view',
    result: z.object({ open: z.number(), yourTurn: z.number(), items: z.array(issueItem) }),
  }),
  form: call({
    method: 'GET',
    path: '/api/issues/form',
    summary: 'What the form of a new ticket needs: who answers, until when, and the thing that it is opened from.',
    access: 'tickets.create',
    query: z.object({ kind: z.optional(z.enum(ticketSubjects)), id: z.optional(ticketId) }),
    result: z.object({
      seller: z.string(),
      /** When the first answer would be due, were it sent now; null: nothing is promised. */
      answerBy: z.nullable(z.number()),
      /** To write to by mail; null: no mail comes in. */
      mail: z.nullable(z.string()),
      about: z.nullable(ticketThing),
      /** What a ticket of mine can be about. */
      kinds: z.array(z.enum(ticketSubjects)),
      attach: z.boolean(),
    }),
    failures: { no_seller: 409 },
  }),
  things: call({
    method: 'GET',
    path: '/api/issues/things',
    summary: 'The newest things of a kind that I see, to choose what a ticket is about.',
    access: 'tickets.create',
    query: z.object({ kind: z.enum(ticketSubjects) }),
    result: z.object({ items: z.array(z.object({ ...ticketThing.shape, at: z.nullable(z.number()) })) }),
  }),
  snapshot: call({
    method: 'GET',
    path: '/api/issues/snapshot',
    summary: 'What would be sent of a thing with a ticket, word for word.',
    access: 'tickets.create',
    query: about,
    result: ticketSnapshot,
  }),
  create: call({
    method: 'POST',
    path: '/api/issues',
    summary: 'Opens a ticket with the seller of my account.',
    access: 'tickets.create',
    body: z.object({
      subject,
      ...message.shape,
      category: z.enum(ticketCategories),
      impact: z._default(z.enum(ticketImpacts), 'question'),
      about: z._default(z.nullable(about), null),
      snapshot: z._default(z.enum(['with', 'without']), 'without'),
    }),
    result: z.object({ id: z.string(), number: z.number() }),
    failures: { file_unknown: 400, no_seller: 409 },
    bodyLimit,
  }),
  get: call({
    method: 'GET',
    path: '/api/issues/{id}',
    summary: 'One ticket of mine with its conversation.',
    access: 'tickets.view',
    params: byId,
    result: issueDetail,
  }),
  seen: call({
    method: 'POST',
    path: '/api/issues/{id}/seen',
    summary: 'Marks a ticket as read up to now, for me.',
    access: 'tickets.view',
    params: byId,
    result: done,
  }),
  reply: call({
    method: 'POST',
    path: '/api/issues/{id}/replies',
    summary: 'Writes on in a ticket; a solved one opens again.',
    access: 'tickets.create',
    params: byId,
    body: message,
    result: issueDetail,
    failures: { file_unknown: 400, ticket_closed: 409 },
    bodyLimit,
  }),
  solve: call({
    method: 'POST',
    path: '/api/issues/{id}/solved',
    summary: 'Says that a ticket is solved.',
    access: 'tickets.create',
    params: byId,
    result: issueDetail,
    failures: { wrong_step: 409 },
  }),
  reopen: call({
    method: 'POST',
    path: '/api/issues/{id}/reopened',
    summary: 'Opens a solved ticket again.',
    access: 'tickets.create',
    params: byId,
    result: issueDetail,
    failures: { wrong_step: 409 },
  }),
};

const change = z.object({
  /** Null: nobody's. */
  assigneeId: z.optional(z.nullable(ticketId)),
  priority: z.optional(z.enum(ticketPriorities)),
  category: z.optional(z.enum(ticketCategories)),
  tags: z.optional(z.array(ticketTag).check(z.maxLength(max.tags))),
  step: z.optional(z.enum(staffSteps)),
  /** Of `hold`: until when. */
  holdUntil: z.optional(z.number()),
});
export type TicketChange = z.infer<typeof change>;
const answering = 'tickets.answer';

export const ticketsCalls = {
  list: call({
    method: 'GET',
    path: '/api/tickets',
    summary: 'Tickets of my customers, the most urgent first, settled ones by their last change.',
    access: answering,
    query: z.object({ ...page, ...ticketFilter.shape, search }),
    result: z.object({ items: z.array(ticketItem), next: z.nullable(z.string()), total: totalField }),
  }),
  counts: call({
    method: 'GET',
    path: '/api/tickets/counts',
    summary: 'How many tickets each queue holds.',
    access: answering,
    result: z.object({
      unassigned: z.number(),
      mine: z.number(),
      late: z.number(),
      open: z.number(),
      waiting: z.number(),
      /** Mails of unknown senders. */
      unknown: z.number(),
      /** May change canned answers, views and business hours. */
      manage: z.boolean(),
    }),
  }),
  staff: call({
    method: 'GET',
    path: '/api/tickets/staff',
    summary: 'Who may answer tickets here.',
    access: answering,
    result: z.object({ items: z.array(z.object({ userId: z.string(), name: z.string() })) }),
  }),
  takeNext: call({
    method: 'POST',
    path: '/api/tickets/next',
    summary: 'Gives me the most urgent ticket that nobody has; two people never get the same one.',
    access: answering,
    result: z.object({ id: z.nullable(z.string()) }),
  }),
  get: call({
    method: 'GET',
    path: '/api/tickets/{id}',
    summary: 'One ticket with its conversation and the notes of staff.',
    access: answering,
    params: byId,
    result: ticketDetail,
  }),
  customer: call({
    method: 'GET',
    path: '/api/tickets/{id}/customer',
    summary: 'What helps to answer a ticket well: plan, balance, health, last meetings, earlier tickets.',
    access: answering,
    params: byId,
    result: ticketCustomer,
  }),
  answer: call({
    method: 'POST',
    path: '/api/tickets/{id}/answers',
    summary: 'Answers a ticket; the customer gets it by mail, too.',
    access: answering,
    params: byId,
    body: z.object({
      ...message.shape,
      ends: z._default(z.enum(answerEnds), 'wait'),
      /** The last message that the writer saw. */
      after: ticketId,
    }),
    result: ticketDetail,
    failures: { file_unknown: 400, ticket_closed: 409, answered_meanwhile: 409 },
    bodyLimit,
  }),
  note: call({
    method: 'POST',
    path: '/api/tickets/{id}/notes',
    summary: 'Adds a note that only staff sees.',
    access: answering,
    params: byId,
    body: message,
    result: ticketDetail,
    failures: { file_unknown: 400 },
    bodyLimit,
  }),
  change: call({
    method: 'PATCH',
    path: '/api/tickets/{id}',
    summary: 'Assigns a ticket, or changes priority, category, tags or state.',
    access: answering,
    params: byId,
    body: change,
    result: ticketDetail,
    failures: { assignee_unknown: 400, wrong_step: 409 },
  }),
  bulk: call({
    method: 'POST',
    path: '/api/tickets/bulk',
    summary: 'Makes one change to several tickets; those that it does not fit stay as they are.',
    access: answering,
    body: z.object({ ids: z.array(ticketId).check(z.minLength(1), z.maxLength(max.bulk)), change }),
    result: z.object({ changed: z.number(), left: z.number() }),
    failures: { assignee_unknown: 400 },
  }),
};
