/** A folder of the library, what a search finds, and the bin. */
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { pageOf, textKeyCursor, timeKeyCursor } from '#kit/server/db/cursor.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { libraryBytes } from '#core/accounts/server/use.service.ts';
import { findGroups, findGroupsOf } from '#core/iam/server/member-groups.service.ts';
import type { libraryCalls, LibraryQuery } from '../files.contract.ts';
import { type LibraryAsker, maySee, seesAll } from '../files.rules.ts';
import { askerFor, findFolder } from './access.service.ts';
import { type FileFilter, fileKey, filesPage, folderLine, foldersSeen, totalFiles } from './files.queries.ts';
import { fileViews, folderViews, type LibraryNeighbours } from './views.service.ts';

const cursors = { name: textKeyCursor, changed: timeKeyCursor };

async function storageOf(ctx: Ctx, { accountId }: LibraryAsker) {
  const [plan, used] = await Promise.all([entitlementsFor(ctx.db.read, accountId), libraryBytes(ctx.db.read, accountId)]);
  return {
    used,
    max: plan.libraryGb === null ? null : plan.libraryGb * 1e9,
    file: plan.fileMb === null ? null : plan.fileMb * 1e6,
  };
}

/** What stands above the files: where the reader is, and the folders in it. A search and the bin have none. */
async function foldersAround(ctx: Ctx, asker: LibraryAsker, query: LibraryQuery) {
  const searching = query.view === 'bin' || (query.search ?? '') !== '';
  const folder = query.folder === undefined ? null : await findFolder(ctx.db.read, asker, { id: query.folder, right: 'view' });
  const line = folder === null ? [] : await folderLine(ctx.db.read, folder.id);
  // a folder that is not shared hides its name, also above one that is
  const path = line.filter((row) => maySee(asker, row)).map(({ id, name }) => ({ id, name }));
  const inside = searching ? [] : await foldersSeen(ctx.db.read, asker, folder?.id ?? null);
  const [first = null] = folder === null ? [] : await folderViews(ctx, asker, [folder]);
  const folderId: FileFilter['folderId'] = searching ? 'all' : (folder?.id ?? null);
  return { path: path.reverse(), folder: first, folders: await folderViews(ctx, asker, inside), folderId };
}

export async function list(
  ctx: Ctx,
  query: LibraryQuery,
  neighbours: LibraryNeighbours,
): Promise<ResultIn<typeof libraryCalls.list>> {
  const asker = await askerFor(ctx, 'library.view');
  const { folderId, ...around } = await foldersAround(ctx, asker, query);
  const filter: FileFilter = { asker, view: query.view, folderId, search: query.search, kind: query.kind };
  const cursor = cursors[query.sort];
  const [rows, total, storage] = await Promise.all([
    filesPage(ctx.db.read, filter, { sort: query.sort, last: cursor.read(query.cursor), limit: query.limit + 1 }),
    totalFiles(ctx.db.read, filter),
    storageOf(ctx, asker),
  ]);
  const { shown, next } = pageOf(rows, query.limit, ({ file }) => cursor.write({ key: fileKey(query.sort, file), id: file.id }));
  return {
    ...around,
    items: await fileViews(ctx, shown, { asker, neighbours }),
    next,
    total,
    storage,
    rights: { edit: asker.scope.includes('library.edit') },
  };
}

export async function folders(ctx: Ctx): Promise<ResultIn<typeof libraryCalls.folders>> {
  const asker = await askerFor(ctx, 'library.view');
  const [items, groups] = await Promise.all([
    foldersSeen(ctx.db.read, asker, 'all').then((rows) => folderViews(ctx, asker, rows)),
    seesAll(asker) ? findGroups(ctx.db.read, asker) : findGroupsOf(ctx.db.read, asker),
  ]);
  return { items, groups };
}

/** Files of all folders by a part of their name, the last changed first. */
export async function findFiles(
  ctx: Ctx,
  search: string,
  limit: number,
): Promise<{ id: string; name: string; changedAt: number }[]> {
  const asker = await askerFor(ctx, 'library.view');
  const filter: FileFilter = { asker, view: 'files', folderId: 'all', search, kind: undefined };
  const rows = await filesPage(ctx.db.read, filter, { sort: 'changed', last: null, limit });
  return rows.map(({ file }) => ({ id: file.id, name: file.name, changedAt: file.updatedAt.getTime() }));
}
