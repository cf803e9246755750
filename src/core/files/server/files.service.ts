/** Files: read, rename, move, share, bin, versions. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { FileChange, FileDetail } from '../files.contract.ts';
import { cleanName, type LibraryAsker, libraryLimits, withEnding } from '../files.rules.ts';
import { askerFor, findFile, noteChange, requireFolder, sharingFor } from './access.service.ts';
import { addressOf, contentAddress, folderOf, thumbnailAddress } from './addresses.service.ts';
import { previewName, THUMBNAIL } from './derived-names.service.ts';
import {
  binnedBefore,
  deleteFile,
  deleteUnsent,
  fileById,
  type FileRow,
  filesById,
  lockFile,
  setFile,
  unsentBefore,
  versionById,
  versionsOf,
} from './files.queries.ts';
import { fileDetail, type LibraryNeighbours } from './views.service.ts';

type FileReading = { asker: LibraryAsker; neighbours: LibraryNeighbours };
async function detailOf(ctx: Ctx, id: string, reading: FileReading): Promise<FileDetail> {
  const found = await fileById(ctx.db.read, id);
  if (found === null) throw notFound();
  return fileDetail(ctx, found, reading);
}

export async function get(ctx: Ctx, id: string, neighbours: LibraryNeighbours): Promise<FileDetail> {
  const asker = await askerFor(ctx, 'library.view');
  const found = await findFile(ctx.db.read, asker, { id, right: 'view', where: 'anywhere' });
  return fileDetail(ctx, found, { asker, neighbours });
}

/** Changes the row that is still there and still in that place. */
async function changeRow(
  ctx: Ctx,
  asker: LibraryAsker,
  { id, action, change }: { id: string; action: string; change: (row: FileRow) => Partial<FileRow> },
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const row = await lockFile(tx, id);
    if (row === null) throw notFound();
    const changed = change(row);
    await setFile(tx, id, { ...changed, updatedAt: new Date(ctx.now()) });
    const data = { fields: Object.keys(changed).join(',') };
    await noteChange(ctx, tx, { accountId: asker.accountId, id, action, data });
  });
}

export async function changeFile(
  ctx: Ctx,
  { id, body }: { id: string; body: FileChange },
  neighbours: LibraryNeighbours,
): Promise<FileDetail> {
  const asker = await askerFor(ctx, 'library.edit');
  const { file, version } = await findFile(ctx.db.read, asker, { id, right: 'edit', where: 'kept' });
  const sharing = await sharingFor(ctx, asker, { wish: body, was: file });
  if (body.folderId !== undefined) await requireFolder(ctx.db.read, asker, body.folderId);
  const clean = body.name === undefined ? null : cleanName(body.name);
  const name = clean === null || version.ending === null ? clean : withEnding(clean, version.ending);
  const change = () => ({
    ...(body.share === undefined ? {} : sharing),
    ...(name === null ? {} : { name }),
    ...(body.folderId === undefined ? {} : { folderId: body.folderId }),
  });
  await changeRow(ctx, asker, { id, action: 'library.changed', change });
  return detailOf(ctx, id, { asker, neighbours });
}

export async function removeFile(
  ctx: Ctx,
  { id, used }: { id: string; used?: 'too' | undefined },
  neighbours: LibraryNeighbours,
): Promise<{ done: true }> {
  const asker = await askerFor(ctx, 'library.edit');
  await findFile(ctx.db.read, asker, { id, right: 'edit', where: 'kept' });
  const uses = (await neighbours.usesOf(ctx, [id])).get(id) ?? [];
  if (uses.length > 0 && used !== 'too') throw new Failure('in_use', { data: { in: uses.map(({ name }) => name).slice(0, 10) } });
  const change = () => ({ deletedAt: new Date(ctx.now()), deletedBy: asker.userId });
  await changeRow(ctx, asker, { id, action: 'library.deleted', change });
  return { done: true };
}

export async function restoreFile(ctx: Ctx, id: string, neighbours: LibraryNeighbours): Promise<FileDetail> {
  const asker = await askerFor(ctx, 'library.edit');
  await findFile(ctx.db.read, asker, { id, right: 'edit', where: 'bin' });
  await changeRow(ctx, asker, { id, action: 'library.restored', change: () => ({ deletedAt: null, deletedBy: null }) });
  return detailOf(ctx, id, { asker, neighbours });
}

export const ERASE_FOLDER_JOB = 'library.erase-folder';
/** The files go by jobs of the same transaction: without its row nobody would know of them. `erase`: false when it is kept after all. */
async function purge(ctx: Ctx, file: FileRow, erase: (tx: Db) => Promise<boolean>): Promise<void> {
  await ctx.system.write(async (tx) => {
    const versions = await versionsOf(tx, file.id);
    if (!(await erase(tx))) return;
    for (const version of versions)
      await ctx.jobs.enqueue(tx, { job: ERASE_FOLDER_JOB, payload: { folder: folderOf(version) }, key: version.id });
    await noteChange(ctx, tx, { accountId: file.accountId, id: file.id, action: 'library.purged' });
  });
}

