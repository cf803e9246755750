import type { GuestPolicy } from '#create-request.ts';
import type { GroupParam } from '#groups.ts';
import type { JoinRole } from '#join-request.ts';
import type { QueryPair } from '#query.ts';

type OptionalText = string | undefined;
type OptionalFlag = boolean | undefined;
type OptionalCount = number | undefined;

/** Locks that hold for viewers. */
export type LockParams = {
  lockSettingsDisableCam?: OptionalFlag;
  lockSettingsDisableMic?: OptionalFlag;
  lockSettingsDisablePrivateChat?: OptionalFlag;
  lockSettingsDisablePublicChat?: OptionalFlag;
  lockSettingsDisableNotes?: OptionalFlag;
  lockSettingsHideUserList?: OptionalFlag;
  lockSettingsLockOnJoin?: OptionalFlag;
  lockSettingsLockOnJoinConfigurable?: OptionalFlag;
  lockSettingsHideViewersCursor?: OptionalFlag;
  lockSettingsHideViewersAnnotation?: OptionalFlag;
};

/** Rules of the meeting. Durations are in minutes, 0 for no limit; an absent value leaves the server's default. */
export type MeetingRuleParams = {
  maxParticipants?: OptionalCount;
  duration?: OptionalCount;
  record?: OptionalFlag;
  autoStartRecording?: OptionalFlag;
  allowStartStopRecording?: OptionalFlag;
  recordFullDurationMedia?: OptionalFlag;
  notifyRecordingIsOn?: OptionalFlag;
  meetingKeepEvents?: OptionalFlag;
  webcamsOnlyForModerator?: OptionalFlag;
  muteOnStart?: OptionalFlag;
  allowModsToUnmuteUsers?: OptionalFlag;
  allowModsToEjectCameras?: OptionalFlag;
  allowPromoteGuestToModerator?: OptionalFlag;
  allowRequestsWithoutSession?: OptionalFlag;
  guestPolicy?: GuestPolicy | undefined;
  endWhenNoModerator?: OptionalFlag;
  endWhenNoModeratorDelayInMinutes?: OptionalCount;
  meetingExpireIfNoUserJoinedInMinutes?: OptionalCount;
  meetingExpireWhenLastUserLeftInMinutes?: OptionalCount;
  userCameraCap?: OptionalCount;
  meetingCameraCap?: OptionalCount;
  maxPinnedCameras?: OptionalCount;
};

/** Words, looks and addresses of the meeting. */
export type MeetingLookParams = {
  welcome?: OptionalText;
  moderatorOnlyMessage?: OptionalText;
  bannerText?: OptionalText;
  bannerColor?: OptionalText;
  logo?: OptionalText;
  darklogo?: OptionalText;
  logoutURL?: OptionalText;
  loginURL?: OptionalText;
  meetingEndedURL?: OptionalText;
  meetingLayout?: OptionalText;
  preUploadedPresentation?: OptionalText;
  preUploadedPresentationName?: OptionalText;
  preUploadedPresentationOverrideDefault?: OptionalFlag;
  presentationUploadExternalUrl?: OptionalText;
  presentationUploadExternalDescription?: OptionalText;
};

/** Parameters of `create`. Names are those of the wire; what has no name here goes into `extra`. */
export type CreateParams = LockParams &
  MeetingRuleParams &
  MeetingLookParams & {
    meetingID: string;
    name: string;
    attendeePW?: OptionalText;
    moderatorPW?: OptionalText;
    voiceBridge?: OptionalText;
    dialNumber?: OptionalText;
    isBreakout?: OptionalFlag;
    parentMeetingID?: OptionalText;
    sequence?: OptionalCount;
    freeJoin?: OptionalFlag;
    disabledFeatures?: readonly string[] | undefined;
    disabledFeaturesExclude?: readonly string[] | undefined;
    groups?: readonly GroupParam[] | undefined;
    /** Names without `meta_`. */
    metadata?: Readonly<Record<string, string>> | undefined;
    extra?: readonly QueryPair[] | undefined;
  };

/** Parameters of `join`. `createTime` (epoch ms) ties the link to one run of the meeting. */
export type JoinParams = {
  meetingID: string;
  fullName: string;
  role?: JoinRole | undefined;
  password?: OptionalText;
  userID?: OptionalText;
  createTime?: OptionalCount;
  guest?: OptionalFlag;
  auth?: OptionalFlag;
  bot?: OptionalFlag;
  avatarURL?: OptionalText;
  webcamBackgroundURL?: OptionalText;
  errorRedirectUrl?: OptionalText;
  logoutURL?: OptionalText;
  enforceLayout?: OptionalText;
  excludeFromDashboard?: OptionalFlag;
  redirect?: OptionalFlag;
  /** Names without `userdata-`. */
  userdata?: Readonly<Record<string, string>> | undefined;
  extra?: readonly QueryPair[] | undefined;
};

/** Parameters of `getRecordings`. `offset` counts only together with `limit`. */
export type GetRecordingsParams = {
  meetingIds?: readonly string[] | undefined;
  recordIds?: readonly string[] | undefined;
  states?: readonly ('processing' | 'processed' | 'published' | 'unpublished' | 'deleted' | 'any')[] | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  offset?: OptionalCount;
  limit?: OptionalCount;
};

/** The ordered parameters of a `create`. */
export function createPairs({
  disabledFeatures,
  disabledFeaturesExclude,
  groups,
  metadata,
  extra,
  ...plain
}: CreateParams): QueryPair[] {
  return [
    ...plainPairs(plain),
    ...listPair('disabledFeatures', disabledFeatures),
    ...listPair('disabledFeaturesExclude', disabledFeaturesExclude),
    ...(groups && groups.length > 0 ? [pair('groups', JSON.stringify(groups))] : []),
    ...prefixedPairs('meta_', metadata),
    ...(extra ?? []),
  ];
}

/** The ordered parameters of a `join`. */
export function joinPairs({ userdata, extra, ...plain }: JoinParams): QueryPair[] {
  return [...plainPairs(plain), ...prefixedPairs('userdata-', userdata), ...(extra ?? [])];
}

/** The ordered parameters of a `getRecordings`. */
export function getRecordingsPairs({ meetingIds, recordIds, states, metadata, offset, limit }: GetRecordingsParams): QueryPair[] {
  return [
    ...listPair('meetingID', meetingIds),
    ...listPair('recordID', recordIds),
    ...listPair('state', states),
    ...prefixedPairs('meta_', metadata),
    ...plainPairs({ offset, limit }),
  ];
}

/** `meta_NAME` parameters; an empty value asks a server to remove the entry. */
export function metadataPairs(metadata: Readonly<Record<string, string>>): QueryPair[] {
  return prefixedPairs('meta_', metadata);
}

function pair(name: string, value: string): QueryPair {
  return [name, value];
}

/** Numbers are whole here, so they are never printed with an exponent. */
function plainPairs(values: Readonly<Record<string, string | number | boolean | undefined>>): QueryPair[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [pair(name, String(value))]));
}

function listPair(name: string, values: readonly string[] | undefined): QueryPair[] {
  return values && values.length > 0 ? [pair(name, values.join(','))] : [];
}

function prefixedPairs(prefix: string, values: Readonly<Record<string, string>> | undefined): QueryPair[] {
  return Object.entries(values ?? {}).map(([name, value]) => pair(`${prefix}${name}`, value));
}
