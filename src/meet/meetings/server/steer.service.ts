/** What the console changes while a meeting runs. Needs the same rights as ending it. */
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { clientFor, serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';
import type { MeetingDetail, SteerBody } from '../meetings.contract.ts';
import { extendedBy, type SeenLocks } from '../meetings.rules.ts';
import { findMeeting, type MeetingView } from './find.service.ts';
import { isTransport } from './launch.service.ts';
import { setEntryLock } from './entry-lock.queries.ts';
import { meetingById, type MeetingRow, moveMeeting } from './meetings.queries.ts';
import { pushMeeting } from './settle.service.ts';
import { isSteerable } from './attendance/who-is-in.service.ts';

/** What this person may change of a meeting that runs; null for nothing. `locks` as its server said last. */
export async function steeringOf(ctx: Ctx, view: MeetingView, locks: SeenLocks | null): Promise<MeetingDetail['steering']> {
  const { row, rights } = view;
  if (!rights.end || row.state !== 'live') return null;
  const server = row.serverId === null ? null : await serverOf(ctx, row.serverId);
  const live = server !== null && isSteerable(server);
  return {
    entryLocked: row.entryLockedAt !== null,
    locks: live ? locks : null,
    mostMinutes: await mostMinutes(ctx, view),
    live,
  };
}

/** The plan holds the account and who acts for it; an operator who looks from outside helps a meeting to its end. */
const mostMinutes = async (ctx: Ctx, { row, role }: Pick<MeetingView, 'row' | 'role'>): Promise<number | null> =>
  role === 'operator' ? null : (await entitlementsFor(ctx.system.read, row.accountId)).minutesPerMeeting;

/** The new length in minutes. Throws `no_end` where it has no end, `limit_reached` when the plan allows no more. */
async function longer(ctx: Ctx, view: MeetingView, add: number): Promise<number> {
  const { row } = view;
  const most = await mostMinutes(ctx, view);
  const minutes = extendedBy(row.maxMinutes, { add, most });
  if (minutes === null) throw new Failure('no_end');
  if (minutes === row.maxMinutes)
    throw limitReached({ accountId: row.accountId, limit: 'minutesPerMeeting', max: most, used: row.maxMinutes ?? 0 });
  return minutes;
}

async function steerable(ctx: Ctx, row: MeetingRow): Promise<ServerRow> {
  const server = row.serverId === null ? null : await serverOf(ctx, row.serverId);
  if (server === null || !isSteerable(server)) throw new Failure('not_on_this_server');
  return server;
}

const locksIn = ({ locks: { mic, cam, chat } = {} }: SteerBody): Partial<SeenLocks> => ({
  ...(mic !== undefined && { mic }),
  ...(cam !== undefined && { cam }),
  ...(chat !== undefined && { chat }),
});

/** Tells the meeting's server, and gives what the row is to hold afterwards. Asking twice changes nothing more. */
async function onServer(ctx: Ctx, view: MeetingView, wish: SteerBody): Promise<{ maxMinutes?: number; locks?: SeenLocks }> {
  const { row } = view;
  const server = await steerable(ctx, row);
  const duration = wish.addMinutes === undefined ? undefined : await longer(ctx, view, wish.addMinutes);
  const request = { meetingID: row.id, duration, locks: locksIn(wish), lowerHand: wish.lowerHand };
  try {
    const steered = await clientFor(ctx, server).steering.steer(request);
    if (!steered.ok) throw new Failure(steered.key === 'unsupportedRequest' ? 'not_on_this_server' : 'server_failed');
    return { ...(duration !== undefined && { maxMinutes: duration }), locks: steered.locks };
  } catch (error) {
    if (!isTransport(error)) throw error;
    throw new Failure('server_failed');
  }
}

/** What the audit log keeps: whose hand went down is nobody's business later. */
const deedOf = (wish: SteerBody): Record<string, string | number | boolean> => ({
  ...(wish.addMinutes !== undefined && { addMinutes: wish.addMinutes }),
  ...(wish.entryLocked !== undefined && { entryLocked: wish.entryLocked }),
  ...locksIn(wish),
});

/** Changes a running meeting: more minutes within the plan, locks for viewers, hands down, nobody new in. */
export async function steer(ctx: Ctx, id: string, wish: SteerBody): Promise<{ done: true }> {
  const view = await findMeeting(ctx, id);
  if (view.row.state !== 'live') throw new Failure('meeting_ended');
  if (!view.rights.end) throw notAllowed(actorOf(ctx).scope.includes('meetings.end') ? 'rooms.manage' : 'meetings.end');
  const asksServer = wish.addMinutes !== undefined || wish.locks !== undefined || wish.lowerHand !== undefined;
  const change = asksServer ? await onServer(ctx, view, wish) : {};
  await ctx.system.write(async (tx) => {
    if (wish.entryLocked !== undefined) await setEntryLock(tx, id, wish.entryLocked ? new Date(ctx.now()) : null);
    // the next reader asks the server again
    await moveMeeting(tx, { id, from: ['live'] }, { ...change, infoAt: null });
    const row = await meetingById(tx, id);
    if (row === null) return;
    const data = deedOf(wish);
    if (Object.keys(data).length > 0)
      await record(ctx, tx, {
        action: 'meetings.steered',
        subjectKind: 'meeting',
        subjectId: id,
        accountId: row.accountId,
        data,
      });
    await pushMeeting(ctx, tx, row);
  });
  return { done: true };
}
