/** The tus protocol for one upload: how far it is, its next piece, and giving it up. Uploads are begun by a call, never here. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@tus/server';
import type { Ctx } from '#kit/server/ctx.ts';
import { openUploadStore } from '#kit/server/files/upload-store.ts';
import type { UploadRow } from './uploads.queries.ts';
import { uploadTurns } from './upload-turns.service.ts';
import { forgetUpload, incomingName, settleUpload, uploadsPath } from './uploads.service.ts';

/** Milliseconds that a request may still write after another one asked for its turn. */
const drain = 500;

/** Answers a request of the person whose upload it is. */
export async function serveUpload(
  ctx: Ctx,
  row: UploadRow,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { store, idOf } = openUploadStore(ctx.config);
  const storeId = idOf(incomingName(row));
  const server = new Server({
    path: uploadsPath.slice(0, -1),
    datastore: store,
    locker: uploadTurns(ctx, row.id),
    lockDrainTimeout: drain,
    getFileIdFromRequest: () => storeId,
    allowedOrigins: () => false,
    onUploadFinish: async () => {
      await settleUpload(ctx, row.id);
      return {};
    },
    onResponseError: (_request, error) => {
      const status = 'status_code' in error ? error.status_code : 500;
      if (status >= 500) ctx.log.warn({ error, upload: row.id }, 'a piece of an upload was not taken');
      return { status_code: status, body: '' };
    },
  });
  response.setHeader('cache-control', 'no-store');
  await server.handle(request, response);
}

/** Gives it up once nobody writes it any more. */
export async function giveUpUpload(ctx: Ctx, row: UploadRow): Promise<void> {
  const turn = uploadTurns(ctx, row.id).newLock(row.id);
  await turn.lock(new AbortController().signal, () => undefined);
  try {
    await forgetUpload(ctx, row);
  } finally {
    await turn.unlock();
  }
}

/** What HEAD tells of an upload that became a file: the whole of it is here. */
export const doneHeaders = (row: UploadRow): Record<string, string> => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(row.bytes),
  'upload-length': String(row.bytes),
  'cache-control': 'no-store',
});
