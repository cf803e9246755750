/** Files that the product itself puts into a library or a conversation: counted, scanned and read as every upload. */
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { openUploadStore } from '#kit/server/files/upload-store.ts';
import { cleanName } from '../files.rules.ts';
import { lockLibrary } from './files.queries.ts';
import {
  findUpload,
  incomingName,
  insertFirstVersion,
  PROCESS_JOB,
  requireRoom,
  settleUpload,
  startUpload,
} from './uploads.service.ts';

type NewFile = { name: string; content: Buffer; folderId: string | null; share?: 'private' | 'account' };
/** Shared with the account unless it says otherwise; returns its id. Throws what beginning an upload throws. */
export async function addFile(ctx: Ctx, { name, content, folderId, share = 'account' }: NewFile): Promise<string> {
  const { id } = await startUpload(ctx, { name, bytes: content.length, folderId, share });
  const { store, idOf } = openUploadStore(ctx.config);
  await store.write(Readable.from([content]), idOf(incomingName(await findUpload(ctx, id))), 0);
  await settleUpload(ctx, id);
  const { fileId } = await findUpload(ctx, id);
  if (fileId === null) throw new Error('the upload became no file');
  return fileId;
}

type ConversationFile = { accountId: string; ownerId: string; name: string; content: Buffer };
/**
 * A file of a message that did not come through a page, as by mail: in no library, and its owner's alone until `claimFiles` puts it into a
 * conversation. Counted, scanned and read as every upload. Throws `limit_reached`.
 */
export async function addFileOfConversation(ctx: Ctx, file: ConversationFile): Promise<string> {
  const { accountId, ownerId, content } = file;
  const [source, bytes] = [incomingName({ accountId, id: newId(ctx.now()) }), content.length];
  const { store, idOf } = openUploadStore(ctx.config);
  // bytes without a row are tidied up
  await openUploadStore(ctx.config).create(source, bytes);
  await store.write(Readable.from([content]), idOf(source), 0);
  return ctx.system.write(async (tx) => {
    await lockLibrary(tx, accountId);
    await requireRoom(tx, accountId, { file: bytes, more: bytes });
    const { fileId, versionId } = await insertFirstVersion(ctx, tx, {
      ...{ accountId, ownerId, name: cleanName(file.name), source, bytes },
      ...{ folderId: null, share: 'private', groupId: null, place: 'conversation' },
    });
    await ctx.jobs.enqueue(tx, { job: PROCESS_JOB, payload: { id: versionId }, key: versionId, group: accountId });
    return fileId;
  });
}
