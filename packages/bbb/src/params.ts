import type { GuestPolicy } from '#create-request.ts';
import type { Group } from '#groups.ts';
import type { Role } from '#join-request.ts';
import type { Pair } from '#query.ts';

type Text = string | undefined;
type Flag = boolean | undefined;
type Count = number | undefined;

/** Locks that hold for viewers. */
export type LockParams = {
  lockSettingsDisableCam?: Flag;
  lockSettingsDisableMic?: Flag;
  lockSettingsDisablePrivateChat?: Flag;
  lockSettingsDisablePublicChat?: Flag;
  lockSettingsDisableNotes?: Flag;
  lockSettingsHideUserList?: Flag;
  lockSettingsLockOnJoin?: Flag;
  lockSettingsLockOnJoinConfigurable?: Flag;
  lockSettingsHideViewersCursor?: Flag;
  lockSettingsHideViewersAnnotation?: Flag;
};

/** Rules of the meeting. Durations are in minutes, 0 for no limit; an absent value leaves the server's default. */
export type MeetingRuleParams = {
  maxParticipants?: Count;
  duration?: Count;
  record?: Flag;
  autoStartRecording?: Flag;
  allowStartStopRecording?: Flag;
  recordFullDurationMedia?: Flag;
  notifyRecordingIsOn?: Flag;
  meetingKeepEvents?: Flag;
  webcamsOnlyForModerator?: Flag;
  muteOnStart?: Flag;
  allowModsToUnmuteUsers?: Flag;
  allowModsToEjectCameras?: Flag;
  allowPromoteGuestToModerator?: Flag;
  allowRequestsWithoutSession?: Flag;
  guestPolicy?: GuestPolicy | undefined;
  endWhenNoModerator?: Flag;
  endWhenNoModeratorDelayInMinutes?: Count;
  meetingExpireIfNoUserJoinedInMinutes?: Count;
  meetingExpireWhenLastUserLeftInMinutes?: Count;
  userCameraCap?: Count;
  meetingCameraCap?: Count;
  maxPinnedCameras?: Count;
};

/** Words, looks and addresses of the meeting. */
export type MeetingLookParams = {
  welcome?: Text;
  moderatorOnlyMessage?: Text;
  bannerText?: Text;
  bannerColor?: Text;
  logo?: Text;
  darklogo?: Text;
  logoutURL?: Text;
  loginURL?: Text;
  meetingEndedURL?: Text;
  meetingLayout?: Text;
  preUploadedPresentation?: Text;
  preUploadedPresentationName?: Text;
  preUploadedPresentationOverrideDefault?: Flag;
  presentationUploadExternalUrl?: Text;
  presentationUploadExternalDescription?: Text;
};

/** Parameters of `create`. Names are those of the wire; what has no name here goes into `extra`. */
export type CreateParams = LockParams &
  MeetingRuleParams &
  MeetingLookParams & {
    meetingID: string;
    name: string;
    attendeePW?: Text;
    moderatorPW?: Text;
    voiceBridge?: Text;
    dialNumber?: Text;
    isBreakout?: Flag;
    parentMeetingID?: Text;
    sequence?: Count;
    freeJoin?: Flag;
    disabledFeatures?: readonly string[] | undefined;
    disabledFeaturesExclude?: readonly string[] | undefined;
    groups?: readonly Group[] | undefined;
    /** Names without `meta_`. */
    metadata?: Readonly<Record<string, string>> | undefined;
    extra?: readonly Pair[] | undefined;
  };

/** Parameters of `join`. `createTime` (epoch ms) ties the link to one run of the meeting. */
export type JoinParams = {
  meetingID: string;
  fullName: string;
  role?: Role | undefined;
  password?: Text;
  userID?: Text;
  createTime?: Count;
  guest?: Flag;
  auth?: Flag;
  bot?: Flag;
  avatarURL?: Text;
  webcamBackgroundURL?: Text;
  errorRedirectUrl?: Text;
  logoutURL?: Text;
  enforceLayout?: Text;
  excludeFromDashboard?: Flag;
  redirect?: Flag;
  /** Names without `userdata-`. */
  userdata?: Readonly<Record<string, string>> | undefined;
  extra?: readonly Pair[] | undefined;
};

/** Parameters of `getRecordings`. `offset` counts only together with `limit`. */
export type GetRecordingsParams = {
  meetingIds?: readonly string[] | undefined;
  recordIds?: readonly string[] | undefined;
  states?: readonly ('processing' | 'processed' | 'published' | 'unpublished' | 'deleted' | 'any')[] | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  offset?: Count;
  limit?: Count;
};

/** The ordered parameters of a `create`. */
export function createPairs({
  disabledFeatures,
  disabledFeaturesExclude,
  groups,
  metadata,
  extra,
  ...plain
}: CreateParams): Pair[] {
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
export function joinPairs({ userdata, extra, ...plain }: JoinParams): Pair[] {
  return [...plainPairs(plain), ...prefixedPairs('userdata-', userdata), ...(extra ?? [])];
}

/** The ordered parameters of a `getRecordings`. */
export function getRecordingsPairs({ meetingIds, recordIds, states, metadata, offset, limit }: GetRecordingsParams): Pair[] {
  return [
    ...listPair('meetingID', meetingIds),
    ...listPair('recordID', recordIds),
    ...listPair('state', states),
    ...prefixedPairs('meta_', metadata),
    ...plainPairs({ offset, limit }),
  ];
}

/** `meta_NAME` parameters; an empty value asks a server to remove the entry. */
export function metadataPairs(metadata: Readonly<Record<string, string>>): Pair[] {
  return prefixedPairs('meta_', metadata);
}

function pair(name: string, value: string): Pair {
  return [name, value];
}

/** Numbers are whole here, so they are never printed with an exponent. */
function plainPairs(values: Readonly<Record<string, string | number | boolean | undefined>>): Pair[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [pair(name, String(value))]));
}

function listPair(name: string, values: readonly string[] | undefined): Pair[] {
  return values && values.length > 0 ? [pair(name, values.join(','))] : [];
}

function prefixedPairs(prefix: string, values: Readonly<Record<string, string>> | undefined): Pair[] {
  return Object.entries(values ?? {}).map(([name, value]) => pair(`${prefix}${name}`, value));
}
