/** Folders: make, rename, move, share, delete. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { FolderChange, FolderView, NewFolder } from '../files.contract.ts';
import { cleanName, type LibraryAsker, libraryLimits, mayEdit } from '../files.rules.ts';
import { askerFor, findFolder, noteChange, requireFolder, sharingFor } from './access.service.ts';
import {
  deleteFolders,
  filesIn,
  folderById,
  folderLine,
  type FolderRow,
  foldersBelow,
  insertFolder,
  lockLibrary,
  setFiles,
  setFolder,
} from './files.queries.ts';
import { folderViews, type LibraryNeighbours } from './views.service.ts';

async function viewOf(ctx: Ctx, asker: LibraryAsker, row: FolderRow): Promise<FolderView> {
  const [view] = await folderViews(ctx, asker, [row]);
  if (view === undefined) throw new Failure('not_found');
  return view;
}
/** Throws `too_deep` when `levels` of folders do not fit below the parent. */
async function requireDepth(tx: Db, parentId: string | null, levels: number): Promise<void> {
  const above = parentId === null ? 0 : (await folderLine(tx, parentId)).length;
  if (above + levels > libraryLimits.depth) throw new Failure('too_deep', { data: { max: libraryLimits.depth } });
}

export async function createFolder(ctx: Ctx, input: NewFolder): Promise<FolderView> {
  const asker = await askerFor(ctx, 'library.edit');
  const parent = await requireFolder(ctx.db.read, asker, input.parentId ?? null);
  const was = { share: parent?.share ?? ('private' as const), groupId: parent?.groupId ?? null };
  const sharing = await sharingFor(ctx, asker, { wish: input, was });
  const at = new Date(ctx.now());
  const row: FolderRow = {
    id: newId(ctx.now()),
    accountId: asker.accountId,
    parentId: parent?.id ?? null,
    ownerId: asker.userId,
    name: cleanName(input.name),
    ...sharing,
    createdAt: at,
    updatedAt: at,
  };
  await ctx.db.write(async (tx) => {
    await lockLibrary(tx, asker.accountId);
    await requireDepth(tx, row.parentId, 1);
    await insertFolder(tx, row);
    await noteChange(ctx, tx, { accountId: row.accountId, id: row.id, action: 'library.folder-created' });
  });
  return viewOf(ctx, asker, row);
}

/** Throws `inside_itself`, `too_deep`. */
async function requireMove(tx: Db, id: string, parentId: string | null): Promise<void> {
  const below = await foldersBelow(tx, id);
  if (below.some((one) => one.id === parentId)) throw new Failure('inside_itself');
  await requireDepth(tx, parentId, Math.max(...below.map(({ depth }) => depth)) + 1);
}

export async function changeFolder(ctx: Ctx, id: string, input: FolderChange): Promise<FolderView> {
  const asker = await askerFor(ctx, 'library.edit');
  const folder = await findFolder(ctx.db.read, asker, { id, right: 'edit' });
  const sharing = await sharingFor(ctx, asker, { wish: input, was: folder });
  if (input.parentId !== undefined) await requireFolder(ctx.db.read, asker, input.parentId);
  await ctx.db.write(async (tx) => {
    await lockLibrary(tx, asker.accountId);
    if (input.parentId !== undefined && input.parentId !== folder.parentId) await requireMove(tx, id, input.parentId);
    await setFolder(tx, id, {
      ...sharing,
      ...(input.name === undefined ? {} : { name: cleanName(input.name) }),
      ...(input.parentId === undefined ? {} : { parentId: input.parentId }),
      updatedAt: new Date(ctx.now()),
    });
    const fields = Object.keys(input).join(',');
    await noteChange(ctx, tx, { accountId: asker.accountId, id, action: 'library.folder-changed', data: { fields } });
  });
  return viewOf(ctx, asker, (await folderById(ctx.db.read, id)) ?? folder);
}

/** Deletes it with all inside; files go to the bin. Throws `in_use`, and `not_all_yours` when somebody else keeps something in it. */
export async function removeFolder(ctx: Ctx, id: string, neighbours: LibraryNeighbours): Promise<{ done: true }> {
  const asker = await askerFor(ctx, 'library.edit');
  await findFolder(ctx.db.read, asker, { id, right: 'edit' });
  await ctx.db.write(async (tx) => {
    await lockLibrary(tx, asker.accountId);
    const below = await foldersBelow(tx, id);
    const folderIds = below.toSorted((one, other) => other.depth - one.depth).map((one) => one.id);
    for (const folderId of folderIds) {
      const row = await folderById(tx, folderId);
      if (row !== null && !mayEdit(asker, row)) throw new Failure('not_all_yours');
    }
    const files = await filesIn(tx, folderIds);
    if (files.some((file) => !mayEdit(asker, file))) throw new Failure('not_all_yours');
    const ids = files.map((file) => file.id);
    const uses = [...(await neighbours.usesOf(ctx, ids)).values()].flat();
    if (uses.length > 0) throw new Failure('in_use', { data: { in: uses.map(({ name }) => name).slice(0, 10) } });
    await setFiles(tx, ids, { deletedAt: new Date(ctx.now()), deletedBy: asker.userId });
    await deleteFolders(tx, folderIds);
    await noteChange(ctx, tx, { accountId: asker.accountId, id, action: 'library.folder-deleted', data: { files: ids.length } });
  });
  return { done: true };
}
