/** Boards and cards as screens show them. */
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { pageById } from '#kit/server/db/cursor.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { filesShown } from '#core/files/server/attachments.service.ts';
import { mayOnBoard, roleOn, type BoardRole } from '../tasks.rules.ts';
import type {
  BoardHead,
  BoardPerson,
  BoardView,
  CardComment,
  CardDue,
  CardEvent,
  CardItem,
  TaskListView,
} from '../tasks-views.contract.ts';
import type { SeenBoard } from './board-access.service.ts';
import { listsOf, membersOf } from './boards.queries.ts';
import { peopleOnCards, type ShortCardRow } from './cards.queries.ts';
import type { TaskActivityRow, TaskBoardRow, TaskCardRow, TaskCommentRow, TaskListRow } from './tasks.table.ts';

export function boardHead({ row, role }: SeenBoard): BoardHead {
  const may = (deed: 'comment' | 'edit' | 'own') => mayOnBoard(role, deed, row.archivedAt === null ? 'open' : 'archived');
  const { id, name, share, shareRole, labels, revision } = row;
  return {
    ...{ id, name, share, shareRole, role, labels, revision, archivedAt: row.archivedAt?.getTime() ?? null },
    rights: {
      ...{ comment: may('comment'), edit: may('edit'), own: may('own') },
      attach: may('edit'),
    },
  };
}
export const listView = ({ id, name, rank, cardLimit }: TaskListRow): TaskListView => ({ id, name, rank, limit: cardLimit });
export const dueOf = ({ dueOn, dueAt }: Pick<TaskCardRow, 'dueOn' | 'dueAt'>): CardDue | null =>
  dueOn === null ? null : { on: dueOn, at: dueAt?.getTime() ?? null };
export const cardItem = (row: ShortCardRow, { labels }: Pick<TaskBoardRow, 'labels'>): CardItem => ({
  ...{ id: row.id, listId: row.listId, number: row.number, title: row.title, rank: row.rank },
  // labels that the board has no more stay out of sight
  labels: row.labels.filter((id) => labels.some((label) => label.id === id)),
  ...{ people: row.people, due: dueOf(row), steps: { done: row.stepsDone, total: row.steps } },
  ...{ comments: row.comments, files: row.files, text: row.hasText ? 'some' : 'none' },
  source: row.sourceKind === null ? null : { kind: row.sourceKind, name: row.sourceName ?? '' },
  ...{ doneAt: row.doneAt?.getTime() ?? null, revision: row.revision },
});

/** Names are of people who may have left the account since; hence the system's eyes. */
const namesFor = (ctx: Ctx, ids: readonly (string | null)[]): Promise<Map<string, string>> =>
  findNames(
    ctx.system.read,
    ids.filter((id) => id !== null),
  );
/** Members and everybody whom an open card names. */
async function peopleShown(ctx: Ctx, { row }: SeenBoard): Promise<BoardPerson[]> {
  const members = new Map((await membersOf(ctx.db.read, row.id)).map(({ userId, role }) => [userId, role]));
  const ids = [...new Set([...members.keys(), ...(await peopleOnCards(ctx.db.read, row.id))])];
  const names = await namesFor(ctx, ids);
  return ids.map((userId) => ({ userId, name: names.get(userId) ?? '', role: roleOfPerson(row, userId, members) }));
}
export const roleOfPerson = (board: TaskBoardRow, userId: string, members: ReadonlyMap<string, BoardRole>): BoardRole | null =>
  roleOn({ userId, accountId: board.accountId, scope: ['tasks.use'] }, board, members.get(userId) ?? null);
export async function boardView(ctx: Ctx, seen: SeenBoard, cards: readonly ShortCardRow[]): Promise<BoardView> {
  const [lists, people] = await Promise.all([listsOf(ctx.db.read, seen.row.id), peopleShown(ctx, seen)]);
  return {
    ...{ board: boardHead(seen), lists: lists.map(listView), people },
    cards: cards.map((row) => cardItem(row, seen.row)),
    counts: null,
  };
}

type RowPage<Row, Item> = { rows: readonly Row[]; limit: number; itemOf: (row: Row) => Item };
export function pageOf<Row extends { id: string }, Item>({ rows, limit, itemOf }: RowPage<Row, Item>) {
  const { shown, next } = pageById(rows, limit);
  return { items: shown.map(itemOf), next };
}
type NamedActor = { actor: UserActor; names: ReadonlyMap<string, string> };
export const authorOf = ({ actor, names }: NamedActor, userId: string) => ({
  ...{ userId, name: names.get(userId) ?? '', me: userId === actor.userId },
});
export async function commentViews(
  ctx: Ctx,
  { actor, role, row: board }: SeenBoard,
  rows: readonly TaskCommentRow[],
): Promise<(row: TaskCommentRow) => CardComment> {
  const [names, fileOf] = await Promise.all([
    namesFor(
      ctx,
      rows.flatMap(({ authorId, mentions }) => [authorId, ...mentions]),
    ),
    filesShown(
      ctx,
      rows.flatMap(({ files }) => files),
    ),
  ]);
  const may = (deed: 'comment' | 'own') => board.archivedAt === null && mayOnBoard(role, deed, 'open');
  return ({ id, authorId, body, doc, mentions, files, editedAt, createdAt }) => ({
    ...{ id, author: authorOf({ actor, names }, authorId), text: body, doc },
    mentions: mentions.map((userId) => ({ userId, name: names.get(userId) ?? '' })),
    files: files.map(fileOf),
    ...{ editedAt: editedAt?.getTime() ?? null, at: createdAt.getTime() },
    rights: {
      edit: authorId === actor.userId && may('comment'),
      remove: may('own') || (authorId === actor.userId && may('comment')),
    },
  });
}
export async function eventViews(
  ctx: Ctx,
  { actor }: SeenBoard,
  rows: readonly TaskActivityRow[],
): Promise<(row: TaskActivityRow) => CardEvent> {
  // of people whom the event names, the ids were kept: they may be called otherwise now
  const peopleIn = ({ what, data }: TaskActivityRow) => (what === 'people' ? Object.values(data).flatMap(idsIn) : []);
  const names = await namesFor(
    ctx,
    rows.flatMap((row) => [row.byId, ...peopleIn(row)]),
  );
  const spelled = (text: string) =>
    idsIn(text)
      .map((id) => names.get(id) ?? '')
      .join(', ');
  return (row) => ({
    ...{ id: row.id, what: row.what, at: row.createdAt.getTime() },
    by: row.byId === null ? null : authorOf({ actor, names }, row.byId),
    data:
      row.what === 'people' ? Object.fromEntries(Object.entries(row.data).map(([key, ids]) => [key, spelled(ids)])) : row.data,
  });
}
const idsIn = (text: string): string[] => text.split(' ').filter(isId);
