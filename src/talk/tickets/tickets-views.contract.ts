/** What calls about tickets answer with. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { isId } from '#kit/ids.ts';
import { attachedFile } from '#core/files/attached-file.contract.ts';
import { messageDoc } from '#kit/message-doc.contract.ts';
import {
  issueStates,
  leftOutReasons,
  originalStates,
  staffSteps,
  ticketCategories,
  ticketImpacts,
  ticketLimits as max,
  ticketPriorities,
  ticketQueues,
  ticketStates,
  ticketSubjects,
} from './tickets.rules.ts';

export const ticketId = z.string().check(z.refine(isId, 'not_an_id'));
export const ticketText = z.string().check(z.trim(), z.minLength(1), z.maxLength(max.text));
export const ticketFiles = z._default(z.array(ticketId).check(z.maxLength(max.files)), []);
const nullableNumber = z.nullable(z.number());

export const ticketTag = z.string().check(z.trim(), z.minLength(1), z.maxLength(max.tag), z.toLowerCase());
export const ticketFilter = z.object({
  queue: z._default(z.enum(ticketQueues), 'open'),
  category: z.optional(z.enum(ticketCategories)),
  priority: z.optional(z.enum(ticketPriorities)),
  tag: z.optional(ticketTag),
  assigneeId: z.optional(ticketId),
  accountId: z.optional(ticketId),
});
export type TicketFilter = z.infer<typeof ticketFilter>;

/** What a ticket is about. `path`: where it stands on this site for the reader, or null. */
export const ticketThing = z.object({
  kind: z.enum(ticketSubjects),
  id: z.string(),
  name: z.string(),
  path: z.nullable(z.string()),
});
export type TicketThing = z.infer<typeof ticketThing>;

/** One line of a snapshot: the screen says `snapshot.<key>`; `time` is epoch milliseconds, `word` says `snapshotWords.<value>`. */
const snapshotLine = z.object({
  key: z.string(),
  as: z.enum(['text', 'number', 'time', 'word']),
  value: z.union([z.string(), z.number()]),
  /** It looks wrong, and may be the answer. */
  odd: z.boolean(),
});
export type SnapshotLine = z.infer<typeof snapshotLine>;
export const ticketSnapshot = z.object({ takenAt: z.number(), lines: z.array(snapshotLine) });
export type TicketSnapshot = z.infer<typeof ticketSnapshot>;

/** A promise: `dueAt` null while no clock runs. `minutes` is what was promised, in business hours. */
export const ticketPromise = z.object({
  kind: z.enum(['first', 'next', 'none']),
  minutes: nullableNumber,
  dueAt: nullableNumber,
  late: z.boolean(),
  /** Business minutes until the first answer; null: none yet. */
  firstTook: nullableNumber,
  firstKept: z.nullable(z.boolean()),
});
export type TicketPromise = z.infer<typeof ticketPromise>;

const leftOutFile = z.object({ name: z.string(), why: z.enum(leftOutReasons) });
const messageEntry = z.object({
  kind: z.literal('message'),
  id: z.string(),
  from: z.enum(['customer', 'staff']),
  author: z.object({ name: z.string(), me: z.boolean() }),
  text: z.string(),
  /** Null: plain text. */
  doc: z.nullable(messageDoc),
  via: z.enum(['site', 'mail']),
  files: z.array(attachedFile),
  /** Files of the mail that are not among them. */
  leftOut: z.array(leftOutFile),
  /** False: nothing says that the mail came from the address that it names. */
  verified: z.boolean(),
  /** All of the mail, where the text is a part of it. Staff alone has it. */
  wholeText: z.nullable(z.string()),
  /** Staff alone opens it. */
  original: z.enum(originalStates),
  at: z.number(),
});
/** What happened between messages: the screen says `steps.<step>`. */
const stepEntry = z.object({
  kind: z.literal('step'),
  id: z.string(),
  step: z.string(),
  by: z.nullable(z.string()),
  value: z.nullable(z.string()),
  /** Of the mail that it tells of. Staff alone opens it. */
  original: z.enum(originalStates),
  at: z.number(),
});
/** Staff alone has these. */
const noteEntry = z.object({
  kind: z.literal('note'),
  id: z.string(),
  author: z.object({ name: z.string(), me: z.boolean() }),
  text: z.string(),
  doc: z.nullable(messageDoc),
  files: z.array(attachedFile),
  at: z.number(),
});

