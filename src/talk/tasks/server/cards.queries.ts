import { and, asc, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { RankedCard } from '../tasks.rules.ts';
import {
  type TaskActivityRow,
  taskActivity,
  type TaskCardRow,
  taskCards,
  type TaskCommentRow,
  taskComments,
} from './tasks.table.ts';

export async function insertCard(tx: Db, row: TaskCardRow): Promise<void> {
  await tx.insert(taskCards).values(row);
}
export async function cardById(db: Db, id: string): Promise<TaskCardRow | null> {
  const [row] = await db.select().from(taskCards).where(eq(taskCards.id, id));
  return row ?? null;
}
export type CardUpdate = Partial<Omit<TaskCardRow, 'id' | 'boardId' | 'accountId' | 'number'>>;
export async function setCard(tx: Db, id: string, change: CardUpdate): Promise<TaskCardRow> {
  const [row] = await tx.update(taskCards).set(change).where(eq(taskCards.id, id)).returning();
  if (row === undefined) throw new Error('the card is gone');
  return row;
}
const open = isNull(taskCards.archivedAt);
export const countOpenCards = (db: Db, boardId: string): Promise<number> =>
  db.$count(taskCards, and(eq(taskCards.boardId, boardId), open));

const c = taskCards;
/** Without text and steps, so that a full board is read in one go. */
const shortColumns = {
  ...{ id: c.id, listId: c.listId, number: c.number, title: c.title, rank: c.rank, labels: c.labels, people: c.people },
  ...{ dueOn: c.dueOn, dueAt: c.dueAt, sourceKind: c.sourceKind, sourceName: c.sourceName, comments: c.comments },
  ...{ doneAt: c.doneAt, revision: c.revision, archivedAt: c.archivedAt },
  files: sql<number>`jsonb_array_length(${c.files})`,
  steps: sql<number>`jsonb_array_length(${c.checklist})`,
  stepsDone: sql<number>`jsonb_array_length(jsonb_path_query_array(${c.checklist}, '$[*] ? (@.done == true)'))`,
  hasText: sql<boolean>`${c.body} <> ''`,
};
export type ShortCardRow = Awaited<ReturnType<typeof openCards>>[number];
/** By list and rank. */
export const openCards = (db: Db, boardId: string) =>
  db
    .select(shortColumns)
    .from(taskCards)
    .where(and(eq(c.boardId, boardId), open))
    .orderBy(asc(c.listId), asc(c.rank));
/** The first of each list, so many at most. */
export const firstCards = (db: Db, boardId: string, most: number): Promise<ShortCardRow[]> =>
  db
    .select(shortColumns)
    .from(taskCards)
    .where(
      sql`${c.id} in (select first.id from task_lists l cross join lateral (
        select t.id from task_cards t where t.list_id = l.id and t.archived_at is null order by t.rank limit ${most}) first where l.board_id = ${boardId})`,
    )
    .orderBy(asc(c.listId), asc(c.rank));
/** Open cards of each list. */
export async function cardCounts(db: Db, boardId: string): Promise<Record<string, number>> {
  const rows = await db
    .select({ listId: c.listId, n: sql<number>`count(*)::int` })
    .from(taskCards)
    .where(and(eq(c.boardId, boardId), open))
    .groupBy(c.listId);
  return Object.fromEntries(rows.map(({ listId, n }) => [listId, n]));
}
/** Put away or not. */
export const cardsSince = (db: Db, boardId: string, revision: number): Promise<ShortCardRow[]> =>
  db
    .select(shortColumns)
    .from(taskCards)
    .where(and(eq(c.boardId, boardId), gt(c.revision, revision)));
export async function shortCard(db: Db, id: string): Promise<ShortCardRow> {
  const [row] = await db.select(shortColumns).from(taskCards).where(eq(c.id, id));
  if (row === undefined) throw new Error('the card is gone');
  return row;
}
export async function peopleOnCards(db: Db, boardId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct unnest(people) as id from task_cards where board_id = ${boardId} and archived_at is null`,
  );
  return rows.map(({ id }) => id);
}
/** Of all other cards of a list in order, put away or not: none of these may be used again. */
export const cardRanks = (db: Db, listId: string, except: string): Promise<RankedCard[]> =>
  db
    .select({ id: c.id, rank: c.rank })
    .from(taskCards)
    .where(and(eq(c.listId, listId), ne(c.id, except)))
    .orderBy(asc(c.rank));
export async function lastRank(db: Db, listId: string): Promise<string | null> {
  const [row] = await db.select({ rank: c.rank }).from(taskCards).where(eq(c.listId, listId)).orderBy(desc(c.rank)).limit(1);
  return row?.rank ?? null;
}
/** Gives all cards of a list new ranks in one statement. */
export async function setRanks(tx: Db, cards: readonly RankedCard[], revision: number): Promise<void> {
  const [ids, ranks] = [sql.param(cards.map(({ id }) => id)), sql.param(cards.map(({ rank }) => rank))];
  await tx.execute(sql`
    update task_cards c set rank = r.rank, revision = ${revision}
    from unnest(${ids}::uuid[], ${ranks}::text[]) as r (id, rank) where c.id = r.id`);
}
export async function archiveCardsOf(tx: Db, listId: string, change: { archivedAt: Date; revision: number }): Promise<void> {
  await tx
    .update(taskCards)
    .set(change)
    .where(and(eq(c.listId, listId), open));
}
/** `after`: the id of the last one that was shown. */
export const archivedPage = (db: Db, boardId: string, { after, limit }: { after: string | null; limit: number }) =>
  db
    .select({ id: c.id, number: c.number, title: c.title, archivedAt: c.archivedAt })
    .from(taskCards)
    .where(
      and(
        eq(c.boardId, boardId),
        sql`${c.archivedAt} is not null`,
        after === null
          ? undefined
          : sql`(${c.archivedAt}, ${c.id}) < (select a.archived_at, a.id from task_cards a where a.id = ${after})`,
      ),
    )
    .orderBy(desc(c.archivedAt), desc(c.id))
    .limit(limit);
/** Takes the reminders that are due, each by one process. */
export const takeCardReminders = (tx: Db, now: Date, limit: number): Promise<TaskCardRow[]> =>
  tx
    .update(taskCards)
    .set({ remindAt: null })
    .where(
      sql`${c.id} in (select d.id from task_cards d where d.remind_at <= ${now.toISOString()}::timestamptz
        order by d.remind_at limit ${limit} for update skip locked)`,
    )
    .returning();

type PageOf = { before: string | null; limit: number };
export async function insertComment(tx: Db, row: TaskCommentRow): Promise<void> {
  await tx.insert(taskComments).values(row);
}
export async function commentById(db: Db, id: string): Promise<TaskCommentRow | null> {
  const [row] = await db.select().from(taskComments).where(eq(taskComments.id, id));
  return row ?? null;
}
export async function setComment(
  tx: Db,
  id: string,
  change: Pick<TaskCommentRow, 'body' | 'mentions' | 'files' | 'editedAt'>,
): Promise<TaskCommentRow> {
  const [row] = await tx.update(taskComments).set(change).where(eq(taskComments.id, id)).returning();
  if (row === undefined) throw new Error('the comment is gone');
  return row;
}
/** Those of the files that the card or one of its comments shows. */
export async function filesShownOnCard(tx: Db, cardId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select file ->> 'id' as id
    from (select jsonb_array_elements(files) as file from task_cards where id = ${cardId}::uuid
      union all select jsonb_array_elements(files) from task_comments where card_id = ${cardId}::uuid) shown
    where file ->> 'id' = any(${sql.param([...ids])}::text[])`);
  return new Set(rows.map(({ id }) => id));
}
export async function deleteComment(tx: Db, id: string): Promise<void> {
  await tx.delete(taskComments).where(eq(taskComments.id, id));
}
export const commentsPage = (db: Db, cardId: string, { before, limit }: PageOf): Promise<TaskCommentRow[]> =>
  db
    .select()
    .from(taskComments)
    .where(and(eq(taskComments.cardId, cardId), before === null ? undefined : lt(taskComments.id, before)))
    .orderBy(desc(taskComments.id))
    .limit(limit);
export async function insertActivity(tx: Db, rows: readonly TaskActivityRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(taskActivity).values([...rows]);
}
export const activityPage = (db: Db, cardId: string, { before, limit }: PageOf): Promise<TaskActivityRow[]> =>
  db
    .select()
    .from(taskActivity)
    .where(and(eq(taskActivity.cardId, cardId), before === null ? undefined : lt(taskActivity.id, before)))
    .orderBy(desc(taskActivity.id))
    .limit(limit);
