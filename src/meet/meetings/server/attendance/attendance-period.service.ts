/** Who was in the meetings of a period, for a file that a page puts together. */
import type { ResultIn } from '#kit/contract.ts';
import { csvLine, csvMark } from '#kit/csv.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { actorOf, handsOf } from '#meet/rooms/server/access.service.ts';
import type { AttendancePeriodQuery } from '#meet/meetings/attendance.contract.ts';
import type { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { attendanceOf } from './attendance.queries.ts';
import { presencesOf } from './attendance.service.ts';
import type { MeetingView } from '#meet/meetings/server/find.service.ts';
import { meetingPage } from '#meet/meetings/server/meetings.service.ts';
import { beyondPlan } from '#meet/meetings/server/shown-days.service.ts';

/** Meetings that one answer looks at. */
const atOnce = 20;
/** The longest period, in milliseconds: a leap year and a day. */
const longest = 367 * 86_400_000;

const head = ['meeting', 'room', 'began', 'name', 'role', 'joined', 'left', 'minutes', 'sittings'];
const iso = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

async function linesOf(ctx: Ctx, { row, room }: MeetingView): Promise<string> {
  const people = presencesOf(await attendanceOf(handsOf(ctx, row).read, row.id), ctx.now());
  const meeting = [row.name, room?.row.name ?? '', iso((row.startedAt ?? row.createdAt).getTime())];
  return people
    .map((one) =>
      csvLine([...meeting, one.name, one.role, iso(one.joinedAt), iso(one.leftAt), String(one.minutes), String(one.sittings)]),
    )
    .join('');
}

/**
 * The next meetings of a period with everybody who was in them; meetings whose attendance one may not see are left out, and so are those that
 * are older than their plan shows, which are counted. Times in ISO 8601, UTC. Throws `invalid_input` for a period that ends before it begins, or is longer than a year.
 */
export async function attendancePeriod(
  ctx: Ctx,
  query: AttendancePeriodQuery,
): Promise<ResultIn<typeof meetingsCalls.attendancePeriod>> {
  const { from, to, cursor, ...of } = query;
  if (to <= from || to - from > longest) throw new Failure('invalid_input', { fields: { 'query.to': 'out_of_range' } });
  const began = { from: new Date(from), to: new Date(to) };
  const { views, total, next } = await meetingPage(ctx, { ...of, cursor, began, limit: atOnce });
  const may = views.filter((view) => view.rights.attendance);
  const beyond = await beyondPlan(
    ctx,
    may.map((view) => view.row),
  );
  const lines = await Promise.all(may.filter(({ row }) => !beyond.has(row.id)).map((view) => linesOf(ctx, view)));
  if (cursor === undefined) {
    const { accountId } = actorOf(ctx);
    const subject = { subjectKind: 'account', subjectId: accountId, data: { from: iso(from), to: iso(to) } };
    await ctx.db.write((tx) => record(ctx, tx, { action: 'meetings.attendance-exported', ...subject }));
  }
  const text = `${cursor === undefined ? csvMark + csvLine(head) : ''}${lines.join('')}`;
  return { text, meetings: views.length, beyondPlan: beyond.size, total, next };
}
