/** What servers tell of recordings becomes rows of ours, and what they no longer have is noted as gone. Across accounts, hence the system's hands. */
import type { Recording } from '@atrium/bbb/recordings/recording-reading';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import type { RecordingState } from '../recordings.rules.ts';
import { alignLater, ERASE_JOB, FETCH_JOB, insertHeard } from './change.service.ts';
import { noteDeed, pushRecording, recordingEvents } from './find.service.ts';
import { bytesWithHere, leftHere, lengthWithHere, withHere } from './formats.service.ts';
import { factsOf, firstStateOfKnown, rowFor, stateOf } from './new-row.service.ts';
import {
  lockRecording,
  moveRecording,
  type NewRecording,
  recordingByRecordId,
  type RecordingRow,
  setRecording,
} from './recordings.queries.ts';
import { openUploads } from './uploads.queries.ts';

const isWatchable = (state: RecordingState | null) => state === 'published' || state === 'unpublished';
const isAwaited = (state: RecordingState) => state === 'processing' || state === 'capturing' || state === 'failed';

async function takeNew(ctx: Ctx, server: ServerRow, said: Recording): Promise<void> {
  const row = await rowFor(ctx, { serverId: server.id, fallback: null }, said);
  if (row === null) return;
  await ctx.system.write(async (tx) => {
    const made = await insertHeard(ctx, tx, row);
    if (made === null) return;
    const event = isWatchable(made.state) ? { event: recordingEvents.ready } : {};
    await noteDeed(ctx, tx, { row: made, action: 'recordings.heard', ...event, data: { state: made.state } });
    await alignLaterIfUnlike(ctx, tx, { row: made, state: stateOf(said) });
    await fetchLater(ctx, tx, { server, row: made });
  });
}

/** Whether it is published is for us to say; a server that says otherwise follows. */
async function alignLaterIfUnlike(
  ctx: Ctx,
  tx: Db,
  { row, state }: { row: RecordingRow; state: RecordingState | null },
): Promise<void> {
  // one in the bin must not be watchable on its server either
  const ours = row.state === 'published' ? 'published' : 'unpublished';
  if (isWatchable(state) && !isAwaited(row.state) && state !== ours) await alignLater(ctx, tx, row);
}

/** The files of our own engine are brought into the store. */
async function fetchLater(ctx: Ctx, tx: Db, at: { server: ServerRow; row: RecordingRow }): Promise<void> {
  if (at.server.kind === 'engine' && isWatchable(at.row.state))
    await ctx.jobs.enqueue(tx, { job: FETCH_JOB, payload: { id: at.row.id }, key: at.row.id });
}

/**
 * What a repeated report of its server may change. Programs change metadata only here, not at the server, so these changes win over the
 * metadata that the server reports when processing ends; later reports do not touch metadata.
 */
function newsOf(held: RecordingRow, said: Recording): Partial<NewRecording> {
  const { metadata, ...told } = factsOf(said);
  const formats = withHere(held.formats, told.formats ?? []);
  const facts = {
    ...told,
    formats,
    bytes: bytesWithHere(formats, told.bytes ?? 0),
    lengthMs: lengthWithHere(formats, told.lengthMs ?? 0),
  };
  return isAwaited(held.state) ? { ...facts, metadata: { ...metadata, ...held.metadata } } : facts;
}

/** Nothing more is brought of it: it waits for no server, or one that had lost it may tell it again. */
function takesNoNews(held: RecordingRow, server: ServerRow): boolean {
  if (held.state === 'deleting' || held.state === 'deleted') return true;
  if (held.held === 'server') return false;
  const wholeHere = held.formats.length > 0 && held.formats.every((one) => one.here !== undefined);
  return !(wholeHere && held.serverId === null && server.kind === 'bbb');
}

