/** Tickets of those who answer. They are of two accounts, so the system writes them, after the rule of the side that asks. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { pageOf, requirePosition, timeCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findHolders } from '#core/iam/server/holders.service.ts';
import type { TicketChange, ticketsCalls } from '../tickets.contract.ts';
import type { TicketDetail } from '../tickets-views.contract.ts';
import { dayMs, ticketLimits } from '../tickets.rules.ts';
import { insertStep, searchTickets } from './conversation.queries.ts';
import { moveTicket, pushTicket, stepRow } from './moving.service.ts';
import { findTicket, isServed, lockServed, staffOf } from './place.service.ts';
import { supportOf, urgencyOf } from './promise.service.ts';
import {
  countQueue,
  isByUrgency,
  lockNext,
  queueCounts,
  type QueueFilter,
  queuePage,
  setTicket,
  type TicketUpdate,
} from './tickets.queries.ts';
import type { TicketRow, TicketStepRow } from './tickets.table.ts';
import { countUnknownMails } from './unknown-mails.queries.ts';
import { ticketDetail, ticketItems } from './views.service.ts';

type TicketsCalls = typeof ticketsCalls;

export async function listTickets(
  ctx: Ctx,
  query: Parsed<TicketsCalls['list']>['query'],
): Promise<ResultIn<TicketsCalls['list']>> {
  const actor = staffOf(ctx);
  const { search = '', cursor, limit, ...wish } = query;
  const sellerId = actor.accountId;
  const ids = search === '' ? undefined : await searchTickets(ctx.system.read, search.replace(/^#/, ''), { sellerId });
  const filter: QueueFilter = { ...wish, sellerId, me: actor.userId, at: new Date(ctx.now()), ids };
  const [rows, total] = await Promise.all([
    queuePage(ctx.db.read, filter, { after: requirePosition(timeCursor, cursor), limit: limit + 1 }),
    countQueue(ctx.db.read, filter),
  ]);
  const { shown, next } = pageOf(rows, limit, (row) =>
    timeCursor.write({ at: isByUrgency(query.queue) ? row.urgentAt : row.updatedAt, id: row.id }),
  );
  return {
    items: await ticketItems(ctx, actor, shown),
    next,
    total,
  };
}

export async function countTickets(ctx: Ctx): Promise<ResultIn<TicketsCalls['counts']>> {
  const { accountId: sellerId, userId: me, scope } = staffOf(ctx);
  const counts = await queueCounts(ctx.db.read, { sellerId, me, at: new Date(ctx.now()) });
  const unknown = await countUnknownMails(ctx.db.read, { accountId: sellerId, search: '' });
  return { ...counts, unknown, manage: scope.includes('tickets.manage') };
}

export async function listStaff(ctx: Ctx): Promise<ResultIn<TicketsCalls['staff']>> {
  const { accountId } = staffOf(ctx);
  const ids = await findHolders(ctx.db.read, { accountId, permission: 'tickets.answer', now: ctx.now() });
  const names = await findNames(ctx.db.read, ids);
  return { items: ids.map((userId) => ({ userId, name: names.get(userId) ?? '' })) };
}

/** Passes over those whose accounts have another seller meanwhile. */
async function lockNextServed(tx: Db, sellerId: string): Promise<TicketRow | null> {
  const passed: string[] = [];
  for (;;) {
    const row = await lockNext(tx, sellerId, passed);
    if (row === null || (await isServed(tx, row))) return row;
    passed.push(row.accountId);
  }
}
export async function takeNext(ctx: Ctx): Promise<ResultIn<TicketsCalls['takeNext']>> {
  const actor = staffOf(ctx);
  return ctx.system.write(async (tx) => {
    const row = await lockNextServed(tx, actor.accountId);
    if (row === null) return { id: null };
    await assignTo(ctx, tx, { row, assigneeId: actor.userId });
    await note(ctx, tx, { row, action: 'tickets.taken' });
    return { id: row.id };
  });
}

export const getTicket = async (ctx: Ctx, id: string): Promise<TicketDetail> =>
  ticketDetail(ctx, staffOf(ctx), await findTicket(ctx, id));

type TicketAction = { row: TicketRow; action: string; data?: Record<string, string> };
const note = (ctx: Ctx, tx: Db, { row, ...deed }: TicketAction): Promise<void> =>
  record(ctx, tx, { ...deed, subjectKind: 'ticket', subjectId: row.id });

