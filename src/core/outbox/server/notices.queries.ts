import { and, count, desc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { type NoticeRecord, notices } from './outbox.table.ts';

export async function insertNotice(tx: Db, row: NoticeRecord): Promise<void> {
  await tx.insert(notices).values(row);
}

export type NoticeOwner = { userId: string; accountId: string };
const mine = (owner: NoticeOwner) => and(eq(notices.userId, owner.userId), eq(notices.accountId, owner.accountId));
export type NoticeFilter = 'all' | 'read' | 'unread';
const read: Record<NoticeFilter, ReturnType<typeof isNull> | undefined> = {
  all: undefined,
  read: isNotNull(notices.readAt),
  unread: isNull(notices.readAt),
};

/** Newest first; `before` is the id of the last notice of the page before. */
export function noticesPage(
  db: Db,
  owner: NoticeOwner,
  page: { before: string | null; limit: number; filter: NoticeFilter },
): Promise<NoticeRecord[]> {
  const older = page.before === null ? undefined : lt(notices.id, page.before);
  return db
    .select()
    .from(notices)
    .where(and(mine(owner), read[page.filter], older))
    .orderBy(desc(notices.id))
    .limit(page.limit);
}

export const totalNotices = (db: Db, owner: NoticeOwner, filter: NoticeFilter): Promise<number | undefined> =>
  totalOf(db, notices, and(mine(owner), read[filter]));

export async function countNotices(db: Db, owner: NoticeOwner, filter: NoticeFilter): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(notices)
    .where(and(mine(owner), read[filter]));
  return row?.n ?? 0;
}

/** Marks the named ones, or all when `ids` is null. */
export async function markNotices(
  tx: Db,
  owner: NoticeOwner,
  change: { ids: readonly string[] | null; at: Date },
): Promise<void> {
  const chosen = change.ids === null ? undefined : inArray(notices.id, [...change.ids]);
  await tx
    .update(notices)
    .set({ readAt: change.at })
    .where(and(mine(owner), isNull(notices.readAt), chosen));
}

export async function deleteNoticesBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(notices).where(lt(notices.createdAt, at));
}
