/** Cards: added, changed, moved and put away. */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { tasksCalls } from '../tasks.contract.ts';
import { type CardNeighbours, gapFor, taskLimits } from '../tasks.rules.ts';
import type { CardDetail, CardEvent, CardItem } from '../tasks-views.contract.ts';
import { filesShown } from '#core/files/server/attachments.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { withBoardChange, findBoard, findCard, findList, type SeenBoard } from './board-access.service.ts';
import { authorOf, cardItem, pageOf } from './board-views.service.ts';
import { listById, setBoard } from './boards.queries.ts';
import {
  archivedPage,
  cardById,
  cardRanks,
  countOpenCards,
  insertActivity,
  insertCard,
  lastRank,
  setCard,
  setRanks,
  shortCard,
} from './cards.queries.ts';
import { activityOf, commentsOf } from './comments.service.ts';
import { sourceSeen, sourceShown } from './card-source.service.ts';
import type { TaskCardRow, TaskListRow } from './tasks.table.ts';

type TasksCalls = typeof tasksCalls;
export type CardNews = Pick<CardEvent, 'what'> & { data?: Record<string, string> };
/** Writes down what happened to a card, and who did it. */
export const noteOnCard = (ctx: Ctx, tx: Db, { card, news }: { card: TaskCardRow; news: readonly CardNews[] }): Promise<void> =>
  insertActivity(
    tx,
    news.map(({ what, data = {} }) => ({
      ...{ id: newId(ctx.now()), cardId: card.id, boardId: card.boardId, accountId: card.accountId },
      byId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      ...{ what, data, createdAt: new Date(ctx.now()) },
    })),
  );
export const itemNow = async (tx: Db, id: string, { row }: SeenBoard): Promise<CardItem> =>
  cardItem(await shortCard(tx, id), row);

/** Throws `too_many_cards`. */
export async function requireRoom(tx: Db, boardId: string): Promise<void> {
  if ((await countOpenCards(tx, boardId)) >= taskLimits.cards) throw new Failure('too_many_cards');
}
/** The list as it is now; null: it was put away meanwhile. */
async function openList(tx: Db, id: string, boardId: string): Promise<TaskListRow | null> {
  const list = isId(id) ? await listById(tx, id) : null;
  return list === null || list.boardId !== boardId || list.archivedAt !== null ? null : list;
}

/** A mail is looked at by nobody but its reader, so the card gives its name. Throws `source_unknown`. */
async function sourceFor(ctx: Ctx, { title, source }: Parsed<TasksCalls['addCard']>['body']) {
  if (source === null) return { sourceKind: null, sourceId: null, sourceSecond: null, sourceName: null };
  const { kind, id, second } = source;
  const seen = kind === 'mail' ? { name: title } : await sourceSeen(ctx, kind, { id, second });
  if (seen === null) throw new Failure('source_unknown', { fields: { 'body.source': 'source_unknown' } });
  return { sourceKind: kind, sourceId: id, sourceSecond: kind === 'recording' ? second : null, sourceName: seen.name };
}

export async function addCard(
  ctx: Ctx,
  { listId, body }: { listId: string; body: Parsed<TasksCalls['addCard']>['body'] },
): Promise<CardItem> {
  const { row: found, actor } = await findList(ctx, listId, 'edit');
  const source = await sourceFor(ctx, body);
  return withBoardChange(ctx, {
    ...{ id: found.id, deed: 'edit' },
    work: async (tx, board) => {
      const { id: boardId, accountId, revision, lastNumber } = board.row;
      if ((await openList(tx, listId, boardId)) === null) throw notFound();
      await requireRoom(tx, boardId);
      await setBoard(tx, boardId, { lastNumber: lastNumber + 1 });
      const card: TaskCardRow = {
        ...{ id: newId(ctx.now()), boardId, listId, accountId, number: lastNumber + 1, title: body.title, body: '' },
        ...{ rank: generateKeyBetween(await lastRank(tx, listId), null), labels: [], people: [], dueOn: null, dueAt: null },
        ...{ remind: 'none', remindAt: null, checklist: [], files: [], ...source, comments: 0, doneAt: null },
        ...{ revision, textRevision: revision, archivedAt: null, createdBy: actor.userId, createdAt: new Date(ctx.now()) },
      };
      await insertCard(tx, card);
      const data = source.sourceName === null ? {} : { name: source.sourceName };
      await noteOnCard(ctx, tx, { card, news: [{ what: 'added', data }] });
      return itemNow(tx, card.id, board);
    },
  });
}

