/**
 * Which parameters of `create` and `join` the engine acts upon, and which it does not, for the log that the makers of programs read.
 * The table in `packages/bbb/README.md` says the same with a test for each; `parameters.test.ts` compares the two.
 */

/** Parameters that it acts upon, or that are for the call itself. */
export const honouredParameters = {
  create: `meetingID name attendeePW moderatorPW welcome moderatorOnlyMessage dialNumber voiceBridge maxParticipants duration record
    autoStartRecording allowStartStopRecording meetingKeepEvents logoutURL meetingEndedURL isBreakout
    isBreakoutRoom parentMeetingID sequence freeJoin webcamsOnlyForModerator muteOnStart allowModsToEjectCameras
    allowModsToUnmuteUsers requireUserConsentBeforeUnmuting allowPromoteGuestToModerator lockSettingsDisableCam lockSettingsDisableMic
    lockSettingsDisablePublicChat lockSettingsDisablePrivateChat lockSettingsHideUserList lockSettingsLockOnJoin lockSettingsLockOnJoinConfigurable guestPolicy endWhenNoModerator endWhenNoModeratorDelayInMinutes
    meetingExpireIfNoUserJoinedInMinutes meetingExpireWhenLastUserLeftInMinutes disabledFeatures disabledFeaturesExclude
    userCameraCap meetingCameraCap maxPinnedCameras meetingLayout bannerText bannerColor logo darklogo preUploadedPresentation
    preUploadedPresentationName preUploadedPresentationOverrideDefault groups breakoutRoomsEnabled breakoutRoomsPrivateChatEnabled
    breakoutRoomsRecord multiUserWhiteboardEnabled`,
  join: `meetingID fullName firstName lastName role password userID createTime redirect errorRedirectUrl guest bot avatarURL
    logoutURL enforceLayout defaultLayout sessionName userdata-bbb_override_default_locale userdata-bbb_default_layout
    userdata-bbb_auto_join_audio userdata-bbb_skip_check_audio userdata-bbb_skip_check_audio_on_first_join
    userdata-bbb_listen_only_mode userdata-bbb_force_listen_only userdata-bbb_auto_share_webcam userdata-bbb_skip_video_preview
    userdata-bbb_mirror_own_webcam userdata-bbb_client_title`,
} as const;

/** Taken without effect and not named in the log: the engine has not what they switch off, or does so in any case. */
export const metParameters = {
  create: `notifyRecordingIsOn lockSettingsDisableNotes lockSettingsDisableNote
    lockSettingsHideViewersCursor lockSettingsHideViewersAnnotation allowRequestsWithoutSession virtualBackgroundsDisabled
    learningDashboardCleanupDelayInMinutes`,
  join: `auth excludeFromDashboard`,
} as const;

/** Values that wish for nothing that is not so already; in lower case. */
const idle: Readonly<Record<string, readonly string[]>> = {
  learningDashboardEnabled: ['true', 'false'],
  joinViaHtml5: ['true'],
  logoutTimer: ['0'],
};
const nothing = ['', 'false'];

/** A program's own data comes back in `getMeetingInfo`; what begins with `bbb_` is a wish to BBB's page. */
const isOwnData = (name: string): boolean =>
  /^meta_/.test(name) || (name.startsWith('userdata-') && !name.startsWith('userdata-bbb_'));
/** For the way to the server, not for the meeting. */
const ofTheWay: ReadonlySet<string> = new Set(['checksum', 'bodyHash']);

const sets = {
  create: new Set<string>(`${honouredParameters.create} ${metParameters.create}`.split(/\s+/)),
  join: new Set<string>(`${honouredParameters.join} ${metParameters.join}`.split(/\s+/)),
};

/** Names among these parameters that the engine takes and does not act upon, in the order they came. */
export function unhonouredParameters(call: 'create' | 'join', parameters: Iterable<readonly [string, string]>): string[] {
  const found = new Set<string>();
  for (const [name, value] of parameters) {
    const wish = value.trim().toLowerCase();
    if (sets[call].has(name) || isOwnData(name) || ofTheWay.has(name)) continue;
    if (!nothing.includes(wish) && idle[name]?.includes(wish) !== true) found.add(name);
  }
  return [...found];
}
