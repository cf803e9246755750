/** Servers send us formats of recordings, packed, in parts: begun, resumed, and handed to the job that unpacks them. Across accounts, hence the system's hands. */
import { randomBytes } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import { uploadLimits } from '../recordings.rules.ts';
import { noteDeed, pushRecording } from './find.service.ts';
import { insertHeard } from './change.service.ts';
import { rowFor } from './new-row.service.ts';
import { recordingByRecordId, type RecordingRow, setRecording } from './recordings.queries.ts';
import { dropTree, isFormatName, isRecordName, metadataOf } from './tree.service.ts';
import { addPart, dropUpload, insertUpload, lockUploadOf, setUpload, uploadById, type UploadRow } from './uploads.queries.ts';

export const UNPACK_JOB = 'recordings.unpack';

/** What a server announces. `metadata`: the format's metadata.xml; `sha256`: of the packed file, in hex. */
export type AnnouncedUpload = { recordId: string; format: string; bytes: number; sha256: string; metadata: string };
/** `offset`: bytes that are here. `trouble`: why it failed. */
export type UploadStatus = { id: string; state: UploadRow['state']; offset: number; bytes: number; trouble: string | null };

const statusOf = ({ id, state, received, bytes, trouble }: UploadRow): UploadStatus => ({
  id,
  state,
  offset: received,
  bytes,
  trouble,
});
const partsRoot = 'uploads';
/** Where the parts of an upload lie in the store. */
export const partsFolder = (upload: Pick<UploadRow, 'id'>): string => `${partsRoot}/${upload.id}`;

/** Puts away what an upload has in the store, but the files that it brought. */
async function dropFiles(ctx: Ctx, upload: Pick<UploadRow, 'id' | 'recordingId' | 'replaces'>): Promise<void> {
  const { recordingId, replaces } = upload;
  if (replaces !== null) await dropTree(ctx, { recordingId, folder: replaces });
  await filesOf(ctx.config).removeAll(partsFolder(upload));
}

/** Takes an upload and its parts away. */
export async function forgetUpload(ctx: Ctx, upload: UploadRow): Promise<void> {
  // the files first: without its row nobody would know of them
  await dropFiles(ctx, upload);
  await ctx.system.write((tx) => dropUpload(tx, upload.id));
}

/** Age of parts from which on those of no upload are put away. Milliseconds. */
const orphanedFor = 86_400_000;

/** Deletes parts without a known upload: it was started again, or cut off between its row and its files. */
export async function dropOrphans(ctx: Ctx): Promise<void> {
  const youngest = new Map<string, number>();
  for await (const { name, modifiedAt } of filesOf(ctx.config).list(partsRoot)) {
    const id = name.split('/')[1] ?? '';
    if (isId(id)) youngest.set(id, Math.max(modifiedAt, youngest.get(id) ?? 0));
  }
  for (const [id, at] of youngest)
    if (ctx.now() - at > orphanedFor && (await uploadById(ctx.system.read, id)) === null)
      await filesOf(ctx.config).removeAll(partsFolder({ id }));
}

function check(announced: AnnouncedUpload): void {
  const { recordId, format, bytes, sha256 } = announced;
  const wrong: Record<string, string> = {};
  if (!isRecordName(recordId)) wrong['body.recordId'] = 'not_a_name';
  if (!isFormatName(format)) wrong['body.format'] = 'not_a_name';
  if (!/^[0-9a-f]{64}$/.test(sha256)) wrong['body.sha256'] = 'not_a_digest';
  if (!Number.isSafeInteger(bytes) || bytes < 1) wrong['body.bytes'] = 'not_a_size';
  if (Object.keys(wrong).length > 0) throw new Failure('invalid_input', { fields: wrong });
  if (bytes > uploadLimits.bytes) throw new Failure('too_large', { data: { max: uploadLimits.bytes } });
}

/** The recording that it is of; one that nobody heard of is made. Throws `bad_metadata`, `no_owner`, `gone`, `other_server`. */
async function recordingFor(ctx: Ctx, server: ServerRow, announced: AnnouncedUpload): Promise<RecordingRow> {
  const metadata = metadataOf(announced.metadata, announced);
  if (metadata === null) throw new Failure('bad_metadata');
  const known = await recordingByRecordId(ctx.system.read, announced.recordId);
  const row = known ?? (await makeRecording(ctx, server, metadata.recording));
  if (row === null) throw new Failure('no_owner');
  if (row.state === 'deleting' || row.state === 'deleted') throw new Failure('gone');
  // one that no server has any more may come from any of them
  if (row.serverId !== null && row.serverId !== server.id) throw new Failure('other_server');
  return row;
}

async function makeRecording(ctx: Ctx, server: ServerRow, said: Parameters<typeof rowFor>[2]): Promise<RecordingRow | null> {
  const row = await rowFor(ctx, { serverId: server.id, fallback: null }, said);
  if (row === null) return null;
  const made = await ctx.system.write(async (tx) => {
    // it can be watched when its files are here, or when a poll finds them at the server
    const inserted = await insertHeard(ctx, tx, { ...row, state: 'processing', progress: 0, formats: [], bytes: 0 });
    if (inserted !== null)
      await noteDeed(ctx, tx, { row: inserted, action: 'recordings.heard', data: { state: inserted.state } });
    return inserted;
  });
  return made ?? recordingByRecordId(ctx.system.read, said.recordID);
}

