/** Which recordings are asked for, and what the asking person may do with each. */
import { notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db, DbScope } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { actorOf, askerOf, eyesOf, handsOf, type RoomView } from '#meet/rooms/server/access.service.ts';
import { visibleRooms } from '#meet/rooms/server/live.service.ts';
import { type RecordingRights, type RecordingRole, rightsFor, roleFor } from '../recordings.rules.ts';
import { recordingsByIds, type RecordingRow, setRecording } from './recordings.queries.ts';

export type RecordingView = { row: RecordingRow; room: RoomView | null; role: RecordingRole; rights: RecordingRights };

/** These recordings with what the person may do with each. `db`: a transaction that reads their rooms. */
export async function viewRecordings(ctx: Ctx, rows: readonly RecordingRow[], db: Db = eyesOf(ctx)): Promise<RecordingView[]> {
  const asker = askerOf(ctx);
  const ids = rows.flatMap((row) => (row.roomId === null ? [] : [row.roomId]));
  const rooms = asker === null || ids.length === 0 ? new Map<string, RoomView>() : await visibleRooms(ctx, ids, db);
  return rows.map((row) => {
    const room = row.roomId === null ? undefined : rooms.get(row.roomId);
    // a room that went to another account does not take its former account's recordings along
    const held = room?.row.accountId === row.accountId ? room : null;
    const facts = { ...row, tagKeys: held?.row.tagKeys ?? [] };
    const role = roleFor(asker, facts, held?.part ?? null);
    return { row, room: held, role, rights: rightsFor(asker, facts, role) };
  });
}

/** Those of the ids that the person may see. */
export async function findRecordings(ctx: Ctx, ids: readonly string[]): Promise<Map<string, RecordingView>> {
  const views = await viewRecordings(ctx, await recordingsByIds(eyesOf(ctx), ids));
  return new Map(views.filter((view) => view.rights.see).map((view) => [view.row.id, view]));
}

/** Those of the ids that play for everybody, strangers too. */
export async function openRecordings(db: Db, ids: readonly string[]): Promise<RecordingRow[]> {
  const rows = await recordingsByIds(db, ids);
  return rows.filter((row) => rightsFor(null, row, 'stranger').play);
}

/** A recording that the person may see. Throws `not_found`. */
export async function findRecording(ctx: Ctx, id: string): Promise<RecordingView> {
  const view = (await findRecordings(ctx, [id])).get(id);
  if (view === undefined) throw notFound();
  return view;
}

const permissionOf = { edit: 'recordings.edit', remove: 'recordings.delete' } as const;

/** What is missing for it: the permission itself, or the one over recordings of colleagues. Null: nothing. */
export function missing(ctx: Ctx, view: RecordingView, right: keyof typeof permissionOf): string | null {
  if (view.rights[right]) return null;
  return actorOf(ctx).scope.includes(permissionOf[right]) ? 'recordings.manage' : permissionOf[right];
}

/** Throws `not_allowed` naming what is missing. */
export function need(ctx: Ctx, view: RecordingView, right: keyof typeof permissionOf): void {
  const permission = missing(ctx, view, right);
  if (permission !== null) throw notAllowed(permission);
}

/** Where it is written: the system writes for a co-owner of another account, once the rule has allowed it. */
export const handsFor = (ctx: Ctx, row: RecordingRow): DbScope => (ctx.actor.kind === 'user' ? handsOf(ctx, row) : ctx.system);

/** What recordings tell others; all carry `recordingId` and `recordId`. `ready`: it is made, and may wait for its owner. `published`: for the first time. */
export const recordingEvents = {
  ready: 'recordings.ready',
  published: 'recordings.published',
  changed: 'recordings.changed',
  deleted: 'recordings.deleted',
} as const;

/** Tells open lists. */
export async function pushRecording(ctx: Ctx, tx: Db, row: RecordingRow): Promise<void> {
  for (const topic of [`account:${row.accountId}`, 'operator'])
    await ctx.bus.push(tx, {
      topic,
      kind: 'recording',
      data: { recordingId: row.id, roomId: row.roomId, state: row.state, progress: row.progress },
    });
}

export type RecordingAction = {
  row: RecordingRow;
  action: string;
  event?: string;
  data?: Record<string, string | number | boolean | null>;
};

/** Once for each recording. Of one that a silent deed published nobody hears later, either. */
async function tellPublished(ctx: Ctx, tx: Db, { row, event }: RecordingAction): Promise<void> {
  if (row.state !== 'published' || row.readyToldAt !== null) return;
  await setRecording(tx, row.id, { readyToldAt: new Date(ctx.now()) });
  if (event === undefined) return;
  await ctx.events.publish(ctx, tx, {
    name: recordingEvents.published,
    accountId: row.accountId,
    data: { recordingId: row.id, recordId: row.recordId },
  });
}

/** What follows a change, in its transaction: the note who did it, the news, the push to open screens. */
export async function noteDeed(ctx: Ctx, tx: Db, deed: RecordingAction): Promise<void> {
  const { row, action, event, data = {} } = deed;
  await record(ctx, tx, { action, subjectKind: 'recording', subjectId: row.id, accountId: row.accountId, data });
  if (event !== undefined)
    await ctx.events.publish(ctx, tx, {
      name: event,
      accountId: row.accountId,
      data: { recordingId: row.id, recordId: row.recordId, ...data },
    });
  await tellPublished(ctx, tx, deed);
  await pushRecording(ctx, tx, row);
}
