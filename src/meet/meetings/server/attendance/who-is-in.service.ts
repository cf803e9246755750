/** Who is in a running meeting and what they may do, asked from its server. */
import type { Ctx } from '#kit/server/ctx.ts';
import { clientFor, serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { meetingLimits, type SeenAttendee, type SeenLocks } from '#meet/meetings/meetings.rules.ts';
import { isTransport } from '#meet/meetings/server/launch.service.ts';
import { claimInfo, type MeetingRow, type SaidInfo, setInfo } from '#meet/meetings/server/meetings.queries.ts';
import { attendeesOf } from '#meet/meetings/server/polling/poll.service.ts';

/** `asOf` in epoch milliseconds; `attendees` null when the server did not answer, `locks` where it knows none. */
export type WhoIsIn = { attendees: SeenAttendee[] | null; locks: SeenLocks | null; maxMinutes: number | null; asOf: number };

/** The embedded engine can be looked into and steered beyond the API; no other server can. */
export const isSteerable = (server: Pick<ServerRow, 'kind'>): boolean => server.kind === 'engine';

const nothing: SaidInfo = { info: null, steering: null };

async function askInfo(ctx: Ctx, row: MeetingRow): Promise<SaidInfo> {
  const server = row.serverId === null ? null : await serverOf(ctx, row.serverId);
  if (server === null) return nothing;
  const client = clientFor(ctx, server);
  try {
    const [info, seen] = await Promise.all([
      client.getMeetingInfo(row.id),
      isSteerable(server) ? client.steering.look(row.id) : Promise.resolve(null),
    ]);
    if (!info.ok) return nothing;
    const people = attendeesOf(info.meeting);
    if (seen?.ok !== true) return { info: people, steering: null };
    const more = new Map(seen.people.map(({ userID, ...one }) => [userID, one]));
    return {
      info: people.map((one) => ({ ...one, ...more.get(one.key) })),
      steering: { locks: seen.locks, maxMinutes: seen.duration === 0 ? null : seen.duration },
    };
  } catch (error) {
    if (!isTransport(error)) throw error;
    return nothing;
  }
}

/**
 * Who is in. One reader in two seconds asks the server, in whatever process; the others take what it wrote. The row is the
 * system's to write: reading a console must not need the right to change a meeting.
 */
export async function whoIsIn(ctx: Ctx, row: MeetingRow): Promise<WhoIsIn> {
  const { locks, maxMinutes } = row;
  if (row.state !== 'live') return { attendees: [], locks, maxMinutes, asOf: ctx.now() };
  const asks = await ctx.system.write((tx) =>
    claimInfo(tx, row.id, { now: new Date(ctx.now()), freshFor: meetingLimits.infoFor }),
  );
  if (!asks) return { attendees: row.info, locks, maxMinutes, asOf: row.infoAt?.getTime() ?? ctx.now() };
  const said = await askInfo(ctx, row);
  await ctx.system.write((tx) => setInfo(tx, row.id, said));
  return { locks, maxMinutes, ...said.steering, attendees: said.info, asOf: ctx.now() };
}
