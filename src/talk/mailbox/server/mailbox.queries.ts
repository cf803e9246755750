import { and, desc, eq, getTableColumns, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import { rowsAfter, type TimePosition } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { wordsFor, wordsQuery } from '#kit/server/db/search.ts';
import { amongIds, fewOf, totalOf } from '#kit/server/db/total.ts';
import { type MailKind, mailKinds, mailLimits, type MailList, type MailMark } from '../mailbox.rules.ts';
import { type MailboxRow, mailboxItems as items } from './mailbox.table.ts';

export type MailboxOwner = { userId: string; accountId: string };
const mine = ({ userId, accountId }: MailboxOwner) => and(eq(items.userId, userId), eq(items.accountId, accountId));

/** PostgreSQL refuses words of more than a megabyte; what stands further down is not found. */
const searchedTo = 60_000;
const wordsOf = (row: Pick<MailboxRow, 'subject' | 'body' | 'senderName' | 'userId' | 'recipients'>): SQL => {
  const text = [row.subject, row.senderName, ...row.recipients.map(({ name }) => name), row.body.slice(0, searchedTo)].join('\n');
  return wordsFor(text, [row.userId]);
};

/**
 * False: the person has it already. Without naming what it may collide with: those who cause a mail do not see its reader's mailbox, and may
 * not read for it.
 */
export async function insertItem(tx: Db, row: MailboxRow): Promise<boolean> {
  const done = await tx
    .insert(items)
    .values({ ...row, words: wordsOf(row) })
    .onConflictDoNothing();
  return (done.rowCount ?? 0) > 0;
}
const { words: _words, ...columns } = getTableColumns(items);
const { body: _body, html: _html, ...listColumns } = columns;
export type MailboxListRow = Omit<MailboxRow, 'body' | 'html'>;

export async function itemById(db: Db, owner: MailboxOwner, id: string): Promise<MailboxRow | null> {
  const [row] = await db
    .select(columns)
    .from(items)
    .where(and(eq(items.id, id), mine(owner)));
  return row ?? null;
}
export async function lockItem(tx: Db, owner: MailboxOwner, id: string): Promise<MailboxRow | null> {
  const [row] = await tx
    .select(columns)
    .from(items)
    .where(and(eq(items.id, id), mine(owner)))
    .for('update');
  return row ?? null;
}
/** A sent one that nobody has delivered yet, by any author; for the system. */
export async function lockWaiting(tx: Db, id: string): Promise<MailboxRow | null> {
  const [row] = await tx
    .select(columns)
    .from(items)
    .where(and(eq(items.id, id), eq(items.place, 'sent'), sql`${items.sendAt} is not null`))
    .for('update');
  return row ?? null;
}
export async function changeItem(tx: Db, row: MailboxRow): Promise<void> {
  const { id, userId: _user, accountId: _account, ...change } = row;
  await tx
    .update(items)
    .set({ ...change, words: wordsOf(row) })
    .where(eq(items.id, id));
}
export const setDelivered = (tx: Db, id: string) => tx.update(items).set({ sendAt: null }).where(eq(items.id, id));
export async function deleteDraft(tx: Db, owner: MailboxOwner, id: string): Promise<boolean> {
  const done = await tx.delete(items).where(and(eq(items.id, id), eq(items.place, 'draft'), mine(owner)));
  return (done.rowCount ?? 0) > 0;
}

export type MailFilter = {
  owner: MailboxOwner;
  list: MailList;
  kind: MailKind | undefined;
  label: string | undefined;
  /** Empty: everything. */
  search: string;
  ids?: readonly string[] | undefined;
};
const inList = (list: MailList): SQL | undefined => {
  if (list === 'starred') return and(eq(items.starred, true), ne(items.place, 'bin'));
  return list === 'all' ? sql`${items.place} in ('inbox', 'archive', 'sent')` : eq(items.place, list);
};
const searched = ({ owner, search }: MailFilter): SQL | undefined =>
  search === '' ? undefined : sql`${items.words} @@ ${wordsQuery(search, owner.userId)}`;
const labelled = ({ label }: MailFilter): SQL | undefined =>
  label === undefined ? undefined : sql`${items.labels} @> array[${label}]::uuid[]`;
const placed = ({ owner, list, kind }: MailFilter): SQL | undefined =>
  and(mine(owner), inList(list), kind === undefined ? undefined : eq(items.kind, kind));
const fitting = (filter: MailFilter): SQL | undefined =>
  and(placed(filter), filter.ids === undefined ? and(searched(filter), labelled(filter)) : amongIds(items.id, filter.ids));
const isNarrowing = ({ search, label }: MailFilter): boolean => search !== '' || label !== undefined;
/**
 * The same with the ids of what is searched for, where they are few. `db`: the system's, as behind the wall no index of words is read. Words
 * and labels are looked up first and apart (`offset 0`): else PostgreSQL takes it for cheaper to walk through the whole mailbox.
 */
export async function narrowedMails(db: Db, filter: MailFilter): Promise<MailFilter> {
  if (!isNarrowing(filter)) return filter;
  const from = sql`(select * from ${items} where ${and(searched(filter), labelled(filter))} offset 0) mailbox_items`;
  return { ...filter, ids: await fewOf(db, { from, id: items.id }, placed(filter)) };
}
export const mailsPage = (
  db: Db,
  filter: MailFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<MailboxListRow[]> =>
  db
    .select(listColumns)
    .from(items)
    .where(
      and(
        fitting(filter),
        after === null ? undefined : rowsAfter([items.createdAt, after.at, 'desc'], [items.id, after.id, 'desc']),
      ),
    )
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(limit);
/** What was not narrowed is in more than are counted. */
export const countMails = async (db: Db, filter: MailFilter): Promise<number | undefined> =>
  filter.ids?.length ?? (isNarrowing(filter) ? undefined : totalOf(db, items, fitting(filter)));

/** Each counted up to `mailLimits.unread`. */
export async function unreadByKind(db: Db, { userId, accountId }: MailboxOwner): Promise<Map<MailKind, number>> {
  const { rows } = await db.execute<{ kind: MailKind; n: number }>(sql`
    select k.kind, c.n from unnest(${sql.param([...mailKinds])}::text[]) as k (kind) cross join lateral (
      select count(*)::int as n from (select 1 from mailbox_items i
        where i.user_id = ${userId} and i.account_id = ${accountId} and i.place = 'inbox' and i.read_at is null and i.kind = k.kind
        limit ${mailLimits.unread}) counted) c`);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}
export async function countDrafts(db: Db, owner: MailboxOwner): Promise<number> {
  const rows = await db
    .select({ id: items.id })
    .from(items)
    .where(and(mine(owner), eq(items.place, 'draft')))
    .limit(mailLimits.drafts);
  return rows.length;
}

type MarkedMails = { ids: readonly string[]; mark: MailMark; labelId: string; at: Date };
/** What a mark changes, and in which mails it does. */
function deedOf({ mark, labelId, at }: MarkedMails): { set: Record<string, unknown>; where: SQL | undefined } {
  const has = sql`${labelId || null}::uuid = any(${items.labels})`;
  const received = sql`${items.place} not in ('draft', 'sent')`;
  return {
    read: { set: { readAt: at }, where: and(sql`${items.readAt} is null`, received) },
    unread: { set: { readAt: null }, where: and(sql`${items.readAt} is not null`, received) },
    star: { set: { starred: true }, where: eq(items.starred, false) },
    unstar: { set: { starred: false }, where: eq(items.starred, true) },
    archive: { set: { place: 'archive' }, where: eq(items.place, 'inbox') },
    inbox: { set: { place: 'inbox' }, where: eq(items.place, 'archive') },
    // what is on its way is taken back, not thrown away
    bin: {
      set: { place: 'bin', cameFrom: sql`${items.place}`, binnedAt: at },
      where: and(ne(items.place, 'bin'), sql`${items.sendAt} is null`),
    },
    restore: { set: { place: sql`${items.cameFrom}`, cameFrom: null, binnedAt: null }, where: eq(items.place, 'bin') },
    label: {
      set: { labels: sql`array_append(${items.labels}, ${labelId || null}::uuid)` },
      where: and(sql`not ${has}`, sql`cardinality(${items.labels}) < ${mailLimits.labelled}`),
    },
    unlabel: { set: { labels: sql`array_remove(${items.labels}, ${labelId || null}::uuid)` }, where: has },
  }[mark];
}
/** Ids of those that it changed. */
export async function markItems(tx: Db, owner: MailboxOwner, marked: MarkedMails): Promise<string[]> {
  const { set, where } = deedOf(marked);
  const rows = await tx
    .update(items)
    .set(set)
    .where(and(mine(owner), inArray(items.id, [...marked.ids]), where))
    .returning({ id: items.id });
  return rows.map(({ id }) => id);
}

const batch = 500;
/** Sent ones whose time is long past: their job is gone. */
export async function forgottenMails(db: Db, before: Date): Promise<string[]> {
  const rows = await db.select({ id: items.id }).from(items).where(lt(items.sendAt, before)).limit(batch);
  return rows.map(({ id }) => id);
}
/** In the order of their mails, so that two processes that release their files do not wait for each other. */
export async function deleteBinned(tx: Db, before: Date): Promise<Pick<MailboxRow, 'id' | 'mailId' | 'files'>[]> {
  const old = tx.select({ id: items.id }).from(items).where(lt(items.binnedAt, before)).limit(batch);
  const rows = await tx
    .delete(items)
    .where(inArray(items.id, old))
    .returning({ id: items.id, mailId: items.mailId, files: items.files });
  const key = ({ id, mailId }: (typeof rows)[number]) => mailId ?? id;
  return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
/** Those of the files that a copy of the mail shows: its writer's, or one of its readers', as far as `tx` sees them. */
export async function filesShownInMail(tx: Db, mailId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select f.id from unnest(${sql.param([...ids])}::text[]) as f (id) where exists (select 1 from mailbox_items i
      where i.files @> jsonb_build_array(jsonb_build_object('id', f.id))
        and (i.id = ${mailId}::uuid or (i.kind = 'people' and i.mail_id = ${mailId}::uuid)))`);
  return new Set(rows.map(({ id }) => id));
}
