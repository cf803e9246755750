/** Cancels one date, it and those that follow, or all that has not begun. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { handsOf, need } from '#meet/rooms/server/access.service.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import type { ScheduledMeetingChange } from '../schedule.contract.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { openSeries, type OpenSeries, scopeIn } from './changing.service.ts';
import { deleteFeedsOfRoom } from './feeds.queries.ts';
import { type MeetingNews, tellInvitees } from './inviting.service.ts';
import { noteSeries } from './planning.service.ts';
import {
  deleteDate,
  deleteDatesOfRoom,
  exceptionsOf,
  inviteesOf,
  openSeriesOfRoom,
  putException,
  setDates,
  setSeries,
} from './schedule.queries.ts';
import type { ExceptionRow } from './schedule.table.ts';
import { endBefore, type SeriesWithExceptions } from './splitting.service.ts';
import { findSeries } from './views.service.ts';

async function cancelOne(ctx: Ctx, tx: Db, { series, exceptions, recurrence, view }: OpenSeries): Promise<void> {
  if (exceptions.length >= scheduleLimits.exceptions)
    throw new Failure('too_many', { data: { most: scheduleLimits.exceptions } });
  const next = { ...series, sequence: series.sequence + 1, version: series.version + 1, updatedAt: new Date(ctx.now()) };
  const before = exceptions.find((one) => one.recurrence === recurrence);
  const own: ExceptionRow = {
    ...{ meetingId: series.id, accountId: series.accountId, roomId: series.roomId, recurrence, cancelled: true },
    ...{ title: before?.title ?? null, description: null, start: before?.start ?? null, minutes: before?.minutes ?? null },
  };
  await putException(tx, own);
  await setSeries(tx, series.id, { sequence: next.sequence, version: next.version, updatedAt: next.updatedAt });
  await deleteDate(tx, { meetingId: series.id, recurrence });
  const news = {
    kind: 'cancelled',
    series: next,
    room: view.room.row,
    exceptions: [...exceptions.filter((one) => one !== before), own],
    recurrence,
  } as const;
  await tellInvitees(ctx, tx, { news, invitees: await inviteesOf(tx, series.id) });
}

async function cancelFollowing(ctx: Ctx, tx: Db, { open, from }: { open: OpenSeries; from: string }): Promise<void> {
  const { series, exceptions } = await endBefore(ctx, tx, { open, from });
  const news = { kind: 'ended', series, room: open.view.room.row, exceptions, recurrence: null, from } as const;
  await tellInvitees(ctx, tx, { news, invitees: await inviteesOf(tx, series.id) });
}

type SeriesInRoom = SeriesWithExceptions & { room: MeetingNews['room'] };
async function cancelAll(ctx: Ctx, tx: Db, { series, exceptions, room }: SeriesInRoom): Promise<void> {
  const at = new Date(ctx.now());
  const next = { ...series, sequence: series.sequence + 1, version: series.version + 1, updatedAt: at, cancelledAt: at };
  await setSeries(tx, series.id, { sequence: next.sequence, version: next.version, updatedAt: at, cancelledAt: at });
  await setDates(tx, { meetingId: series.id, from: new Date(0) }, []);
  const news = { kind: 'cancelled', series: next, room, exceptions, recurrence: null } as const;
  await tellInvitees(ctx, tx, { news, invitees: await inviteesOf(tx, series.id) });
}

/** What an account planned in a room that went to another one: nobody could change or cancel it any more. `tx` is the system's. */
export async function leaveRoom(ctx: Ctx, tx: Db, { roomId, accountId }: { roomId: string; accountId: string }): Promise<void> {
  const room = await roomOf(tx, roomId);
  if (room === null) return;
  for (const series of await openSeriesOfRoom(tx, { roomId, accountId }, new Date(ctx.now()))) {
    await cancelAll(ctx, tx, { series, exceptions: await exceptionsOf(tx, series.id), room });
    await noteSeries(ctx, tx, { series, action: 'schedule.cancelled', data: { scope: 'all', recurrence: series.start } });
  }
  await deleteDatesOfRoom(tx, { roomId, accountId });
  await deleteFeedsOfRoom(tx, { roomId, accountId });
}

type ScopedChange = Pick<ScheduledMeetingChange, 'version' | 'scope' | 'recurrence'>;
export async function cancel(ctx: Ctx, id: string, body: ScopedChange): Promise<{ done: true }> {
  const view = await findSeries(ctx, id);
  need(ctx, view.room, 'edit');
  await handsOf(ctx, view.room.row).write(async (tx) => {
    const open = await openSeries(tx, view, body);
    const { scope, from } = await scopeIn(ctx, tx, { open, scope: body.scope, moves: true });
    if (scope === 'this') await cancelOne(ctx, tx, open);
    else if (scope === 'following') await cancelFollowing(ctx, tx, { open, from });
    else await cancelAll(ctx, tx, { ...open, room: view.room.row });
    const { series, recurrence } = open;
    await noteSeries(ctx, tx, { series, action: 'schedule.cancelled', data: { scope, recurrence } });
  });
  return { done: true };
}
