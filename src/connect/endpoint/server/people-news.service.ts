/**
 * Who comes and goes in meetings on servers that tell nothing by themselves, found out by the poll: a few seconds late, and
 * who came and left between two polls is not told.
 */
import { hookEvent } from '@atrium/bbb/hook-events';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import type { StoredEvent } from '#kit/server/events.ts';
import { lastStays, type Stay, stays } from '#meet/meetings/server/attendance.service.ts';
import { type ToldMeeting, toldMeeting } from '#meet/meetings/server/told.service.ts';
import { serverOf, tellsNews } from '#meet/servers/server/servers.service.ts';
import { tellHooks } from './hook-news.service.ts';
import { isAnyHook } from './hooks.queries.ts';

type News = { meeting: ToldMeeting; stay: Stay; id: 'user-joined' | 'user-left'; ts: number };

function eventOf({ meeting, stay, id, ts }: News) {
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

async function isSilent(ctx: Ctx, serverId: string | null): Promise<boolean> {
  const server = serverId === null ? null : await serverOf(ctx, serverId);
  return server !== null && !tellsNews(ctx, server);
}

/** Who was in to the end. */
async function atTheEnd(ctx: Ctx, tx: Db, event: StoredEvent): Promise<News[]> {
  const meeting = await toldMeeting(tx, textIn(event, 'meetingId'));
  if (meeting === null || meeting.endedAt === null || !(await isSilent(ctx, meeting.serverId))) return [];
  const last = await lastStays(tx, meeting.id, meeting.endedAt);
  return last.map((stay) => ({ meeting, stay, id: 'user-left', ts: event.at }));
}

async function sinceLastPoll(ctx: Ctx, tx: Db, event: StoredEvent): Promise<News[]> {
  if (!(await isSilent(ctx, textIn(event, 'serverId')))) return [];
  const [came, left] = [await stays(tx, idsIn(event, 'came')), await stays(tx, idsIn(event, 'left'))];
  const meetings = new Map<string, ToldMeeting | null>();
  for (const { meetingId } of [...came, ...left])
    if (!meetings.has(meetingId)) meetings.set(meetingId, await toldMeeting(tx, meetingId));
  const newsOf = (all: readonly Stay[], id: News['id']): News[] =>
    all.flatMap((stay) => {
      const meeting = meetings.get(stay.meetingId) ?? null;
      return meeting === null ? [] : [{ meeting, stay, id, ts: event.at }];
    });
  return [...newsOf(left, 'user-left'), ...newsOf(came, 'user-joined')];
}

/** Tells the hooks in the transaction of the poll, or of the meeting's end. */
export async function tellOfPeople(ctx: Ctx, tx: Db, event: StoredEvent): Promise<void> {
  if (!(await isAnyHook(tx))) return;
  const news = event.name === 'meetings.people' ? await sinceLastPoll(ctx, tx, event) : await atTheEnd(ctx, tx, event);
  for (const one of news) await tellHooks(ctx, tx, { meeting: one.meeting, event: eventOf(one) });
}
