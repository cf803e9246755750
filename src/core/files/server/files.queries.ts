import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type KeyPosition, rowsAfter } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { totalOf } from '#kit/server/db/total.ts';
import type { FileConversation, FileKind, LibraryAsker } from '../files.rules.ts';
import { seesAll } from '../files.rules.ts';
import { libraryFiles, libraryFolders, libraryVersions } from './files.table.ts';

export type FolderRow = typeof libraryFolders.$inferSelect;
export type FileRow = typeof libraryFiles.$inferSelect;
export type VersionRow = typeof libraryVersions.$inferSelect;
export type NewVersionRow = typeof libraryVersions.$inferInsert;

type SharedTable = typeof libraryFolders | typeof libraryFiles;
/** The same answer as `maySee`, as SQL. */
const seenBy = (table: SharedTable, asker: LibraryAsker): SQL | undefined =>
  seesAll(asker)
    ? undefined
    : or(
        eq(table.ownerId, asker.userId),
        eq(table.share, 'account'),
        asker.groups.length === 0 ? undefined : and(eq(table.share, 'group'), inArray(sql`${table.groupId}`, [...asker.groups])),
      );

export async function folderById(db: Db, id: string): Promise<FolderRow | null> {
  const [row] = await db.select().from(libraryFolders).where(eq(libraryFolders.id, id));
  return row ?? null;
}
export const foldersSeen = (db: Db, asker: LibraryAsker, parentId: string | null | 'all'): Promise<FolderRow[]> =>
  db
    .select()
    .from(libraryFolders)
    .where(
      and(
        eq(libraryFolders.accountId, asker.accountId),
        seenBy(libraryFolders, asker),
        parentId === 'all'
          ? undefined
          : parentId === null
            ? isNull(libraryFolders.parentId)
            : eq(libraryFolders.parentId, parentId),
      ),
    )
    .orderBy(sql`${libraryFolders.name} collate people_order`, asc(libraryFolders.id))
    .limit(1_000);

