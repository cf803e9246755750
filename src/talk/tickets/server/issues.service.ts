/** Tickets of those who ask. They are of two accounts, so the system writes them, after the rule of the side that asks. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { pageOf, requirePosition, timeCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { requireFiles } from '#core/files/server/attachments.service.ts';
import type { issuesCalls } from '../tickets.contract.ts';
import type { IssueDetail } from '../tickets-views.contract.ts';
import { oneLineOf, priorityOfImpact, seesAccountTickets, type TicketDeed, ticketLimits } from '../tickets.rules.ts';
import { searchTickets, setSeen } from './conversation.queries.ts';
import { moveTicket, type NewTicketMessage, pushTicket, requireTicketMessage, writeMessage } from './moving.service.ts';
import { customerOf, findIssue, isServed, sellerFor } from './place.service.ts';
import { clockColumns, hoursOf, supportOf, urgencyOf } from './promise.service.ts';
import { firstClock } from '../promise.rules.ts';
import { snapshotOf, thingFor } from './snapshot.service.ts';
import { mailReceipt, mailUnverifiedReceipt, tellStaff } from './telling.service.ts';
import {
  countIssues,
  insertTicket,
  type IssueFilter,
  issuesPage,
  lockTicket,
  nextNumber,
  openIssues,
} from './tickets.queries.ts';
import type { TicketRow } from './tickets.table.ts';
import { issueDetail, issueItems } from './views.service.ts';

type IssuesCalls = typeof issuesCalls;
const scopeOf = (actor: UserActor, whose: 'mine' | 'account'): Pick<IssueFilter, 'accountId' | 'requesterId'> => ({
  accountId: actor.accountId,
  requesterId: whose === 'account' && seesAccountTickets(actor) ? null : actor.userId,
});

export async function listIssues(ctx: Ctx, query: Parsed<IssuesCalls['list']>['query']): Promise<ResultIn<IssuesCalls['list']>> {
  const actor = customerOf(ctx, 'tickets.view');
  const { whose, state, search = '', cursor, limit } = query;
  const scope = scopeOf(actor, whose);
  const ids = search === '' ? undefined : await searchTickets(ctx.system.read, search, scope);
  const filter: IssueFilter = { ...scope, state, ids };
  const [rows, total, counts] = await Promise.all([
    issuesPage(ctx.db.read, filter, { after: requirePosition(timeCursor, cursor), limit: limit + 1 }),
    countIssues(ctx.db.read, filter),
    // the account is in the question; behind the wall each of thousands would be asked for it once more
    openIssues(ctx.system.read, scope),
  ]);
  const { shown, next } = pageOf(rows, limit, ({ updatedAt, id }) => timeCursor.write({ at: updatedAt, id }));
  return {
    items: await issueItems(ctx, actor, shown),
    next,
    ...{ total, ...counts },
    rights: { create: actor.scope.includes('tickets.create'), account: seesAccountTickets(actor) },
  };
}

export async function openOnes(ctx: Ctx): Promise<ResultIn<IssuesCalls['open']>> {
  const actor = customerOf(ctx, 'tickets.view');
  const scope = scopeOf(actor, 'account');
  const rows = await issuesPage(ctx.db.read, { ...scope, state: 'open', ids: undefined }, { after: null, limit: 3 });
  return { ...(await openIssues(ctx.db.read, scope)), items: await issueItems(ctx, actor, rows) };
}

export const getIssue = async (ctx: Ctx, id: string): Promise<IssueDetail> =>
  issueDetail(ctx, customerOf(ctx, 'tickets.view'), await findIssue(ctx, id, 'tickets.view'));

export async function seeIssue(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const row = await findIssue(ctx, id, 'tickets.view');
  const { userId, accountId } = customerOf(ctx, 'tickets.view');
  await ctx.db.write((tx) => setSeen(tx, { ticketId: row.id, userId, accountId, seenAt: new Date(ctx.now()) }));
  return {};
}

export type NewIssue = Pick<TicketRow, 'accountId' | 'requesterId' | 'subject' | 'category' | 'impact'> & {
  about: { kind: NonNullable<TicketRow['aboutKind']>; id: string; name: string } | null;
  snapshot: TicketRow['snapshot'];
  message: Omit<NewTicketMessage, 'side' | 'authorId'>;
};
/** A mail that is in another ticket of the account: two jobs took it at once. */
export class MailTakenBefore extends Error {}
/** `tx` is the system's. Throws `no_seller`, and `MailTakenBefore`, with which its ticket has to go again. */
export async function openTicket(ctx: Ctx, tx: Db, issue: NewIssue): Promise<TicketRow> {
  const { accountId, requesterId, subject, category, impact, about, snapshot, message } = issue;
  const sellerId = await sellerFor(tx, accountId);
  if (sellerId === null) throw new Failure('no_seller');
  const [hours, support] = [await hoursOf(tx, sellerId), await supportOf(tx, accountId)];
  const [at, priority] = [new Date(ctx.now()), priorityOfImpact(impact)];
  const clock = clockColumns(firstClock(support.minutes, { at: ctx.now(), hours }));
  const start = { state: 'new' as const, priority, lastAt: at, dueAt: clock.dueAt };
  const row: TicketRow = {
    ...{ id: newId(ctx.now()), accountId, sellerId, number: await nextNumber(tx, sellerId), requesterId },
    ...{ subject: oneLineOf(subject, ticketLimits.subject), category, impact, ...start, assigneeId: null, tags: [] },
    ...{ aboutKind: about?.kind ?? null, aboutId: about?.id ?? null, aboutName: about?.name ?? null, snapshot },
    ...{ lastText: '', lastFrom: 'customer', lastMessageId: newId(ctx.now()), holdUntil: null, resolvedAt: null },
    ...{ ...clock, firstMinutes: support.minutes, firstTook: null, urgentAt: urgencyOf(start, support) },
    ...{ revision: 1, createdAt: at, updatedAt: at },
  };
  const first = { ...row, lastText: oneLineOf(message.text, 160) };
  await insertTicket(tx, first);
  const searched = `${row.number} ${row.subject}`;
  const opening = { ...message, side: 'customer' as const, authorId: requesterId };
  if ((await writeMessage(ctx, tx, { row, message: opening, searched })) === null) throw new MailTakenBefore();
  await record(ctx, tx, { action: 'tickets.opened', subjectKind: 'ticket', subjectId: row.id, accountId });
  await pushTicket(ctx, tx, row);
  await tellStaff(ctx, tx, { row, kind: 'ticketOpened' });
  // staff that makes a ticket of a mail has looked at it
  const isClaimed = message.mail?.verified === false && ctx.actor.kind !== 'user';
  await (isClaimed ? mailUnverifiedReceipt : mailReceipt)(ctx, tx, row);
  return row;
}

