/** Changes of one date, of it and those that follow, or of all. Dates that began stay as they were. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { handsOf, need } from '#meet/rooms/server/access.service.ts';
import type { ScheduledMeetingChange, ScheduledMeetingDetail } from '../schedule.contract.ts';
import { type ChangeScope, isWallTime, scheduleLimits } from '../schedule.rules.ts';
import { changedSeries, changesTimes, movedExceptions } from './changed-series.service.ts';
import { dayMs, hasRecurrence, instantOf, nextDate } from './expanding.service.ts';
import { holdMove, isQuietMove } from './held-moves.service.ts';
import {
  addressesOfInvitees,
  countInvitations,
  type EarlierTime,
  type InviteeChange,
  resetAnswers,
  setInvitees,
  takeAnswers,
  tellInvitees,
} from './inviting.service.ts';
import { rebuildDates, putDate } from './keeping.service.ts';
import { noteSeries, requireDates } from './planning.service.ts';
import {
  deleteException,
  exceptionsOf,
  firstToBegin,
  inviteesOf,
  lastBegun,
  lockSeries,
  putException,
  setExceptions,
  setSeries,
} from './schedule.queries.ts';
import type { ExceptionRow, SeriesRow } from './schedule.table.ts';
import { splitSeries } from './splitting.service.ts';
import { detailOf, findSeries, type SeriesView } from './views.service.ts';

type ScopedChange = Pick<ScheduledMeetingChange, 'version' | 'scope' | 'recurrence'>;
/** The series as it is in the transaction, and the date that is named. */
export type OpenSeries = { series: SeriesRow; exceptions: ExceptionRow[]; recurrence: string; view: SeriesView };

/** Throws `changed_meanwhile` when somebody saved first, and `not_found` for a date that the series does not have. */
export async function openSeries(tx: Db, view: SeriesView, { version, recurrence }: ScopedChange): Promise<OpenSeries> {
  const series = await lockSeries(tx, view.series.id);
  if (series === null || series.cancelledAt !== null) throw notFound();
  if (series.version !== version)
    throw new Failure('changed_meanwhile', { data: { version: series.version, by: null, at: series.updatedAt.getTime() } });
  const exceptions = await exceptionsOf(tx, series.id);
  const gone = exceptions.some((one) => one.recurrence === recurrence && one.cancelled);
  if (gone || !isWallTime(recurrence) || !hasRecurrence(series, recurrence)) throw notFound();
  return { series, exceptions, recurrence, view };
}

/**
 * What the change is about in the end: a single meeting is all there is, and of a series that began only what has not begun moves
 * (`from`: the first of those). Throws `no_dates` when there is none.
 */
export async function scopeIn(
  ctx: Ctx,
  tx: Db,
  { open, scope, moves }: { open: OpenSeries; scope: ChangeScope; moves: boolean },
): Promise<{ scope: ChangeScope; from: string }> {
  const { series, recurrence } = open;
  if (series.repeat === null) return { scope: 'all', from: series.start };
  if (scope === 'this') return { scope, from: recurrence };
  const wanted = scope === 'all' ? series.start : recurrence;
  const from = moves ? await notBegun(ctx, tx, { series, wanted }) : wanted;
  return { scope: from === series.start ? 'all' : 'following', from };
}

/** The wanted date, or the first after it that has not begun, when it or one that follows it began. */
async function notBegun(ctx: Ctx, tx: Db, { series, wanted }: { series: SeriesRow; wanted: string }): Promise<string> {
  const now = new Date(ctx.now());
  const last = await lastBegun(tx, series.id, now);
  // dates of long ago are not kept
  const longAgo = instantOf(wanted, series.zone) < ctx.now() - scheduleLimits.behind * dayMs;
  if (!longAgo && (last === null || last < wanted)) return wanted;
  const first = await firstToBegin(tx, { meetingId: series.id, after: last ?? wanted }, now);
  if (first === null) throw new Failure('no_dates');
  return first;
}

const forOne = ['title', 'description', 'start', 'minutes'] as const;

const isMoved = (own: ExceptionRow, before: ExceptionRow | undefined) =>
  own.start !== (before?.start ?? null) || own.minutes !== (before?.minutes ?? null);

