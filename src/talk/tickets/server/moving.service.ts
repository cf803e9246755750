/** What happens to a ticket in the transaction of its cause: state, clock and place in the queue move together. */
import { Failure } from '#kit/errors.ts';
import type { MessageDoc } from '#kit/message-doc.contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { type MessageContent, requireMessage, withMentionNames } from '#kit/server/message-content.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { claimFiles } from '#core/files/server/attachments.service.ts';
import { answeredClock, pausedClock, startedClock, type TicketClock, usedUntil } from '../promise.rules.ts';
import { type LeftOutFile, nextTicketState, oneLineOf, type TicketDeed, ticketLimits } from '../tickets.rules.ts';
import { insertStep, insertTicketMessage } from './conversation.queries.ts';
import { clockColumns, clockOf, hoursOf, supportOf, urgencyOf } from './promise.service.ts';
import { setTicket, type TicketUpdate } from './tickets.queries.ts';
import type { TicketRow, TicketSide, TicketStepRow } from './tickets.table.ts';

type GivenMessage = Parameters<typeof requireMessage>[0];
/** What is stored of a message. Tickets mention nobody. Throws `invalid_input`. */
export const requireTicketMessage = (given: GivenMessage): MessageContent =>
  withMentionNames(requireMessage(given, ticketLimits.text), new Map());

type ClockMoment = { at: number; hours: Awaited<ReturnType<typeof hoursOf>> };
function clockAfter(
  clock: TicketClock,
  deed: TicketDeed,
  { minutes, ...moment }: ClockMoment & { minutes: number | null },
): TicketClock {
  if (deed === 'answer' || deed === 'answer_wait') return answeredClock(clock);
  if (deed === 'customer_wrote' || deed === 'reopen' || deed === 'wake' || deed === 'not_spam')
    return startedClock(clock, minutes, moment);
  return deed === 'take' ? clock : pausedClock(clock, moment);
}

export const stepRow = (
  ctx: Ctx,
  row: Pick<TicketRow, 'id' | 'accountId' | 'sellerId'>,
  step: Pick<TicketStepRow, 'step' | 'value' | 'seenBy'>,
): TicketStepRow => ({
  ...{ id: newId(ctx.now()), ticketId: row.id, accountId: row.accountId, sellerId: row.sellerId },
  byId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
  ...step,
  createdAt: new Date(ctx.now()),
});
/** Open screens of both sides ask again; nothing of the ticket goes along. */
export async function pushTicket(ctx: Ctx, tx: Db, { id, accountId, sellerId }: TicketRow): Promise<void> {
  for (const account of new Set([accountId, sellerId]))
    await ctx.bus.push(tx, { topic: `account:${account}`, kind: 'ticket', data: { ticketId: id } });
}

/** Which deeds stand in the conversation, and who reads of them. */
const shownSteps: Partial<Record<TicketDeed, TicketStepRow['seenBy']>> = {
  ...{ hold: 'staff', wake: 'staff', spam: 'staff', not_spam: 'staff' },
  ...{ resolve: 'all', reopen: 'all', close: 'all' },
};
export type TicketMove = { row: TicketRow; deed: TicketDeed; change?: TicketUpdate; value?: string | null };
/** `tx` is the system's and holds the ticket. Throws `wrong_step`. */
export async function moveTicket(ctx: Ctx, tx: Db, { row, deed, change = {}, value = null }: TicketMove): Promise<TicketRow> {
  const state = nextTicketState(row.state, deed);
  if (state === null) throw new Failure('wrong_step', { data: { state: row.state } });
  const [hours, support] = [await hoursOf(tx, row.sellerId), await supportOf(tx, row.accountId)];
  const moment: ClockMoment = { at: ctx.now(), hours };
  const clock = clockOf(row);
  const first = clock.kind === 'first' && (deed === 'answer' || deed === 'answer_wait');
  const next: TicketUpdate = {
    ...clockColumns(clockAfter(clock, deed, { ...moment, minutes: support.minutes })),
    ...(first ? { firstTook: usedUntil(clock, moment) } : {}),
    ...{ holdUntil: null, state, updatedAt: new Date(ctx.now()) },
    resolvedAt: state === 'resolved' ? new Date(ctx.now()) : state === 'closed' ? row.resolvedAt : null,
    ...change,
  };
  const seenBy = shownSteps[deed];
  const opensAgain = deed === 'customer_wrote' && row.state === 'resolved';
  if (seenBy !== undefined) await insertStep(tx, stepRow(ctx, row, { step: deed, value, seenBy }));
  else if (opensAgain) await insertStep(tx, stepRow(ctx, row, { step: 'reopen', value, seenBy: 'all' }));
  const moved = await setTicket(tx, row.id, { ...next, urgentAt: urgencyOf({ ...row, ...next }, support) });
  await pushTicket(ctx, tx, moved);
  return moved;
}

/** `wholeText` null: nothing was cut. */
export type TicketMail = {
  mailId: string;
  wholeText: string | null;
  leftOut: LeftOutFile[];
  originalId: string;
  verified: boolean;
};
const noMail = { mailId: null, wholeText: null, leftOut: [], originalId: null, verified: true };
export type NewTicketMessage = {
  side: TicketSide;
  authorId: string;
  text: string;
  /** Left out: plain text. */
  doc?: MessageDoc | null;
  via: 'site' | 'mail';
  files: AttachedFile[];
  /** Null: it came another way. */
  mail: TicketMail | null;
};
const lastLine = 160;
/** Null: the mail was counted before. The ticket itself moves with it: `lastColumns`. */
export async function writeMessage(
  ctx: Ctx,
  tx: Db,
  { row, message, searched }: { row: TicketRow; message: NewTicketMessage; searched?: string },
): Promise<TicketUpdate | null> {
  const [id, at] = [newId(ctx.now()), new Date(ctx.now())];
  const { text, doc = null, mail, ...rest } = message;
  const { wholeText: wholeBody, ...ofMail } = mail ?? noMail;
  const parts = {
    ...ofMail,
    wholeBody,
    ticketId: row.id,
    accountId: row.accountId,
    sellerId: row.sellerId,
    body: text,
    doc,
    createdAt: at,
  };
  if (!(await insertTicketMessage(tx, { id, ...rest, ...parts }, searched))) return null;
  await claimFiles(tx, message.files, { kind: 'ticket', id: row.id });
  return { lastText: oneLineOf(text, lastLine), lastFrom: message.side, lastMessageId: id, lastAt: at };
}