export async function createIssue(
  ctx: Ctx,
  body: Parsed<IssuesCalls['create']>['body'],
): Promise<ResultIn<IssuesCalls['create']>> {
  const actor = customerOf(ctx, 'tickets.create');
  await ctx.limits.use(`ticket:${actor.userId}`, ticketLimits.create);
  const { subject, category, impact } = body;
  const { body: text, doc } = requireTicketMessage(body);
  const about = body.about === null ? null : await thingFor(ctx, body.about);
  if (body.about !== null && about === null) throw notFound();
  const snapshot = about === null || body.snapshot === 'without' ? null : await snapshotOf(ctx, about);
  const files = await requireFiles(ctx, body.files, null);
  const row = await ctx.system.write((tx) =>
    openTicket(ctx, tx, {
      ...{ accountId: actor.accountId, requesterId: actor.userId, subject, category, impact, about, snapshot },
      message: { text, doc, via: 'site', files, mail: null },
    }),
  );
  return { id: row.id, number: row.number };
}

type IssueReply = { id: string; message: NewTicketMessage };
/** `tx` is the system's. False: the mail was counted before. Throws `ticket_closed`. */
export async function addReply(ctx: Ctx, tx: Db, { id, message }: IssueReply): Promise<boolean> {
  const row = await lockTicket(tx, id);
  if (row === null) throw notFound();
  if (row.state === 'closed' || row.state === 'spam' || !(await isServed(tx, row))) throw new Failure('ticket_closed');
  const last = await writeMessage(ctx, tx, { row, message });
  if (last === null) return false;
  const moved = await moveTicket(ctx, tx, { row, deed: 'customer_wrote', change: last });
  await tellStaff(ctx, tx, { row: moved, kind: 'ticketReplied' });
  return true;
}

export async function replyToIssue(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<IssuesCalls['reply']>['body'] },
): Promise<IssueDetail> {
  const actor = customerOf(ctx, 'tickets.create');
  const { id: ticketId } = await findIssue(ctx, id, 'tickets.create');
  await ctx.limits.use(`ticket-reply:${actor.userId}`, ticketLimits.reply);
  const { body: text, doc } = requireTicketMessage(body);
  const files = await requireFiles(ctx, body.files, { kind: 'ticket', id: ticketId });
  const message = { side: 'customer' as const, authorId: actor.userId, text, doc, via: 'site' as const, files, mail: null };
  await ctx.system.write((tx) => addReply(ctx, tx, { id: ticketId, message }));
  return getIssue(ctx, id);
}

async function stepIssue(ctx: Ctx, id: string, deed: TicketDeed & ('resolve' | 'reopen')): Promise<IssueDetail> {
  customerOf(ctx, 'tickets.create');
  const found = await findIssue(ctx, id, 'tickets.create');
  await ctx.system.write(async (tx) => {
    const row = await lockTicket(tx, found.id);
    if (row === null) throw notFound();
    if (!(await isServed(tx, row))) throw new Failure('wrong_step', { data: { state: row.state } });
    await moveTicket(ctx, tx, { row, deed });
    const action = deed === 'resolve' ? 'tickets.solved' : 'tickets.reopened';
    await record(ctx, tx, { action, subjectKind: 'ticket', subjectId: row.id });
  });
  return getIssue(ctx, id);
}
export const solveIssue = (ctx: Ctx, id: string): Promise<IssueDetail> => stepIssue(ctx, id, 'resolve');
export const reopenIssue = (ctx: Ctx, id: string): Promise<IssueDetail> => stepIssue(ctx, id, 'reopen');