async function assignTo(
  ctx: Ctx,
  tx: Db,
  { row, assigneeId }: { row: TicketRow; assigneeId: string | null },
): Promise<TicketRow> {
  const name = assigneeId === null ? null : ((await findNames(tx, [assigneeId])).get(assigneeId) ?? '');
  await insertStep(tx, stepRow(ctx, row, { step: assigneeId === null ? 'unassign' : 'assign', value: name, seenBy: 'staff' }));
  if (assigneeId !== null && row.state === 'new') return moveTicket(ctx, tx, { row, deed: 'take', change: { assigneeId } });
  const moved = await setTicket(tx, row.id, { assigneeId, updatedAt: new Date(ctx.now()) });
  await pushTicket(ctx, tx, moved);
  return moved;
}

/** Throws `assignee_unknown` for somebody who does not answer here. */
async function requireAssignee(ctx: Ctx, actor: UserActor, { assigneeId }: TicketChange): Promise<void> {
  if (assigneeId === undefined || assigneeId === null || assigneeId === actor.userId) return;
  const holders = await findHolders(ctx.db.read, { accountId: actor.accountId, permission: 'tickets.answer', now: ctx.now() });
  if (!holders.includes(assigneeId)) throw new Failure('assignee_unknown', { fields: { 'body.assigneeId': 'assignee_unknown' } });
}

type MarkedTicket = { update: TicketUpdate; steps: Pick<TicketStepRow, 'step' | 'value' | 'seenBy'>[] };
function marked(row: TicketRow, { priority, category, tags }: TicketChange): MarkedTicket {
  const found: MarkedTicket = { update: {}, steps: [] };
  if (priority !== undefined && priority !== row.priority) {
    found.update.priority = priority;
    found.steps.push({ step: 'priority', value: priority, seenBy: 'staff' });
  }
  if (category !== undefined && category !== row.category) {
    found.update.category = category;
    found.steps.push({ step: 'category', value: category, seenBy: 'staff' });
  }
  if (tags !== undefined) found.update.tags = [...new Set(tags)];
  return found;
}

/** A moment ahead, and not for ever. */
function holdUntilOf(ctx: Ctx, { holdUntil }: TicketChange): Date {
  const latest = ctx.now() + ticketLimits.holdDays * dayMs;
  if (holdUntil === undefined || holdUntil <= ctx.now() || holdUntil > latest)
    throw new Failure('invalid_input', { fields: { 'body.holdUntil': 'invalid' } });
  return new Date(holdUntil);
}

async function applyChange(ctx: Ctx, tx: Db, { row: before, change }: { row: TicketRow; change: TicketChange }): Promise<void> {
  let row = before;
  const { assigneeId, step } = change;
  const { update, steps } = marked(row, change);
  for (const one of steps) await insertStep(tx, stepRow(ctx, row, one));
  if (Object.keys(update).length > 0) {
    const urgent = urgencyOf({ ...row, ...update }, await supportOf(tx, row.accountId));
    row = await setTicket(tx, row.id, { ...update, urgentAt: urgent, updatedAt: new Date(ctx.now()) });
    await pushTicket(ctx, tx, row);
  }
  if (assigneeId !== undefined && assigneeId !== row.assigneeId) row = await assignTo(ctx, tx, { row, assigneeId });
  if (step === 'hold') {
    const holdUntil = holdUntilOf(ctx, change);
    row = await moveTicket(ctx, tx, { row, deed: 'hold', change: { holdUntil }, value: String(holdUntil.getTime()) });
  } else if (step !== undefined) row = await moveTicket(ctx, tx, { row, deed: step });
  await note(ctx, tx, { row, action: 'tickets.changed', data: { fields: Object.keys(change).join(' ') } });
}

export async function changeTicket(ctx: Ctx, { id, body }: { id: string; body: TicketChange }): Promise<TicketDetail> {
  const actor = staffOf(ctx);
  const found = await findTicket(ctx, id);
  await requireAssignee(ctx, actor, body);
  await ctx.system.write(async (tx) => {
    const row = await lockServed(tx, actor, found.id);
    if (row === null) throw notFound();
    await applyChange(ctx, tx, { row, change: body });
  });
  return getTicket(ctx, id);
}

/** Each in a transaction of its own: one that the change does not fit keeps no other from it. */
export async function changeTickets(
  ctx: Ctx,
  body: Parsed<TicketsCalls['bulk']>['body'],
): Promise<ResultIn<TicketsCalls['bulk']>> {
  const actor = staffOf(ctx);
  await requireAssignee(ctx, actor, body.change);
  const ids = [...new Set(body.ids)];
  let changed = 0;
  for (const id of ids) {
    const done = await ctx.system
      .write(async (tx) => {
        const row = await lockServed(tx, actor, id);
        if (row === null) return false;
        await applyChange(ctx, tx, { row, change: body.change });
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'wrong_step') return false;
        throw error;
      });
    if (done) changed += 1;
  }
  return { changed, left: ids.length - changed };
}