/** From the folder up to the top. */
export async function folderLine(db: Db, id: string): Promise<FolderRow[]> {
  const line: FolderRow[] = [];
  for (let next: string | null = id; next !== null && line.length < 100; ) {
    const row: FolderRow | null = await folderById(db, next);
    if (row === null) break;
    line.push(row);
    next = row.parentId;
  }
  return line;
}
/** The folder and all inside it, with how deep each lies below it. */
export async function foldersBelow(db: Db, id: string): Promise<{ id: string; depth: number }[]> {
  const { rows } = await db.execute<{ id: string; depth: number }>(sql`
    with recursive below (id, depth) as (
      select id, 0 from library_folders where id = ${id}::uuid
      union all select f.id, b.depth + 1 from library_folders f join below b on f.parent_id = b.id where b.depth < 100)
    select id, depth from below`);
  return rows;
}
export async function insertFolder(tx: Db, row: FolderRow): Promise<void> {
  await tx.insert(libraryFolders).values(row);
}
export async function setFolder(tx: Db, id: string, change: Partial<FolderRow>): Promise<void> {
  await tx.update(libraryFolders).set(change).where(eq(libraryFolders.id, id));
}
export async function deleteFolders(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.delete(libraryFolders).where(inArray(libraryFolders.id, [...ids]));
}
/** Changes of folders of one account come one after the other: two moves at once could make a circle. */
export async function lockLibrary(tx: Db, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`library:${accountId}`}, 0))`);
}
/** How many files lie right in each folder. */
export async function countsIn(db: Db, asker: LibraryAsker, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: libraryFiles.folderId, n: count() })
    .from(libraryFiles)
    .where(and(inArray(libraryFiles.folderId, [...ids]), isNull(libraryFiles.deletedAt), seenBy(libraryFiles, asker)))
    .groupBy(libraryFiles.folderId);
  return new Map(rows.map(({ id, n }) => [id ?? '', n]));
}

export type FileWithVersion = { file: FileRow; version: VersionRow };
const withVersion = (db: Db) =>
  db
    .select({ file: libraryFiles, version: libraryVersions })
    .from(libraryFiles)
    .innerJoin(libraryVersions, eq(libraryVersions.id, libraryFiles.versionId))
    .$dynamic();
export async function fileById(db: Db, id: string): Promise<FileWithVersion | null> {
  const [row] = await withVersion(db).where(eq(libraryFiles.id, id));
  return row ?? null;
}
export const filesById = (db: Db, ids: readonly string[]): Promise<FileWithVersion[]> =>
  ids.length === 0 ? Promise.resolve([]) : withVersion(db).where(inArray(libraryFiles.id, [...ids]));
export async function lockFile(tx: Db, id: string): Promise<FileRow | null> {
  const [row] = await tx.select().from(libraryFiles).where(eq(libraryFiles.id, id)).for('update');
  return row ?? null;
}

export type FileFilter = {
  asker: LibraryAsker;
  view: 'files' | 'bin';
  /** `all`: a search goes through every folder. */
  folderId: string | null | 'all';
  search: string | undefined;
  kind: FileKind | undefined;
};
export type FileSort = 'changed' | 'name';
const byName = sql`${libraryFiles.name} collate people_order`;
const inFolder = (folderId: FileFilter['folderId']) => {
  if (folderId === 'all') return undefined;
  return folderId === null ? isNull(libraryFiles.folderId) : eq(libraryFiles.folderId, folderId);
};
const matching = ({ asker, view, folderId, search, kind }: FileFilter) =>
  and(
    eq(libraryFiles.accountId, asker.accountId),
    eq(libraryFiles.place, 'library'),
    seenBy(libraryFiles, asker),
    view === 'bin' ? isNotNull(libraryFiles.deletedAt) : isNull(libraryFiles.deletedAt),
    view === 'bin' ? undefined : inFolder(folderId),
    containsText(search, libraryFiles.name),
    kind === undefined ? undefined : eq(libraryFiles.kind, kind),
  );
function after(sort: FileSort, last: KeyPosition | null): SQL | undefined {
  if (last === null) return undefined;
  return sort === 'name'
    ? rowsAfter([byName, last.key, 'asc'], [libraryFiles.id, last.id, 'asc'])
    : rowsAfter([libraryFiles.updatedAt, last.key, 'desc'], [libraryFiles.id, last.id, 'desc']);
}
export const fileKey = (sort: FileSort, { name, updatedAt }: FileRow): string =>
  sort === 'name' ? name : updatedAt.toISOString();
export const filesPage = (
  db: Db,
  filter: FileFilter,
  page: { sort: FileSort; last: KeyPosition | null; limit: number },
): Promise<FileWithVersion[]> =>
  withVersion(db)
    .where(and(matching(filter), after(page.sort, page.last)))
    .orderBy(...(page.sort === 'name' ? [byName, asc(libraryFiles.id)] : [desc(libraryFiles.updatedAt), desc(libraryFiles.id)]))
    .limit(page.limit);
export const totalFiles = (db: Db, filter: FileFilter): Promise<number | undefined> =>
  totalOf(db, libraryFiles, matching(filter));

export const filesIn = (db: Db, folderIds: readonly string[]): Promise<FileRow[]> =>
  db
    .select()
    .from(libraryFiles)
    .where(and(inArray(libraryFiles.folderId, [...folderIds]), isNull(libraryFiles.deletedAt)));
export async function insertFile(tx: Db, row: typeof libraryFiles.$inferInsert): Promise<void> {
  await tx.insert(libraryFiles).values(row);
}
export async function setFile(tx: Db, id: string, change: Partial<FileRow>): Promise<void> {
  await tx.update(libraryFiles).set(change).where(eq(libraryFiles.id, id));
}
export async function setFiles(tx: Db, ids: readonly string[], change: Partial<FileRow>): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(libraryFiles)
      .set(change)
      .where(inArray(libraryFiles.id, [...ids]));
}
/** False: it is gone already. */
export async function deleteFile(tx: Db, id: string): Promise<boolean> {
  const done = await tx.delete(libraryFiles).where(eq(libraryFiles.id, id));
  return (done.rowCount ?? 0) > 0;
}
/** Puts into a conversation what its sender uploaded for it; what is in one already stays there. */
export async function putInConversation(tx: Db, ids: readonly string[], { kind, id }: FileConversation): Promise<void> {
  await tx
    .update(libraryFiles)
    .set({ conversationKind: kind, conversationId: id })
    .where(
      and(
        inArray(libraryFiles.id, [...ids]),
        eq(libraryFiles.place, 'conversation'),
        isNull(libraryFiles.conversationId),
        isNull(libraryFiles.deletedAt),
      ),
    );
}
/** Those that a message of the conversation may show; kept from being deleted until the transaction ends. */
export async function lockShowable(tx: Db, ids: readonly string[], { kind, id }: FileConversation): Promise<Set<string>> {
  const isIn = and(eq(libraryFiles.conversationKind, kind), eq(libraryFiles.conversationId, id), isNull(libraryFiles.deletedAt));
  const rows = await tx
    .select({ id: libraryFiles.id })
    .from(libraryFiles)
    .where(and(inArray(libraryFiles.id, [...ids]), or(eq(libraryFiles.place, 'library'), isIn)))
    .orderBy(asc(libraryFiles.id))
    .for('share');
  return new Set(rows.map((row) => row.id));
}
/** Those of the files that are in the conversation, until the transaction ends for this one alone. */
export async function lockSent(tx: Db, ids: readonly string[], { kind, id }: FileConversation): Promise<string[]> {
  const rows = await tx
    .select({ id: libraryFiles.id })
    .from(libraryFiles)
    .where(and(inArray(libraryFiles.id, [...ids]), eq(libraryFiles.conversationKind, kind), eq(libraryFiles.conversationId, id)))
    .orderBy(asc(libraryFiles.id))
    .for('update');
  return rows.map((row) => row.id);
}
/** Uploaded for a message before then and in none, or released by the last message that showed it. */
const isUnsent = (before: Date) =>
  and(
    eq(libraryFiles.place, 'conversation'),
    isNull(libraryFiles.conversationId),
    or(lt(libraryFiles.updatedAt, before), isNotNull(libraryFiles.deletedAt)),
  );
export const unsentBefore = (db: Db, before: Date): Promise<FileRow[]> =>
  db.select().from(libraryFiles).where(isUnsent(before)).limit(200);
/** False: it was sent meanwhile, or is gone. */
export async function deleteUnsent(tx: Db, id: string, before: Date): Promise<boolean> {
  const done = await tx.delete(libraryFiles).where(and(eq(libraryFiles.id, id), isUnsent(before)));
  return (done.rowCount ?? 0) > 0;
}
export const binnedBefore = (db: Db, before: Date): Promise<FileRow[]> =>
  db.select().from(libraryFiles).where(lt(libraryFiles.deletedAt, before)).orderBy(asc(libraryFiles.deletedAt)).limit(200);

export const versionsOf = (db: Db, fileId: string): Promise<VersionRow[]> =>
  db.select().from(libraryVersions).where(eq(libraryVersions.fileId, fileId)).orderBy(desc(libraryVersions.number));
export async function versionById(db: Db, id: string): Promise<VersionRow | null> {
  const [row] = await db.select().from(libraryVersions).where(eq(libraryVersions.id, id));
  return row ?? null;
}
export async function lockVersion(tx: Db, id: string): Promise<VersionRow | null> {
  const [row] = await tx.select().from(libraryVersions).where(eq(libraryVersions.id, id)).for('update');
  return row ?? null;
}
export async function insertVersion(tx: Db, row: NewVersionRow): Promise<void> {
  await tx.insert(libraryVersions).values(row);
}
export async function setVersion(tx: Db, id: string, change: Partial<NewVersionRow>): Promise<void> {
  await tx.update(libraryVersions).set(change).where(eq(libraryVersions.id, id));
}
/** Versions that a job should have read by now. */
export const stuckVersions = (db: Db, before: Date): Promise<VersionRow[]> =>
  db
    .select()
    .from(libraryVersions)
    .where(and(inArray(libraryVersions.state, ['scanning', 'processing']), lt(libraryVersions.updatedAt, before)))
    .limit(200);
/** The source of a version that is not read yet. */
export async function isSource(db: Db, source: string): Promise<boolean> {
  const [row] = await db
    .select({ id: libraryVersions.id })
    .from(libraryVersions)
    .where(eq(libraryVersions.source, source))
    .limit(1);
  return row !== undefined;
}

/**
 * Files of conversations that only their owner saw go to the bin: uploaded and not sent, or of mails that nobody else has.
 * `hasOtherReader`: whether somebody else has the mail of the file `f`.
 */
export async function releaseConversationFiles(
  tx: Db,
  of: { accountId: string; userId: string; at: Date },
  hasOtherReader: SQL,
): Promise<void> {
  await tx.execute(sql`
    update library_files f set conversation_kind = null, conversation_id = null, deleted_at = ${of.at.toISOString()}::timestamptz
    where f.account_id = ${of.accountId}::uuid and f.owner_id = ${of.userId}::uuid and f.place = 'conversation'
      and (f.conversation_id is null or (f.conversation_kind = 'mail' and not ${hasOtherReader}))`);
}
export async function giveLibrary(tx: Db, of: { accountId: string; from: string; to: string }): Promise<void> {
  for (const table of [libraryFolders, libraryFiles])
    await tx
      .update(table)
      .set({ ownerId: of.to })
      .where(and(eq(table.accountId, of.accountId), eq(table.ownerId, of.from)));
}
