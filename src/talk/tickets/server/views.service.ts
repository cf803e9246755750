/** Tickets as screens show them, for each of the two sides. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findNames, findPerson } from '#core/accounts/server/people.service.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { filesShown } from '#core/files/server/attachments.service.ts';
import type { IssueDetail, IssueItem, TicketDetail, TicketItem, TicketThing } from '../tickets-views.contract.ts';
import { automaticReply, dayMs, deedsFor, issueStateOf, originalStateOf, staffSteps, ticketLimits } from '../tickets.rules.ts';
import { messagesOf, notesOf, seenTimes, stepsOf } from './conversation.queries.ts';
import { sellerFor } from './place.service.ts';
import { promiseOf } from './promise.service.ts';
import type { TicketMessageRow, TicketRow } from './tickets.table.ts';

/** Where the customer finds it; null: it has no page. */
export const pathOf = (kind: TicketThing['kind'], id: string): string | null =>
  ({
    room: `/rooms/${id}`,
    meeting: `/rooms/meeting/${id}`,
    recording: '/recordings/myRecordings',
    invoice: `/invoices/${id}`,
    call: null,
  })[kind];
/** `path` is the customer's; staff has none there. */
const aboutOf = ({ aboutKind, aboutId, aboutName }: TicketRow, side: 'customer' | 'staff'): TicketThing | null =>
  aboutKind === null || aboutId === null
    ? null
    : { kind: aboutKind, id: aboutId, name: aboutName ?? '', path: side === 'staff' ? null : pathOf(aboutKind, aboutId) };

/** Names are of people of either account, who may have left it since; hence the system's eyes. */
const namesFor = (ctx: Ctx, ids: readonly (string | null)[]): Promise<Map<string, string>> =>
  findNames(ctx.system.read, [...new Set(ids.filter((id) => id !== null))]);

type NamingContext = { actor: UserActor; names: Map<string, string> };
const personOf = ({ actor, names }: NamingContext, id: string) => ({ name: names.get(id) ?? '', me: id === actor.userId });

export async function issueItems(ctx: Ctx, actor: UserActor, rows: readonly TicketRow[]): Promise<IssueItem[]> {
  const [sellerId, names, seen] = await Promise.all([
    sellerFor(ctx.system.read, actor.accountId),
    namesFor(
      ctx,
      rows.map((row) => row.requesterId),
    ),
    seenTimes(ctx.db.read, { userId: actor.userId, ticketIds: rows.map((row) => row.id) }),
  ]);
  return rows.map((row) => ({
    ...{ id: row.id, number: row.number, subject: row.subject, category: row.category },
    ...{ last: row.lastText, lastFrom: row.lastFrom },
    // nobody answers what a former seller was asked
    state: row.sellerId === sellerId ? issueStateOf(row.state) : ('closed' as const),
    requester: personOf({ actor, names }, row.requesterId),
    unread: row.lastFrom === 'staff' && (seen.get(row.id) ?? 0) < row.lastAt.getTime(),
    ...{ createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() },
  }));
}

type TicketEntries = TicketDetail['entries'];
type AuthoredEntry = { author: string | null; files: readonly AttachedFile[] };
const originalOf = ({ wholeBody: wholeText, originalId }: TicketMessageRow, now: number) => ({
  ...{ wholeText, original: originalStateOf(originalId, now) },
});
/** `side` decides what is read at all: a customer's view never asks for notes. */
async function entriesOf(
  ctx: Ctx,
  row: TicketRow,
  { actor, side }: { actor: UserActor; side: 'customer' | 'staff' },
): Promise<TicketEntries> {
  const { read } = ctx.db;
  const [messages, steps, notes] = await Promise.all([
    messagesOf(read, row.id),
    stepsOf(read, row.id, side === 'staff' ? ['all', 'staff'] : ['all']),
    side === 'staff' ? notesOf(read, row.id) : [],
  ]);
  const authored: AuthoredEntry[] = [...messages, ...notes].map(({ authorId: author, files }) => ({ author, files }));
  const [names, fileOf] = await Promise.all([
    namesFor(ctx, [...authored.map(({ author }) => author), ...steps.map(({ byId }) => byId)]),
    filesShown(
      ctx,
      authored.flatMap(({ files }) => files),
    ),
  ]);
  const naming = { actor, names };
  const all: TicketEntries = [
    ...messages.map((message) => ({
      ...{ kind: 'message' as const, id: message.id, from: message.side, author: personOf(naming, message.authorId) },
      ...{ text: message.body, doc: message.doc, via: message.via },
      ...{ files: message.files.map(fileOf), at: message.createdAt.getTime() },
      ...{ leftOut: message.leftOut, verified: message.verified, wholeText: null, original: 'none' as const },
      ...(side === 'staff' ? originalOf(message, ctx.now()) : {}),
    })),
    ...steps.map(({ id, step, byId, value, createdAt }) => ({
      ...{ kind: 'step' as const, id, step, value, at: createdAt.getTime() },
      original: step === automaticReply ? originalStateOf(id, ctx.now()) : ('none' as const),
      by: byId === null ? null : (names.get(byId) ?? ''),
    })),
    ...notes.map(({ id, authorId, body, doc, files, createdAt }) => ({
      ...{ kind: 'note' as const, id, author: personOf(naming, authorId), text: body, doc },
      ...{ files: files.map(fileOf), at: createdAt.getTime() },
    })),
  ];
  return all.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
}