export const issueItem = z.object({
  id: z.string(),
  number: z.number(),
  subject: z.string(),
  /** The beginning of the last message. */
  last: z.string(),
  lastFrom: z.enum(['customer', 'staff']),
  state: z.enum(issueStates),
  category: z.enum(ticketCategories),
  requester: z.object({ name: z.string(), me: z.boolean() }),
  unread: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type IssueItem = z.infer<typeof issueItem>;
export const issueDetail = z.object({
  ...issueItem.shape,
  impact: z.enum(ticketImpacts),
  about: z.nullable(ticketThing),
  snapshot: z.nullable(ticketSnapshot),
  promise: ticketPromise,
  /** Who answers: the name of the operator or of the vendor. */
  seller: z.string(),
  /** An answer to it by mail arrives here; null: no mail comes in. */
  entries: z.array(z.discriminatedUnion('kind', [messageEntry, stepEntry])),
  /** Until when a solved ticket opens again by an answer; null: it is not solved. */
  reopensUntil: nullableNumber,
  rights: z.object({ reply: z.boolean(), solve: z.boolean(), reopen: z.boolean(), attach: z.boolean() }),
});
export type IssueDetail = z.infer<typeof issueDetail>;

const staffPerson = z.object({ userId: z.string(), name: z.string() });
export const ticketItem = z.object({
  id: z.string(),
  number: z.number(),
  subject: z.string(),
  last: z.string(),
  lastFrom: z.enum(['customer', 'staff']),
  state: z.enum(ticketStates),
  category: z.enum(ticketCategories),
  priority: z.enum(ticketPriorities),
  tags: z.array(z.string()),
  account: z.object({ id: z.string(), name: z.string() }),
  requester: z.string(),
  assignee: z.nullable(z.object({ ...staffPerson.shape, me: z.boolean() })),
  promise: ticketPromise,
  createdAt: z.number(),
  updatedAt: z.number(),
  revision: z.number(),
});
export type TicketItem = z.infer<typeof ticketItem>;
export const ticketDetail = z.object({
  ...ticketItem.shape,
  impact: z.enum(ticketImpacts),
  about: z.nullable(ticketThing),
  snapshot: z.nullable(ticketSnapshot),
  entries: z.array(z.discriminatedUnion('kind', [messageEntry, stepEntry, noteEntry])),
  /** Id of the last message: an answer names it, so that two people do not answer at once. */
  lastMessageId: z.string(),
  holdUntil: nullableNumber,
  /** Language in which answers are mailed to the requester, and their address. */
  reader: z.object({ name: z.string(), locale: z.string(), email: z.nullable(z.string()) }),
  steps: z.array(z.enum(staffSteps)),
  rights: z.object({ answer: z.boolean(), attach: z.boolean(), manage: z.boolean() }),
});
export type TicketDetail = z.infer<typeof ticketDetail>;
export type TicketEntry = TicketDetail['entries'][number];

export const ticketCustomer = z.object({
  account: z.object({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    since: z.number(),
    locale: z.string(),
    timeZone: z.string(),
  }),
  plan: z.nullable(z.string()),
  supportLevel: z.nullable(z.string()),
  firstResponseMinutes: nullableNumber,
  /** What the account owes: open and overdue invoices, in minor units by currency. */
  owes: z.array(z.object({ currency: z.string(), minor: z.number(), overdue: z.boolean() })),
  /** Servers that its meetings run on, when they are not well; empty: all is well. */
  servers: z.array(z.object({ name: z.string(), state: z.string() })),
  meetings: z.array(
    z.object({ id: z.string(), name: z.string(), startedAt: nullableNumber, people: z.number(), live: z.boolean() }),
  ),
  tickets: z.array(
    z.object({ id: z.string(), number: z.number(), subject: z.string(), state: z.enum(ticketStates), updatedAt: z.number() }),
  ),
});
export type TicketCustomer = z.infer<typeof ticketCustomer>;
