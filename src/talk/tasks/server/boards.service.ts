/** Boards, their members and lists. */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { tasksCalls } from '../tasks.contract.ts';
import { type BoardRole, roleOn, taskLimits } from '../tasks.rules.ts';
import type { BoardHead, BoardView } from '../tasks-views.contract.ts';
import { boardUsers, withBoardChange, findBoard, findList, type SeenBoard, taskerOf } from './board-access.service.ts';
import { boardHead, boardView, listView, pageOf } from './board-views.service.ts';
import {
  boardsPage,
  countBoards,
  deleteMember,
  insertBoard,
  insertLists,
  listById,
  listRanks,
  listsOf,
  membersOf,
  putMember,
  setBoard,
  setList,
} from './boards.queries.ts';
import { archiveCardsOf, cardCounts, cardsSince, firstCards, openCards } from './cards.queries.ts';

type TasksCalls = typeof tasksCalls;
const done: Record<string, never> = {};

export async function listBoards(ctx: Ctx, { state, cursor, limit }: Parsed<TasksCalls['boards']>['query']) {
  const actor = taskerOf(ctx);
  const { userId, accountId } = actor;
  const rows = await boardsPage(ctx.db.read, { userId, accountId, state }, { after: idCursor.read(cursor), limit: limit + 1 });
  const shown = rows.flatMap(({ row, own, cards }) => {
    const role = roleOn(actor, row, own);
    const { id, name, share } = row;
    return role === null ? [] : [{ id, name, share, role, cards, archivedAt: row.archivedAt?.getTime() ?? null }];
  });
  return pageOf({ rows: shown, limit, itemOf: (item) => item });
}

export async function createBoard(
  ctx: Ctx,
  body: Parsed<TasksCalls['createBoard']>['body'],
): Promise<ResultIn<TasksCalls['createBoard']>> {
  const { userId, accountId } = taskerOf(ctx);
  await ctx.limits.use(`tasks:${userId}`, taskLimits.changes);
  const { name, share, shareRole, lists } = body;
  const [id, createdAt] = [newId(ctx.now()), new Date(ctx.now())];
  const ranks = generateNKeysBetween(null, null, lists.length);
  await ctx.db.write(async (tx) => {
    if ((await countBoards(tx, accountId)) >= taskLimits.boards) throw new Failure('too_many_boards');
    await insertBoard(tx, {
      ...{ id, accountId, name, share, shareRole, labels: [], revision: 1, lastNumber: 0 },
      ...{ archivedAt: null, createdBy: userId, createdAt },
    });
    await putMember(tx, { boardId: id, userId, accountId, role: 'owner', createdAt });
    const rows = lists.map((list, index) => ({ name: list, rank: ranks[index] ?? '' }));
    await insertLists(
      tx,
      rows.map((row) => ({ id: newId(ctx.now()), boardId: id, accountId, ...row, cardLimit: null, archivedAt: null })),
    );
  });
  return { id };
}

export async function getBoard(ctx: Ctx, id: string, cards: 'all' | 'first'): Promise<BoardView> {
  const seen = await findBoard(ctx, id);
  const { read } = ctx.db;
  const counts = cards === 'first' ? await cardCounts(read, id) : {};
  if (Object.values(counts).every((count) => count <= taskLimits.firstCards))
    return boardView(ctx, seen, await openCards(read, id));
  return { ...(await boardView(ctx, seen, await firstCards(read, id, taskLimits.firstCards))), counts };
}
/** The board is read first: what changes after it has a higher revision, and comes once more with the next question. */
export async function changesOf(
  ctx: Ctx,
  { id, since }: { id: string; since: number },
): Promise<ResultIn<TasksCalls['changes']>> {
  const seen = await findBoard(ctx, id);
  const rows = await cardsSince(ctx.db.read, id, since);
  const gone = rows.filter(({ archivedAt }) => archivedAt !== null).map((row) => row.id);
  return {
    ...(await boardView(
      ctx,
      seen,
      rows.filter(({ archivedAt }) => archivedAt === null),
    )),
    gone,
  };
}