/** It was erased on purpose: a server that listed nothing while it was still making it has it after all. */
const isErasedHere = (held: RecordingRow): boolean => held.state === 'deleted' && held.stateReason !== 'gone_from_server';
const eraseThere = (ctx: Ctx, tx: Db, { id }: RecordingRow): Promise<void> =>
  ctx.jobs.enqueue(tx, { job: ERASE_JOB, payload: { id }, key: id });

/** The server reported it again, so earlier absences do not count. */
const heard = (server: ServerRow) => ({ held: 'server', serverId: server.id, missed: 0, missedSince: null }) as const;

/** What the server says of one that we know. Whether it is published is for us to say, once it was; the server follows. */
async function takeKnown(ctx: Ctx, server: ServerRow, known: { row: RecordingRow; said: Recording }): Promise<void> {
  const { said } = known;
  const state = stateOf(said);
  await ctx.system.write(async (tx) => {
    const held = await lockRecording(tx, known.row.id);
    if (held !== null && isErasedHere(held) && state !== 'deleted') return eraseThere(ctx, tx, held);
    if (held === null || takesNoNews(held, server)) return;
    if (state === 'deleted') return held.held === 'here' ? undefined : void (await forget(ctx, tx, held));
    if (isAwaited(held.state) && isWatchable(state)) {
      const first = (await firstStateOfKnown(tx, held, said)) ?? held.state;
      const row = await moveRecording(
        tx,
        { id: held.id, from: [held.state] },
        {
          ...newsOf(held, said),
          state: first,
          stateReason: null,
          progress: null,
          ...heard(server),
          updatedAt: new Date(ctx.now()),
        },
      );
      if (row === null) return;
      await noteDeed(ctx, tx, { row, action: 'recordings.ready', event: recordingEvents.ready });
      await alignLaterIfUnlike(ctx, tx, { row, state });
      return fetchLater(ctx, tx, { server, row });
    }
    const row = await setRecording(tx, held.id, { ...newsOf(held, said), ...heard(server) });
    if (row === null) return;
    await alignLaterIfUnlike(ctx, tx, { row, state });
    if (row.formats.length !== held.formats.length) await pushRecording(ctx, tx, row);
  });
}

/** Lists in a row in which a recording must be missing, over at least that long in milliseconds, before it counts as gone. */
const missedLists = 3;
const missedFor = 86_400_000;

/** Its server did not list it. A server that is being repaired or moved may list nothing for a while, so it is gone only after several lists. */
export async function miss(ctx: Ctx, tx: Db, held: RecordingRow): Promise<void> {
  const missed = held.missed + 1;
  const since = held.missedSince ?? new Date(ctx.now());
  if (missed >= missedLists && ctx.now() - since.getTime() >= missedFor) return forget(ctx, tx, held);
  await setRecording(tx, held.id, { missed, missedSince: since });
}

/** Its server does not have it any more. What has come here stays and plays from here; what is on its way is waited for. */
export async function forget(ctx: Ctx, tx: Db, held: RecordingRow): Promise<void> {
  const at = new Date(ctx.now());
  if ((await openUploads(tx, held.id)).length > 0) return;
  const left = leftHere(held);
  if (left !== null) return void (await setRecording(tx, held.id, { ...left, updatedAt: at }));
  const row = await moveRecording(
    tx,
    { id: held.id, from: ['processing', 'published', 'unpublished', 'failed', 'recycled', 'deleting'] },
    { state: 'deleted', stateReason: 'gone_from_server', deletedAt: at, updatedAt: at, formats: [], bytes: 0 },
  );
  if (row !== null) await noteDeed(ctx, tx, { row, action: 'recordings.gone', event: recordingEvents.deleted });
}

/** Stores one recording as a server reports it. */
export async function take(ctx: Ctx, server: ServerRow, said: Recording): Promise<void> {
  if (said.recordID === '') return;
  const row = await recordingByRecordId(ctx.system.read, said.recordID);
  await (row === null ? takeNew(ctx, server, said) : takeKnown(ctx, server, { row, said }));
}