/** Longer ranks come from many moves to one place; then the whole list gets new ones. */
const longestRank = 60;
type CardLanding = { card: TaskCardRow; listId: string; revision: number };
async function rankFor(tx: Db, { card, listId, revision }: CardLanding, neighbours: CardNeighbours): Promise<string> {
  const others = await cardRanks(tx, listId, card.id);
  const { above, below } = gapFor(others, neighbours);
  const rank = generateKeyBetween(above, below);
  if (rank.length <= longestRank) return rank;
  const place = others.filter((one) => above !== null && one.rank <= above).length;
  const fresh = generateNKeysBetween(null, null, others.length + 1);
  const own = fresh.splice(place, 1)[0] ?? rank;
  // in the same list its old rank may be one of the new ones
  const all = others.map(({ id }, index) => ({ id, rank: fresh[index] ?? '' }));
  await setRanks(tx, card.listId === listId ? [...all, { id: card.id, rank: own }] : all, revision);
  return own;
}

type CardMove = { id: string } & Parsed<TasksCalls['moveCard']>['body'];
/** Where it lands is decided by the list as it is now, so that two moves at once end in the same order for everybody. Throws `list_gone`. */
export async function moveCard(ctx: Ctx, { id, listId, ...neighbours }: CardMove): Promise<CardItem> {
  const { row: found } = await findCard(ctx, id, 'edit');
  return withBoardChange(ctx, {
    ...{ id: found.id, deed: 'edit' },
    work: async (tx, board) => {
      const { revision } = board.row;
      const card = await cardById(tx, id);
      if (card === null || card.archivedAt !== null) throw notFound();
      const to = await openList(tx, listId, found.id);
      if (to === null) throw new Failure('list_gone');
      const rank = await rankFor(tx, { card, listId, revision }, neighbours);
      await setCard(tx, id, { listId, rank, revision });
      if (card.listId !== listId) {
        const from = (await listById(tx, card.listId))?.name ?? '';
        await noteOnCard(ctx, tx, { card, news: [{ what: 'moved', data: { from, to: to.name } }] });
      }
      return itemNow(tx, id, board);
    },
  });
}

export async function getCard(ctx: Ctx, id: string): Promise<CardDetail> {
  const { card, ...seen } = await findCard(ctx, id);
  const first = { seen, cardId: id, cursor: undefined, limit: 50 };
  const [item, fileOf, source, comments, activity, names] = await Promise.all([
    itemNow(ctx.db.read, id, seen),
    filesShown(ctx, card.files),
    sourceShown(ctx, card),
    commentsOf(ctx, first),
    activityOf(ctx, first),
    findNames(ctx.system.read, [card.createdBy]),
  ]);
  const { boardId, body, checklist, remind } = card;
  return {
    ...{ card: item, boardId, body, checklist, remind, source, comments, activity },
    attached: card.files.map(fileOf),
    createdBy: authorOf({ actor: seen.actor, names }, card.createdBy),
    ...{ createdAt: card.createdAt.getTime(), archivedAt: card.archivedAt?.getTime() ?? null },
  };
}

type ArchiveQuery = { id: string } & Parsed<TasksCalls['archived']>['query'];
export async function listArchived(ctx: Ctx, { id, cursor, limit }: ArchiveQuery): Promise<ResultIn<TasksCalls['archived']>> {
  await findBoard(ctx, id);
  const rows = await archivedPage(ctx.db.read, id, { after: idCursor.read(cursor), limit: limit + 1 });
  return pageOf({ rows, limit, itemOf: ({ archivedAt, ...card }) => ({ ...card, archivedAt: archivedAt?.getTime() ?? 0 }) });
}
