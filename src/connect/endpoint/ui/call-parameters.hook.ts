import { type CallRule, callRules } from '@atrium/bbb/calls';
import type { BuiltCall } from '../endpoint.contract.ts';

type CallName = BuiltCall['call'];
/** How a value is written: `flag` is true or false, `choice` one of the words given. */
export type ParameterKind = { kind: 'text' | 'number' | 'flag' } | { kind: 'choice'; of: readonly string[] };
type KnownParameters = { needed: readonly string[]; may: readonly string[] };

const listed = (text: string): string[] => text.split(/\s+/).filter((one) => one !== '');
const known = (needed: string, may = ''): KnownParameters => ({ needed: listed(needed), may: listed(may) });

/** What the calls take, as BigBlueButton documents it; names are sent as they stand. */
const calls: Record<CallName, KnownParameters> = {
  create: known(
    'meetingID name',
    `record attendeePW moderatorPW duration maxParticipants welcome voiceBridge logoutURL muteOnStart guestPolicy
    moderatorOnlyMessage autoStartRecording allowStartStopRecording meetingLayout webcamsOnlyForModerator disabledFeatures
    bannerText bannerColor logo darklogo meetingEndedURL meetingKeepEvents allowModsToUnmuteUsers allowModsToEjectCameras
    lockSettingsDisableCam lockSettingsDisableMic lockSettingsDisablePrivateChat lockSettingsDisablePublicChat
    lockSettingsDisableNotes lockSettingsHideUserList lockSettingsLockOnJoin endWhenNoModerator
    endWhenNoModeratorDelayInMinutes meetingExpireIfNoUserJoinedInMinutes meetingExpireWhenLastUserLeftInMinutes
    notifyRecordingIsOn isBreakout parentMeetingID sequence freeJoin groups userCameraCap meetingCameraCap
    preUploadedPresentation preUploadedPresentationOverrideDefault meta_bbb-meeting-size-hint meta_bbb-origin
    meta_endCallbackUrl meta_bbb-recording-ready-url meta_analytics-callback-url`,
  ),
  join: known(
    'meetingID fullName',
    `role password userID createTime redirect guest auth avatarURL errorRedirectUrl logoutURL enforceLayout
    excludeFromDashboard userdata-bbb_auto_join_audio userdata-bbb_listen_only_mode userdata-bbb_skip_check_audio`,
  ),
  end: known('meetingID', 'password'),
  isMeetingRunning: known('meetingID'),
  getMeetings: known(''),
  getMeetingInfo: known('meetingID'),
  insertDocument: known('meetingID'),
  sendChatMessage: known('meetingID message', 'userName'),
  getRecordings: known('', 'meetingID recordID state offset limit'),
  publishRecordings: known('recordID publish'),
  deleteRecordings: known('recordID'),
  updateRecordings: known('recordID', 'meta_name'),
  getRecordingTextTracks: known('recordID'),
  'hooks/create': known('callbackURL', 'meetingID eventID'),
  'hooks/list': known('', 'meetingID'),
  'hooks/destroy': known('hookID'),
};

const numbers = new Set(
  listed(`duration maxParticipants voiceBridge endWhenNoModeratorDelayInMinutes meetingExpireIfNoUserJoinedInMinutes
  meetingExpireWhenLastUserLeftInMinutes sequence userCameraCap meetingCameraCap meta_bbb-meeting-size-hint createTime offset limit hookID`),
);
const flags = new Set(
  listed(`record muteOnStart autoStartRecording allowStartStopRecording webcamsOnlyForModerator meetingKeepEvents
  allowModsToUnmuteUsers allowModsToEjectCameras endWhenNoModerator notifyRecordingIsOn isBreakout freeJoin
  preUploadedPresentationOverrideDefault redirect guest auth excludeFromDashboard publish userdata-bbb_auto_join_audio
  userdata-bbb_listen_only_mode userdata-bbb_skip_check_audio`),
);
const choices: Readonly<Record<string, readonly string[]>> = {
  role: ['MODERATOR', 'VIEWER'],
  guestPolicy: ['ALWAYS_ACCEPT', 'ALWAYS_DENY', 'ASK_MODERATOR', 'ALWAYS_ACCEPT_AUTH'],
  meetingLayout: ['CUSTOM_LAYOUT', 'SMART_LAYOUT', 'PRESENTATION_FOCUS', 'VIDEO_FOCUS'],
  state: ['published', 'unpublished', 'processing', 'processed', 'any'],
};

export const parametersOf = (call: CallName): KnownParameters => calls[call];

/** What a parameter wants as its value; names nobody knows are texts. */
export function kindOf(name: string): ParameterKind {
  const of = choices[name];
  if (of !== undefined) return { kind: 'choice', of };
  if (flags.has(name) || /^lockSettings/.test(name)) return { kind: 'flag' };
  return { kind: numbers.has(name) ? 'number' : 'text' };
}

/** The methods by which a call may be made. */
export function methodsOf(call: CallName): readonly BuiltCall['method'][] {
  const rule: CallRule = callRules[call];
  return rule.methods;
}

/** Whether the call takes XML with documents in its body. */
export const takesXml = (call: CallName): boolean => call === 'create' || call === 'insertDocument';
