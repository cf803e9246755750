/** A room's public side and the ways into its meeting. */
import type { JoinParams } from '@atrium/bbb/params';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { sameText } from '#kit/server/secrets.ts';
import { brandFor, runsOn } from '#core/accounts/server/brand.service.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { picturePathOf } from '#core/identity/server/picture.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { admitted } from '#meet/network/server/network.service.ts';
import { actorOf, askerOf, findRoom, need, type RoomView } from '#meet/rooms/server/access.service.ts';
import { publicRoomOf, type RoomRow, visibleRooms } from '#meet/rooms/server/live.service.ts';
import { belongs, moderates, roleAtDoor, roomRights } from '#meet/rooms/rooms.rules.ts';
import { clientFor, failureCode, report, serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { serverFacts } from '#meet/servers/servers.rules.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { meetingsCalls } from '../meetings.contract.ts';
import { isLobbyOpen } from '#meet/schedule/server/lobby.service.ts';
import { isInvitedTo } from '#meet/schedule/server/room-invitations.service.ts';
import { type Entry, entryOf, mayWake, meetingLimits } from '../meetings.rules.ts';
import { roomUrl } from './create-params.service.ts';
import { consentRequired, doorFacts, lacksConsent, settingsPath } from './door-facts.service.ts';
import { type Entered, type JoinSeat, safely, wearing } from './entered.service.ts';
import { isLockedFor } from './entry-lock.service.ts';
import { meetingFull, mustFit } from './full.service.ts';
import { guestKey } from './guest-key.service.ts';
import { meetingById, type MeetingRow, openMeetingOf } from './meetings.queries.ts';
import { settleDetached, settleEnded } from './settle.service.ts';
import { ensureRunning, mustNotRest } from './start.service.ts';

export type JoinTicket = { url: string; meetingId: string };
type JoinBody = Parsed<typeof meetingsCalls.join>['body'];

/** Wrong codes of one address at one room: ten are free, because a class shares one address, then the wait doubles. */
const codeRule = { free: 10, firstSeconds: 5, mostSeconds: 900 };

/** Nobody asked a permission at this door yet, so what the person may do decides here what their part in the room is worth. */
const atDoor = (ctx: Ctx, view: RoomView): RoomView => ({
  ...view,
  role: roleAtDoor({ role: view.role, rights: roomRights(askerOf(ctx), view.row, view.role) }),
});

/** The room of a link, as long as its account is open. Throws `not_found`. */
async function openRoom(ctx: Ctx, slug: string) {
  const found = await publicRoomOf(ctx, slug.toLowerCase());
  const view = found === null ? null : atDoor(ctx, await admitted(ctx, atDoor(ctx, found)));
  const account = view === null ? null : await findAccount(ctx.system.read, view.row.accountId);
  if (view === null || account?.state !== 'active') throw notFound();
  const { guests } = (await platformNow(ctx)).features;
  // where the operator lets no guests in, every room asks for signing in
  return { view: guests ? view : { ...view, row: { ...view.row, signInRequired: true } }, account };
}

const isInside = (view: RoomView) => belongs(view.role) || view.role === 'colleague';

const organisationOnly = ({ options }: RoomView['row']): boolean => options.organisationOnly === true;

async function houseOf(ctx: Ctx, accountId: string) {
  const look = await brandFor(ctx.system.read, accountId);
  return look === null ? null : { name: look.name, accent: look.accent, logo: look.logo };
}

/** `invitation`: what the link of an invitation carries. */
export async function publicRoom(
  ctx: Ctx,
  slug: string,
  invitation?: string,
): Promise<ResultIn<typeof meetingsCalls.publicRoom>> {
  const { view, account } = await openRoom(ctx, slug);
  const { row } = view;
  const host = await findPerson(ctx.system.read, row.ownerId);
  const { record, asksConsent, hostsMuted } = await doorFacts(ctx, row);
  const signedIn = ctx.actor.kind === 'user';
  return {
    slug: row.slug,
    name: row.name,
    account: {
      name: account.name,
      branding: account.branding,
      house: await houseOf(ctx, account.id),
      runsOn: await runsOn(ctx.system.read, account.id),
    },
    host: host?.name ?? '',
    state: row.liveState === 'live' ? 'live' : 'idle',
    rests: row.suspendedAt !== null && row.liveMeetingId === null,
    people: row.livePeople,
    since: row.liveState === 'live' ? (row.liveSince?.getTime() ?? null) : null,
    needsCode: row.viewerCode !== null,
    takesCode: row.viewerCode !== null || row.moderatorCode !== null,
    signInRequired: row.signInRequired || organisationOnly(row),
    lobby: row.lobby,
    record,
    asksConsent,
    anyoneCanStart: row.anyoneCanStart,
    you: {
      name: ctx.actor.kind === 'user' ? ctx.actor.name : null,
      signedIn,
      canStart:
        moderates(view.role) ||
        (row.anyoneCanStart && (organisationOnly(row) ? isInside(view) : signedIn || !row.signInRequired)),
      skipsCode: belongs(view.role) || (await isInvitedTo(ctx, { roomId: row.id, token: invitation })),
      skipsLobby: isInside(view),
      settings: settingsPath(view),
      joinsMuted: row.muteOnStart && (hostsMuted || !moderates(view.role)),
    },
  };
}

/** The way in for this person and code; wrong codes are counted per address and room. */
async function entryFor(ctx: Ctx, view: RoomView, { code, invitation }: Pick<JoinBody, 'code' | 'invitation'>): Promise<Entry> {
  const { row } = view;
  const key = `code:${callerIn(ctx.caller.address)}:${row.id}`;
  const typed = code === undefined || code === '' ? null : code;
  if (typed !== null) await ctx.limits.mayTry(key);
  const entry = entryOf({
    role: view.role,
    signedIn: ctx.actor.kind === 'user' ? 'yes' : 'no',
    signInRequired: row.signInRequired,
    organisationOnly: organisationOnly(row),
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

/** A meeting that waiting guests began has nobody to lead it yet, so that all but moderators wait until they are let in. */
function goesToLobby({ startedBy }: MeetingRow, { room, entry }: JoinSeat): boolean {
  if (!room.lobby || entry.as === 'moderator' || entry.guest === 'course') return false;
  return entry.guest === 'guest' || (startedBy === null && !room.anyoneCanStart);
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

/** Takes a place on the person's behalf. */
async function takePlace(ctx: Ctx, server: ServerRow, place: { meeting: MeetingRow; params: JoinParams }): Promise<Entered> {
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

async function enter(ctx: Ctx, meeting: MeetingRow, seat: JoinSeat): Promise<Entered> {
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
    return safely(ctx, server, { url: clientFor(ctx, server).joinUrl(params) });
  }
  try {
    return safely(ctx, server, wearing(ctx, { seat, meeting }, await takePlace(ctx, server, { meeting, params })));
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
async function letGo(ctx: Ctx, meeting: MeetingRow, why: 'gone' | 'lost'): Promise<void> {
  if (why === 'gone') await settleEnded(ctx, meeting.id, 'server_lost');
  else await settleDetached(ctx, meeting);
}

/** Into the room's meeting. One that its server lost, or that is lost with its server, is let go first, and started anew by those who may. */
export async function intoRoom(ctx: Ctx, seat: JoinSeat, wakes: 'may-start' | 'waits'): Promise<JoinTicket> {
  const running = await openMeetingOf(ctx.system.read, seat.room.id);
  // nobody waits for what cannot begin
  if (running === null) await mustNotRest(ctx.system.read, seat.room);
  if (running?.state !== 'live' && wakes === 'waits') throw new Failure('waiting_for_host');
  const wish = { room: seat.room, by: userIdOf(ctx) };
  const meeting = running?.state === 'live' ? running : await ensureRunning(ctx, wish);
  const entered = await enter(ctx, meeting, seat);
  if (typeof entered !== 'string') return { url: entered.url, meetingId: meeting.id };
  await letGo(ctx, meeting, entered);
  if (wakes === 'waits') throw new Failure('waiting_for_host');
  const without = entered === 'lost' && meeting.serverId !== null ? [meeting.serverId] : [];
  const next = await ensureRunning(ctx, { ...wish, without });
  const again = await enter(ctx, next, seat);
  if (typeof again === 'string') throw new Failure('server_failed');
  return { url: again.url, meetingId: next.id };
}

/** Joins by the public link. */
export async function join(ctx: Ctx, slug: string, body: JoinBody): Promise<JoinTicket> {
  const { view } = await openRoom(ctx, slug);
  await ctx.limits.use(`join:${callerIn(ctx.caller.address)}:${view.row.id}`, { max: 300, windowSeconds: 60 });
  const entry = await entryFor(ctx, view, body);
  const name = body.name ?? (ctx.actor.kind === 'user' ? ctx.actor.name : undefined);
  if (name === undefined) throw new Failure('invalid_input', { fields: { 'body.name': 'required' } });
  const consent = body.consent === true ? 'given' : 'missing';
  if (consent === 'missing' && (await doorFacts(ctx, view.row)).asksConsent) throw consentRequired();
  const key = userIdOf(ctx) ?? guestKey(ctx, view.row.id);
  const wakes = mayWake(entry, view.row) || (await mayWait(ctx, view.row, entry));
  return intoRoom(ctx, { room: view.row, name, key, entry, consent }, wakes ? 'may-start' : 'waits');
}

/** Before a scheduled meeting guests wait in its lobby, where nobody hears or sees anything until somebody lets them in. */
const mayWait = async (ctx: Ctx, room: RoomRow, entry: Entry): Promise<boolean> =>
  room.lobby && entry.guest === 'guest' && entry.as === 'viewer' && (await isLobbyOpen(ctx, room.id));

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
  return intoRoom(ctx, ownSeat(ctx, view), view.rights.start ? 'may-start' : 'waits');
}

/** Joins one particular meeting; it is not started anew when it is over. */
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
  await letGo(ctx, meeting, entered);
  throw new Failure('meeting_ended');
}
