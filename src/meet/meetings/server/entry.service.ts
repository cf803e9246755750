/** How somebody comes into a room by its public link: by their role, by a code or an invitation, through the lobby or not. */
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { sameText } from '#kit/server/secrets.ts';
import type { RoomView } from '#meet/rooms/server/access.service.ts';
import type { RoomRow } from '#meet/rooms/server/live.service.ts';
import { isLobbyOpen } from '#meet/schedule/server/lobby.service.ts';
import { isInvitedTo } from '#meet/schedule/server/room-invitations.service.ts';
import type { meetingsCalls } from '../meetings.contract.ts';
import { type RoomEntry, entryOf, mayWake } from '../meetings.rules.ts';
import type { MeetingRow } from './meetings.queries.ts';
import { isForOrganisationOnly } from './public-room.service.ts';

export type JoinBody = Parsed<typeof meetingsCalls.join>['body'];

/** Wrong codes of one address at one room: ten are free, because a class shares one address, then the wait doubles. */
const codeRule = { free: 10, firstSeconds: 5, mostSeconds: 900 };

/** The way in for this person and code; wrong codes are counted per address and room. */
export async function entryFor(
  ctx: Ctx,
  view: RoomView,
  { code, invitation }: Pick<JoinBody, 'code' | 'invitation'>,
): Promise<RoomEntry> {
  const { row } = view;
  const key = `code:${callerIn(ctx.caller.address)}:${row.id}`;
  const typed = code === undefined || code === '' ? null : code;
  if (typed !== null) await ctx.limits.mayTry(key);
  const entry = entryOf({
    role: view.role,
    signedIn: ctx.actor.kind === 'user' ? 'yes' : 'no',
    signInRequired: row.signInRequired,
    organisationOnly: isForOrganisationOnly(row),
    viewerCode: row.viewerCode,
    moderatorCode: row.moderatorCode,
    code: typed,
    invited: (await isInvitedTo(ctx, { roomId: row.id, token: invitation })) ? 'yes' : 'no',
    same: sameText,
  });
  if (typed !== null && (typeof entry !== 'string' || entry === 'wrong_code'))
    await ctx.limits.settle(key, codeRule, entry === 'wrong_code' ? 'bad' : 'good');
  if (typeof entry !== 'string') return entry;
  throw new Failure(
    entry,
    entry === 'sign_in_required' || entry === 'organisation_required' ? {} : { fields: { 'body.code': entry } },
  );
}

/** Before a scheduled meeting guests wait in its lobby, where nobody hears or sees anything until somebody lets them in. */
const mayWaitInLobby = async (ctx: Ctx, room: RoomRow, entry: RoomEntry): Promise<boolean> =>
  room.lobby && entry.guest === 'guest' && entry.as === 'viewer' && (await isLobbyOpen(ctx, room.id));

/** Whether this person starts the room's meeting or waits until somebody else does. */
export async function mayStartBy(ctx: Ctx, room: RoomRow, entry: RoomEntry): Promise<'may-start' | 'waits'> {
  return mayWake(entry, room) || (await mayWaitInLobby(ctx, room, entry)) ? 'may-start' : 'waits';
}

/** A meeting that waiting guests began has nobody to lead it yet, so that all but moderators wait until they are let in. */
export function goesToLobby({ startedBy }: MeetingRow, { room, entry }: { room: RoomRow; entry: RoomEntry }): boolean {
  if (!room.lobby || entry.as === 'moderator' || entry.guest === 'course') return false;
  return entry.guest === 'guest' || (startedBy === null && !room.anyoneCanStart);
}