/** Null where the date is as its series has it. */
function ownParts(series: SeriesRow, own: ExceptionRow): ExceptionRow {
  const unlike = <T>(value: T, usual: T): T | null => (value === usual ? null : value);
  return {
    ...own,
    title: unlike(own.title, series.title),
    description: unlike(own.description, series.description),
    start: unlike(own.start, own.recurrence),
    minutes: unlike(own.minutes, series.minutes),
  };
}
const isUsual = ({ title, description, start, minutes }: ExceptionRow): boolean =>
  [title, description, start, minutes].every((one) => one === null);

async function changeOne(ctx: Ctx, tx: Db, { open, body }: { open: OpenSeries; body: ScheduledMeetingChange }): Promise<void> {
  const { series, exceptions, recurrence, view } = open;
  const { version: _v, scope: _s, recurrence: _r, quietSeconds: seconds, ...fields } = body;
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (named.some(([name]) => !forOne.some((one) => one === name))) throw new Failure('not_for_one');
  const before = exceptions.find((one) => one.recurrence === recurrence);
  if (before === undefined && exceptions.length >= scheduleLimits.exceptions)
    throw new Failure('too_many', { data: { most: scheduleLimits.exceptions } });
  const own = ownParts(series, {
    ...{ meetingId: series.id, accountId: series.accountId, roomId: series.roomId, recurrence, cancelled: false },
    title: body.title ?? before?.title ?? null,
    description: body.description ?? before?.description ?? null,
    start: body.start ?? before?.start ?? null,
    minutes: body.minutes ?? before?.minutes ?? null,
  });
  const next = { ...series, sequence: series.sequence + 1, version: series.version + 1, updatedAt: new Date(ctx.now()) };
  await (isUsual(own) ? deleteException(tx, own) : putException(tx, own));
  await setSeries(tx, series.id, { sequence: next.sequence, version: next.version, updatedAt: next.updatedAt });
  await putDate(ctx, tx, { series: next, own });
  const invitees = await inviteesOf(tx, series.id);
  const all = [...exceptions.filter((one) => one !== before), own];
  const [start, minutes] = [before?.start ?? recurrence, before?.minutes ?? series.minutes];
  const startsAt = instantOf(start, series.zone);
  const common = { series: next, room: view.room.row, exceptions: all, recurrence };
  const moved = { kind: 'changed', was: { startsAt, minutes } } as const;
  const news = { ...common, ...(isMoved(own, before) ? moved : { kind: 'edited' as const }) };
  if (isQuietMove(body)) await holdMove(ctx, tx, { invitees, seconds, recurrence, start, minutes, startsAt });
  else await tellInvitees(ctx, tx, { news, invitees });
  await noteSeries(ctx, tx, { series, action: 'schedule.changed', data: { scope: 'this', recurrence } });
}

/** Mails whatever calendars of invitees have to know. */
async function tellChange(
  ctx: Ctx,
  tx: Db,
  {
    open,
    people,
    exceptions,
    tells,
    was,
  }: {
    open: OpenSeries;
    people: InviteeChange;
    exceptions: ExceptionRow[];
    tells: 'changed' | 'edited' | 'new';
    was: EarlierTime | null;
  },
): Promise<void> {
  const news = { series: open.series, room: open.view.room.row, exceptions, recurrence: null };
  await tellInvitees(ctx, tx, { news: { ...news, kind: 'invited' }, invitees: people.added });
  await tellInvitees(ctx, tx, { news: { ...news, kind: 'cancelled' }, invitees: people.removed });
  if (tells !== 'new') await tellInvitees(ctx, tx, { news: { ...news, kind: tells, was }, invitees: people.kept });
}

