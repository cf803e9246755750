/** How a room's settings become the parameters of BBB's `create` (API reference, "create"). */
import type { CreateParams, LockParams } from '@atrium/bbb/params';
import { escapeMarkup } from '#kit/markup.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { roomLayouts } from '#meet/rooms/rooms.rules.ts';
import type { RoomRow } from '#meet/rooms/server/live.service.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import { meetingLimits } from '../meetings.rules.ts';
import type { MeetingRow } from './meetings.queries.ts';

const callbackKey = 'meeting ended callback';
const analyticsKey = 'meeting analytics callback';

/** The address that a server calls when the meeting is over; nobody else can make one. */
export function endCallbackUrl(ctx: Ctx, meetingId: string): string {
  return `${siteUrl(ctx)}/api/callbacks/meeting-ended?meeting=${meetingId}&token=${hmacHex(ctx.secrets.derive(callbackKey), meetingId)}`;
}

/** True when the token is ours for this meeting; tokens of older keys count too, because meetings outlive a rotation. */
export const isEndToken = (ctx: Ctx, meetingId: string, token: string): boolean =>
  ctx.secrets.deriveAll(callbackKey).some(({ key }) => sameText(hmacHex(key, meetingId), token));

/** The address to which a server posts who was in the meeting. */
export function analyticsUrl(ctx: Ctx, meetingId: string): string {
  return `${siteUrl(ctx)}/api/callbacks/meeting-analytics?meeting=${meetingId}&token=${hmacHex(ctx.secrets.derive(analyticsKey), meetingId)}`;
}

/** Like `isEndToken`, for the other address: who knows one cannot make the other. */
export const isAnalyticsToken = (ctx: Ctx, meetingId: string, token: string): boolean =>
  ctx.secrets.deriveAll(analyticsKey).some(({ key }) => sameText(hmacHex(key, meetingId), token));

/** The room's page, to which people come back. */
export const roomUrl = (ctx: Ctx, slug: string, query = ''): string => `${siteUrl(ctx)}/m/${slug}${query}`;

/** Plain text for BBB's welcome and messages, which take HTML. */
export const asHtml = (text: string) => escapeMarkup(text).replace(/\r?\n/g, '<br>');

/** What the room's own options add; what stands as it does by itself is not sent. */
function optionParams({ options }: Pick<RoomRow, 'options'>): Partial<CreateParams> {
  const { lockMic, lockCam, lockChat, lockPrivateChat, lockNotes, hideUsers } = options;
  const locks: LockParams = {
    ...(lockMic === true && { lockSettingsDisableMic: true }),
    ...(lockCam === true && { lockSettingsDisableCam: true }),
    ...(lockChat === true && { lockSettingsDisablePublicChat: true }),
    ...(lockPrivateChat === true && { lockSettingsDisablePrivateChat: true }),
    ...(lockNotes === true && { lockSettingsDisableNotes: true }),
    ...(hideUsers === true && { lockSettingsHideUserList: true }),
  };
  return {
    ...locks,
    ...(Object.keys(locks).length > 0 && { lockSettingsLockOnJoin: true }),
    ...(options.hostCameras === true && { webcamsOnlyForModerator: true }),
    ...(options.endWithoutHost === true && { endWhenNoModerator: true }),
    ...(options.promoteGuests === true && { allowPromoteGuestToModerator: true }),
    ...(options.layout !== undefined && options.layout !== roomLayouts[0] && { meetingLayout: options.layout }),
  };
}

/**
 * The parameters follow from the row alone, passwords included: another process, or the recovery after a crash, sends the same ones, and
 * BBB takes a repeated `create` with the same passwords as the same meeting. Only `note`, plain text for moderators, may differ: it is no
 * part of what makes two requests the same.
 */
export function createParams(
  ctx: Ctx,
  meeting: MeetingRow,
  from: { room: RoomRow; server: ServerRow; note?: string | null },
): CreateParams {
  const { room, server, note = null } = from;
  const password = (of: string) => hmacHex(ctx.secrets.derive('meeting passwords'), `${meeting.id} ${of}`).slice(0, 24);
  return {
    meetingID: meeting.id,
    name: meeting.name,
    attendeePW: password('viewer'),
    moderatorPW: password('moderator'),
    ...(room.welcome === '' ? {} : { welcome: asHtml(room.welcome) }),
    ...(note === null ? {} : { moderatorOnlyMessage: asHtml(note) }),
    maxParticipants: meeting.maxPeople ?? 0,
    duration: meeting.maxMinutes ?? 0,
    muteOnStart: room.muteOnStart,
    ...optionParams(room),
    // hosts of rooms have always had the cameras in our own engine; other servers ask nobody about a recording, and so at least say it
    ...(server.kind === 'engine'
      ? { allowModsToEjectCameras: true, lockSettingsLockOnJoinConfigurable: true }
      : { notifyRecordingIsOn: meeting.recording }),
    record: meeting.recording,
    allowStartStopRecording: true,
    guestPolicy: room.lobby ? 'ASK_MODERATOR' : 'ALWAYS_ACCEPT',
    logoutURL: roomUrl(ctx, room.slug, '?left=1'),
    meetingExpireIfNoUserJoinedInMinutes: meetingLimits.nobodyCameAfter,
    meetingExpireWhenLastUserLeftInMinutes: meetingLimits.everyoneLeftAfter,
    // without its events a meeting that is not recorded has no statistics
    meetingKeepEvents: true,
    ...(server.directJoin ? { allowRequestsWithoutSession: true } : {}),
    metadata: {
      'atrium-room': room.id,
      // groups have the metadata of their main room, so their recordings lead to it
      'atrium-meeting': meeting.id,
      'atrium-account': room.accountId,
      'atrium-invite': roomUrl(ctx, room.slug),
      endCallbackUrl: endCallbackUrl(ctx, meeting.id),
      'analytics-callback-url': analyticsUrl(ctx, meeting.id),
      'bbb-origin': 'Atrium',
      'bbb-context-name': room.name,
    },
  };
}
