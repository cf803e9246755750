/** Task boards: who may do what on one, where a card lands, when a reminder is due, and limits. */

/** From the least to the most. */
export const boardRoles = ['viewer', 'commenter', 'editor', 'owner'] as const;
export type BoardRole = (typeof boardRoles)[number];
export const boardShares = ['members', 'account'] as const;
export type BoardShare = (typeof boardShares)[number];
/** What everybody of the account is on a board that the account shares. */
export const shareRoles = ['viewer', 'commenter', 'editor'] as const satisfies readonly BoardRole[];
export type ShareRole = (typeof shareRoles)[number];
export const labelHues = ['grey', 'green', 'amber', 'blue', 'red'] as const;
export type LabelHue = (typeof labelHues)[number];
/** What a card may be made from. */
export const taskSources = ['ticket', 'mail', 'meeting', 'recording'] as const;
export type TaskSource = (typeof taskSources)[number];
/** How long before it is due people are reminded of a card. */
export const cardReminders = ['none', 'at', 'hour', 'day'] as const;
export type CardReminder = (typeof cardReminders)[number];
/** What the activity of a card tells: the screen says `activity.<what>`. */
export const cardDeeds = [
  ...['added', 'renamed', 'described', 'moved', 'due', 'due_off', 'people', 'labels', 'files'],
  ...['done', 'undone', 'step_added', 'step_done', 'step_undone', 'step_removed', 'archived', 'restored'],
] as const;

export const taskLimits = {
  /** Of each list, while the rest of a board is read. */
  firstCards: 50,
  boardName: 80,
  listName: 60,
  title: 200,
  text: 20_000,
  comment: 4_000,
  label: 30,
  labels: 20,
  step: 200,
  steps: 50,
  files: 10,
  /** Of one card. */
  people: 20,
  mentions: 20,
  boards: 200,
  members: 100,
  /** Open ones of a board. */
  lists: 30,
  cards: 2_000,
  cardLimit: 500,
  /** Those who hear at once of a change to a board. */
  hearers: 500,
  changes: { max: 120, windowSeconds: 60 },
} as const;

export type BoardReader = { userId: string; accountId: string; scope: readonly string[]; impersonator?: unknown };
export type BoardFacts = { accountId: string; share: BoardShare; shareRole: ShareRole };
const rankOf = (role: BoardRole): number => boardRoles.indexOf(role);
const higher = (one: BoardRole, other: BoardRole): BoardRole => (rankOf(one) >= rankOf(other) ? one : other);
/** `own`: the role as a member of the board. Null: for this reader the board does not exist. */
export function roleOn(reader: BoardReader, board: BoardFacts, own: BoardRole | null): BoardRole | null {
  // what colleagues plan is not for somebody who acts in a person's name
  if (reader.impersonator !== undefined || !reader.scope.includes('tasks.use') || reader.accountId !== board.accountId)
    return null;
  if (board.share === 'members') return own;
  return own === null ? board.shareRole : higher(own, board.shareRole);
}
export type BoardDeed = 'view' | 'comment' | 'edit' | 'own';
const needed: Readonly<Record<BoardDeed, BoardRole>> = { view: 'viewer', comment: 'commenter', edit: 'editor', own: 'owner' };
/** On an archived board nothing changes but that its owners bring it back. */
export const mayOnBoard = (role: BoardRole, deed: BoardDeed, state: 'open' | 'archived'): boolean =>
  rankOf(role) >= rankOf(needed[deed]) && (state === 'open' || deed === 'view' || deed === 'own');

export type RankedCard = { id: string; rank: string };
export type CardNeighbours = { after: string | null; before: string | null };
/**
 * Between which ranks a card goes, in the list as it stands now without the card. `after` counts first; a neighbour that left meanwhile is passed
 * over, and when both left the card goes to the end, or to the start when it was to be the first.
 */
export function gapFor(
  cards: readonly RankedCard[],
  { after, before }: CardNeighbours,
): { above: string | null; below: string | null } {
  const rankAt = (index: number): string | null => cards[index]?.rank ?? null;
  const upper = after === null ? -1 : cards.findIndex(({ id }) => id === after);
  if (upper >= 0) return { above: rankAt(upper), below: rankAt(upper + 1) };
  const lower = before === null ? -1 : cards.findIndex(({ id }) => id === before);
  if (lower >= 0) return { above: rankAt(lower - 1), below: rankAt(lower) };
  if (after === null && before !== null) return { above: null, below: rankAt(0) };
  return { above: rankAt(cards.length - 1), below: null };
}

const hourMs = 3_600_000;
/** When a day without a time counts as due, on the clock of the person who set it. */
export const DUE_HOUR = 9;
/** Null: nobody is reminded, or it would be in the past. */
export function remindAt(dueAt: number | null, remind: CardReminder, now: number): number | null {
  if (dueAt === null || remind === 'none') return null;
  const at = dueAt - { at: 0, hour: hourMs, day: 24 * hourMs }[remind];
  return at > now ? at : null;
}
