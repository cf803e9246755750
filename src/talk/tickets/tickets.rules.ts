/** Tickets: who may see and do what, the states of a ticket, and limits. The clock of promises stands in `promise.rules.ts`. */
import { timeOfId } from '#kit/ids.ts';
import { cleanText } from '#kit/message-text.ts';
import { inboundLimits } from '#core/inbound/inbound.rules.ts';

export const dayMs = 86_400_000;
export const ticketStates = ['new', 'open', 'pending_customer', 'on_hold', 'resolved', 'closed', 'spam'] as const;
export type TicketState = (typeof ticketStates)[number];
/** Not settled: somebody of staff or the customer has to do something. */
export const openStates = ['new', 'open', 'pending_customer', 'on_hold'] as const satisfies readonly TicketState[];
export const ticketCategories = ['meetings', 'recordings', 'billing', 'account', 'api', 'other'] as const;
export type TicketCategory = (typeof ticketCategories)[number];
/** From the least to the most urgent. */
export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];
/** How many cannot work, as the customer says it. */
export const ticketImpacts = ['question', 'one', 'some', 'all'] as const;
export type TicketImpact = (typeof ticketImpacts)[number];
export const priorityOfImpact = (impact: TicketImpact): TicketPriority =>
  (({ question: 'normal', one: 'normal', some: 'high', all: 'urgent' }) as const)[impact];
/** What a ticket may be about: `call` is one of a customer's program on the endpoint. */
export const ticketSubjects = ['room', 'meeting', 'recording', 'invoice', 'call'] as const;
export type TicketSubject = (typeof ticketSubjects)[number];
/** What a customer reads for a state, in words of whose turn it is. */
export const issueStates = ['with_us', 'your_turn', 'solved', 'closed'] as const;
export type IssueState = (typeof issueStates)[number];
export function issueStateOf(state: TicketState): IssueState {
  if (state === 'pending_customer') return 'your_turn';
  if (state === 'resolved') return 'solved';
  // the sender does not learn that it was taken for spam
  return state === 'closed' || state === 'spam' ? 'closed' : 'with_us';
}

export const ticketLimits = {
  subject: 150,
  text: 20_000,
  files: 10,
  tags: 10,
  tag: 30,
  viewName: 60,
  views: 30,
  cannedName: 80,
  canned: 200,
  search: 100,
  bulk: 100,
  snapshotLines: 40,
  /** Days after which a solved ticket is closed; until then an answer opens it again. */
  reopenDays: 14,
  holdDays: 90,
  create: { max: 10, windowSeconds: 3_600 },
  reply: { max: 60, windowSeconds: 3_600 },
  answer: { max: 300, windowSeconds: 3_600 },
  /** Days for which a mail of an unknown sender waits for staff, how many wait at most, and the letters of it that are kept. */
  unknownMailDays: 14,
  unknownMails: 1_000,
  wholeText: 100_000,
  /** Files of mails whose sender is not verified, of an account in a day: anybody can fill its storage in the name of its people. */
  unverifiedFiles: { max: 20, windowSeconds: 86_400 },
} as const;

/** Why a part of a mail is not among the files of its message; `no_room`: the plan of the account has none left, `not_verified`: too many of senders who are not. */
export const leftOutReasons = ['too_many', 'too_large', 'unreadable', 'no_room', 'not_verified', 'gone'] as const;
export type LeftOutFile = { name: string; why: (typeof leftOutReasons)[number] };
/** The step of a mail of a program. Its id is that of the message in `core/inbound`. */
export const automaticReply = 'automatic_reply';
/** Whether what came by mail can still be had as it came; `none`: it came another way. */
export const originalStates = ['none', 'kept', 'gone'] as const;
export type OriginalState = (typeof originalStates)[number];
/** Its id says when it came in, from when incoming mail counts. */
export function originalStateOf(originalId: string | null, now: number): OriginalState {
  if (originalId === null) return 'none';
  return timeOfId(originalId) + inboundLimits.originalDays * dayMs > now ? 'kept' : 'gone';
}

