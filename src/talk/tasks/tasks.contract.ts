/** Task boards. Query keys of the browser begin with `task_board`. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { optionalMessageDoc } from '#kit/message-doc.contract.ts';
import { boardRoles, boardShares, cardReminders, shareRoles, taskLimits as max } from './tasks.rules.ts';
import {
  boardHead,
  boardItem,
  boardLabel,
  boardName,
  boardView,
  cardComment,
  cardDetail,
  cardDue,
  cardItem,
  cardSource,
  cardText,
  cardTitle,
  commentsPage,
  eventsPage,
  listName,
  stepText,
  taskId,
  taskList,
} from './tasks-views.contract.ts';

const access = 'tasks.use';
const byId = z.object({ id: taskId });
/** Of something that may be gone meanwhile, whatever it looks like. */
const anyId = z.string().check(z.maxLength(60));
const done = z.object({});
/** A text of 20 000 letters in any script. */
const bodyLimit = 200_000;
const page = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};
const place = z.optional(z.enum(['board', 'archive']));
/** Of the card as the writer saw it. */
const revision = z.number().check(z.int(), z.gte(0));
const comment = z.object({
  /** May be empty beside files. */
  text: z.string().check(z.trim(), z.maxLength(max.comment)),
  /** Of a formatted comment: text and mentions are then read from it. */
  doc: optionalMessageDoc,
  /** Those who do not see the board are left out. */
  mentions: z._default(z.array(taskId).check(z.maxLength(max.mentions)), []),
  /** Left out of a change: they stay. */
  files: z.optional(z.array(taskId).check(z.maxLength(max.files))),
});

