/** Into a meeting: by the public link, as one who starts a room, or into one particular meeting. */
import type { JoinParams } from '@atrium/bbb/params';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { picturePathOf } from '#core/identity/server/picture.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { belongs, moderates, roleAtDoor } from '#meet/rooms/rooms.rules.ts';
import { actorOf, findRoom, need, type RoomView } from '#meet/rooms/server/access.service.ts';
import { type RoomRow, visibleRooms } from '#meet/rooms/server/live.service.ts';
import { mayLeadTo } from '#meet/servers/server/address.service.ts';
import { clientFor, failureCode, report, serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { serverFacts } from '#meet/servers/servers.rules.ts';
import { type RoomEntry, meetingLimits } from '../meetings.rules.ts';
import { roomUrl } from './create-params.service.ts';
import { consentRequired, doorFacts, lacksConsent } from './door-facts.service.ts';
import { isLockedFor } from './entry-lock.service.ts';
import { entryFor, goesToLobby, type JoinBody, mayStartBy } from './entry.service.ts';
import { meetingFull, mustFit } from './full.service.ts';
import { guestKey } from './guest-key.service.ts';
import { meetingById, type MeetingRow, openMeetingOf } from './meetings.queries.ts';
import { findPublicRoom } from './public-room.service.ts';
import { settleDetached, settleEnded } from './settle.service.ts';
import { ensureRunning, mustNotRest } from './start.service.ts';

export type JoinTicket = { url: string; meetingId: string };

/** `consent` to being recorded, asked where people come by a link. */
type JoinSeat = {
  room: RoomRow;
  name: string;
  key: string;
  entry: RoomEntry;
  consent: 'given' | 'missing' | 'not-asked';
};

/** `gone`: the server does not know the meeting any more; `lost`: the server itself does not answer, asked twice. */
type EntryResult = { url: string } | 'gone' | 'lost';

/** The address of a meeting on our own pages names its room, whose look they wear, and the meeting, for what follows its end. */
function withRoomLook(ctx: Ctx, at: { seat: JoinSeat; meeting: MeetingRow }, entered: EntryResult): EntryResult {
  if (typeof entered === 'string' || !entered.url.startsWith(`${siteUrl(ctx)}/m?`)) return entered;
  return { url: `${entered.url}&room=${encodeURIComponent(at.seat.room.slug)}&meeting=${at.meeting.id}` };
}

/** Throws `server_insecure` for an address to which nobody is sent from here. */
function requireSecure(ctx: Ctx, server: ServerRow, entered: EntryResult): EntryResult {
  if (typeof entered === 'string' || mayLeadTo(siteUrl(ctx), entered.url)) return entered;
  ctx.log.warn({ server: server.name }, 'a server without https takes no people from pages with https');
  throw new Failure('server_insecure');
}

function joinParams(ctx: Ctx, meeting: MeetingRow, { seat, picture }: { seat: JoinSeat; picture: string | null }): JoinParams {
  return {
    meetingID: meeting.id,
    fullName: seat.name,
    role: seat.entry.as === 'moderator' ? 'MODERATOR' : 'VIEWER',
    userID: seat.key,
    ...(picture === null ? {} : { avatarURL: `${siteUrl(ctx)}${picture}` }),
    ...(goesToLobby(meeting, seat) ? { guest: true } : {}),
    errorRedirectUrl: roomUrl(ctx, seat.room.slug, '?trouble=1'),
    userdata: { bbb_override_default_locale: ctx.locale },
  };
}

const gone = ['meetingForciblyEnded', 'notFound', 'invalidMeetingIdentifier', 'invalidPassword'];

/** Asks the server for a place on the person's behalf. */
async function joinOnServer(
  ctx: Ctx,
  server: ServerRow,
  place: { meeting: MeetingRow; params: JoinParams },
): Promise<EntryResult> {
  const client = clientFor(ctx, server);
  const joined = await client.join(place.params);
  if (joined.ok) return { url: joined.url };
  if (joined.key === 'maxParticipantsReached') throw await meetingFull(ctx, place.meeting);
  if (joined.key === 'guestDeniedAccess') throw new Failure('lobby_denied');
  if (!gone.includes(joined.key)) {
    ctx.log.warn({ meeting: place.meeting.id, server: server.name, key: joined.key }, 'a server refused a person');
    throw new Failure('server_failed');
  }
  const info = await client.getMeetingInfo(place.meeting.id);
  if (info.ok && !info.meeting.hasBeenForciblyEnded) throw new Failure('server_failed');
  return 'gone';
}

/** Asks once more after a moment, before a meeting with people in it is given up: a server may just be taking a breath. */
async function isLost(ctx: Ctx, server: ServerRow, meeting: MeetingRow): Promise<'lost' | 'answers'> {
  await new Promise((resolve) => setTimeout(resolve, meetingLimits.askAgainAfter));
  try {
    await clientFor(ctx, server, serverFacts.pollTimeout).getMeetingInfo(meeting.id);
    return 'answers';
  } catch (error) {
    const failed = failureCode(error);
    if (failed === null) throw error;
    await report(ctx, { serverId: server.id, failed });
    // with its secret lost there is no way in either
    return failed === 'unreachable' || failed === 'secret_lost' ? 'lost' : 'answers';
  }
}

async function enter(ctx: Ctx, meeting: MeetingRow, seat: JoinSeat): Promise<EntryResult> {
  if (await isLockedFor(ctx, meeting, { person: seat.key, as: seat.entry.as })) throw new Failure('entry_locked');
  await mustFit(ctx, meeting, seat.key);
  const server = meeting.serverId === null ? null : await serverOf(ctx, meeting.serverId);
  if (server === null) throw new Failure('no_server');
  if (lacksConsent(meeting, { server, consent: seat.consent })) throw consentRequired();
  const picture = ctx.actor.kind === 'user' ? await picturePathOf(ctx, ctx.actor.userId) : null;
  const params = joinParams(ctx, meeting, { seat, picture });
  if (!server.directJoin) {
    if (meeting.maxPeople !== null && meeting.people >= meeting.maxPeople) throw await meetingFull(ctx, meeting);
    // nobody sees whether the browser arrives, so a server that failed lately is asked first
    if (server.failures > 0 && (await isLost(ctx, server, meeting)) === 'lost') return 'lost';
    return requireSecure(ctx, server, { url: clientFor(ctx, server).joinUrl(params) });
  }
  try {
    return requireSecure(ctx, server, withRoomLook(ctx, { seat, meeting }, await joinOnServer(ctx, server, { meeting, params })));
  } catch (error) {
    const failed = failureCode(error);
    if (failed === null) throw error;
    await report(ctx, { serverId: server.id, failed });
    if ((await isLost(ctx, server, meeting)) === 'lost') return 'lost';
    throw new Failure('server_failed');
  }
}

const userIdOf = (ctx: Ctx) => (ctx.actor.kind === 'user' ? ctx.actor.userId : null);

/** Notes that there is no way into this meeting any more, so that another one may begin. */
async function settleLost(ctx: Ctx, meeting: MeetingRow, why: 'gone' | 'lost'): Promise<void> {
  if (why === 'gone') await settleEnded(ctx, meeting.id, 'server_lost');
  else await settleDetached(ctx, meeting);
}

/** Into the room's meeting. One that was lost, by its server or with it, is settled first, and started again by those who may. */
export async function joinRoom(ctx: Ctx, seat: JoinSeat, wakes: 'may-start' | 'waits'): Promise<JoinTicket> {
  const running = await openMeetingOf(ctx.system.read, seat.room.id);
  // nobody waits for what cannot begin
  if (running === null) await mustNotRest(ctx.system.read, seat.room);
  if (running?.state !== 'live' && wakes === 'waits') throw new Failure('waiting_for_host');
  const wish = { room: seat.room, by: userIdOf(ctx) };
  const meeting = running?.state === 'live' ? running : await ensureRunning(ctx, wish);
  const entered = await enter(ctx, meeting, seat);
  if (typeof entered !== 'string') return { url: entered.url, meetingId: meeting.id };
  await settleLost(ctx, meeting, entered);
  if (wakes === 'waits') throw new Failure('waiting_for_host');
  const without = entered === 'lost' && meeting.serverId !== null ? [meeting.serverId] : [];
  const next = await ensureRunning(ctx, { ...wish, without });
  const again = await enter(ctx, next, seat);
  if (typeof again === 'string') throw new Failure('server_failed');
  return { url: again.url, meetingId: next.id };
}

/** Joins by the public link. */
export async function join(ctx: Ctx, slug: string, body: JoinBody): Promise<JoinTicket> {
  const { view } = await findPublicRoom(ctx, slug);
  await ctx.limits.use(`join:${callerIn(ctx.caller.address)}:${view.row.id}`, { max: 300, windowSeconds: 60 });
  const entry = await entryFor(ctx, view, body);
  const name = body.name ?? (ctx.actor.kind === 'user' ? ctx.actor.name : undefined);
  if (name === undefined) throw new Failure('invalid_input', { fields: { 'body.name': 'required' } });
  const consent = body.consent === true ? 'given' : 'missing';
  if (consent === 'missing' && (await doorFacts(ctx, view.row)).asksConsent) throw consentRequired();
  const key = userIdOf(ctx) ?? guestKey(ctx, view.row.id);
  return joinRoom(ctx, { room: view.row, name, key, entry, consent }, await mayStartBy(ctx, view.row, entry));
}

function ownSeat(ctx: Ctx, view: RoomView): JoinSeat {
  const actor = actorOf(ctx);
  return {
    room: view.row,
    name: actor.name,
    key: actor.userId,
    entry: { as: moderates(roleAtDoor(view)) ? 'moderator' : 'viewer', guest: 'known' },
    consent: 'not-asked',
  };
}

/** Starts a room, or joins it when it runs already. */
export async function start(ctx: Ctx, roomId: string): Promise<JoinTicket> {
  const view = await findRoom(ctx, roomId);
  const account = await findAccount(ctx.system.read, view.row.accountId);
  if (account?.state !== 'active') throw notFound();
  if (!(view.row.liveState === 'live' && belongs(view.role))) need(ctx, view, 'start');
  return joinRoom(ctx, ownSeat(ctx, view), view.rights.start ? 'may-start' : 'waits');
}

/** Joins one particular meeting; it is not started again when it is over. */
export async function joinMeeting(ctx: Ctx, meetingId: string): Promise<JoinTicket> {
  actorOf(ctx);
  const meeting = await meetingById(ctx.db.read, meetingId);
  const view =
    meeting === null || meeting.roomId === null ? undefined : (await visibleRooms(ctx, [meeting.roomId])).get(meeting.roomId);
  if (meeting === null || view === undefined || view.role === 'stranger') throw notFound();
  if (!belongs(view.role)) throw notAllowed('rooms.manage');
  if (!view.rights.view) throw notFound();
  if (meeting.state !== 'live') throw new Failure('meeting_ended');
  const entered = await enter(ctx, meeting, ownSeat(ctx, view));
  if (typeof entered !== 'string') return { url: entered.url, meetingId };
  await settleLost(ctx, meeting, entered);
  throw new Failure('meeting_ended');
}
