/** What people change: name, who may see it, publishing, the bin. Each bulk verb does what it can and says what it skipped. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import type { RecordingDetail, RecordingItem, recordingsCalls } from '../recordings.contract.ts';
import { dayMs, keepUntil, recordingLimits, type RecordingState, startOf } from '../recordings.rules.ts';
import { detailOf, get, itemsOf } from './list.service.ts';
import {
  findRecording,
  findRecordings,
  handsFor,
  missing,
  need,
  noteDeed,
  recordingEvents,
  type RecordingView,
} from './find.service.ts';
import { isOpenThere } from './open-there.service.ts';
import { lockErasesRecordings } from '#meet/meetings/server/recording.service.ts';
import { recordingsOfGroups } from './extras.queries.ts';
import { insertRecording, lockRecording, moveRecording, type NewRecording, type RecordingRow } from './recordings.queries.ts';

export const ALIGN_JOB = 'recordings.align-server';
export const ERASE_JOB = 'recordings.erase';
export const FETCH_JOB = 'recordings.fetch';
export const AWAITED_JOB = 'recordings.poll-awaited';

type BulkResult = ResultIn<typeof recordingsCalls.publish>;

/** Queues the update of the server that holds it: a recording that is not published here must not be watchable there. */
export async function alignLater(ctx: Ctx, tx: Db, row: RecordingRow): Promise<void> {
  if (row.held === 'server' && row.serverId !== null)
    await ctx.jobs.enqueue(tx, { job: ALIGN_JOB, payload: { id: row.id }, key: row.id });
}

/** Deletes a recording for good without a further question: the files, and the copy on a server, are erased by a job that outlives a restart. */
export async function eraseLater(ctx: Ctx, tx: Db, at: { id: string; from: readonly RecordingState[] }): Promise<void> {
  const row = await moveRecording(tx, at, { state: 'deleting', updatedAt: new Date(ctx.now()) });
  if (row === null) return;
  await ctx.jobs.enqueue(tx, { job: ERASE_JOB, payload: { id: row.id }, key: row.id });
  await noteDeed(ctx, tx, { row, action: 'recordings.destroyed', event: recordingEvents.changed, data: { state: 'deleting' } });
}

/** Inserts a recording that somebody reported; null when it is known already. One of a room that was deleted with its recordings is erased at once. */
export async function insertHeard(ctx: Ctx, tx: Db, row: NewRecording): Promise<RecordingRow | null> {
  const erases = row.meetingId != null && (await lockErasesRecordings(tx, row.meetingId));
  const made = await insertRecording(tx, erases ? { ...row, state: 'deleting' } : row);
  if (made !== null && erases) await ctx.jobs.enqueue(tx, { job: ERASE_JOB, payload: { id: made.id }, key: made.id });
  return made;
}

/**
 * Throws `limit_reached` for an end that the plan of its account does not allow. The end that it has may stay, and what was kept
 * without one still has the days of the notice.
 */
async function mustKeepWithin(ctx: Ctx, tx: Db, wish: { held: RecordingRow; until: number | null }): Promise<void> {
  const { held, until } = wish;
  const before = held.keepUntil?.getTime() ?? null;
  const { recordingDays: days } = await entitlementsFor(tx, held.accountId);
  if (days === null || until === before) return;
  const byPlan = (startOf(held) ?? ctx.now()) + days * dayMs;
  const latest = Math.max(byPlan, before ?? ctx.now() + recordingLimits.noticeDays * dayMs);
  if (until === null || until > latest)
    throw limitReached({ accountId: held.accountId, limit: 'recordingDays', max: days, wanted: null });
}

/** People acting for somebody may not watch, so they do not decide who may, either. Throws `acting_for_somebody`. */
function mustLeaveSeers(ctx: Ctx, held: RecordingRow, { visibility, protect }: Partial<NewRecording>): void {
  const same = (visibility ?? held.visibility) === held.visibility && (protect ?? held.protect) === held.protect;
  if (actorOf(ctx).impersonator !== undefined && !same) throw new Failure('acting_for_somebody');
}

/**
 * Changes fields. Throws `conflict` when somebody else did since `revision`, `limit_reached` for a time beyond the plan, and
 * `open_there` for the protection of what its server shows to everybody.
 */
