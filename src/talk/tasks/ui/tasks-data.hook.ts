import type { Client } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { tasksCalls } from '../tasks.contract.ts';
import { type TaskSource, taskLimits, taskSources } from '../tasks.rules.ts';
import type { BoardView, CardItem } from '../tasks-views.contract.ts';

/** The part of the contract that these screens speak. */
export const tasksApi = { tasks: tasksCalls };
type TasksClient = Client<typeof tasksApi>;
export const area = 'task_board';

export const boardsQuery = ({ tasks }: TasksClient) =>
  callQuery({ area, name: 'tasks.boards', call: tasks.boards, input: { query: { limit: 100 } } });
export const boardQuery = ({ tasks }: TasksClient, id: string) =>
  callQuery({ area, name: 'tasks.board', call: tasks.board, input: { params: { id }, query: { cards: 'first' } } });
export const cardQuery = ({ tasks }: TasksClient, id: string) =>
  callQuery({ area, name: 'tasks.card', call: tasks.card, input: { params: { id } } });

export type TaskOrigin = { kind: TaskSource; id: string; second: number | null };
type BoardAddress = { board: string | null; card: string | null; add: { source: TaskOrigin; title: string } | null };
const idOr = (value: string | null | undefined): string | null => (value != null && isId(value) ? value : null);

/** What the address says: the board, the card that is open, and what a new card is made from. */
export function readBoardAddress(search: URLSearchParams): BoardAddress {
  const [named = '', rawId, at] = (search.get('add') ?? '').split(':');
  const kind = taskSources.find((one) => one === named);
  const id = idOr(rawId);
  const second = at !== undefined && /^\d{1,6}$/.test(at) ? Number(at) : null;
  const title = (search.get('title') ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return {
    board: idOr(search.get('board')),
    card: idOr(search.get('card')),
    add: kind === undefined || id === null ? null : { source: { kind, id, second }, title: title.slice(0, taskLimits.title) },
  };
}
export const boardPath = (board: string, card: string | null = null): string =>
  `/task_board?board=${board}${card === null ? '' : `&card=${card}`}`;

const byRank = (a: CardItem, b: CardItem): number => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0);
export type BoardColumns = readonly { listId: string; cards: readonly CardItem[] }[];
/** Lists in their order, each with the cards that fit, in theirs. */
export function columnsOf({ lists, cards }: BoardView, fits: (card: CardItem) => boolean): BoardColumns {
  const byList = Map.groupBy(cards.filter(fits), ({ listId }) => listId);
  return lists.map(({ id }) => ({ listId: id, cards: (byList.get(id) ?? []).toSorted(byRank) }));
}

/** A card as a call answered it, unless something newer is known. */
export function withCard(view: BoardView, card: CardItem): BoardView {
  const known = view.cards.find(({ id }) => id === card.id);
  if (known !== undefined && known.revision > card.revision) return view;
  return { ...view, cards: [...view.cards.filter(({ id }) => id !== card.id), card] };
}
type BoardNews = BoardView & { gone: string[] };
/** The board with what changed on it; news that come late change nothing. */
export function withNews(view: BoardView, { gone, people, ...news }: BoardNews): BoardView {
  if (news.board.revision < view.board.revision) return view;
  const replaced = new Set([...gone, ...news.cards.map(({ id }) => id)]);
  const known = new Set(people.map(({ userId }) => userId));
  return {
    ...news,
    cards: [...view.cards.filter(({ id }) => !replaced.has(id)), ...news.cards],
    people: [...view.people.filter(({ userId }) => !known.has(userId)), ...people],
  };
}