const isHere = (row: RecordingRow, format: string) => row.formats.some((one) => one.type === format && one.here !== undefined);

/** Whether what is known of this upload still counts: the same file, and not one that failed or whose files are gone again. */
function goesOn(held: UploadRow, announced: AnnouncedUpload, row: RecordingRow): boolean {
  if (held.sha256 !== announced.sha256 || held.bytes !== announced.bytes || held.state === 'failed') return false;
  return (held.state !== 'done' && held.state !== 'settling') || isHere(row, announced.format);
}

/** Begins an upload, or finds the one that was begun. Throws `invalid_input`, `too_large` and what `recordingFor` throws. */
export async function startUpload(ctx: Ctx, server: ServerRow, announced: AnnouncedUpload): Promise<UploadStatus> {
  check(announced);
  const row = await recordingFor(ctx, server, announced);
  const { recordId, format, bytes, sha256, metadata } = announced;
  const at = new Date(ctx.now());
  const { upload, old } = await ctx.system.write(async (tx) => {
    const held = await lockUploadOf(tx, { serverId: server.id, recordId, format });
    if (held !== null && goesOn(held, announced, row)) return { upload: held, old: null };
    if (held !== null) await dropUpload(tx, held.id);
    const made = await insertUpload(tx, {
      ...{ id: newId(ctx.now()), serverId: server.id, recordingId: row.id, recordId, format, bytes, sha256, metadata },
      ...{ state: 'receiving', createdAt: at, updatedAt: at },
    });
    // another request of the same server was first: it asks again and finds that one
    if (made === null) throw new Failure('unavailable');
    await showProgress(ctx, tx, made);
    return { upload: made, old: held };
  });
  if (old !== null) await dropFiles(ctx, old);
  return statusOf(upload);
}

/** Open lists show how far it is. */
async function showProgress(ctx: Ctx, tx: Db, upload: UploadRow): Promise<void> {
  const row = await setRecording(tx, upload.recordingId, {
    progress: upload.received / upload.bytes,
    updatedAt: new Date(ctx.now()),
  });
  if (row !== null) await pushRecording(ctx, tx, row);
}

async function uploadOf(ctx: Ctx, server: ServerRow, id: string): Promise<UploadRow> {
  const upload = isId(id) ? await uploadById(ctx.system.read, id) : null;
  if (upload === null || upload.serverId !== server.id) throw notFound();
  return upload;
}

/** How far an upload of this server is. Throws `not_found`. */
export const uploadStatus = async (ctx: Ctx, server: ServerRow, id: string): Promise<UploadStatus> =>
  statusOf(await uploadOf(ctx, server, id));

/** A part: where it begins, its length and SHA-256 as announced, and its bytes. */
export type UploadPart = { offset: number; bytes: number; digest: string; content: Readable };

/** Lets through as many bytes as were announced. */
function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > bytes ? new Failure('too_large', { data: { max: bytes } }) : null, chunk);
    },
  });
}

/** Writes the part whole or not at all, under a name that no other request uses. Throws `wrong_digest`, `too_large`. */
async function keepPart(ctx: Ctx, upload: UploadRow, part: UploadPart): Promise<string> {
  const store = filesOf(ctx.config);
  const name = `${partsFolder(upload)}/${String(part.offset).padStart(14, '0')}-${randomBytes(6).toString('hex')}`;
  // what closed before anybody listened never tells
  if (part.content.destroyed) throw new Failure('bad_request');
  const limit = atMost(part.bytes);
  // the store may still be making its folder when the part is cut off; it learns of it as soon as it reads
  limit.on('error', () => undefined);
  part.content.on('error', (error) => limit.destroy(error));
  part.content.on('close', () => {
    if (!part.content.readableEnded) limit.destroy(new Error('the part was cut off'));
  });
  const written = await store.put(name, part.content.pipe(limit));
  if (written.bytes === part.bytes && written.sha256 === part.digest) return name;
  await store.remove(name);
  throw new Failure('wrong_digest');
}

/**
 * Takes the next part; the last one queues the unpacking. Throws `wrong_offset` with the right one (also when the same part comes
 * twice), `wrong_digest`, `too_large`, `not_found`.
 */
export async function takePart(ctx: Ctx, server: ServerRow, at: { id: string; part: UploadPart }): Promise<UploadStatus> {
  const upload = await uploadOf(ctx, server, at.id);
  const { part } = at;
  if (upload.state !== 'receiving' || upload.received !== part.offset)
    throw new Failure('wrong_offset', { data: { offset: upload.received } });
  const max = Math.min(uploadLimits.part, upload.bytes - part.offset);
  if (part.bytes < 1 || part.bytes > max) throw new Failure('too_large', { data: { max } });
  const name = await keepPart(ctx, upload, part);
  const now = new Date(ctx.now());
  const taken = await ctx.system.write(async (tx) => {
    const grown = await addPart(tx, { id: upload.id, offset: part.offset }, { name, bytes: part.bytes, now });
    if (grown === null) return null;
    await showProgress(ctx, tx, grown);
    if (grown.received < grown.bytes) return grown;
    await ctx.jobs.enqueue(tx, { job: UNPACK_JOB, payload: { id: grown.id }, key: grown.id });
    return setUpload(tx, grown.id, { state: 'checking' });
  });
  if (taken !== null) return statusOf(taken);
  await filesOf(ctx.config).remove(name);
  const { received } = await uploadOf(ctx, server, upload.id);
  throw new Failure('wrong_offset', { data: { offset: received } });
}
