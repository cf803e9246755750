import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { BoardRole } from '../tasks.rules.ts';
import { type TaskBoardRow, taskBoards, type TaskListRow, taskLists, type TaskMemberRow, taskMembers } from './tasks.table.ts';

export type BoardFor = { row: TaskBoardRow; own: BoardRole | null };
const boardSeen = (db: Db, id: string, userId: string) =>
  db
    .select({ row: taskBoards, own: taskMembers.role })
    .from(taskBoards)
    .leftJoin(taskMembers, and(eq(taskMembers.boardId, taskBoards.id), eq(taskMembers.userId, userId)))
    .where(eq(taskBoards.id, id));
export async function boardFor(db: Db, id: string, userId: string): Promise<BoardFor | null> {
  const [found] = await boardSeen(db, id, userId);
  return found ?? null;
}
/** Holds the board until the transaction ends: changes of one board come one after the other. */
export async function lockBoardFor(tx: Db, id: string, userId: string): Promise<BoardFor | null> {
  const [found] = await boardSeen(tx, id, userId).for('update', { of: taskBoards });
  return found ?? null;
}
export async function boardById(db: Db, id: string): Promise<TaskBoardRow | null> {
  const [row] = await db.select().from(taskBoards).where(eq(taskBoards.id, id));
  return row ?? null;
}
export async function insertBoard(tx: Db, row: TaskBoardRow): Promise<void> {
  await tx.insert(taskBoards).values(row);
}
type BoardUpdate = { [Column in keyof Omit<TaskBoardRow, 'id' | 'accountId'>]?: TaskBoardRow[Column] | undefined };
export async function setBoard(tx: Db, id: string, change: BoardUpdate): Promise<TaskBoardRow> {
  const [row] = await tx.update(taskBoards).set(change).where(eq(taskBoards.id, id)).returning();
  if (row === undefined) throw new Error('the board is gone');
  return row;
}

const byName = sql`${taskBoards.name} collate people_order`;
export type BoardListFilter = { accountId: string; userId: string; state: 'open' | 'archived' };
const seenBy = ({ accountId, userId }: Pick<BoardListFilter, 'accountId' | 'userId'>) =>
  sql`${taskBoards.accountId} = ${accountId} and (${taskBoards.share} = 'account'
    or exists (select 1 from task_members m where m.board_id = ${taskBoards.id} and m.user_id = ${userId}))`;
/** `after`: the id of the last one that was shown. */
export const boardsPage = (
  db: Db,
  of: BoardListFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<(BoardFor & { cards: number })[]> =>
  db
    .select({
      row: taskBoards,
      own: taskMembers.role,
      cards: sql<number>`(select count(*)::int from task_cards c where c.board_id = ${taskBoards.id} and c.archived_at is null)`,
    })
    .from(taskBoards)
    .leftJoin(taskMembers, and(eq(taskMembers.boardId, taskBoards.id), eq(taskMembers.userId, of.userId)))
    .where(
      and(
        seenBy(of),
        sql`(${taskBoards.archivedAt} is not null) = ${of.state === 'archived'}`,
        after === null
          ? undefined
          : sql`(${byName}, ${taskBoards.id}) > (select b.name collate people_order, b.id from task_boards b where b.id = ${after})`,
      ),
    )
    .orderBy(byName, asc(taskBoards.id))
    .limit(limit);
export const countBoards = (db: Db, accountId: string): Promise<number> =>
  db.$count(taskBoards, eq(taskBoards.accountId, accountId));

export const membersOf = (db: Db, boardId: string): Promise<TaskMemberRow[]> =>
  db
    .select()
    .from(taskMembers)
    .where(eq(taskMembers.boardId, boardId))
    .orderBy(asc(taskMembers.createdAt), asc(taskMembers.userId));
export async function putMember(tx: Db, row: TaskMemberRow): Promise<void> {
  const { role } = row;
  await tx
    .insert(taskMembers)
    .values(row)
    .onConflictDoUpdate({ target: [taskMembers.boardId, taskMembers.userId], set: { role } });
}
export async function deleteMember(tx: Db, { boardId, userId }: Pick<TaskMemberRow, 'boardId' | 'userId'>): Promise<void> {
  await tx.delete(taskMembers).where(and(eq(taskMembers.boardId, boardId), eq(taskMembers.userId, userId)));
}
/** Boards on which somebody of an account has a role, held until the transaction ends. */
export const lockBoardsOf = (tx: Db, of: { accountId: string; userId: string }): Promise<TaskMemberRow[]> =>
  tx
    .select({
      ...{ boardId: taskMembers.boardId, userId: taskMembers.userId, accountId: taskMembers.accountId },
      ...{ role: taskMembers.role, createdAt: taskMembers.createdAt },
    })
    .from(taskMembers)
    .innerJoin(taskBoards, eq(taskBoards.id, taskMembers.boardId))
    .where(and(eq(taskMembers.accountId, of.accountId), eq(taskMembers.userId, of.userId)))
    .orderBy(asc(taskBoards.id))
    .for('update', { of: taskBoards });

export async function insertLists(tx: Db, rows: readonly TaskListRow[]): Promise<void> {
  await tx.insert(taskLists).values([...rows]);
}
/** Open ones in order. */
export const listsOf = (db: Db, boardId: string): Promise<TaskListRow[]> =>
  db
    .select()
    .from(taskLists)
    .where(and(eq(taskLists.boardId, boardId), isNull(taskLists.archivedAt)))
    .orderBy(asc(taskLists.rank));
/** Of all of them, put away or not: none of these may be used again. */
export const listRanks = (db: Db, boardId: string): Promise<{ id: string; rank: string }[]> =>
  db
    .select({ id: taskLists.id, rank: taskLists.rank })
    .from(taskLists)
    .where(eq(taskLists.boardId, boardId))
    .orderBy(asc(taskLists.rank));
export async function listById(db: Db, id: string): Promise<TaskListRow | null> {
  const [row] = await db.select().from(taskLists).where(eq(taskLists.id, id));
  return row ?? null;
}
export async function setList(
  tx: Db,
  id: string,
  change: Partial<Omit<TaskListRow, 'id' | 'boardId' | 'accountId'>>,
): Promise<TaskListRow> {
  const [row] = await tx.update(taskLists).set(change).where(eq(taskLists.id, id)).returning();
  if (row === undefined) throw new Error('the list is gone');
  return row;
}
