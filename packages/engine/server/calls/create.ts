import type { BbbResponse } from '@atrium/bbb/answers';
import { createdAnswer, failed } from '@atrium/bbb/answers';
import { readCreate } from '@atrium/bbb/create-request';
import type { CreateRequest } from '@atrium/bbb/create-request';
import { failure, failures } from '@atrium/bbb/failure';
import type { CallFailure } from '@atrium/bbb/failure';
import { breakoutExternalId, generatedPassword, randomVoiceBridge } from '@atrium/bbb/ids';
import { decideCreate } from '@atrium/bbb/meeting-requests';
import { createOrder, readModules } from '@atrium/bbb/modules';
import type { VerifiedCall } from '@atrium/bbb/server';
import { createdMeeting } from '#server/calls/meeting-view.ts';
import { preparedGroupsIn } from '#server/calls/prepared-groups.ts';
import { preparedPollsIn } from '#server/calls/prepared-polls.ts';
import { findMeeting, freeVoiceBridge, openMeeting } from '#server/meetings.ts';
import type { Engine, Meeting, MeetingPlan } from '#server/model.ts';
import { badValueLog, meetingPageWishes } from '#server/page-wishes.ts';
import { preUploaded, takeDocuments } from '#server/slides/call-documents.ts';
import { webAddressOrNull } from '#server/web-address.ts';
import type { GroupSet } from '#topics/groups/group-schemas.ts';

/** More live meetings than this are refused: the engine is one process for a small house, not a cluster. */
const MEETINGS_MOST = 2_000;

/**
 * Opens a meeting, or describes the one that is there already. Everything happens in one turn of the event loop,
 * so of many equal requests exactly one opens it, and takes the documents: those of a repeated call are the same.
 */
export function create(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readCreate(call.params);
  if (!read.ok) return failed(read);
  const request = read.value;
  const parent = request.isBreakout ? findMeeting(engine, request.parentMeetingID) : undefined;
  if (request.isBreakout && parent === undefined) return failed(failures.parentUnknown);
  if (parent !== undefined && !request.meetingID.slice(1, -1).includes('-'))
    return failed(failure('validationError', 'Invalid meeting ID'));
  const meetingId = parent === undefined ? request.meetingID : externalIdOf(parent, request);
  const existing = engine.meetings.get(meetingId);
  const verdict = decideCreate(
    request,
    existing && { attendeePW: existing.plan.attendeePassword, moderatorPW: existing.plan.moderatorPassword },
  );
  if (!verdict.ok) return failed(verdict);
  if (existing !== undefined) return describe(existing, 'duplicate');
  const refusal = refuse(engine, request);
  if (refusal !== undefined) return failed(refusal);
  const modules = call.body.kind === 'xml' ? readModules(call.body.text) : null;
  if (modules?.ok === false) return failed(modules);
  const preparedPolls = preparedPollsIn(engine, modules?.value);
  const plan = planOf(engine, {
    request,
    meetingId,
    parent,
    preparedPolls,
    preparedGroups: preparedGroupsIn(request, modules?.value),
  });
  const meeting = openMeeting(engine, parent === undefined ? { plan } : { plan, internalId: request.meetingID });
  takeDocuments(engine, meeting, createOrder([...(modules?.value.documents ?? []), ...preUploaded(request)]));
  return describe(meeting, 'created');
}

function externalIdOf(parent: Meeting, request: CreateRequest): string {
  return breakoutExternalId({ parentInternalId: parent.internalId, sequence: request.sequence, meetingId: request.meetingID });
}

function refuse(engine: Engine, request: CreateRequest): CallFailure | undefined {
  const taken = [...engine.meetings.values()].some((meeting) => meeting.plan.voiceBridge === request.voiceBridge);
  if (request.voiceBridge !== '' && taken) return failures.voiceBridgeTaken;
  return engine.meetings.size >= MEETINGS_MOST ? failures.tooManyMeetings : undefined;
}

