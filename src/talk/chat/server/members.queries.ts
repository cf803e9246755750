import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql, mayActSql, membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';
import { type ChatMemberRow, chatMembers, chatPolicies } from './chat.table.ts';

/** People who may act in their account now: nothing is delivered to anybody else, from the moment at which that ends. `m` names user_id and account_id. */
export const isActive = (now: Date) => sql`exists (
  select 1 from ${membershipsSql} p join ${usersSql} u on u.id = p.user_id join ${accountsSql} a on a.id = p.account_id
  where p.user_id = m.user_id and p.account_id = m.account_id and a.state = 'active'
    and ${mayActSql({ membership: sql`p`, user: sql`u` }, now)})`;

/** A message `t` mentions the member `m`, or goes on in a thread in which they wrote. */
const isNotified = sql`(m.user_id = any(t.mentions) or m.user_id = any(t.participants))`;

export type ChatReceiver = { userId: string; accountId: string };
/** Of support those of the customer: staff follows from who may answer. */
export async function activeMembers(db: Db, conversationId: string, now: Date): Promise<ChatReceiver[]> {
  const { rows } = await db.execute<ChatReceiver>(sql`
    select m.user_id as "userId", m.account_id as "accountId"
    from chat_members m join chat_conversations c on c.id = m.conversation_id
    where m.conversation_id = ${conversationId} and m.left_at is null and m.account_id = c.account_id and ${isActive(now)}`);
  return rows;
}
export type ShownMember = { userId: string; accountId: string; name: string; role: 'owner' | 'member' };
export async function shownMembers(
  db: Db,
  of: { conversationId: string; now: Date; limit: number },
): Promise<{ items: ShownMember[]; people: number }> {
  const { rows } = await db.execute<ShownMember & { people: number }>(sql`
    select m.user_id as "userId", m.account_id as "accountId", w.name, m.role, (count(*) over ())::int as people
    from chat_members m join ${usersSql} w on w.id = m.user_id
    where m.conversation_id = ${of.conversationId} and m.left_at is null and ${isActive(of.now)}
    order by m.role = 'owner' desc, w.name, m.user_id limit ${of.limit}`);
  return { items: rows.map(({ people: _people, ...one }) => one), people: rows[0]?.people ?? 0 };
}

export type FoundColleague = { userId: string; name: string };
/** People of an account who may act there, by name. */
export async function findColleagues(
  db: Db,
  of: { accountId: string; now: Date; ids: readonly string[]; limit: number },
): Promise<FoundColleague[]> {
  const { rows } = await db.execute<FoundColleague>(sql`
    select m.user_id as "userId", w.name from ${membershipsSql} m join ${usersSql} w on w.id = m.user_id
    where m.account_id = ${of.accountId} and ${isActive(of.now)}
      and m.user_id = any(${sql.param([...of.ids])}::uuid[])
    order by w.name, m.user_id limit ${of.limit}`);
  return rows;
}

type MemberKey = { conversationId: string; userId: string };
const keyed = ({ conversationId, userId }: MemberKey) =>
  and(eq(chatMembers.conversationId, conversationId), eq(chatMembers.userId, userId));