export type TicketAsker = { userId: string; accountId: string; accountKind: string; role: string; scope: readonly string[] };
export type TicketPlace = { accountId: string; sellerId: string; requesterId: string };
/** Of one's own account: those who lead it see all of its tickets, everybody else those that they wrote. */
export const seesAccountTickets = ({ role }: Pick<TicketAsker, 'role'>): boolean => role === 'owner' || role === 'admin';
export const maySeeIssue = (asker: TicketAsker, ticket: TicketPlace): boolean =>
  asker.scope.includes('tickets.view') &&
  ticket.accountId === asker.accountId &&
  (seesAccountTickets(asker) || ticket.requesterId === asker.userId);
/** Staff of the seller of the account: a vendor answers its own customers, the operator everybody else. */
export const mayAnswer = (asker: TicketAsker, ticket: TicketPlace): boolean =>
  isStaff(asker) && ticket.sellerId === asker.accountId;
export const isStaff = ({ accountKind, scope }: Pick<TicketAsker, 'accountKind' | 'scope'>): boolean =>
  (accountKind === 'operator' || accountKind === 'vendor') && scope.includes('tickets.answer');

/** What happens to a ticket. `customer_wrote` opens whatever is not closed; `time_came` ends waiting and closes what is solved. */
export const ticketDeeds = [
  'take',
  'answer',
  'answer_wait',
  'hold',
  'wake',
  'resolve',
  'reopen',
  'close',
  'spam',
  'not_spam',
  'customer_wrote',
] as const;
export type TicketDeed = (typeof ticketDeeds)[number];
const transitions: Readonly<Record<TicketDeed, { from: readonly TicketState[]; to: TicketState }>> = {
  take: { from: ['new', 'open'], to: 'open' },
  answer: { from: ['new', 'open', 'pending_customer', 'on_hold', 'resolved'], to: 'open' },
  answer_wait: { from: ['new', 'open', 'pending_customer', 'on_hold', 'resolved'], to: 'pending_customer' },
  hold: { from: ['new', 'open', 'pending_customer', 'on_hold'], to: 'on_hold' },
  wake: { from: ['on_hold', 'pending_customer'], to: 'open' },
  resolve: { from: ['new', 'open', 'pending_customer', 'on_hold'], to: 'resolved' },
  reopen: { from: ['resolved'], to: 'open' },
  close: { from: ['resolved'], to: 'closed' },
  spam: { from: ['new', 'open'], to: 'spam' },
  not_spam: { from: ['spam'], to: 'new' },
  customer_wrote: { from: ['new', 'open', 'pending_customer', 'on_hold', 'resolved'], to: 'open' },
};
/** Null: there is no such step from here. */
export function nextTicketState(state: TicketState, deed: TicketDeed): TicketState | null {
  if (!transitions[deed].from.includes(state)) return null;
  // a customer who writes again before anybody looked leaves it new
  return deed === 'customer_wrote' && state === 'new' ? 'new' : transitions[deed].to;
}
export const deedsFor = (state: TicketState): TicketDeed[] => ticketDeeds.filter((deed) => nextTicketState(state, deed) !== null);
/** Steps that staff takes apart from answering. */
export const staffSteps = ['hold', 'wake', 'resolve', 'reopen', 'spam', 'not_spam'] as const satisfies readonly TicketDeed[];
export type StaffStep = (typeof staffSteps)[number];
/** What follows an answer. */
export const answerEnds = ['keep', 'wait', 'resolve'] as const;
export type AnswerEnd = (typeof answerEnds)[number];

/** Queues that every seller has; `late`: past what was promised. */
export const ticketQueues = ['unassigned', 'mine', 'late', 'open', 'waiting', 'solved', 'spam', 'all'] as const;
export type TicketQueue = (typeof ticketQueues)[number];

/** Words that a canned answer may name, each in braces. */
export const cannedVariables = ['name', 'number', 'subject', 'me'] as const;
export type CannedValues = Readonly<Record<(typeof cannedVariables)[number], string>>;
export const fillCanned = (text: string, values: CannedValues): string =>
  cannedVariables.reduce((filled, name) => filled.replaceAll(`{${name}}`, () => values[name]), text);

/** On one line, as lists and mails need it. */
export const oneLineOf = (text: string, most: number): string => {
  const line = cleanText(text).replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, ' ');
  const letters = [...line];
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
};
