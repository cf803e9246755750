import { and, count, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import type { NoticeOwner } from './notices.queries.ts';
import { type ChoiceRecord, noticeChoices, notices } from './outbox.table.ts';

const mine = (owner: NoticeOwner) => and(eq(noticeChoices.userId, owner.userId), eq(noticeChoices.accountId, owner.accountId));

export async function choicesOf(db: Db, owner: NoticeOwner): Promise<ChoiceRecord | null> {
  const [row] = await db.select().from(noticeChoices).where(mine(owner));
  return row ?? null;
}

export async function keepChoices(tx: Db, row: Omit<ChoiceRecord, 'digestedAt'>): Promise<void> {
  const { noNotice, noMail, digest } = row;
  await tx
    .insert(noticeChoices)
    .values(row)
    .onConflictDoUpdate({ target: [noticeChoices.accountId, noticeChoices.userId], set: { noNotice, noMail, digest } });
}

/** People whose last digest is older than `before`, or who never had one. */
export function dueDigests(db: Db, before: Date): Promise<ChoiceRecord[]> {
  return db
    .select()
    .from(noticeChoices)
    .where(and(eq(noticeChoices.digest, 'daily'), or(isNull(noticeChoices.digestedAt), lt(noticeChoices.digestedAt, before))))
    .limit(5000);
}

/** False when another worker did it meanwhile. */
export async function noteDigest(tx: Db, owner: NoticeOwner, times: { before: Date; at: Date }): Promise<boolean> {
  const due = or(isNull(noticeChoices.digestedAt), lt(noticeChoices.digestedAt, times.before));
  const result = await tx
    .update(noticeChoices)
    .set({ digestedAt: times.at })
    .where(and(mine(owner), due));
  return (result.rowCount ?? 0) > 0;
}

/** Unread notices that came after `since`. */
export async function unreadSince(db: Db, owner: NoticeOwner, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(notices)
    .where(
      and(
        eq(notices.userId, owner.userId),
        eq(notices.accountId, owner.accountId),
        isNull(notices.readAt),
        gt(notices.createdAt, since),
      ),
    );
  return row?.n ?? 0;
}

const told = z.array(z.object({ off: z.boolean() }));
/** Whether the person turned notices or mails of the topic off; works with every database role. */
export async function isTurnedOff(
  db: Db,
  owner: NoticeOwner,
  what: { kind: 'notices' | 'mails'; topic: string },
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select turned_off(${owner.accountId}::uuid, ${owner.userId}::uuid, ${what.topic}, ${what.kind === 'mails'}) as off`,
  );
  return z.parse(told, rows)[0]?.off ?? false;
}