export async function edit(ctx: Ctx, id: string, body: Parsed<typeof recordingsCalls.edit>['body']): Promise<RecordingDetail> {
  const view = await findRecording(ctx, id);
  need(ctx, view, 'edit');
  const { name, visibility, protect } = body;
  const change: Partial<NewRecording> = {
    ...(name === undefined ? {} : { name }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(protect === undefined ? {} : { protect }),
    ...(body.keepUntil === undefined
      ? {}
      : { keepUntil: body.keepUntil === null ? null : new Date(body.keepUntil), keepOwn: true, warnedAt: null }),
    updatedAt: new Date(ctx.now()),
  };
  await handsFor(ctx, view.row).write(async (tx) => {
    const held = await lockRecording(tx, id);
    if (held === null) throw new Failure('not_found');
    if (held.revision !== body.revision) throw new Failure('conflict', { data: { revision: held.revision } });
    mustLeaveSeers(ctx, held, change);
    if (protect === true && !held.protect && isOpenThere(ctx, held)) throw new Failure('open_there');
    if (body.keepUntil !== undefined) await mustKeepWithin(ctx, tx, { held, until: body.keepUntil });
    const row = await moveRecording(tx, { id, from: [held.state] }, change);
    if (row === null) throw new Failure('not_found');
    const fields = Object.keys(body).filter((field) => field !== 'revision');
    await noteDeed(ctx, tx, {
      row,
      action: 'recordings.changed',
      event: recordingEvents.changed,
      data: { fields: fields.join(',') },
    });
  });
  return get(ctx, id);
}

type StepChange = Partial<NewRecording> & { state: RecordingState };
type RecordingStep = {
  right: 'edit' | 'remove';
  from: readonly RecordingState[];
  change: (row: RecordingRow, tx: Db) => StepChange | Promise<StepChange>;
  action: string;
  also?: (tx: Db, row: RecordingRow) => Promise<void>;
};

/** Takes one recording a step further. Returns why not, or null. */
async function takeStep(ctx: Ctx, view: RecordingView | undefined, step: RecordingStep): Promise<string | null> {
  if (view === undefined) return 'not_found';
  if (missing(ctx, view, step.right) !== null) return 'not_allowed';
  return handsFor(ctx, view.row).write(async (tx) => {
    const held = await lockRecording(tx, view.row.id);
    if (held === null || !step.from.includes(held.state)) return 'not_possible';
    const change = { ...(await step.change(held, tx)), updatedAt: new Date(ctx.now()) };
    const row = await moveRecording(tx, { id: held.id, from: [held.state] }, change);
    if (row === null) return 'not_possible';
    await step.also?.(tx, row);
    await noteDeed(ctx, tx, { row, action: step.action, event: recordingEvents.changed, data: { state: row.state } });
    return null;
  });
}

/** Recordings of groups go with that of their main room, where the person may do so. */
async function forGroups(ctx: Ctx, ids: readonly string[], step: RecordingStep): Promise<void> {
  const groups = (await recordingsOfGroups(ctx.system.read, ids)).filter((id) => !ids.includes(id));
  const views = await findRecordings(ctx, groups);
  for (const id of groups) await takeStep(ctx, views.get(id), step);
}

async function forEach(ctx: Ctx, ids: readonly string[], step: RecordingStep): Promise<BulkResult> {
  const unique = [...new Set(ids)];
  const views = await findRecordings(ctx, unique);
  const skipped: BulkResult['skipped'] = [];
  for (const id of unique) {
    const reason = await takeStep(ctx, views.get(id), step);
    if (reason !== null) skipped.push({ id, reason });
  }
  if (step.right === 'remove') await forGroups(ctx, unique, step);
  return { changed: unique.length - skipped.length, skipped };
}

export const publish = (ctx: Ctx, ids: readonly string[]): Promise<BulkResult> =>
  forEach(ctx, ids, {
    right: 'edit',
    from: ['unpublished'],
    change: () => ({ state: 'published' }),
    action: 'recordings.published',
    also: (tx, row) => alignLater(ctx, tx, row),
  });

export const unpublish = (ctx: Ctx, ids: readonly string[]): Promise<BulkResult> =>
  forEach(ctx, ids, {
    right: 'edit',
    from: ['published'],
    change: () => ({ state: 'unpublished' }),
    action: 'recordings.unpublished',
    also: (tx, row) => alignLater(ctx, tx, row),
  });

export const remove = (ctx: Ctx, ids: readonly string[]): Promise<BulkResult> =>
  forEach(ctx, ids, {
    right: 'remove',
    from: ['published', 'unpublished', 'failed'],
    change: (row) => ({ state: 'recycled', stateBefore: row.state, recycledAt: new Date(ctx.now()) }),
    action: 'recordings.recycled',
    also: (tx, row) => alignLater(ctx, tx, row),
  });

/** One that the keeping time brought to the bin would be back at once: it stays, or for the days of the notice where the plan has an end. */
async function keptOn(ctx: Ctx, tx: Db, row: RecordingRow): Promise<Partial<NewRecording>> {
  if (row.keepUntil === null || row.keepUntil.getTime() > ctx.now()) return {};
  const { recordingDays } = await entitlementsFor(tx, row.accountId);
  const until = keepUntil({ startedAt: row.startedAt.getTime() }, { days: recordingDays, now: ctx.now() });
  return { keepUntil: until === null ? null : new Date(until), keepOwn: true };
}

export const restore = (ctx: Ctx, ids: readonly string[]): Promise<BulkResult> =>
  forEach(ctx, ids, {
    right: 'remove',
    from: ['recycled'],
    change: async (row, tx) => ({
      state: row.stateBefore ?? 'unpublished',
      stateBefore: null,
      stateReason: null,
      recycledAt: null,
      ...(await keptOn(ctx, tx, row)),
      warnedAt: null,
    }),
    action: 'recordings.restored',
    also: (tx, row) => alignLater(ctx, tx, row),
  });

export const destroy = (ctx: Ctx, ids: readonly string[]): Promise<BulkResult> =>
  forEach(ctx, ids, {
    right: 'remove',
    from: ['recycled'],
    change: () => ({ state: 'deleting' }),
    action: 'recordings.destroyed',
    also: (tx, row) => ctx.jobs.enqueue(tx, { job: ERASE_JOB, payload: { id: row.id }, key: row.id }),
  });

/** Tries again what failed; also an erasing that its server did not take. Throws `not_possible`. */
export async function retry(ctx: Ctx, id: string): Promise<RecordingItem> {
  const view = await findRecording(ctx, id);
  need(ctx, view, 'edit');
  const reason = await takeStep(ctx, view, {
    right: 'edit',
    from: ['failed'],
    change: () => ({ state: 'processing', stateReason: null, progress: null }),
    action: 'recordings.retried',
  });
  if (reason !== null) throw new Failure('not_possible');
  const [item] = await itemsOf(ctx, [await findRecording(ctx, id)]);
  if (item === undefined) throw new Failure('not_found');
  return item;
}

/** The answer of a verb that leaves the recording there. */
export const refreshed = async (ctx: Ctx, id: string): Promise<RecordingDetail> => detailOf(ctx, await findRecording(ctx, id));
