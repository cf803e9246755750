/** Files that the product itself puts into a library: counted, scanned and read as every upload. */
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { openUploadStore } from '#kit/server/files/upload-store.ts';
import { findUpload, incomingName, settleUpload, startUpload } from './uploads.service.ts';

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