export const tasksCalls = {
  boards: call({
    method: 'GET',
    path: '/api/boards',
    summary: 'Boards that I see, by name.',
    access,
    query: z.object({ ...page, state: z._default(z.enum(['open', 'archived']), 'open') }),
    result: z.object({ items: z.array(boardItem), next: z.nullable(z.string()) }),
  }),
  createBoard: call({
    method: 'POST',
    path: '/api/boards',
    summary: 'Makes a board with its first lists; I own it.',
    access,
    body: z.object({
      name: boardName,
      share: z._default(z.enum(boardShares), 'members'),
      shareRole: z._default(z.enum(shareRoles), 'editor'),
      lists: z.array(listName).check(z.minLength(1), z.maxLength(10)),
    }),
    result: z.object({ id: z.string() }),
    failures: { too_many_boards: 409 },
  }),
  board: call({
    method: 'GET',
    path: '/api/boards/{id}',
    summary: 'A board with its lists and open cards.',
    access,
    params: byId,
    /** `first`: where a list is long, only its first cards. */
    query: z.object({ cards: z._default(z.enum(['all', 'first']), 'all') }),
    result: boardView,
  }),
  changes: call({
    method: 'GET',
    path: '/api/boards/{id}/changes',
    summary: 'What changed on a board since a revision: its lists as they are, and each card that changed or is gone.',
    access,
    params: byId,
    query: z.object({ since: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
    result: z.object({ ...boardView.shape, gone: z.array(z.string()) }),
  }),
  changeBoard: call({
    method: 'PATCH',
    path: '/api/boards/{id}',
    summary: 'Changes name, labels or who sees a board, puts it away or brings it back.',
    access,
    params: byId,
    body: z.object({
      name: z.optional(boardName),
      labels: z.optional(z.array(boardLabel).check(z.maxLength(max.labels))),
      share: z.optional(z.enum(boardShares)),
      shareRole: z.optional(z.enum(shareRoles)),
      place,
    }),
    result: boardHead,
  }),
  setMember: call({
    method: 'PUT',
    path: '/api/boards/{id}/members/{userId}',
    summary: 'Gives somebody of the account a role on a board.',
    access,
    params: z.object({ id: taskId, userId: taskId }),
    body: z.object({ role: z.enum(boardRoles) }),
    result: done,
    failures: { last_board_owner: 409, too_many_members: 409 },
  }),
  removeMember: call({
    method: 'DELETE',
    path: '/api/boards/{id}/members/{userId}',
    summary: 'Takes somebody off a board; everybody may leave.',
    access,
    params: z.object({ id: taskId, userId: taskId }),
    result: done,
    failures: { last_board_owner: 409 },
  }),
  addList: call({
    method: 'POST',
    path: '/api/boards/{id}/lists',
    summary: 'Adds a list at the end.',
    access,
    params: byId,
    body: z.object({ name: listName }),
    result: taskList,
    failures: { too_many_lists: 409 },
  }),
  changeList: call({
    method: 'PATCH',
    path: '/api/board-lists/{id}',
    summary: 'Renames or moves a list, says how many cards it should have at most, or puts it away together with its cards.',
    access,
    params: byId,
    body: z.object({
      name: z.optional(listName),
      limit: z.optional(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(max.cardLimit)))),
      /** The list behind which it goes; null: to the start. */
      after: z.optional(z.nullable(taskId)),
      place: z.optional(z.literal('archive')),
    }),
    result: taskList,
    failures: { last_list: 409 },
  }),
  addCard: call({
    method: 'POST',
    path: '/api/board-lists/{id}/cards',
    summary: 'Adds a card at the end of a list, or from something that I see.',
    access,
    params: byId,
    body: z.object({ title: cardTitle, source: z._default(z.nullable(cardSource), null) }),
    result: cardItem,
    failures: { too_many_cards: 409, source_unknown: 400 },
  }),
  card: call({
    method: 'GET',
    path: '/api/board-cards/{id}',
    summary: 'A card with its text, steps, files, comments and activity.',
    access,
    params: byId,
    result: cardDetail,
  }),
  changeCard: call({
    method: 'PATCH',
    path: '/api/board-cards/{id}',
    summary: 'Changes what it names of a card. Title and text are refused when somebody changed them since `revision`.',
    access,
    params: byId,
    body: z.object({
      revision,
      title: z.optional(cardTitle),
      text: z.optional(cardText),
      labels: z.optional(z.array(taskId).check(z.maxLength(max.labels))),
      people: z.optional(z.array(taskId).check(z.maxLength(max.people))),
      due: z.optional(z.nullable(cardDue)),
      remind: z.optional(z.enum(cardReminders)),
      files: z.optional(z.array(taskId).check(z.maxLength(max.files))),
      state: z.optional(z.enum(['open', 'done'])),
      /** One step of the checklist: without `id` it is added, `text` null removes it. */
      step: z.optional(
        z.object({ id: z.optional(taskId), text: z.optional(z.nullable(stepText)), done: z.optional(z.boolean()) }),
      ),
      /** Brought back, it stands where it was, or at the end of the first list when its own is put away. */
      place,
    }),
    result: cardItem,
    failures: { person_unknown: 400, file_unknown: 400, too_many_steps: 409, too_many_cards: 409 },
    bodyLimit,
  }),
  moveCard: call({
    method: 'POST',
    path: '/api/board-cards/{id}/moved',
    summary: 'Moves a card between two others; when these moved meanwhile it lands at the nearest place.',
    access,
    params: byId,
    body: z.object({ listId: anyId, after: z.nullable(anyId), before: z.nullable(anyId) }),
    result: cardItem,
    failures: { list_gone: 409 },
  }),
  archived: call({
    method: 'GET',
    path: '/api/boards/{id}/archive',
    summary: 'Cards of a board that were put away, the last first.',
    access,
    params: byId,
    query: z.object(page),
    result: z.object({
      items: z.array(z.object({ id: z.string(), number: z.number(), title: z.string(), archivedAt: z.number() })),
      next: z.nullable(z.string()),
    }),
  }),
  comments: call({
    method: 'GET',
    path: '/api/board-cards/{id}/comments',
    summary: 'Comments on a card, the newest first.',
    access,
    params: byId,
    query: z.object(page),
    result: commentsPage,
  }),
  activity: call({
    method: 'GET',
    path: '/api/board-cards/{id}/activity',
    summary: 'What happened to a card, the newest first.',
    access,
    params: byId,
    query: z.object(page),
    result: eventsPage,
  }),
  addComment: call({
    method: 'POST',
    path: '/api/board-cards/{id}/comments',
    summary: 'Comments on a card; who is mentioned hears of it.',
    access,
    params: byId,
    body: comment,
    result: cardComment,
    failures: { file_unknown: 400 },
  }),
  editComment: call({
    method: 'PATCH',
    path: '/api/board-comments/{id}',
    summary: 'Changes a comment of mine.',
    access,
    params: byId,
    body: comment,
    result: cardComment,
    failures: { file_unknown: 400 },
  }),
  removeComment: call({
    method: 'DELETE',
    path: '/api/board-comments/{id}',
    summary: 'Removes a comment of mine, or any as an owner of the board.',
    access,
    params: byId,
    result: done,
  }),
};
