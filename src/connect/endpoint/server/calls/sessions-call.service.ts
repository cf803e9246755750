/** `getSessions`: who has a place in which meeting, also those whose join was answered and whose page is still on its way. */
import { sessionsAnswer } from '@atrium/bbb/meeting-answers';
import type { MeetingSession } from '@atrium/bbb/meeting-client';
import { XmlError } from '@atrium/bbb/xml';
import type { Ctx } from '#kit/server/ctx.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { runningExternals } from '#meet/meetings/server/external/external-find.service.ts';
import { isTransport } from '#meet/meetings/server/launch.service.ts';
import { clientFor, secretPurpose, serverOf } from '#meet/servers/server/servers.service.ts';
import type { CallHandler } from '../call-handler.service.ts';
import { openShared } from './live-meeting.service.ts';
import { namesOf, viewOf } from './meeting-answers.service.ts';

/** Longer than this nobody waits for a server. Milliseconds. */
const patience = 2_000;

/** The places at a server, of all accounts; null when they are not to be had now. */
async function sessionsAt(ctx: Ctx, serverId: string): Promise<readonly MeetingSession[] | null> {
  const server = await serverOf(ctx, serverId);
  if (server === null || openIfKnown(ctx.secrets, secretPurpose, server.secretSealed) === null) return null;
  try {
    const told = await clientFor(ctx, server, patience).getSessions();
    return told.ok ? told.sessions : null;
  } catch (error) {
    if (isTransport(error) || error instanceof XmlError) return null;
    throw error;
  }
}

/** Only servers know of joins, so each with a meeting of the account is asked; for one that does not answer stands what the last poll saw. */
export function sessionsCall(now: () => number): CallHandler {
  const shared = openShared<readonly MeetingSession[] | null>(now, (told) => told !== null);
  return async (ctx, { endpoint: { accountId } }) => {
    const rows = await runningExternals(ctx.db.read, accountId);
    const names = namesOf(rows.filter((row) => row.parentId !== null));
    const servers = [...new Set(rows.flatMap((row) => row.serverId ?? []))];
    const told = new Map(
      await Promise.all(servers.map(async (id) => [id, await shared.get(id, () => sessionsAt(ctx, id))] as const)),
    );
    const sessions = rows.flatMap((row): MeetingSession[] => {
      const { externalId, serverId } = row;
      if (externalId === null) return [];
      const { internalMeetingID, meetingName, attendees } = viewOf(ctx, { ...row, externalId }, names);
      const there = serverId === null ? null : told.get(serverId);
      const people = there?.filter((one) => one.internalMeetingID === row.internalId).map((one) => one.userName);
      return (people ?? attendees.map((one) => one.fullName)).map((userName) => ({ internalMeetingID, meetingName, userName }));
    });
    return sessionsAnswer(sessions);
  };
}
