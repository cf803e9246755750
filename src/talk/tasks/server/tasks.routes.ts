import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { tasksCalls } from '../tasks.contract.ts';
import { addList, changeBoard, changeList, changesOf, createBoard, getBoard, listBoards, setMember } from './boards.service.ts';
import { changeCard } from './card-changing.service.ts';
import { addCard, getCard, listArchived, moveCard } from './cards.service.ts';
import { addComment, editComment, listActivity, listComments, removeComment } from './comments.service.ts';

export const tasksHandlers: Handlers<typeof tasksCalls, Ctx> = {
  boards: (ctx, { query }) => listBoards(ctx, query),
  createBoard: (ctx, { body }) => createBoard(ctx, body),
  board: (ctx, { params, query }) => getBoard(ctx, params.id, query.cards),
  changes: (ctx, { params, query }) => changesOf(ctx, { ...params, ...query }),
  changeBoard: (ctx, { params, body }) => changeBoard(ctx, { ...params, body }),
  setMember: (ctx, { params, body }) => setMember(ctx, { ...params, ...body }),
  removeMember: (ctx, { params }) => setMember(ctx, { ...params, role: null }),
  addList: (ctx, { params, body }) => addList(ctx, { ...params, ...body }),
  changeList: (ctx, { params, body }) => changeList(ctx, { ...params, body }),
  addCard: (ctx, { params, body }) => addCard(ctx, { listId: params.id, body }),
  card: (ctx, { params }) => getCard(ctx, params.id),
  changeCard: (ctx, { params, body }) => changeCard(ctx, { ...params, body }),
  moveCard: (ctx, { params, body }) => moveCard(ctx, { ...params, ...body }),
  archived: (ctx, { params, query }) => listArchived(ctx, { ...params, ...query }),
  comments: (ctx, { params, query }) => listComments(ctx, { ...params, ...query }),
  activity: (ctx, { params, query }) => listActivity(ctx, { ...params, ...query }),
  addComment: (ctx, { params, body }) => addComment(ctx, { ...params, body }),
  editComment: (ctx, { params, body }) => editComment(ctx, { ...params, body }),
  removeComment: (ctx, { params }) => removeComment(ctx, params.id),
};
