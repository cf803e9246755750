/** Free and busy: when people of the account have meetings, without what they are about. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { membersAmong } from '#core/accounts/server/ending.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import type { BusySpan, scheduleCalls } from '../schedule.contract.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { personSpans } from './busy.queries.ts';
import { dayMs } from './expanding.service.ts';

/** Spans in the order of their starts, joined: nobody learns how many meetings there are. */
function joined(rows: readonly BusySpan[]): BusySpan[] {
  const spans: BusySpan[] = [];
  for (const { startsAt, endsAt } of rows) {
    const last = spans.at(-1);
    if (last === undefined || startsAt > last.endsAt) spans.push({ startsAt, endsAt });
    else last.endsAt = Math.max(last.endsAt, endsAt);
  }
  return spans;
}

type BusyCall = (typeof scheduleCalls)['busy'];
/** Throws `not_allowed` without `rooms.edit`, `range_too_long`. */
export async function busy(ctx: Ctx, { people, from, to, seriesId }: Parsed<BusyCall>['body']): Promise<ResultIn<BusyCall>> {
  const { accountId, scope } = actorOf(ctx);
  if (!scope.includes('rooms.edit')) throw notAllowed('rooms.edit');
  // an hour more for the day that daylight saving makes longer
  if (to <= from || to - from > scheduleLimits.busyDays * dayMs + 3_600_000) throw new Failure('range_too_long');
  const members = (await membersAmong(ctx.system.read, { accountId, ids: people, now: ctx.now() })).map(({ id }) => id);
  const spans = await personSpans(ctx.db.read, { accountId, people: members, from, to, apart: seriesId ?? null });
  const byPerson = Map.groupBy(spans, ({ userId }) => userId);
  return { items: members.map((userId) => ({ userId, spans: joined(byPerson.get(userId) ?? []) })) };
}
