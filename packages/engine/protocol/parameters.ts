/** Which parameters of `create` and `join` the engine does not act upon, for the log that the makers of programs read. */

/** Parameters that it acts upon, that are for the call itself, or whose wish is met because it has not what they switch off. */
const honoured = {
  create: `meetingID name attendeePW moderatorPW welcome moderatorOnlyMessage dialNumber voiceBridge maxParticipants duration record
    autoStartRecording allowStartStopRecording notifyRecordingIsOn meetingKeepEvents logoutURL meetingEndedURL isBreakout
    isBreakoutRoom parentMeetingID sequence freeJoin webcamsOnlyForModerator muteOnStart allowModsToEjectCameras
    requireUserConsentBeforeUnmuting allowPromoteGuestToModerator lockSettingsDisableCam lockSettingsDisableMic
    lockSettingsDisablePublicChat lockSettingsDisablePrivateChat lockSettingsDisableNotes lockSettingsDisableNote
    lockSettingsHideViewersCursor lockSettingsHideViewersAnnotation lockSettingsHideUserList lockSettingsLockOnJoin
    lockSettingsLockOnJoinConfigurable guestPolicy endWhenNoModerator
    endWhenNoModeratorDelayInMinutes meetingExpireIfNoUserJoinedInMinutes meetingExpireWhenLastUserLeftInMinutes disabledFeatures
    disabledFeaturesExclude allowRequestsWithoutSession virtualBackgroundsDisabled learningDashboardCleanupDelayInMinutes`,
  join: `meetingID fullName firstName lastName role password userID createTime redirect errorRedirectUrl guest auth bot avatarURL
    logoutURL excludeFromDashboard userdata-bbb_override_default_locale`,
} as const;

/** Values that wish for nothing that is not so already; in lower case. */
const idle: Readonly<Record<string, readonly string[]>> = {
  breakoutRoomsEnabled: ['true', 'false'],
  breakoutRoomsPrivateChatEnabled: ['true', 'false'],
  learningDashboardEnabled: ['true', 'false'],
  preUploadedPresentationOverrideDefault: ['true', 'false'],
  joinViaHtml5: ['true'],
  meetingLayout: ['custom_layout', 'smart_layout'],
  logoutTimer: ['0'],
  userCameraCap: ['0', '3'],
  meetingCameraCap: ['0'],
  maxPinnedCameras: ['0', '3'],
  groups: ['[]'],
};
const nothing = ['', 'false'];

/** A program's own data comes back in `getMeetingInfo`; what begins with `bbb_` is a wish to BBB's page. */
const isOwnData = (name: string): boolean =>
  /^meta_/.test(name) || (name.startsWith('userdata-') && !name.startsWith('userdata-bbb_'));
/** For the way to the server, not for the meeting. */
const ofTheWay: ReadonlySet<string> = new Set(['checksum', 'bodyHash']);

const sets = {
  create: new Set<string>(honoured.create.split(/\s+/)),
  join: new Set<string>(honoured.join.split(/\s+/)),
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
