/** Background work: servers are aligned, files erased, expired recordings moved, the bin emptied. Across accounts, hence the rights of the system. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { clientFor, serverOf } from '#meet/servers/server/servers.service.ts';
import { dayMs, recordingLimits } from '../recordings.rules.ts';
import { alignLater, ERASE_JOB, eraseLater } from './change.service.ts';
import { dropOldLinks } from './extras.queries.ts';
import { noteDeed, recordingEvents } from './find.service.ts';
import { askFor } from './ingest.service.ts';
import { folderOf } from './play-files.service.ts';
import { longInBin, outlived, stuck, toWarn } from './keep.queries.ts';
import { inState, moveRecording, recordingById, type RecordingRow, setRecording } from './recordings.queries.ts';
import { eraseUploads } from './unpack.service.ts';

/** Tells the server that holds it whether it is published. Throws so that the job comes again. */
export async function alignServer(ctx: Ctx, id: string): Promise<void> {
  const row = await recordingById(ctx.system.read, id);
  if (row === null || row.held === 'here' || row.serverId === null) return;
  if (row.state !== 'published' && row.state !== 'unpublished' && row.state !== 'recycled') return;
  const server = await serverOf(ctx, row.serverId);
  if (server === null) return;
  const answer = await clientFor(ctx, server).publishRecordings({
    recordIds: [row.recordId],
    publish: row.state === 'published',
  });
  // one that it does not have any more is noted by the next list
  if (!answer.ok && answer.key !== 'notFound') throw new Error(`the server refused to change a recording: ${answer.key}`);
}

/** Asks the server to delete it. True once its own list does not have it any more. */
async function isGoneThere(ctx: Ctx, row: RecordingRow): Promise<boolean> {
  const server = row.serverId === null ? null : await serverOf(ctx, row.serverId);
  if (server === null || server.state === 'retired') return true;
  const listed = async () => (await askFor(ctx, server, [row.recordId])).some((one) => one.state !== 'deleted');
  if (!(await listed())) return true;
  await clientFor(ctx, server).deleteRecordings([row.recordId]);
  return !(await listed());
}

/**
 * Erases what is to be deleted: here, then at its server, and only when that is true it counts as deleted. What is deleted already is
 * erased at a server that lists it again. Throws to come again.
 */
export async function erase(ctx: Ctx, id: string): Promise<void> {
  const row = await recordingById(ctx.system.read, id);
  if (row === null || (row.state !== 'deleting' && row.state !== 'deleted')) return;
  await eraseUploads(ctx, id);
  await filesOf(ctx.config).removeAll(folderOf(row));
  if (!(await isGoneThere(ctx, row))) throw new Error('the server still lists a recording that is to be deleted');
  await ctx.system.write(async (tx) => {
    const at = new Date(ctx.now());
    const gone = await moveRecording(
      tx,
      { id, from: ['deleting'] },
      { state: 'deleted', deletedAt: at, updatedAt: at, formats: [], bytes: 0, metadata: {} },
    );
    if (gone !== null) await noteDeed(ctx, tx, { row: gone, action: 'recordings.deleted', event: recordingEvents.deleted });
  });
}

const noticeMs = recordingLimits.noticeDays * dayMs;

async function readersOf(tx: Db, row: RecordingRow): Promise<string[]> {
  return row.ownerId === null ? findOwners(tx, row.accountId) : [row.ownerId];
}

/** Says that the keeping time ends soon; once for each end. */
async function warnSome(ctx: Ctx): Promise<number> {
  return ctx.system.write(async (tx) => {
    const rows = await toWarn(tx, new Date(ctx.now() + noticeMs));
    for (const row of rows) {
      const until = Math.max(row.keepUntil?.getTime() ?? 0, ctx.now() + noticeMs);
      // nobody loses a recording without the days between notice and end
      await setRecording(tx, row.id, { warnedAt: new Date(ctx.now()), keepUntil: new Date(until) });
      for (const userId of await readersOf(tx, row))
        await notify(ctx, tx, {
          userId,
          accountId: row.accountId,
          kind: 'recordingExpiring',
          data: { recording: row.name, until },
          link: '/recordings/myRecordings',
        });
    }
    return rows.length;
  });
}

async function recycleSome(ctx: Ctx): Promise<number> {
  return ctx.system.write(async (tx) => {
    const now = new Date(ctx.now());
    const rows = await outlived(tx, { now, toldBefore: new Date(ctx.now() - noticeMs + dayMs) });
    for (const { id, state } of rows) {
      const change = {
        state: 'recycled' as const,
        stateBefore: state,
        stateReason: 'keeping_time',
        recycledAt: now,
        updatedAt: now,
      };
      const row = await moveRecording(tx, { id, from: [state] }, change);
      if (row === null) continue;
      await alignLater(ctx, tx, row);
      await noteDeed(ctx, tx, {
        row,
        action: 'recordings.outlived',
        event: recordingEvents.changed,
        data: { state: 'recycled' },
      });
    }
    return rows.length;
  });
}

async function emptySome(ctx: Ctx): Promise<number> {
  return ctx.system.write(async (tx) => {
    const rows = await longInBin(tx, new Date(ctx.now() - recordingLimits.binDays * dayMs));
    for (const { id } of rows) await eraseLater(ctx, tx, { id, from: ['recycled'] });
    return rows.length;
  });
}

/** How long something may be in the making before it counts as failed. */
const madeWithin = 3 * dayMs;

async function failStuck(ctx: Ctx): Promise<void> {
  const at = new Date(ctx.now());
  for (const { id, state } of await stuck(ctx.system.read, new Date(ctx.now() - madeWithin)))
    await ctx.system.write(async (tx) => {
      const row = await moveRecording(tx, { id, from: [state] }, { state: 'failed', stateReason: 'timeout', updatedAt: at });
      if (row !== null) await noteDeed(ctx, tx, { row, action: 'recordings.failed', event: recordingEvents.changed });
    });
}

/** Everything that time brings, a batch after the other until nothing is left. May run at any time and twice. */
export async function keepHouse(ctx: Ctx): Promise<void> {
  while ((await warnSome(ctx)) > 0);
  while ((await recycleSome(ctx)) > 0);
  while ((await emptySome(ctx)) > 0);
  await failStuck(ctx);
  await ctx.system.write((tx) => dropOldLinks(tx, new Date(ctx.now())));
}

/** Queues again what is to be erased: a server may have been away longer than its job had patience. */
export async function eraseAgain(ctx: Ctx): Promise<void> {
  for (const { id } of await inState(ctx.system.read, 'deleting', 500))
    await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: ERASE_JOB, payload: { id }, key: id }));
}
