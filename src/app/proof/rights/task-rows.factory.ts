import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#kit/server/ids.ts';

export type TaskIds = Record<'board' | 'list' | 'card' | 'comment', string>;
export const freshTaskIds = (): TaskIds => ({ board: newId(), list: newId(), card: newId(), comment: newId() });
/** A board with one list and one card with a comment, whose every word is that name. */
export function taskRows(of: { account: string; owner: string; name: string; ids: TaskIds }): SQL[] {
  const { account, owner, name, ids } = of;
  const { board, list, card, comment } = ids;
  return [
    sql`insert into task_boards (id, account_id, name, share, share_role, revision, last_number, created_by, created_at) values (${board}, ${account}, ${name}, 'members', 'viewer', 3, 1, ${owner}, now())`,
    sql`insert into task_members (board_id, user_id, account_id, role, created_at) values (${board}, ${owner}, ${account}, 'owner', now())`,
    sql`insert into task_lists (id, board_id, account_id, name, rank) values (${list}, ${board}, ${account}, ${name}, 'a0'), (${newId()}, ${board}, ${account}, ${name}, 'a1')`,
    sql`insert into task_cards (id, board_id, list_id, account_id, number, title, body, rank, comments, revision, text_revision, created_by, created_at) values (${card}, ${board}, ${list}, ${account}, 1, ${name}, ${name}, 'a0', 1, 2, 2, ${owner}, now())`,
    sql`insert into task_comments (id, card_id, board_id, account_id, author_id, body, created_at) values (${comment}, ${card}, ${board}, ${account}, ${owner}, ${name}, now())`,
    sql`insert into task_activity (id, card_id, board_id, account_id, by_id, what, created_at) values (${newId()}, ${card}, ${board}, ${account}, ${owner}, 'added', now())`,
  ];
}