function planOf(
  engine: Engine,
  from: { request: CreateRequest; meetingId: string; parent: Meeting | undefined } & Pick<MeetingPlan, 'preparedPolls'> & {
      preparedGroups: readonly GroupSet[];
    },
): MeetingPlan {
  const { request, meetingId, parent, preparedPolls, preparedGroups } = from;
  const voiceBridge = request.voiceBridge || freeVoiceBridge(engine, () => Number(randomVoiceBridge()));
  const fill = (text: string): string =>
    withMeetingWords(text, {
      name: request.name,
      dialNumber: request.dialNumber,
      voiceBridge,
      address: engine.settings.clientUrl,
    });
  return {
    meetingId,
    name: request.name,
    attendeePassword: request.attendeePW || generatedPassword(),
    moderatorPassword: request.moderatorPW || generatedPassword(),
    welcome: fill(request.welcome),
    moderatorMessage: fill(request.moderatorOnlyMessage),
    invite: webAddressOrNull(request.metadata.get('atrium-invite') ?? ''),
    dialNumber: request.dialNumber,
    voiceBridge,
    maxParticipants: request.maxParticipants,
    durationMinutes: request.duration,
    nobodyCameMinutes: request.meetingExpireIfNoUserJoinedInMinutes,
    everybodyLeftMinutes: request.meetingExpireWhenLastUserLeftInMinutes,
    endWithoutModerator: request.endWhenNoModerator,
    withoutModeratorMinutes: request.endWhenNoModeratorDelayInMinutes,
    guestPolicy: request.guestPolicy,
    guestsMayModerate: request.allowPromoteGuestToModerator,
    mayStopCameras: request.allowModsToEjectCameras,
    camerasMost: { person: request.userCameraCap, meeting: request.meetingCameraCap },
    page: meetingPageWishes(request, badValueLog(engine, 'create')),
    muteOnStart: request.muteOnStart,
    camsForModeratorsOnly: request.webcamsOnlyForModerator,
    firstLocks: firstLocksOf(request),
    logoutUrl: webAddressOrNull(request.logoutURL) ?? engine.settings.logoutUrl,
    endedUrl: request.meetingEndedURL,
    keepEvents: request.meetingKeepEvents || request.record,
    recording: recordingOf(engine, request),
    disabledFeatures: request.disabledFeatures,
    metadata: parent === undefined ? request.metadata : new Map([...parent.plan.metadata, ...request.metadata]),
    breakout:
      parent === undefined
        ? null
        : { parent: parent.internalId, sequence: request.sequence, freeJoin: request.freeJoin, group: null },
    groups: {
      prepared: preparedGroups,
      mayRecord: request.breakoutRoomsRecord,
      privateChat: request.breakoutRoomsPrivateChatEnabled,
    },
    preparedPolls,
    everyoneDraws: request.multiUserWhiteboardEnabled,
  };
}

/** BBB has no lock of screen sharing: its presenter alone shares. Here everybody may until a moderator locks it. */
const firstLocksOf = (request: CreateRequest): MeetingPlan['firstLocks'] => ({
  locks: {
    mic: request.lockSettingsDisableMic,
    cam: request.lockSettingsDisableCam,
    share: false,
    chat: request.lockSettingsDisablePublicChat,
    privateChat: request.lockSettingsDisablePrivateChat,
    names: request.lockSettingsHideUserList,
  },
  onJoin: request.lockSettingsLockOnJoin,
  onJoinFixed: !request.lockSettingsLockOnJoinConfigurable,
});

/**
 * A meeting that begins to record by itself needs nobody's leave to do so; one that may not be switched by hand and does not begin is
 * never recorded. Two parameters change nothing: everybody is asked whatever `notifyRecordingIsOn` says, and what is not shown as being
 * recorded is never written, whatever `recordFullDurationMedia` says.
 */
function recordingOf(engine: Engine, request: CreateRequest): MeetingPlan['recording'] {
  const { record, autoStartRecording, allowStartStopRecording: bySwitch } = request;
  const byItself = record && autoStartRecording;
  return { allowed: engine.shelf !== null && record && (byItself || bySwitch), byItself, bySwitch };
}

type MeetingWords = { name: string; dialNumber: string; voiceBridge: string; address: string };

/** BBB's tokens in welcome texts, which may hold HTML: the name is escaped so that it stays a name. */
function withMeetingWords(text: string, words: MeetingWords): string {
  const escaped = words.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return text
    .replaceAll('%%CONFNAME%%', () => escaped)
    .replaceAll('%%DIALNUM%%', () => words.dialNumber)
    .replaceAll('%%CONFNUM%%', () => words.voiceBridge)
    .replaceAll('%%SERVERURL%%', () => new URL(words.address).origin);
}

const describe = (meeting: Meeting, outcome: 'created' | 'duplicate'): BbbResponse =>
  createdAnswer(createdMeeting(meeting), outcome);
