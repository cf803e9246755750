import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { wordsFor, wordsQuery } from '#kit/server/db/search.ts';
import { fewOf } from '#kit/server/db/total.ts';
import { automaticReply } from '../tickets.rules.ts';
import {
  type TicketMessageRow,
  ticketMessages,
  type TicketNoteRow,
  ticketNotes,
  ticketSeen,
  type TicketStepRow,
  ticketSteps,
} from './tickets.table.ts';

/** `searched`: what is found with it beside its own words. False: the mail is known. */
export async function insertTicketMessage(tx: Db, row: TicketMessageRow, searched = ''): Promise<boolean> {
  const words = wordsFor(`${searched}\n${row.body}`, [row.accountId, row.sellerId]);
  const done = await tx
    .insert(ticketMessages)
    .values({ ...row, words })
    .onConflictDoNothing();
  return (done.rowCount ?? 0) > 0;
}
export async function insertNote(tx: Db, row: TicketNoteRow): Promise<void> {
  await tx.insert(ticketNotes).values({ ...row, words: wordsFor(row.body, [row.accountId]) });
}
export async function insertStep(tx: Db, row: TicketStepRow): Promise<void> {
  await tx.insert(ticketSteps).values(row);
}
/** Once for each id. */
export async function insertStepOnce(tx: Db, row: TicketStepRow): Promise<boolean> {
  const done = await tx.insert(ticketSteps).values(row).onConflictDoNothing();
  return (done.rowCount ?? 0) > 0;
}
export async function messageById(db: Db, of: { ticketId: string; id: string }): Promise<TicketMessageRow | null> {
  const [row] = await db
    .select(messageColumns)
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, of.ticketId), eq(ticketMessages.id, of.id)));
  return row ?? null;
}

export async function automaticReplyById(db: Db, of: { ticketId: string; id: string }): Promise<TicketStepRow | null> {
  const [row] = await db
    .select()
    .from(ticketSteps)
    .where(and(eq(ticketSteps.ticketId, of.ticketId), eq(ticketSteps.id, of.id), eq(ticketSteps.step, automaticReply)));
  return row ?? null;
}

const { words: _words, ...messageColumns } = getTableColumns(ticketMessages);
const { words: _noteWords, ...noteColumns } = getTableColumns(ticketNotes);
/** A conversation is shown whole; more than these no ticket gets to. */
const mostEntries = 1_000;
export const messagesOf = (db: Db, ticketId: string): Promise<TicketMessageRow[]> =>
  db
    .select(messageColumns)
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId))
    .orderBy(asc(ticketMessages.id))
    .limit(mostEntries);
export const notesOf = (db: Db, ticketId: string): Promise<TicketNoteRow[]> =>
  db
    .select(noteColumns)
    .from(ticketNotes)
    .where(eq(ticketNotes.ticketId, ticketId))
    .orderBy(asc(ticketNotes.id))
    .limit(mostEntries);
export const stepsOf = (db: Db, ticketId: string, seenBy: readonly TicketStepRow['seenBy'][]): Promise<TicketStepRow[]> =>
  db
    .select()
    .from(ticketSteps)
    .where(and(eq(ticketSteps.ticketId, ticketId), inArray(ticketSteps.seenBy, [...seenBy])))
    .orderBy(asc(ticketSteps.id))
    .limit(mostEntries);

/** Message-IDs of mails that came to a ticket, the last ones. */
export async function mailIdsOf(db: Db, ticketId: string): Promise<string[]> {
  const rows = await db
    .select({ mailId: ticketMessages.mailId })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), sql`${ticketMessages.mailId} is not null`))
    .orderBy(sql`${ticketMessages.id} desc`)
    .limit(5);
  return rows.flatMap(({ mailId }) => (mailId === null ? [] : [mailId])).reverse();
}
/** Whether a mail was taken into a ticket of that account. */
export async function hasMail(db: Db, of: { accountId: string; originalId: string }): Promise<boolean> {
  const rows = await db
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.accountId, of.accountId), eq(ticketMessages.originalId, of.originalId)))
    .limit(1);
  return rows.length > 0;
}
export async function hasWritten(db: Db, of: { ticketId: string; userId: string }): Promise<boolean> {
  const rows = await db
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, of.ticketId), eq(ticketMessages.authorId, of.userId)))
    .limit(1);
  return rows.length > 0;
}

export async function setSeen(tx: Db, row: typeof ticketSeen.$inferInsert): Promise<void> {
  await tx
    .insert(ticketSeen)
    .values(row)
    .onConflictDoUpdate({ target: [ticketSeen.ticketId, ticketSeen.userId], set: { seenAt: row.seenAt } });
}
export async function seenTimes(db: Db, of: { userId: string; ticketIds: readonly string[] }): Promise<Map<string, number>> {
  if (of.ticketIds.length === 0) return new Map();
  const rows = await db
    .select({ id: ticketSeen.ticketId, at: ticketSeen.seenAt })
    .from(ticketSeen)
    .where(and(eq(ticketSeen.userId, of.userId), inArray(ticketSeen.ticketId, [...of.ticketIds])));
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]));
}

/** Whose eyes a search has: an account's own tickets, all or those of one person, or those of a seller's customers with its notes. */
export type SearchEyes = { accountId: string; requesterId: string | null } | { sellerId: string };
function foundBy(search: string, eyes: SearchEyes): SQL {
  if ('sellerId' in eyes) {
    const asked = wordsQuery(search, eyes.sellerId);
    return sql`(select t.id from tickets t join ticket_messages m on m.ticket_id = t.id
        where m.words @@ ${asked} and m.seller_id = ${eyes.sellerId} and t.seller_id = ${eyes.sellerId}
      union select n.ticket_id from ticket_notes n where n.words @@ ${asked} and n.account_id = ${eyes.sellerId}) found`;
  }
  const mine = eyes.requesterId === null ? sql`` : sql` and t.requester_id = ${eyes.requesterId}`;
  return sql`(select distinct t.id from tickets t join ticket_messages m on m.ticket_id = t.id
      where m.words @@ ${wordsQuery(search, eyes.accountId)} and m.account_id = ${eyes.accountId} and t.account_id = ${eyes.accountId}${mine}) found`;
}
/** The most tickets that a search looks at, when its words are in more. */
const mostFound = 1_000;
/**
 * Ids of tickets whose conversation has these words. With the system's eyes, as behind the wall no index of words is read, and therefore with
 * the rights of the reader in the question itself.
 */
export async function searchTickets(db: Db, search: string, eyes: SearchEyes): Promise<string[]> {
  const few = await fewOf(db, { from: foundBy(search, eyes), id: sql`found.id` }, undefined);
  if (few !== undefined) return few;
  const { rows } = await db.execute<{ id: string }>(
    sql`select found.id from ${foundBy(search, eyes)} order by found.id desc limit ${mostFound}`,
  );
  return rows.map(({ id }) => id);
}