async function changeAll(
  ctx: Ctx,
  tx: Db,
  { open, body }: { open: OpenSeries; body: ScheduledMeetingChange },
): Promise<SeriesRow> {
  const { series, exceptions, view } = open;
  const moves = changesTimes(open, body);
  const tells = moves || body.title !== undefined || body.description !== undefined;
  const fields = changedSeries(open, body);
  const next: SeriesRow = {
    ...series,
    ...fields,
    sequence: series.sequence + (tells ? 1 : 0),
    version: series.version + 1,
    updatedAt: new Date(ctx.now()),
  };
  if (moves) next.endsAt = requireDates(ctx, next);
  const { id: _id, expandedTo: _to, ...change } = next;
  await setSeries(tx, series.id, change);
  const kept = moves ? movedExceptions(open, next) : exceptions;
  if (moves) await setExceptions(tx, series.id, kept);
  const again = moves || next.reminderMinutes !== series.reminderMinutes;
  if (again) await rebuildDates(ctx, tx, { series: next, from: moves ? 0 : ctx.now() });
  const emails = body.invitees ?? (await inviteesOf(tx, series.id)).map(({ email }) => email);
  const set = await setInvitees(ctx, tx, { series: next, emails });
  const before = nextDate(series, exceptions, ctx.now());
  const was = before && moves ? { startsAt: before.startsAt, minutes: (before.endsAt - before.startsAt) / 60_000 } : null;
  await noteSeries(ctx, tx, { series, action: 'schedule.changed', data: { scope: 'all' } });
  if (moves && isQuietMove(body)) {
    const { start, minutes } = series;
    const startsAt = was?.startsAt ?? instantOf(start, series.zone);
    await holdMove(ctx, tx, { invitees: set.kept, seconds: body.quietSeconds, recurrence: null, start, minutes, startsAt });
    return next;
  }
  const people = moves ? { ...set, kept: await resetAnswers(tx, set.kept) } : set;
  await tellChange(ctx, tx, {
    open: { ...open, series: next, view },
    people,
    exceptions: kept,
    tells: moves ? 'changed' : tells ? 'edited' : 'new',
    was,
  });
  return next;
}

async function changeFollowing(
  ctx: Ctx,
  tx: Db,
  { open, body, from }: { open: OpenSeries; body: ScheduledMeetingChange; from: string },
): Promise<SeriesRow> {
  const { old, made } = await splitSeries(ctx, tx, { open, body, from });
  const [before, after] = [await inviteesOf(tx, old.series.id), body.invitees];
  const emails = after ?? before.map(({ email }) => email);
  // mails go out about both halves: the first ends earlier, and the second is new to calendar programs
  await tellInvitees(ctx, tx, {
    news: { kind: 'ended', series: old.series, room: open.view.room.row, exceptions: old.exceptions, recurrence: null, from },
    invitees: before,
  });
  const { added } = await setInvitees(ctx, tx, { series: made.series, emails });
  await tellInvitees(ctx, tx, {
    news: { kind: 'invited', series: made.series, room: open.view.room.row, exceptions: made.exceptions, recurrence: null },
    invitees: await takeAnswers(tx, { added, before, moves: changesTimes(open, body) ? 'moves' : 'stays' }),
  });
  await noteSeries(ctx, tx, { series: made.series, action: 'schedule.changed', data: { scope: 'following', recurrence: from } });
  return made.series;
}

/** The change with invitees by address; the new ones are counted against the account's day. */
async function withAddresses(ctx: Ctx, { series, room }: SeriesView, body: ScheduledMeetingChange) {
  if (body.invitees === undefined) return body;
  const { accountId } = series;
  const known = await inviteesOf(handsOf(ctx, room.row).read, series.id);
  const invitees = await addressesOfInvitees(ctx, { given: body.invitees, accountId, known });
  const had = new Set(known.map(({ email }) => email));
  await countInvitations(ctx, accountId, invitees.filter((email) => !had.has(email)).length);
  return { ...body, invitees };
}

export async function change(ctx: Ctx, id: string, given: ScheduledMeetingChange): Promise<ScheduledMeetingDetail> {
  const view = await findSeries(ctx, id);
  need(ctx, view.room, 'edit');
  const body = await withAddresses(ctx, view, given);
  const next = await handsOf(ctx, view.room.row).write(async (tx) => {
    const open = await openSeries(tx, view, body);
    const { scope, from } = await scopeIn(ctx, tx, { open, scope: body.scope, moves: changesTimes(open, body) });
    if (scope === 'this') {
      await changeOne(ctx, tx, { open, body });
      return null;
    }
    return scope === 'all' ? changeAll(ctx, tx, { open, body }) : changeFollowing(ctx, tx, { open, body, from });
  });
  const now = await findSeries(ctx, next?.id ?? id);
  return detailOf(ctx, now, next === null ? body.recurrence : null);
}
