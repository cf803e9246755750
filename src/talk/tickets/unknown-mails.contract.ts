/** Mails of senders who are nobody's customer, for those who answer tickets. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { leftOutReasons, originalStates, ticketLimits as max } from './tickets.rules.ts';
import { ticketId } from './tickets-views.contract.ts';

const byId = z.object({ id: ticketId });
const unknownMail = z.object({
  id: z.string(),
  from: z.string(),
  /** As the sender writes it; empty: without one. */
  fromName: z.string(),
  subject: z.string(),
  text: z.string(),
  /** False: nothing says that the mail came from that address. */
  verified: z.boolean(),
  /** It bears the mark of a program; a person may have written it all the same. */
  automatic: z.boolean(),
  /** Names; the files themselves come with the ticket that is made of it. */
  files: z.array(z.string()),
  leftOut: z.array(z.object({ name: z.string(), why: z.enum(leftOutReasons) })),
  original: z.enum(originalStates),
  /** Number of the ticket whose address it was sent to; null: to the support address. */
  ticketNumber: z.nullable(z.number()),
  receivedAt: z.number(),
  /** When it is deleted. */
  keptUntil: z.number(),
});
export type UnknownMail = z.infer<typeof unknownMail>;
const person = z.object({ userId: z.string(), name: z.string(), email: z.string(), accountId: z.string(), account: z.string() });
export type UnknownMailPerson = z.infer<typeof person>;
const answering = 'tickets.answer';

export const unknownMailsCalls = {
  list: call({
    method: 'GET',
    path: '/api/unknown-mails',
    summary: 'Mails of unknown senders that wait for a decision, the newest first.',
    access: answering,
    query: z.object({
      cursor: z.optional(z.string()),
      /** Part of the sender or the subject. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(max.search))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 20),
    }),
    result: z.object({ items: z.array(unknownMail), next: z.nullable(z.string()), total: z.number() }),
  }),
  people: call({
    method: 'GET',
    path: '/api/unknown-mails/people',
    summary: 'People of my customers by a part of their name or address, to choose whose ticket a mail becomes.',
    access: answering,
    query: z.object({ search: z.string().check(z.trim(), z.minLength(2), z.maxLength(max.search)) }),
    result: z.object({ items: z.array(person) }),
  }),
  openTicket: call({
    method: 'POST',
    path: '/api/unknown-mails/{id}/ticket',
    summary: 'Makes a ticket of a mail, for a person of a customer of mine.',
    access: answering,
    params: byId,
    body: z.object({ userId: ticketId, accountId: ticketId }),
    result: z.object({ id: z.string() }),
    failures: { person_unknown: 400 },
  }),
  discard: call({
    method: 'DELETE',
    path: '/api/unknown-mails/{id}',
    summary: 'Deletes a mail of an unknown sender.',
    access: answering,
    params: byId,
    result: z.object({}),
  }),
};
