/** Goes on where a process died, and puts away what nobody comes back for. */
import type { Ctx } from '#kit/server/ctx.ts';
import { isId } from '#kit/ids.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { openUploadStore } from '#kit/server/files/upload-store.ts';
import { libraryLimits } from '../files.rules.ts';
import { isSource, stuckVersions } from './files.queries.ts';
import { purgeOld } from './files.service.ts';
import { deleteUpload, idleUploads, uploadById } from './uploads.queries.ts';
import { forgetUpload, incomingName, PROCESS_JOB, settleUpload } from './uploads.service.ts';

const minute = 60_000;
const day = 86_400_000;
const since = (ctx: Ctx, ms: number) => new Date(ctx.now() - ms);

/** Whole ones that were not settled are, and the others are given up after some days. */
async function tidyUploads(ctx: Ctx): Promise<void> {
  const store = openUploadStore(ctx.config);
  for (const row of await idleUploads(ctx.system.read, ['receiving'], since(ctx, 2 * minute))) {
    if ((await store.offset(incomingName(row))) === row.bytes) await settleUpload(ctx, row.id);
    else if (row.updatedAt < since(ctx, libraryLimits.uploadIdle)) await forgetUpload(ctx, row);
  }
  for (const row of await idleUploads(ctx.system.read, ['opening'], since(ctx, 60 * minute))) await forgetUpload(ctx, row);
  for (const row of await idleUploads(ctx.system.read, ['done'], since(ctx, libraryLimits.uploadKept)))
    await ctx.system.write((tx) => deleteUpload(tx, row.id));
}

/** Bytes of no upload and no version that waits for them: a process died between its row and its files. */
async function dropOrphans(ctx: Ctx): Promise<void> {
  for await (const { name, modifiedAt } of filesOf(ctx.config).list('incoming')) {
    const [, accountId = '', file = ''] = name.split('/');
    const id = file.split('.')[0] ?? '';
    if (!isId(id) || ctx.now() - modifiedAt < day) continue;
    const upload = await uploadById(ctx.system.read, id);
    const source = incomingName({ accountId, id });
    if ((upload === null || upload.state === 'done') && !(await isSource(ctx.system.read, source)))
      await openUploadStore(ctx.config).remove(source);
  }
}

async function processAgain(ctx: Ctx): Promise<void> {
  for (const { id, accountId } of await stuckVersions(ctx.system.read, since(ctx, 20 * minute)))
    await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: PROCESS_JOB, payload: { id }, key: id, group: accountId }));
}

export async function keepHouse(ctx: Ctx): Promise<void> {
  await tidyUploads(ctx);
  await processAgain(ctx);
  await purgeOld(ctx);
  await dropOrphans(ctx);
}
