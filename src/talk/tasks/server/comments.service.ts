/** What people say about a card, and what happened to it. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { notAllowed, notFound } from '#kit/errors.ts';
import { mentionedIn } from '#kit/message-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { messageContent, requireMessage, withMentionNames } from '#kit/server/message-content.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { claimFiles, requireFiles } from '#core/files/server/attachments.service.ts';
import type { tasksCalls } from '../tasks.contract.ts';
import { taskLimits } from '../tasks.rules.ts';
import type { CardComment } from '../tasks-views.contract.ts';
import { withBoardChange, findCard, type SeenBoard, type SeenCard, taskerOf, whoSees } from './board-access.service.ts';
import { commentViews, eventViews, pageOf } from './board-views.service.ts';
import { cardConversation, releaseCardFiles } from './card-files.service.ts';
import {
  activityPage,
  cardById,
  commentById,
  commentsPage,
  deleteComment,
  insertComment,
  setCard,
  setComment,
} from './cards.queries.ts';
import { tellOfCard } from './task-telling.service.ts';
import type { TaskCommentRow } from './tasks.table.ts';

type TasksCalls = typeof tasksCalls;
type CardPage = { seen: SeenBoard; cardId: string; cursor: string | undefined; limit: number };
export async function commentsOf(ctx: Ctx, { seen, cardId, cursor, limit }: CardPage): Promise<ResultIn<TasksCalls['comments']>> {
  const rows = await commentsPage(ctx.db.read, cardId, { before: idCursor.read(cursor), limit: limit + 1 });
  return pageOf({ rows, limit, itemOf: await commentViews(ctx, seen, rows) });
}
export async function activityOf(ctx: Ctx, { seen, cardId, cursor, limit }: CardPage): Promise<ResultIn<TasksCalls['activity']>> {
  const rows = await activityPage(ctx.db.read, cardId, { before: idCursor.read(cursor), limit: limit + 1 });
  return pageOf({ rows, limit, itemOf: await eventViews(ctx, seen, rows) });
}
type PageQuery = { id: string } & Parsed<TasksCalls['comments']>['query'];
export const listComments = async (ctx: Ctx, { id, cursor, limit }: PageQuery): Promise<ResultIn<TasksCalls['comments']>> =>
  commentsOf(ctx, { seen: await findCard(ctx, id), cardId: id, cursor, limit });
export const listActivity = async (ctx: Ctx, { id, cursor, limit }: PageQuery): Promise<ResultIn<TasksCalls['activity']>> =>
  activityOf(ctx, { seen: await findCard(ctx, id), cardId: id, cursor, limit });

type CommentWish = { id: string; body: Parsed<TasksCalls['addComment']>['body'] };
type CommentContent = Pick<TaskCommentRow, 'body' | 'doc' | 'mentions' | 'files'>;
/** What is stored of a comment. Those who do not see the board are not mentioned. Throws `file_unknown`. */
async function commentContent(
  ctx: Ctx,
  { card, row: board }: SeenCard,
  { body, had }: { body: CommentWish['body']; had: readonly AttachedFile[] },
): Promise<CommentContent> {
  const files = body.files === undefined ? [...had] : await commentFiles(ctx, card.id, { ids: body.files, had });
  const content = (files.length === 0 ? requireMessage : messageContent)(body, taskLimits.comment);
  const named = content.doc === null ? body.mentions : mentionedIn(content.doc);
  const mentions = await whoSees(ctx, board, named);
  return { ...withMentionNames(content, await findNames(ctx.system.read, mentions)), files, mentions };
}
type CommentFiles = { ids: readonly string[]; had: readonly AttachedFile[] };
async function commentFiles(ctx: Ctx, cardId: string, { ids, had }: CommentFiles): Promise<AttachedFile[]> {
  const isNew = (id: string) => had.every((file) => file.id !== id);
  const added = await requireFiles(ctx, ids.filter(isNew), cardConversation(cardId));
  return [...had.filter(({ id }) => ids.includes(id)), ...added];
}
type WrittenComment = { row: TaskCommentRow; board: SeenBoard; called: readonly string[] };
/** Those it calls hear of it, but not its writer. */
async function tellMentioned(ctx: Ctx, tx: Db, { row, board, called }: WrittenComment): Promise<CardComment> {
  const { actor } = board;
  const card = await cardById(tx, row.cardId);
  if (card === null) throw notFound();
  const to = called.filter((userId) => userId !== actor.userId);
  await tellOfCard(ctx, tx, { what: 'mentioned', card, board: board.row, to, by: actor.name, words: row.body });
  return (await commentViews(ctx, board, [row]))(row);
}

export async function addComment(ctx: Ctx, { id, body }: CommentWish): Promise<CardComment> {
  const seen = await findCard(ctx, id, 'comment');
  const content = await commentContent(ctx, seen, { body, had: [] });
  return withBoardChange(ctx, {
    ...{ id: seen.row.id, deed: 'comment' },
    work: async (tx, board) => {
      const card = await cardById(tx, id);
      if (card === null || card.archivedAt !== null) throw notFound();
      const row: TaskCommentRow = {
        ...{ id: newId(ctx.now()), cardId: id, boardId: card.boardId, accountId: card.accountId, authorId: seen.actor.userId },
        ...{ ...content, editedAt: null, createdAt: new Date(ctx.now()) },
      };
      await insertComment(tx, row);
      await claimFiles(tx, row.files, cardConversation(id));
      await setCard(tx, id, { comments: card.comments + 1, revision: board.row.revision });
      return tellMentioned(ctx, tx, { row, board, called: content.mentions });
    },
  });
}

async function findComment(ctx: Ctx, id: string, deed: 'comment' | 'view') {
  taskerOf(ctx);
  const comment = await commentById(ctx.db.read, id);
  if (comment === null) throw notFound();
  return { ...(await findCard(ctx, comment.cardId, deed)), comment };
}
export async function editComment(ctx: Ctx, { id, body }: CommentWish): Promise<CardComment> {
  const { comment, card, row: found, role, actor } = await findComment(ctx, id, 'comment');
  if (comment.authorId !== actor.userId) throw notAllowed('tasks.use');
  const content = await commentContent(ctx, { card, row: found, role, actor }, { body, had: comment.files });
  return withBoardChange(ctx, {
    ...{ id: found.id, deed: 'comment' },
    work: async (tx, board) => {
      const now = await commentById(tx, id);
      if (now === null) throw notFound();
      const row = await setComment(tx, id, { ...content, editedAt: new Date(ctx.now()) });
      await claimFiles(tx, row.files, cardConversation(row.cardId));
      await releaseCardFiles(ctx, tx, { cardId: row.cardId, before: now.files, after: row.files });
      await setCard(tx, row.cardId, { revision: board.row.revision });
      return tellMentioned(ctx, tx, { row, board, called: content.mentions.filter((userId) => !now.mentions.includes(userId)) });
    },
  });
}
/** One's own, or as an owner of the board. */
export async function removeComment(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const { comment, row: found, actor } = await findComment(ctx, id, 'view');
  return withBoardChange(ctx, {
    ...{ id: found.id, deed: comment.authorId === actor.userId ? 'comment' : 'own' },
    work: async (tx, board) => {
      const card = await cardById(tx, comment.cardId);
      const now = await commentById(tx, id);
      if (card === null || now === null) throw notFound();
      await deleteComment(tx, id);
      await releaseCardFiles(ctx, tx, { cardId: card.id, before: now.files, after: [] });
      await setCard(tx, card.id, { comments: card.comments - 1, revision: board.row.revision });
      return {};
    },
  });
}
