/** The job behind an upload: the packed file is compared with its digest, unpacked into the recording's folder, and registered. */
import { createHash } from 'node:crypto';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { uploadLimits } from '../recordings.rules.ts';
import { recordingById, setRecording } from './recordings.queries.ts';
import { BadArchive, tarEntries } from './tar-entries.service.ts';
import { folderOf } from './play-files.service.ts';
import { type ArrivedFormat, dropTree, metadataOf, registerFormat, storeTree, takeCaptions } from './tree.service.ts';
import { dropOrphans, forgetUpload, partsFolder, UNPACK_JOB } from './upload.service.ts';
import { countTry, idleUploads, setUpload, uploadById, type UploadRow, uploadsOf } from './uploads.queries.ts';

async function* bytesOf(ctx: Ctx, upload: UploadRow): AsyncGenerator<Buffer> {
  const store = filesOf(ctx.config);
  for (const name of upload.parts) for await (const chunk of await store.get(name)) yield Buffer.from(chunk);
}

async function digestOf(ctx: Ctx, upload: UploadRow): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytesOf(ctx, upload)) hash.update(chunk);
  return hash.digest('hex');
}

/** Each upload has a folder of its own, so that a format that comes again takes the place of the one before in one step. */
const folderFor = (upload: UploadRow) => `${upload.format}-${upload.id.slice(-12)}`;

/** The upload is unusable: its server starts again or gives up. The recording still plays at its server. */
async function refuse(ctx: Ctx, upload: UploadRow, trouble: string): Promise<void> {
  await dropTree(ctx, { recordingId: upload.recordingId, folder: folderFor(upload) });
  await ctx.system.write(async (tx) => {
    await setUpload(tx, upload.id, { state: 'failed', trouble, parts: [], updatedAt: new Date(ctx.now()) });
    await setRecording(tx, upload.recordingId, { progress: null });
  });
  await filesOf(ctx.config).removeAll(partsFolder(upload));
  ctx.log.warn({ recording: upload.recordId, format: upload.format, trouble }, 'the files of a recording were refused');
}

async function unpacked(ctx: Ctx, upload: UploadRow): Promise<ArrivedFormat | null> {
  const metadata = metadataOf(upload.metadata, upload);
  if (metadata === null) return null;
  const at = { recordingId: upload.recordingId, folder: folderFor(upload) };
  const tree = await storeTree(ctx, at, tarEntries(bytesOf(ctx, upload), uploadLimits.files));
  return { ...at, type: upload.format, tree, metadata, news: 'told' };
}

async function arrive(ctx: Ctx, upload: UploadRow, arrived: ArrivedFormat): Promise<void> {
  const row = await recordingById(ctx.system.read, upload.recordingId);
  if (row === null || row.state === 'deleting' || row.state === 'deleted') return leave(ctx, upload);
  await takeCaptions(ctx, row, arrived);
  const registered = await registerFormat(ctx, arrived, async (tx, before) => {
    await setUpload(tx, upload.id, { state: 'settling', replaces: before, trouble: null, updatedAt: new Date(ctx.now()) });
  });
  if (registered === 'gone') return leave(ctx, upload);
  if (arrived.tree.skipped.length > 0)
    ctx.log.warn(
      { recording: upload.recordId, skipped: arrived.tree.skipped.slice(0, 20) },
      'files of a recording were left out',
    );
  await settle(ctx, { ...upload, replaces: registered.before });
}

/** Its recording was deleted meanwhile: whatever came goes too. */
async function leave(ctx: Ctx, upload: UploadRow): Promise<void> {
  await filesOf(ctx.config).removeAll(folderOf({ id: upload.recordingId }));
  await forgetUpload(ctx, upload);
}

/** The format is registered: files whose place was taken go, and the packed ones with them. May run again. */
async function settle(ctx: Ctx, upload: UploadRow): Promise<void> {
  const { recordingId, replaces } = upload;
  if (replaces !== null) await dropTree(ctx, { recordingId, folder: replaces });
  await filesOf(ctx.config).removeAll(partsFolder(upload));
  await ctx.system.write((tx) =>
    setUpload(tx, upload.id, { state: 'done', parts: [], replaces: null, updatedAt: new Date(ctx.now()) }),
  );
}

/** After so many beginnings of its job an upload counts as one that cannot be unpacked. */
const mostTries = 20;

/** The job. It may run again from any point: until the format is registered nothing is read of what lies in its folder. */
export async function unpackUpload(ctx: Ctx, id: string): Promise<void> {
  const upload = await uploadById(ctx.system.read, id);
  if (upload?.state === 'settling') return settle(ctx, upload);
  if (upload === null || upload.state !== 'checking') return;
  // counted before the work: a run that takes its process along counts too
  if ((await ctx.system.write((tx) => countTry(tx, id))) > mostTries) return refuse(ctx, upload, 'not_unpacked');
  if ((await digestOf(ctx, upload)) !== upload.sha256) return refuse(ctx, upload, 'wrong_digest');
  try {
    const arrived = await unpacked(ctx, upload);
    await (arrived === null ? refuse(ctx, upload, 'bad_metadata') : arrive(ctx, upload, arrived));
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error;
    await refuse(ctx, upload, error.reason);
  }
}

/** How long an upload may be in the hands of its job before the job is queued again. Milliseconds. */
const checkedWithin = 2 * 3_600_000;

/** Uploads that stand still: what waits for its job gets another one, what no server goes on with is given up. Parts of none go. */
export async function tidyUploads(ctx: Ctx): Promise<void> {
  for (const { id } of await idleUploads(ctx.system.read, ['checking', 'settling'], new Date(ctx.now() - checkedWithin)))
    await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: UNPACK_JOB, payload: { id }, key: id }));
  for (const upload of await idleUploads(ctx.system.read, ['receiving', 'failed'], new Date(ctx.now() - uploadLimits.idle))) {
    await ctx.system.write((tx) => setRecording(tx, upload.recordingId, { progress: null }));
    await forgetUpload(ctx, upload);
  }
  await dropOrphans(ctx);
}

/** What is on its way of a recording that is erased is erased with it. */
export async function eraseUploads(ctx: Ctx, recordingId: string): Promise<void> {
  for (const upload of await uploadsOf(ctx.system.read, recordingId)) await forgetUpload(ctx, upload);
}
