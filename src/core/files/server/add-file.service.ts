/** Files that the product itself puts into a library or a conversation: counted, scanned and read as every upload. */
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { openUploadStore } from '#kit/server/files/upload-store.ts';
import { actorOf } from './access.service.ts';
import { beginUpload, findUpload, incomingName, settleUpload, startUpload } from './uploads.service.ts';

type NewFile = { name: string; content: Buffer; folderId: string | null; share?: 'private' | 'account' };
/** Shared with the account unless it says otherwise; returns its id. Throws what beginning an upload throws. */
export async function addFile(ctx: Ctx, { name, content, folderId, share = 'account' }: NewFile): Promise<string> {
  const { id } = await startUpload(ctx, { name, bytes: content.length, folderId, share });
  return putContent(ctx, { id, content });
}

/**
 * A file of a message that did not come through a page, as by mail: the actor's own until `claimFiles` puts it into a conversation; no right in
 * the library is asked. The caller knows that the actor may write there. Throws `limit_reached`, `too_many_uploads`.
 */
export async function addAttachment(ctx: Ctx, { name, content }: Pick<NewFile, 'name' | 'content'>): Promise<string> {
  const wish = { name, bytes: content.length, place: 'conversation', share: 'private' } as const;
  const { id } = await beginUpload(ctx, actorOf(ctx), { ...wish, fileId: null, folderId: null, groupId: null });
  return putContent(ctx, { id, content });
}

async function putContent(ctx: Ctx, { id, content }: { id: string; content: Buffer }): Promise<string> {
  const { store, idOf } = openUploadStore(ctx.config);
  await store.write(Readable.from([content]), idOf(incomingName(await findUpload(ctx, id))), 0);
  await settleUpload(ctx, id);
  const { fileId } = await findUpload(ctx, id);
  if (fileId === null) throw new Error('the upload became no file');
  return fileId;
}