export async function issueDetail(ctx: Ctx, actor: UserActor, row: TicketRow): Promise<IssueDetail> {
  const [[item], entries, sellers] = await Promise.all([
    issueItems(ctx, actor, [row]),
    entriesOf(ctx, row, { actor, side: 'customer' }),
    findAccountNames(ctx.system.read, [row.sellerId]),
  ]);
  if (item === undefined) throw new Error('the ticket has no view');
  const deeds = deedsFor(row.state);
  const may = item.state !== 'closed' && actor.scope.includes('tickets.create');
  return {
    ...item,
    ...{ impact: row.impact, about: aboutOf(row, 'customer'), snapshot: row.snapshot, promise: promiseOf(row, ctx.now()) },
    seller: sellers.get(row.sellerId) ?? '',
    entries: entries.filter((entry) => entry.kind !== 'note'),
    reopensUntil: row.resolvedAt === null ? null : row.resolvedAt.getTime() + ticketLimits.reopenDays * dayMs,
    rights: {
      reply: may && deeds.includes('customer_wrote'),
      solve: may && deeds.includes('resolve'),
      reopen: may && deeds.includes('reopen'),
      attach: may,
    },
  };
}

export async function ticketItems(ctx: Ctx, actor: UserActor, rows: readonly TicketRow[]): Promise<TicketItem[]> {
  const [names, accounts] = await Promise.all([
    namesFor(
      ctx,
      rows.flatMap((row) => [row.requesterId, row.assigneeId]),
    ),
    findAccountNames(ctx.system.read, [...new Set(rows.map((row) => row.accountId))]),
  ]);
  return rows.map((row) => ({
    ...{ id: row.id, number: row.number, subject: row.subject, category: row.category, priority: row.priority },
    ...{ last: row.lastText, lastFrom: row.lastFrom, state: row.state, tags: row.tags, revision: row.revision },
    account: { id: row.accountId, name: accounts.get(row.accountId) ?? '' },
    requester: names.get(row.requesterId) ?? '',
    assignee: row.assigneeId === null ? null : { userId: row.assigneeId, ...personOf({ actor, names }, row.assigneeId) },
    promise: promiseOf(row, ctx.now()),
    ...{ createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() },
  }));
}

export async function ticketDetail(ctx: Ctx, actor: UserActor, row: TicketRow): Promise<TicketDetail> {
  const [[item], entries, reader] = await Promise.all([
    ticketItems(ctx, actor, [row]),
    entriesOf(ctx, row, { actor, side: 'staff' }),
    findPerson(ctx.system.read, row.requesterId),
  ]);
  if (item === undefined) throw new Error('the ticket has no view');
  const deeds = deedsFor(row.state);
  return {
    ...item,
    ...{ impact: row.impact, about: aboutOf(row, 'staff'), snapshot: row.snapshot, entries },
    ...{ lastMessageId: row.lastMessageId, holdUntil: row.holdUntil?.getTime() ?? null },
    reader: {
      name: reader?.name ?? item.requester,
      locale: reader?.locale ?? 'en-US',
      email: reader?.email.includes('@') === true ? reader.email : null,
    },
    steps: staffSteps.filter((step) => deeds.includes(step)),
    rights: {
      answer: deeds.includes('answer'),
      attach: true,
      manage: actor.scope.includes('tickets.manage'),
    },
  };
}
