/**
 * Meetings whose server went away. While nobody can tell, they are detached and their rooms are free; when the server is back
 * they go on, or are ended there when something else began in their place. Meetings change by servers, hence the system's hands.
 */
import type { Meeting } from '@atrium/bbb/meeting-reading';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { clientFor, failureCode, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { noteZombie, type ZombieReason } from '#meet/servers/server/zombies.service.ts';
import { meetingLimits } from '#meet/meetings/meetings.rules.ts';
import { type MeetingCore, strayAmong } from './pool.queries.ts';
import { settleDetached, settleEnded, settleResumed } from '#meet/meetings/server/settle.service.ts';

export const isRunning = (meeting: Meeting): boolean => !meeting.hasBeenForciblyEnded && meeting.endTime === 0;

/**
 * The id under which we may know a meeting of a server: the one it was created with. Servers give breakout rooms a name of
 * their own, and keep the one that was asked for as the internal id.
 */
export const askedId = ({ meetingID, internalMeetingID }: Pick<Meeting, 'meetingID' | 'internalMeetingID'>): string =>
  isId(internalMeetingID) ? internalMeetingID : meetingID;

/** Ends on its server what must not run there any more. `later`: it could not be asked, the next round tries again. */
async function endZombie(
  ctx: Ctx,
  server: ServerRow,
  zombie: { found: Meeting; reason: ZombieReason },
): Promise<'ended' | 'later'> {
  const { found, reason } = zombie;
  const about = { meeting: found.meetingID, server: server.name, reason };
  try {
    // older versions want the password
    const password = found.moderatorPW === '' ? undefined : found.moderatorPW;
    const answer = await clientFor(ctx, server).end({ meetingID: found.meetingID, password });
    if (!answer.ok) {
      ctx.log.warn({ ...about, key: answer.key }, 'a server refused to end a meeting that must not run');
      return 'later';
    }
  } catch (error) {
    if (failureCode(error) === null) throw error;
    ctx.log.warn({ ...about, error }, 'a server could not be asked to end a meeting that must not run');
    return 'later';
  }
  await noteZombie(ctx, server.id, reason);
  ctx.log.info(about, 'a meeting that must not run was ended on its server');
  return 'ended';
}

/** A detached meeting whose server answers again. */
export async function settleReturned(
  ctx: Ctx,
  server: ServerRow,
  returned: { row: MeetingCore; found: Meeting | undefined },
): Promise<void> {
  const { row, found } = returned;
  if (found === undefined || !isRunning(found)) return void (await settleEnded(ctx, row.id, 'server_lost'));
  const inTime = ctx.now() - (row.detachedAt?.getTime() ?? 0) < meetingLimits.detachedFor;
  if (inTime && found.internalMeetingID === row.internalId && (await settleResumed(ctx, row)) !== null) return;
  if ((await endZombie(ctx, server, { found, reason: 'replaced' })) === 'ended') await settleEnded(ctx, row.id, 'server_lost');
}

/** Meetings of ours that a server lists although they are over, or run elsewhere: left from a time when it could not be reached. */
export async function endStrays(ctx: Ctx, server: ServerRow, listed: readonly Meeting[]): Promise<void> {
  const running = new Map(listed.filter((one) => isRunning(one) && isId(askedId(one))).map((one) => [askedId(one), one]));
  const before = new Date(ctx.now() - meetingLimits.strayAfter);
  for (const row of await strayAmong(ctx.system.read, server.id, { ids: [...running.keys()], before })) {
    const found = running.get(row.id);
    const elsewhere = row.state === 'live' || row.state === 'starting';
    // the same run under two names of one server is no stray
    if (found === undefined || (elsewhere && found.internalMeetingID === row.internalId)) continue;
    await endZombie(ctx, server, { found, reason: elsewhere ? 'elsewhere' : 'over' });
  }
}

/** Detaches the meetings of a server that is offline and said nothing for a while. */
export async function detachSilent(ctx: Ctx, server: ServerRow, rows: readonly MeetingCore[]): Promise<void> {
  const heard = server.answeredAt?.getTime() ?? server.createdAt.getTime();
  for (const row of rows) {
    const since = Math.max(heard, (row.startedAt ?? row.createdAt).getTime());
    if (row.state === 'live' && ctx.now() - since >= meetingLimits.silentFor) await settleDetached(ctx, row);
  }
}

/** Detaches what runs on servers that nobody asks any more: disabled or retired with meetings on them. `all` but the retired. */
export async function detachUnwatched(ctx: Ctx, all: readonly ServerRow[], rows: readonly MeetingCore[]): Promise<void> {
  const pool = new Set(all.filter((server) => server.state !== 'disabled').map((server) => server.id));
  for (const row of rows)
    if (row.state === 'live' && row.serverId !== null && !pool.has(row.serverId)) await settleDetached(ctx, row);
}

/** Gives up meetings whose server did not come back. */
export async function forgetDetached(ctx: Ctx, rows: readonly MeetingCore[]): Promise<void> {
  for (const row of rows) {
    const since = row.detachedAt?.getTime() ?? 0;
    if (row.state === 'detached' && ctx.now() - since >= meetingLimits.detachedFor) await settleEnded(ctx, row.id, 'server_lost');
  }
}
