/** Uploads: begun with their storage counted, sent in pieces, and turned into files. */
import { Failure, notFound } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { isId } from '#kit/ids.ts';
import { openUploadStore } from '#kit/server/files/upload-store.ts';
import { newId } from '#kit/server/ids.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { libraryBytes } from '#core/accounts/server/use.service.ts';
import type { libraryCalls, NewUpload, UploadView } from '../files.contract.ts';
import { cleanName, gigabytes, type LibraryAsker, libraryLimits, passedLimit, refusalBeforeSending } from '../files.rules.ts';
import { actorOf, askerFor, findFile, isActing, noteChange, requireFolder, sharingFor } from './access.service.ts';
import { insertFile, insertVersion, lockFile, lockLibrary, setFile, versionsOf } from './files.queries.ts';
import {
  countOpen,
  deleteUpload,
  insertUpload,
  lockUpload,
  openUploads,
  setUpload,
  type UploadRow,
  uploadById,
} from './uploads.queries.ts';

export const PROCESS_JOB = 'library.process';
/** Below it the bytes of uploads go; `app` serves it. */
export const uploadsPath = '/api/uploads/';
/** Where the bytes of an upload lie in the store. */
export const incomingName = ({ accountId, id }: Pick<UploadRow, 'accountId' | 'id'>): string => `incoming/${accountId}/${id}`;

const viewOf = (row: UploadRow, offset: number): UploadView => ({
  id: row.id,
  url: `${uploadsPath}${row.id}`,
  name: row.name,
  bytes: row.bytes,
  offset,
  folderId: row.folderId,
  fileId: row.fileId,
  createdAt: row.createdAt.getTime(),
});

/** Throws `limit_reached` when so many bytes more do not fit. `db`: the transaction that counts them, which holds the library. */
export async function requireRoom(db: Db, accountId: string, bytes: { file: number; more: number }): Promise<void> {
  const [plan, used] = [await entitlementsFor(db, accountId), await libraryBytes(db, accountId)];
  const limit = passedLimit(plan, { used: used + bytes.more - bytes.file, bytes: bytes.file });
  if (limit === 'fileMb') throw limitReached({ accountId, limit, max: plan.fileMb, wanted: Math.ceil(bytes.file / 1e6) });
  if (limit === 'libraryGb') throw limitReached({ accountId, limit, max: plan.libraryGb, used: gigabytes(used) });
}

/** Where it goes and who sees it: as the file that it becomes a version of, else as the folder. */
async function destinationOf(ctx: Ctx, asker: LibraryAsker, input: NewUpload) {
  if (input.fileId !== undefined) {
    const { file } = await findFile(ctx.db.read, asker, { id: input.fileId, right: 'edit', where: 'kept' });
    return { fileId: file.id, folderId: file.folderId, share: file.share, groupId: file.groupId };
  }
  const folder = await requireFolder(ctx.db.read, asker, input.folderId ?? null);
  const was = { share: folder?.share ?? ('private' as const), groupId: folder?.groupId ?? null };
  return { fileId: null, folderId: folder?.id ?? null, ...(await sharingFor(ctx, asker, { wish: input, was })) };
}

/** Throws `unknown_kind` and `limit_reached` before the first byte, `folder_unknown`, `group_unknown`, `too_many_uploads`, `not_found`. */
export async function startUpload(ctx: Ctx, input: NewUpload): Promise<ResultIn<typeof libraryCalls.startUpload>> {
  const asker = await askerFor(ctx, 'library.edit');
  const destination = await destinationOf(ctx, asker, input);
  return beginUpload(ctx, asker, { ...input, ...destination, place: 'library' });
}

type UploadOwner = Pick<LibraryAsker, 'accountId' | 'userId'>;
type UploadWish = Pick<UploadRow, 'name' | 'bytes' | 'place' | 'fileId' | 'folderId' | 'share' | 'groupId'>;
/** The caller asked whether this person may. Throws `unknown_kind`, `limit_reached`, `too_many_uploads`. */
export async function beginUpload(ctx: Ctx, asker: UploadOwner, wish: UploadWish): Promise<UploadView> {
  // nobody sends what its name already refuses
  if (refusalBeforeSending({ name: wish.name, size: wish.bytes }) !== null)
    throw new Failure('unknown_kind', { fields: { 'body.name': 'unknown_kind' } });
  const at = new Date(ctx.now());
  const row: UploadRow = {
    ...{ id: newId(ctx.now()), accountId: asker.accountId, userId: asker.userId },
    ...{ fileId: wish.fileId, folderId: wish.folderId, share: wish.share, groupId: wish.groupId, place: wish.place },
    ...{ name: cleanName(wish.name), bytes: wish.bytes, state: 'opening', createdAt: at, updatedAt: at },
    ...{ leaseHolder: null, leaseUntil: null, leaseWanted: false },
  };
  await ctx.db.write(async (tx) => {
    await lockLibrary(tx, asker.accountId);
    if ((await countOpen(tx, asker)) >= libraryLimits.openUploads)
      throw new Failure('too_many_uploads', { data: { max: libraryLimits.openUploads } });
    await requireRoom(tx, asker.accountId, { file: row.bytes, more: row.bytes });
    await insertUpload(tx, row);
  });
  // a row that is still opening after a while is given up by the hourly job
  await openUploadStore(ctx.config).create(incomingName(row), row.bytes);
  await ctx.db.write((tx) => setUpload(tx, row.id, { state: 'receiving' }));
  return viewOf(row, 0);
}

