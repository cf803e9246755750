/** What calls about task boards answer with. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { attachedFile } from '#core/files/attached-file.contract.ts';
import { messageDoc } from '#kit/message-doc.contract.ts';
import { isId } from '#kit/ids.ts';
import {
  boardRoles,
  boardShares,
  cardDeeds,
  cardReminders,
  labelHues,
  shareRoles,
  taskLimits as max,
  taskSources,
} from './tasks.rules.ts';

export const taskId = z.string().check(z.refine(isId, 'not_an_id'));
export const cardText = z.string().check(z.trim(), z.maxLength(max.text));
const oneLine = (longest: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(longest),
    z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'not_one_line'),
  );
export const boardName = oneLine(max.boardName);
export const listName = oneLine(max.listName);
export const cardTitle = oneLine(max.title);
export const stepText = oneLine(max.step);
/** `on` is the day where it was set; `at` the moment, null for the whole day. */
export const cardDue = z.object({ on: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), at: z.nullable(z.number()) });
export type CardDue = z.infer<typeof cardDue>;
export const boardLabel = z.object({ id: taskId, name: oneLine(max.label), hue: z.enum(labelHues) });
export type BoardLabel = z.infer<typeof boardLabel>;
export const cardSource = z.object({
  kind: z.enum(taskSources),
  id: taskId,
  /** Of a recording: the second that is meant. */
  second: z._default(z.nullable(z.number().check(z.int(), z.gte(0), z.lte(1_000_000))), null),
});

export const boardItem = z.object({
  id: z.string(),
  name: z.string(),
  share: z.enum(boardShares),
  role: z.enum(boardRoles),
  /** Open ones. */
  cards: z.number(),
  archivedAt: z.nullable(z.number()),
});
export type BoardItem = z.infer<typeof boardItem>;
export const boardHead = z.object({
  id: z.string(),
  name: z.string(),
  share: z.enum(boardShares),
  shareRole: z.enum(shareRoles),
  role: z.enum(boardRoles),
  labels: z.array(boardLabel),
  /** Grows with each change to anything on it. */
  revision: z.number(),
  archivedAt: z.nullable(z.number()),
  rights: z.object({ comment: z.boolean(), edit: z.boolean(), own: z.boolean(), attach: z.boolean() }),
});
export type BoardHead = z.infer<typeof boardHead>;
/** In order; `limit` is how many cards it should have at most, which only shows. */
export const taskList = z.object({ id: z.string(), name: z.string(), rank: z.string(), limit: z.nullable(z.number()) });
export type TaskListView = z.infer<typeof taskList>;
export const cardItem = z.object({
  id: z.string(),
  listId: z.string(),
  number: z.number(),
  title: z.string(),
  /** Compare as plain strings. */
  rank: z.string(),
  /** Ids of the board's labels. */
  labels: z.array(z.string()),
  /** Ids; their names stand in `people` of the board. */
  people: z.array(z.string()),
  due: z.nullable(cardDue),
  steps: z.object({ done: z.number(), total: z.number() }),
  comments: z.number(),
  files: z.number(),
  text: z.enum(['some', 'none']),
  source: z.nullable(z.object({ kind: z.enum(taskSources), name: z.string() })),
  doneAt: z.nullable(z.number()),
  /** Of the board when the card last changed: a change of the card names it. */
  revision: z.number(),
});
export type CardItem = z.infer<typeof cardItem>;
/** `role` null: named on a card, but sees the board no more. */
export const boardPerson = z.object({ userId: z.string(), name: z.string(), role: z.nullable(z.enum(boardRoles)) });
export type BoardPerson = z.infer<typeof boardPerson>;
export const boardView = z.object({
  board: boardHead,
  lists: z.array(taskList),
  /** By list and rank. */
  cards: z.array(cardItem),
  /** How many open cards each list has, where `cards` holds only the first of each; null: it holds all. */
  counts: z.nullable(z.record(z.string(), z.number())),
  /** Members, and everybody whom a card names. */
  people: z.array(boardPerson),
});
export type BoardView = z.infer<typeof boardView>;

export const cardStep = z.object({ id: z.string(), text: z.string(), done: z.boolean() });
export type CardStep = z.infer<typeof cardStep>;
const author = z.object({ userId: z.string(), name: z.string(), me: z.boolean() });
export const cardComment = z.object({
  id: z.string(),
  author,
  text: z.string(),
  /** Null: plain text. */
  doc: z.nullable(messageDoc),
  /** Who was called by it, for the words after an @. */
  mentions: z.array(z.object({ userId: z.string(), name: z.string() })),
  files: z.array(attachedFile),
  editedAt: z.nullable(z.number()),
  at: z.number(),
  rights: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type CardComment = z.infer<typeof cardComment>;
export const cardEvent = z.object({
  id: z.string(),
  what: z.enum(cardDeeds),
  by: z.nullable(author),
  /** Names as they were: `from` and `to` of `moved`, `name` of a step or a source. */
  data: z.record(z.string(), z.string()),
  at: z.number(),
});
export type CardEvent = z.infer<typeof cardEvent>;
/** The newest first. */
export const commentsPage = z.object({ items: z.array(cardComment), next: z.nullable(z.string()) });
export const eventsPage = z.object({ items: z.array(cardEvent), next: z.nullable(z.string()) });

export const cardDetail = z.object({
  card: cardItem,
  boardId: z.string(),
  body: z.string(),
  checklist: z.array(cardStep),
  attached: z.array(attachedFile),
  remind: z.enum(cardReminders),
  /** As it is called now, and where it stands for the reader; `path` null: they do not see it, or it is gone. */
  source: z.nullable(
    z.object({
      ...{ kind: z.enum(taskSources), id: z.string(), name: z.string(), path: z.nullable(z.string()) },
      second: z.nullable(z.number()),
    }),
  ),
  comments: commentsPage,
  activity: eventsPage,
  createdBy: author,
  createdAt: z.number(),
  archivedAt: z.nullable(z.number()),
});
export type CardDetail = z.infer<typeof cardDetail>;