export async function changeBoard(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<TasksCalls['changeBoard']>['body'] },
): Promise<BoardHead> {
  const { place, ...change } = body;
  const deed = Object.keys(body).every((key) => key === 'labels') ? 'edit' : 'own';
  await findBoard(ctx, id, deed);
  return withBoardChange(ctx, {
    ...{ id, deed },
    work: async (tx, seen) => {
      const archivedAt = place === undefined ? seen.row.archivedAt : place === 'board' ? null : new Date(ctx.now());
      const row = await setBoard(tx, id, { ...change, archivedAt });
      if (change.share !== undefined && change.share !== seen.row.share) await note(ctx, tx, { seen, what: 'shared' });
      return boardHead({ ...seen, row });
    },
  });
}
type BoardNote = { seen: SeenBoard; what: 'shared' | 'member-set' | 'member-removed'; data?: Record<string, string> };
const note = (ctx: Ctx, tx: Db, { seen, what, data = {} }: BoardNote): Promise<void> =>
  record(ctx, tx, { action: `tasks.${what}`, subjectKind: 'board', subjectId: seen.row.id, data });

type MemberWish = { id: string; userId: string; role: BoardRole | null };
/** `role` null: none any more. Its owners decide; everybody may leave. Throws `last_board_owner`. */
export async function setMember(ctx: Ctx, { id, userId, role }: MemberWish): Promise<typeof done> {
  const leaves = role === null && userId === taskerOf(ctx).userId;
  const seen = await findBoard(ctx, id, leaves ? 'view' : 'own');
  if (role !== null && !(await boardUsers(ctx, seen.row.accountId, [userId])).has(userId)) throw notFound();
  return withBoardChange(ctx, {
    ...{ id, deed: leaves ? 'view' : 'own' },
    work: async (tx, board) => {
      const members = await membersOf(tx, id);
      const had = members.find((member) => member.userId === userId);
      if (role === null && had === undefined) throw notFound();
      if (had === undefined && members.length >= taskLimits.members) throw new Failure('too_many_members');
      const owners = members.filter((member) => member.role === 'owner');
      if (had?.role === 'owner' && role !== 'owner' && owners.length === 1) throw new Failure('last_board_owner');
      if (role === null) await deleteMember(tx, { boardId: id, userId });
      else await putMember(tx, { boardId: id, userId, accountId: board.row.accountId, role, createdAt: new Date(ctx.now()) });
      const what = role === null ? ('member-removed' as const) : ('member-set' as const);
      await note(ctx, tx, { seen: board, what, data: { userId, ...(role === null ? {} : { role }) } });
      return done;
    },
  });
}

export async function addList(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<ResultIn<TasksCalls['addList']>> {
  await findBoard(ctx, id, 'edit');
  return withBoardChange(ctx, {
    ...{ id, deed: 'edit' },
    work: async (tx, { row: board }) => {
      if ((await listsOf(tx, id)).length >= taskLimits.lists) throw new Failure('too_many_lists');
      const rank = generateKeyBetween((await listRanks(tx, id)).at(-1)?.rank ?? null, null);
      const { accountId } = board;
      const row = { id: newId(ctx.now()), boardId: id, accountId, name, rank, cardLimit: null, archivedAt: null };
      await insertLists(tx, [row]);
      return listView(row);
    },
  });
}

export async function changeList(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<TasksCalls['changeList']>['body'] },
): Promise<ResultIn<TasksCalls['changeList']>> {
  const { list, row: board } = await findList(ctx, id, 'edit');
  const { name = list.name, limit, after, place } = body;
  return withBoardChange(ctx, {
    ...{ id: board.id, deed: 'edit' },
    work: async (tx, { row: { revision } }) => {
      const now = await listById(tx, id);
      if (now === null || now.archivedAt !== null) throw notFound();
      if (place === 'archive' && (await listsOf(tx, board.id)).length === 1) throw new Failure('last_list');
      const archivedAt = place === 'archive' ? new Date(ctx.now()) : null;
      if (archivedAt !== null) await archiveCardsOf(tx, id, { archivedAt, revision });
      const rank = after === undefined ? now.rank : await rankBehind(tx, { boardId: board.id, id, after });
      return listView(await setList(tx, id, { name, rank, archivedAt, ...(limit === undefined ? {} : { cardLimit: limit }) }));
    },
  });
}
/** Behind a list that is there no more is the end. */
async function rankBehind(
  tx: Db,
  { boardId, id, after }: { boardId: string; id: string; after: string | null },
): Promise<string> {
  const others = (await listRanks(tx, boardId)).filter((one) => one.id !== id);
  const at = after === null ? -1 : others.findIndex((one) => one.id === after);
  if (after !== null && at < 0) return generateKeyBetween(others.at(-1)?.rank ?? null, null);
  return generateKeyBetween(others[at]?.rank ?? null, others[at + 1]?.rank ?? null);
}
