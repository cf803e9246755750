/** Who asks for which board, and the frame of every change to one. The first lines of every verb here. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { membersAmong, newestMembers } from '#core/accounts/server/ending.service.ts';
import { holdersAmong } from '#core/iam/server/holders.service.ts';
import { type BoardDeed, type BoardRole, mayOnBoard, roleOn, taskLimits } from '../tasks.rules.ts';
import { boardFor, type BoardFor, listById, lockBoardFor, membersOf, setBoard } from './boards.queries.ts';
import { cardById } from './cards.queries.ts';
import type { TaskBoardRow, TaskCardRow, TaskListRow } from './tasks.table.ts';

/** Throws `not_signed_in`, `not_allowed`. */
export function taskerOf(ctx: Ctx): UserActor {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  if (actor.impersonator !== undefined || !actor.scope.includes('tasks.use')) throw notAllowed('tasks.use');
  return actor;
}

export type SeenBoard = { row: TaskBoardRow; role: BoardRole; actor: UserActor };
/** Throws `not_found` for who does not see it, and `not_allowed` for who sees it and may not. */
function requireBoardRole(actor: UserActor, found: BoardFor | null, deed: BoardDeed): SeenBoard {
  const role = found === null ? null : roleOn(actor, found.row, found.own);
  if (found === null || role === null) throw notFound();
  const state = found.row.archivedAt === null ? 'open' : 'archived';
  if (!mayOnBoard(role, deed, state)) throw notAllowed('tasks.use');
  return { row: found.row, role, actor };
}
export async function findBoard(ctx: Ctx, id: string, deed: BoardDeed = 'view'): Promise<SeenBoard> {
  const actor = taskerOf(ctx);
  return requireBoardRole(actor, await boardFor(ctx.db.read, id, actor.userId), deed);
}
export type SeenCard = SeenBoard & { card: TaskCardRow };
export async function findCard(ctx: Ctx, id: string, deed: BoardDeed = 'view'): Promise<SeenCard> {
  taskerOf(ctx);
  const card = await cardById(ctx.db.read, id);
  if (card === null) throw notFound();
  return { ...(await findBoard(ctx, card.boardId, deed)), card };
}
export async function findList(ctx: Ctx, id: string, deed: BoardDeed): Promise<SeenBoard & { list: TaskListRow }> {
  taskerOf(ctx);
  const list = await listById(ctx.db.read, id);
  if (list === null) throw notFound();
  const seen = await findBoard(ctx, list.boardId, deed);
  if (list.archivedAt !== null) throw notFound();
  return { ...seen, list };
}

/** Everybody who may have it open hears that there is something new, and asks for it. */
async function hearersOf(db: Db, { id, accountId, share }: TaskBoardRow, now: Date): Promise<string[]> {
  const members = (await membersOf(db, id)).map(({ userId }) => userId);
  if (share === 'members') return members;
  return [...members, ...(await newestMembers(db, { accountId, now, limit: taskLimits.hearers }))];
}
type BoardChange<T> = { id: string; deed: BoardDeed; work: (tx: Db, board: SeenBoard) => Promise<T> };
/** One change at a time; `work` gets the board as it is now, with the revision that everything it changes is marked with. */
export async function withBoardChange<T>(ctx: Ctx, { id, deed, work }: BoardChange<T>): Promise<T> {
  const { actor } = await findBoard(ctx, id, deed);
  await ctx.limits.use(`tasks:${actor.userId}`, taskLimits.changes);
  return ctx.db.write(async (tx) => {
    const seen = requireBoardRole(actor, await lockBoardFor(tx, id, actor.userId), deed);
    const now = new Date(ctx.now());
    const before = await hearersOf(tx, seen.row, now);
    const row = await setBoard(tx, id, { revision: seen.row.revision + 1 });
    const result = await work(tx, { ...seen, row });
    const after = deed === 'own' ? await boardFor(tx, id, actor.userId) : null;
    const people = new Set([...before, ...(after === null ? [] : await hearersOf(tx, after.row, now))]);
    const data = { board: id, revision: row.revision };
    await ctx.bus.pushAll(
      tx,
      [...people].map((userId) => ({ topic: `user:${userId}`, kind: 'tasks', data })),
    );
    return result;
  });
}

/** Those of `ids` who may use boards in the account at all. */
export async function boardUsers(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  // people stand in no account, hence the system's eyes
  const active = await membersAmong(ctx.system.read, { accountId, ids, now: ctx.now() });
  const among = active.map((person) => person.id);
  return holdersAmong(ctx.system.read, { accountId, permission: 'tasks.use', now: ctx.now(), among });
}
/** Those of `ids` who see the board now. */
export async function whoSees(ctx: Ctx, board: TaskBoardRow, ids: readonly string[]): Promise<string[]> {
  const may = await boardUsers(ctx, board.accountId, ids);
  if (board.share === 'account') return [...may];
  const members = new Set((await membersOf(ctx.system.read, board.id)).map(({ userId }) => userId));
  return [...may].filter((id) => members.has(id));
}
