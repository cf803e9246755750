/**
 * Who comes and goes in meetings on servers without hooks, found by the poll: a few seconds late, and without people who came and left
 * between two polls.
 */
import { hookEvent } from '@atrium/bbb/hooks/hook-events';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { StoredEvent } from '#kit/server/jobs/events.ts';
import { lastStays, type AttendanceStay, stays } from '#meet/meetings/server/attendance/attendance.service.ts';
import { type ToldMeeting, toldMeeting, toldMeetings } from '#meet/meetings/server/attendance/told.service.ts';
import { serverIn, tellsNews } from '#meet/servers/server/servers.service.ts';
import { openHooks } from './hook-news.service.ts';
import { accountsWithHooks, isAnyHook } from './hooks.queries.ts';

type StayNews = { meeting: ToldMeeting; stay: AttendanceStay; id: 'user-joined' | 'user-left'; ts: number };

function eventOf({ meeting, stay, id, ts }: StayNews) {
  const user = {
    // servers have an id for each stay; the poll does not see it, and ours pairs coming and going as well
    'internal-user-id': stay.id,
    'external-user-id': stay.personKey,
    name: stay.name,
    role: stay.role === 'moderator' ? 'MODERATOR' : 'VIEWER',
    presenter: false,
  };
  const { externalId: meetingId } = meeting;
  return hookEvent({ id, ts, meetingId, internalMeetingId: meeting.internalId ?? '', more: { user } });
}

const textIn = (event: StoredEvent, name: string): string => {
  const value = event.data[name];
  return typeof value === 'string' ? value : '';
};
const idsIn = (event: StoredEvent, name: string): string[] => textIn(event, name).split(',').filter(Boolean);

/** In the transaction: it runs in that of a poll, and a second connection from the same pool may wait for those of the other polls. */
async function isSilent(ctx: Ctx, tx: Db, serverId: string | null): Promise<boolean> {
  const server = serverId === null ? null : await serverIn(tx, serverId);
  return server !== null && !tellsNews(ctx, server);
}

/** Who was in to the end. */
async function atTheEnd(ctx: Ctx, tx: Db, event: StoredEvent): Promise<StayNews[]> {
  if (event.accountId === null || !(await accountsWithHooks(tx, [event.accountId])).has(event.accountId)) return [];
  const meeting = await toldMeeting(tx, textIn(event, 'meetingId'));
  if (meeting === null || meeting.endedAt === null || !(await isSilent(ctx, tx, meeting.serverId))) return [];
  const last = await lastStays(tx, meeting);
  return last.map((stay) => ({ meeting, stay, id: 'user-left', ts: event.at }));
}

async function sinceLastPoll(ctx: Ctx, tx: Db, event: StoredEvent): Promise<StayNews[]> {
  if (!(await isAnyHook(tx)) || !(await isSilent(ctx, tx, textIn(event, 'serverId')))) return [];
  const [came, left] = [await stays(tx, idsIn(event, 'came')), await stays(tx, idsIn(event, 'left'))];
  const moved = [...came, ...left];
  const heard = await accountsWithHooks(
    tx,
    moved.map((stay) => stay.accountId),
  );
  const ids = moved.flatMap((stay) => (heard.has(stay.accountId) ? [stay.meetingId] : []));
  const meetings = await toldMeetings(tx, [...new Set(ids)]);
  const newsOf = (all: readonly AttendanceStay[], id: StayNews['id']): StayNews[] =>
    all.flatMap((stay) => {
      const meeting = meetings.get(stay.meetingId);
      return meeting === undefined ? [] : [{ meeting, stay, id, ts: event.at }];
    });
  return [...newsOf(left, 'user-left'), ...newsOf(came, 'user-joined')];
}

/** Tells the hooks in the transaction of the poll, or of the meeting's end. */
export async function tellOfPeople(ctx: Ctx, tx: Db, event: StoredEvent): Promise<void> {
  const news = event.name === 'meetings.people' ? await sinceLastPoll(ctx, tx, event) : await atTheEnd(ctx, tx, event);
  const hears = openHooks(ctx, tx);
  for (const one of news) await hears({ meeting: one.meeting, event: eventOf(one) });
}