export async function purgeFile(ctx: Ctx, id: string): Promise<{ done: true }> {
  const asker = await askerFor(ctx, 'library.edit');
  const { file } = await findFile(ctx.db.read, asker, { id, right: 'edit', where: 'bin' });
  await purge(ctx, file, (tx) => deleteFile(tx, file.id));
  return { done: true };
}
/** Empties the bin of what lay in it long enough, and deletes what was uploaded for a message and not sent. Returns how many files went. */
export async function purgeOld(ctx: Ctx): Promise<number> {
  const old = await binnedBefore(ctx.system.read, new Date(ctx.now() - libraryLimits.binDays * 86_400_000));
  for (const file of old) await purge(ctx, file, (tx) => deleteFile(tx, file.id));
  const before = new Date(ctx.now() - libraryLimits.unsentKept);
  const unsent = await unsentBefore(ctx.system.read, before);
  for (const file of unsent) await purge(ctx, file, (tx) => deleteUnsent(tx, file.id, before));
  return old.length + unsent.length;
}

export async function chooseVersion(
  ctx: Ctx,
  { id, versionId }: { id: string; versionId: string },
  neighbours: LibraryNeighbours,
): Promise<FileDetail> {
  const asker = await askerFor(ctx, 'library.edit');
  await findFile(ctx.db.read, asker, { id, right: 'edit', where: 'kept' });
  const version = await versionById(ctx.db.read, versionId);
  if (version === null || version.fileId !== id) throw notFound();
  if (version.state !== 'ready') throw new Failure('not_ready');
  const { ending } = version;
  const change = (row: FileRow) => ({ versionId, name: ending === null ? row.name : withEnding(row.name, ending) });
  await changeRow(ctx, asker, { id, action: 'library.version-used', change });
  return detailOf(ctx, id, { asker, neighbours });
}

/** Throws `not_found` for a file that the person does not see, or that is in the bin. */
export async function requireSeen(ctx: Ctx, id: string): Promise<void> {
  await findFile(ctx.db.read, await askerFor(ctx, 'library.view'), { id, right: 'view', where: 'kept' });
}

/** A file for another domain, which asked its own rule. */
export type LibraryFile = {
  id: string;
  accountId: string;
  versionId: string;
  name: string;
  kind: FileRow['kind'];
  mime: string | null;
  width: number | null;
  height: number | null;
  pages: number | null;
  /** Both work for some hours. */
  thumbnail: string | null;
  address: string | null;
  /** Addresses that never end, for what is published; they lead nowhere once the file is deleted. */
  publicUrl: string;
  publicPreview: string | null;
  publicThumbnail: string | null;
};
/** Files that are ready, by id; those of other accounts, in the bin or not there are left out. */
export const filesOf = (ctx: Ctx, ids: readonly string[]): Promise<Map<string, LibraryFile>> =>
  readyFiles(ctx, { ids, db: ctx.actor.kind === 'user' ? ctx.db.read : ctx.system.read });
/** The same for what is public, no matter who looks at it. */
export const publicFiles = (ctx: Ctx, ids: readonly string[]): Promise<Map<string, LibraryFile>> =>
  readyFiles(ctx, { ids, db: ctx.system.read });

async function readyFiles(ctx: Ctx, { ids, db }: { ids: readonly string[]; db: Db }): Promise<Map<string, LibraryFile>> {
  if (ids.length === 0) return new Map();
  const found = (await filesById(db, ids)).filter(({ file, version }) => file.deletedAt === null && version.state === 'ready');
  return new Map(
    found.map(({ file, version }) => {
      const { id, accountId, name, kind } = file;
      const { mime, width, height, pages, previews } = version;
      const lasting = 'for-good' as const;
      const publicUrl = addressOf(ctx, { version, part: 'content', name, lasting });
      const publicPreview = previews === 0 ? null : addressOf(ctx, { version, part: 'page-1', name: previewName(1), lasting });
      const publicThumbnail = version.thumbnail ? addressOf(ctx, { version, part: 'thumbnail', name: THUMBNAIL, lasting }) : null;
      const passing = { thumbnail: thumbnailAddress(ctx, version), address: contentAddress(ctx, file, version) };
      const addresses = { ...passing, publicUrl, publicPreview, publicThumbnail };
      const facts = { mime, width, height, pages, ...addresses };
      return [id, { id, accountId, versionId: version.id, name, kind, ...facts }];
    }),
  );
}
