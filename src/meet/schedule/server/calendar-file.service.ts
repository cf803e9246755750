/** Meetings out of a calendar file: read first, shown, and imported as people choose. */
import { IsolatedError, runIsolated } from '@atrium/sandbox/sandbox';
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { actorOf, findRoom, handsOf, need, type RoomView } from '#meet/rooms/server/access.service.ts';
import type { CalendarFile, CalendarImportResult, ImportedMeeting } from '../calendar-file.contract.ts';
import type { scheduleCalls } from '../schedule.contract.ts';
import { planSeries, seriesRow } from './planning.service.ts';
import { sourceUidsOf } from './schedule.queries.ts';
import type { ExceptionRow, SeriesRow } from './schedule.table.ts';

/** `zone`: of times that have none. `now`: epoch milliseconds. */
export type CalendarFileText = { text: string; zone: string; now: number };

const task = {
  module: new URL('./calendar-file-worker.service.ts', import.meta.url).href,
  isResult: (value: unknown): value is CalendarFile | null =>
    value === null || (typeof value === 'object' && 'meetings' in value && 'skipped' in value),
};
const limits = { seconds: 15, megabytes: 400 };

/** Stores nothing. Throws `not_a_calendar`. */
export async function readCalendarFile(
  ctx: Ctx,
  { text, zone }: Parsed<(typeof scheduleCalls)['readCalendarFile']>['body'],
): Promise<CalendarFile> {
  const { accountId } = actorOf(ctx);
  const failure = new Failure('not_a_calendar', { fields: { 'body.text': 'not_a_calendar' } });
  try {
    const file = await runIsolated(task, { text, zone, now: ctx.now() }, { ...limits, turn: accountId });
    if (file === null) throw failure;
    return file;
  } catch (error) {
    if (error instanceof IsolatedError && error.ending !== 'ended') throw failure;
    throw error;
  }
}

const reasons = ['no_dates', 'too_many', 'invitees_today'] as const;
type ImportRefusal = CalendarImportResult['refused'][number]['reason'];
const refusalOf = (error: unknown): ImportRefusal | undefined =>
  error instanceof Failure ? reasons.find((one) => one === error.code) : undefined;

const exceptionRows = (series: SeriesRow, { exceptions }: ImportedMeeting): ExceptionRow[] =>
  exceptions.map((one) => ({
    ...{ meetingId: series.id, accountId: series.accountId, roomId: series.roomId, description: null },
    ...one,
  }));

type ImportOutcome = 'new' | 'known' | ImportRefusal;
async function importOne(
  ctx: Ctx,
  room: RoomView,
  { meeting, emails }: { meeting: ImportedMeeting; emails: string[] },
): Promise<ImportOutcome> {
  const { exceptions: _exceptions, guests: _guests, sourceUid, title, ...fields } = meeting;
  const usual = { lobbyMinutes: 10, reminderMinutes: 30 };
  try {
    const series = seriesRow(ctx, room, { ...fields, ...usual, title: title || room.row.name, sourceUid });
    // dates of before were no meetings of this room
    return await planSeries(ctx, room, { series, emails, exceptions: exceptionRows(series, meeting), from: ctx.now() });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** Each meeting is there whole or not at all; one that the room has from the same file is left as it is. */
export async function importMeetings(
  ctx: Ctx,
  { roomId, invite, meetings }: Parsed<(typeof scheduleCalls)['importMeetings']>['body'],
): Promise<CalendarImportResult> {
  const room = await findRoom(ctx, roomId);
  need(ctx, room, 'edit');
  const result: CalendarImportResult = { imported: 0, known: 0, refused: [] };
  const wanted = meetings.map(({ sourceUid }) => sourceUid);
  // looked up first: who is known is not counted as invited again
  const known = new Set(await sourceUidsOf(handsOf(ctx, room.row).read, { roomId: room.row.id, sourceUids: wanted }));
  for (const meeting of meetings) {
    const emails = invite ? meeting.guests : [];
    const outcome = known.has(meeting.sourceUid) ? 'known' : await importOne(ctx, room, { meeting, emails });
    if (outcome === 'new') result.imported += 1;
    else if (outcome === 'known') result.known += 1;
    else result.refused.push({ sourceUid: meeting.sourceUid, reason: outcome });
  }
  return result;
}