export async function memberRow(db: Db, key: MemberKey): Promise<ChatMemberRow | null> {
  const [row] = await db
    .select()
    .from(chatMembers)
    .where(and(keyed(key), isNull(chatMembers.leftAt)));
  return row ?? null;
}
export type NewMember = Pick<ChatMemberRow, 'conversationId' | 'userId' | 'accountId' | 'role' | 'joinedAt' | 'readNumber'>;
/** Returns the ids of those who were not in it. */
export async function addMembers(tx: Db, rows: readonly NewMember[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await tx
    .insert(chatMembers)
    .values([...rows])
    .onConflictDoUpdate({
      target: [chatMembers.conversationId, chatMembers.userId],
      set: {
        accountId: sql`excluded.account_id`,
        role: sql`excluded.role`,
        joinedAt: sql`excluded.joined_at`,
        readNumber: sql`excluded.read_number`,
        leftAt: null,
        mentions: 0,
        pinned: false,
        remindedNumber: 0,
      },
      setWhere: sql`${chatMembers.leftAt} is not null`,
    })
    .returning({ userId: chatMembers.userId });
  return added.map(({ userId }) => userId);
}
export type MemberUpdate = Partial<Pick<ChatMemberRow, 'leftAt' | 'muted' | 'pinned' | 'remindedNumber'>>;
export async function setMember(tx: Db, key: MemberKey, change: MemberUpdate): Promise<boolean> {
  if (Object.keys(change).length === 0) return true;
  const done = await tx
    .update(chatMembers)
    .set(change)
    .where(and(keyed(key), isNull(chatMembers.leftAt)));
  return (done.rowCount ?? 0) > 0;
}
/** The one who is longest in it leads it, when nobody does. */
export async function promoteEldest(tx: Db, conversationId: string): Promise<void> {
  await tx.execute(sql`
    update chat_members set role = 'owner' where conversation_id = ${conversationId} and user_id = (
      select user_id from chat_members where conversation_id = ${conversationId} and left_at is null order by joined_at, user_id limit 1)
    and not exists (select 1 from chat_members where conversation_id = ${conversationId} and left_at is null and role = 'owner')`);
}
/** Who left the account is in no group and no channel of it. */
export async function leaveAll(tx: Db, of: { accountId: string; userId: string; at: Date }): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update chat_members m set left_at = ${of.at.toISOString()}::timestamptz from chat_conversations c
    where c.id = m.conversation_id and c.kind in ('group', 'channel') and m.user_id = ${of.userId} and m.account_id = ${of.accountId} and m.left_at is null
    returning c.id`);
  return rows.map(({ id }) => id);
}

/** Never goes back. Counts unread mentions again. */
export async function setRead(tx: Db, key: MemberKey, number: number): Promise<number | null> {
  const [row] = await tx
    .update(chatMembers)
    .set({ readNumber: sql`greatest(${chatMembers.readNumber}, ${number}::int)` })
    .where(and(keyed(key), isNull(chatMembers.leftAt)))
    .returning({ readNumber: chatMembers.readNumber });
  if (row === undefined) return null;
  await recountMentions(tx, key.conversationId, [key.userId]);
  return row.readNumber;
}
export async function setUnread(tx: Db, key: MemberKey, readNumber: number): Promise<void> {
  await tx
    .update(chatMembers)
    .set({ readNumber })
    .where(and(keyed(key), isNull(chatMembers.leftAt)));
  await recountMentions(tx, key.conversationId, [key.userId]);
}
export async function addMentions(tx: Db, conversationId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .update(chatMembers)
    .set({ mentions: sql`${chatMembers.mentions} + 1` })
    .where(and(eq(chatMembers.conversationId, conversationId), inArray(chatMembers.userId, [...userIds])));
}
export async function recountMentions(tx: Db, conversationId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.execute(sql`
    update chat_members m set mentions = (select count(*)::int from chat_messages t
      where t.conversation_id = m.conversation_id and t.number > m.read_number and t.kind = 'text' and ${isNotified})
    where m.conversation_id = ${conversationId} and m.user_id = any(${sql.param([...userIds])}::uuid[])`);
}

export type AwayMember = {
  userId: string;
  accountId: string;
  firstAt: Date;
  lastNumber: number;
  fromId: string;
  mentions: number;
};
/**
 * Members of the account with something unread that they want to hear of and were not reminded of since they last read: since when,
 * up to which number, and from whom the first of it is.
 */
export async function awayMembers(db: Db, conversationId: string, now: Date): Promise<AwayMember[]> {
  const { rows } = await db.execute<Omit<AwayMember, 'firstAt'> & { firstAt: string }>(sql`
    select m.user_id as "userId", m.account_id as "accountId", m.mentions, (f.created_at at time zone 'UTC')::text || 'Z' as "firstAt",
      f.author_id as "fromId", c.last_number as "lastNumber"
    from chat_members m join chat_conversations c on c.id = m.conversation_id
    join lateral (select t.created_at, t.author_id from chat_messages t
      where t.conversation_id = m.conversation_id and t.number > m.read_number and t.kind = 'text' and t.deleted_at is null and t.author_id <> m.user_id
        and ((c.kind in ('direct', 'support') and not m.muted) or ${isNotified})
      order by t.number limit 1) f on true
    where m.conversation_id = ${conversationId} and m.left_at is null and m.account_id = c.account_id
      and m.read_number < c.last_number and m.reminded_number <= m.read_number and ${isActive(now)}`);
  return rows.map((row) => ({ ...row, firstAt: new Date(row.firstAt) }));
}

export async function policyRow(db: Db, accountId: string): Promise<typeof chatPolicies.$inferSelect | null> {
  const [row] = await db.select().from(chatPolicies).where(eq(chatPolicies.accountId, accountId));
  return row ?? null;
}
export async function putPolicy(tx: Db, row: typeof chatPolicies.$inferInsert): Promise<void> {
  const { accountId, ...set } = row;
  await tx.insert(chatPolicies).values(row).onConflictDoUpdate({ target: chatPolicies.accountId, set });
}
