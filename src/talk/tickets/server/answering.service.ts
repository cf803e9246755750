/** Answers to customers, and notes that stay with staff. */
import type { Parsed } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { claimFiles, requireFiles } from '#core/files/server/attachments.service.ts';
import type { ticketsCalls } from '../tickets.contract.ts';
import type { TicketDetail } from '../tickets-views.contract.ts';
import { nextTicketState, ticketLimits } from '../tickets.rules.ts';
import { insertNote } from './conversation.queries.ts';
import { moveTicket, requireTicketMessage, writeMessage } from './moving.service.ts';
import { findTicket, lockServed, staffOf } from './place.service.ts';
import { tellAnswer } from './telling.service.ts';
import { getTicket } from './tickets.service.ts';

type TicketsCalls = typeof ticketsCalls;
export async function answerTicket(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<TicketsCalls['answer']>['body'] },
): Promise<TicketDetail> {
  const actor = staffOf(ctx);
  const found = await findTicket(ctx, id);
  await ctx.limits.use(`ticket-answer:${actor.userId}`, ticketLimits.answer);
  const { body: text, doc } = requireTicketMessage(body);
  const files = await requireFiles(ctx, body.files, { kind: 'ticket', id: found.id });
  await ctx.system.write(async (tx) => {
    const row = await lockServed(tx, actor, found.id);
    if (row === null) throw notFound();
    if (nextTicketState(row.state, 'answer') === null) throw new Failure('ticket_closed');
    if (row.lastMessageId !== body.after) throw new Failure('answered_meanwhile', { data: { from: row.lastFrom } });
    const message = { side: 'staff' as const, authorId: actor.userId, text, doc, via: 'site' as const, files, mail: null };
    const last = await writeMessage(ctx, tx, { row, message });
    if (last === null) throw new Error('the answer was not written');
    const change = { ...last, assigneeId: row.assigneeId ?? actor.userId };
    const answered = await moveTicket(ctx, tx, { row, deed: body.ends === 'wait' ? 'answer_wait' : 'answer', change });
    await tellAnswer(ctx, tx, { row: answered, text, staff: actor.name });
    if (body.ends === 'resolve') await moveTicket(ctx, tx, { row: answered, deed: 'resolve' });
    await record(ctx, tx, { action: 'tickets.answered', subjectKind: 'ticket', subjectId: row.id });
  });
  return getTicket(ctx, id);
}

export async function noteOnTicket(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<TicketsCalls['note']>['body'] },
): Promise<TicketDetail> {
  const actor = staffOf(ctx);
  const found = await findTicket(ctx, id);
  const { body: text, doc } = requireTicketMessage(body);
  const files = await requireFiles(ctx, body.files, { kind: 'ticket', id: found.id });
  await ctx.system.write(async (tx) => {
    const row = await lockServed(tx, actor, found.id);
    if (row === null) throw notFound();
    const at = new Date(ctx.now());
    const place = { id: newId(ctx.now()), ticketId: row.id, accountId: row.sellerId, authorId: actor.userId };
    await insertNote(tx, { ...place, body: text, doc, files, createdAt: at });
    await claimFiles(tx, files, { kind: 'ticket', id: row.id });
    // to staff alone: for the customer nothing changed
    await ctx.bus.push(tx, { topic: `account:${row.sellerId}`, kind: 'ticket', data: { ticketId: row.id } });
    await record(ctx, tx, { action: 'tickets.noted', subjectKind: 'ticket', subjectId: row.id });
  });
  return getTicket(ctx, id);
}