export async function myUploads(ctx: Ctx): Promise<ResultIn<typeof libraryCalls.uploads>> {
  const asker = await askerFor(ctx, 'library.edit');
  const store = openUploadStore(ctx.config);
  const rows = await openUploads(ctx.db.read, asker);
  const offsets = await Promise.all(rows.map((row) => store.offset(incomingName(row))));
  return { items: rows.map((row, at) => viewOf(row, offsets[at] ?? 0)) };
}

/** An upload of the person who asks, in their account. Throws `not_signed_in`, `acting_for_somebody`, `not_found`, `not_allowed`. */
export async function findUpload(ctx: Ctx, id: string): Promise<UploadRow> {
  const asker = actorOf(ctx);
  if (isActing(ctx)) throw new Failure('acting_for_somebody');
  const row = isId(id) ? await uploadById(ctx.db.read, id) : null;
  if (row?.place !== 'conversation') await askerFor(ctx, 'library.edit');
  if (row === null || row.userId !== asker.userId || row.accountId !== asker.accountId || row.state === 'opening')
    throw notFound();
  return row;
}
/** Asked before each piece: the plan may have shrunk since the upload began. Throws `limit_reached`. */
export const requireStillRoom = (ctx: Ctx, row: UploadRow): Promise<void> =>
  requireRoom(ctx.db.read, row.accountId, { file: row.bytes, more: 0 });

const firstVersionState = ({ config }: Pick<Ctx, 'config'>) => (config.clamdUrl === null ? 'processing' : 'scanning');
type FirstVersion = Pick<UploadRow, 'accountId' | 'folderId' | 'name' | 'place' | 'share' | 'groupId' | 'bytes'> & {
  ownerId: string;
  source: string;
};
type FileVersionIds = { fileId: string; versionId: string };
/** A file whose bytes are here, to be read. */
export async function insertFirstVersion(ctx: Ctx, tx: Db, { source, bytes, ...file }: FirstVersion): Promise<FileVersionIds> {
  const at = new Date(ctx.now());
  const [fileId, versionId] = [newId(ctx.now()), newId(ctx.now())];
  await insertFile(tx, { ...file, id: fileId, versionId, createdAt: at, updatedAt: at });
  const { accountId, ownerId: createdBy, name: sentName } = file;
  await insertVersion(tx, {
    ...{ id: versionId, accountId, fileId, number: 1, sentName, state: firstVersionState(ctx), source, bytes },
    ...{ createdBy, createdAt: at, updatedAt: at },
  });
  return { fileId, versionId };
}
/** Makes the file, or the next version of one. */
async function insertAsFile(ctx: Ctx, tx: Db, row: UploadRow): Promise<FileVersionIds> {
  const { accountId, folderId, userId, name, place, share, groupId, bytes } = row;
  const [at, source] = [new Date(ctx.now()), incomingName(row)];
  const known = row.fileId === null ? null : await lockFile(tx, row.fileId);
  if (known === null)
    return insertFirstVersion(ctx, tx, { accountId, folderId, ownerId: userId, name, place, share, groupId, bytes, source });
  const [[last], versionId] = [await versionsOf(tx, known.id), newId(ctx.now())];
  await insertVersion(tx, {
    ...{ id: versionId, accountId, fileId: known.id, number: (last?.number ?? 0) + 1, sentName: name },
    ...{ state: firstVersionState(ctx), source, bytes, createdBy: userId, createdAt: at, updatedAt: at },
  });
  // the version before goes on to count until this one is ready
  await setFile(tx, known.id, { updatedAt: at });
  return { fileId: known.id, versionId };
}

/** The whole file is here: it is queued for reading. Done once, also when two notice it. */
export async function settleUpload(ctx: Ctx, id: string): Promise<void> {
  await ctx.system.write(async (tx) => {
    const row = await lockUpload(tx, id);
    if (row === null || row.state !== 'receiving') return;
    const { fileId, versionId } = await insertAsFile(ctx, tx, row);
    // the bytes count from here on as the version's
    await setUpload(tx, id, { state: 'done', fileId, updatedAt: new Date(ctx.now()) });
    await ctx.jobs.enqueue(tx, { job: PROCESS_JOB, payload: { id: versionId }, key: versionId, group: row.accountId });
    const data = { bytes: row.bytes, version: versionId };
    await noteChange(ctx, tx, { accountId: row.accountId, id: fileId, action: 'library.uploaded', data });
  });
}

/** Gives an upload up: what is here of it goes, and its storage is free again. */
export async function forgetUpload(ctx: Ctx, { id }: Pick<UploadRow, 'id'>): Promise<void> {
  const row = await uploadById(ctx.system.read, id);
  if (row === null || row.state === 'done') return;
  // the bytes first: without its row nobody would know of them
  await openUploadStore(ctx.config).remove(incomingName(row));
  await ctx.system.write(async (tx) => {
    const held = await lockUpload(tx, id);
    if (held !== null && held.state !== 'done') await deleteUpload(tx, id);
  });
}
