/** What staff does with mails of senders who are nobody's customer. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { pageOf, requirePosition, timeCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPeopleOf } from '#core/accounts/server/directory.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { dayMs, originalStateOf, ticketLimits } from '../tickets.rules.ts';
import type { UnknownMail, unknownMailsCalls } from '../unknown-mails.contract.ts';
import { insertStep } from './conversation.queries.ts';
import { openTicket } from './issues.service.ts';
import { issueOfMail, writerIn } from './letters.service.ts';
import { stepRow } from './moving.service.ts';
import { sellerFor, staffOf } from './place.service.ts';
import type { UnknownMailRow } from './tickets.table.ts';
import { pushUnknownMails } from './unknown-mail-waiting.service.ts';
import { countUnknownMails, deleteUnknownMail, unknownMailById, unknownMailsPage } from './unknown-mails.queries.ts';

type UnknownMailsCalls = typeof unknownMailsCalls;

function mailView(ctx: Ctx, row: UnknownMailRow, ticketNumber: number | null): UnknownMail {
  const { id, fromName, subject, body: text, verified, automatic, leftOut, files } = row;
  const receivedAt = row.receivedAt.getTime();
  return {
    ...{ id, from: row.fromAddress, fromName, subject, text, verified, automatic, leftOut, ticketNumber, receivedAt },
    files: files.map(({ name }) => name),
    original: originalStateOf(id, ctx.now()),
    keptUntil: receivedAt + ticketLimits.unknownMailDays * dayMs,
  };
}

export async function listUnknownMails(
  ctx: Ctx,
  { cursor, limit, search = '' }: Parsed<UnknownMailsCalls['list']>['query'],
): Promise<ResultIn<UnknownMailsCalls['list']>> {
  const { accountId } = staffOf(ctx);
  const { read } = ctx.db;
  const [rows, total] = await Promise.all([
    unknownMailsPage(read, { accountId, search }, { after: requirePosition(timeCursor, cursor), limit: limit + 1 }),
    countUnknownMails(read, { accountId, search }),
  ]);
  const { shown, next } = pageOf(rows, limit, ({ mail }) => timeCursor.write({ at: mail.receivedAt, id: mail.id }));
  return {
    items: shown.map(({ mail, number }) => mailView(ctx, mail, number)),
    next,
    total,
  };
}

/** A mail that staff may read as it came. Throws `not_found`. */
export async function requireUnknownMail(ctx: Ctx, id: string): Promise<UnknownMailRow> {
  const { accountId } = staffOf(ctx);
  const row = await unknownMailById(ctx.db.read, { id, accountId });
  if (row === null) throw notFound();
  return row;
}

const mostPeople = 20;
export async function findPeopleForMail(ctx: Ctx, search: string): Promise<ResultIn<UnknownMailsCalls['people']>> {
  const { accountId: sellerId, accountKind } = staffOf(ctx);
  const vendorId = accountKind === 'operator' ? null : sellerId;
  const found = await findPeopleOf(ctx.system.read, { vendorId, search, limit: mostPeople });
  return { items: found.map(({ id: userId, ...person }) => ({ userId, ...person })) };
}

const note = (ctx: Ctx, tx: Db, deed: { action: string; id: string; subjectKind: string }): Promise<void> =>
  record(ctx, tx, { action: deed.action, subjectKind: deed.subjectKind, subjectId: deed.id });

type NewTicketOfMail = { id: string; body: Parsed<UnknownMailsCalls['openTicket']>['body'] };
export async function openTicketOfMail(
  ctx: Ctx,
  { id, body }: NewTicketOfMail,
): Promise<ResultIn<UnknownMailsCalls['openTicket']>> {
  const { accountId: sellerId } = staffOf(ctx);
  const mail = await requireUnknownMail(ctx, id);
  const person = await findPerson(ctx.system.read, body.userId);
  const isMine = body.accountId !== sellerId && (await sellerFor(ctx.system.read, body.accountId)) === sellerId;
  const writer =
    isMine && person?.state === 'active' ? await writerIn(ctx, ctx.system.read, { person, accountId: body.accountId }) : null;
  if (writer === null) throw new Failure('person_unknown', { fields: { 'body.userId': 'person_unknown' } });
  const { subject, body: text, files, leftOut, mailId, verified, fromAddress } = mail;
  const issue = await issueOfMail(ctx, writer, { id, subject, text, wholeText: text, files, leftOut, mailId, verified });
  return ctx.system.write(async (tx) => {
    // of two who decide at once the first one does
    if ((await deleteUnknownMail(tx, { id, accountId: sellerId })) === null) throw notFound();
    const row = await openTicket(ctx, tx, issue);
    await insertStep(tx, stepRow(ctx, row, { step: 'unknown_mail', value: fromAddress, seenBy: 'staff' }));
    await note(ctx, tx, { action: 'tickets.unknown-mail-used', id: row.id, subjectKind: 'ticket' });
    await pushUnknownMails(ctx, tx, sellerId);
    return { id: row.id };
  });
}

export async function discardUnknownMail(ctx: Ctx, id: string): Promise<ResultIn<UnknownMailsCalls['discard']>> {
  const { accountId } = staffOf(ctx);
  await ctx.system.write(async (tx) => {
    if ((await deleteUnknownMail(tx, { id, accountId })) === null) throw notFound();
    await note(ctx, tx, { action: 'tickets.unknown-mail-discarded', id, subjectKind: 'unknown_mail' });
    await pushUnknownMails(ctx, tx, accountId);
  });
  return {};
}
