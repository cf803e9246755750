import {
  countField,
  firstFailure,
  flagField,
  listField,
  longTextField,
  metadataFields,
  prefixedFields,
  readMeetingId,
  refuseNonFlag,
  refusePassword,
  textField,
} from '#fields.ts';
import { type CallFailure, failure, failures } from '#failure.ts';
import { readGroups } from '#groups.ts';
import type { QueryParams } from '#query.ts';

/** What happens to people who come with `guest=true`. */
export const guestPolicies = ['ALWAYS_ACCEPT', 'ALWAYS_DENY', 'ASK_MODERATOR', 'ALWAYS_ACCEPT_AUTH'] as const;
export type GuestPolicy = (typeof guestPolicies)[number];

/** A `create` request with the documented defaults filled in. Texts are `''` when absent. */
export type CreateRequest = ReturnType<typeof identity> &
  ReturnType<typeof limits> &
  ReturnType<typeof recording> &
  ReturnType<typeof texts> &
  ReturnType<typeof rights> &
  ReturnType<typeof locks> &
  ReturnType<typeof features> &
  ReturnType<typeof presentation> & { meetingID: string; guestPolicy: GuestPolicy };

/** Judges and reads the parameters of `create`; refusals come in the order ID, name, passwords, formats, breakout. */
export function readCreate(params: QueryParams): { readonly ok: true; readonly value: CreateRequest } | CallFailure {
  const id = readMeetingId(params);
  if (!id.ok) return id;
  const refusal = firstFailure(
    refuseName(params),
    refusePassword(params, 'attendeePW'),
    refusePassword(params, 'moderatorPW'),
    refuseFormats(params),
  );
  if (refusal) return refusal;
  const policy = textField(params, 'guestPolicy').toUpperCase();
  const guestPolicy = policy === '' ? 'ALWAYS_ACCEPT' : guestPolicies.find((known) => known === policy);
  // Upstream lets an unknown policy through and then denies every guest; telling the caller at once is kinder.
  if (guestPolicy === undefined) return failure('validationError', 'Guest policy is not a known value');
  const value = {
    meetingID: id.value,
    guestPolicy,
    ...identity(params),
    ...limits(params),
    ...recording(params),
    ...texts(params),
    ...rights(params),
    ...locks(params),
    ...features(params),
    ...presentation(params),
  };
  return value.isBreakout && value.parentMeetingID === '' ? failures.parentMissing : { ok: true, value };
}

function refuseName(params: QueryParams): CallFailure | undefined {
  const { length } = textField(params, 'name');
  if (length === 0) return failure('validationError', 'You must provide a meeting name');
  return length >= 2 && length <= 256 ? undefined : failure('sizeError', 'Meeting name must be between 2 and 256 characters');
}

function refuseFormats(params: QueryParams): CallFailure | undefined {
  const bridge = textField(params, 'voiceBridge');
  return firstFailure(
    /^(?:-?[0-9]{1,9})?$/.test(bridge) ? undefined : failure('validationError', 'Voice bridge must be an integral value'),
    refuseNonFlag(params, 'record', 'Record must be a boolean value (true or false)'),
    refuseNonFlag(params, 'isBreakoutRoom', 'You must provide a boolean value (true or false) for the breakout room'),
  );
}

function identity(params: QueryParams) {
  return {
    name: textField(params, 'name'),
    attendeePW: textField(params, 'attendeePW'),
    moderatorPW: textField(params, 'moderatorPW'),
    voiceBridge: textField(params, 'voiceBridge'),
    dialNumber: textField(params, 'dialNumber') || '613-555-1234',
    isBreakout: flagField(params, 'isBreakout', 'false'),
    parentMeetingID: textField(params, 'parentMeetingID'),
    sequence: countField(params, 'sequence', 0),
    freeJoin: flagField(params, 'freeJoin', 'false'),
    metadata: metadataFields(params),
    pluginSettings: prefixedFields(params, 'plugin_'),
    breakoutRoomsRecord: flagField(params, 'breakoutRoomsRecord', 'true'),
    breakoutRoomsPrivateChatEnabled: flagField(params, 'breakoutRoomsPrivateChatEnabled', 'true'),
    groups: readGroups(longTextField(params, 'groups')),
  };
}

/** Minutes and numbers of people; 0 is no limit unless the name says otherwise. */
function limits(params: QueryParams) {
  return {
    maxParticipants: countField(params, 'maxParticipants', 0),
    duration: countField(params, 'duration', 0),
    endWhenNoModerator: flagField(params, 'endWhenNoModerator', 'false'),
    endWhenNoModeratorDelayInMinutes: countField(params, 'endWhenNoModeratorDelayInMinutes', 1),
    meetingExpireIfNoUserJoinedInMinutes: countField(params, 'meetingExpireIfNoUserJoinedInMinutes', 5),
    meetingExpireWhenLastUserLeftInMinutes: countField(params, 'meetingExpireWhenLastUserLeftInMinutes', 1),
    learningDashboardCleanupDelayInMinutes: countField(params, 'learningDashboardCleanupDelayInMinutes', 2),
    userCameraCap: countField(params, 'userCameraCap', 3),
    meetingCameraCap: countField(params, 'meetingCameraCap', 0),
    maxPinnedCameras: countField(params, 'maxPinnedCameras', 3),
    maxNumPages: countField(params, 'maxNumPages', 0),
  };
}

function recording(params: QueryParams) {
  return {
    record: flagField(params, 'record', 'false'),
    autoStartRecording: flagField(params, 'autoStartRecording', 'false'),
    allowStartStopRecording: flagField(params, 'allowStartStopRecording', 'true'),
    recordFullDurationMedia: flagField(params, 'recordFullDurationMedia', 'false'),
    notifyRecordingIsOn: flagField(params, 'notifyRecordingIsOn', 'false'),
    meetingKeepEvents: flagField(params, 'meetingKeepEvents', 'false'),
  };
}

function texts(params: QueryParams) {
  return {
    welcome: longTextField(params, 'welcome'),
    moderatorOnlyMessage: longTextField(params, 'moderatorOnlyMessage'),
    bannerText: textField(params, 'bannerText'),
    bannerColor: textField(params, 'bannerColor'),
    logo: textField(params, 'logo'),
    darklogo: textField(params, 'darklogo'),
    logoutURL: textField(params, 'logoutURL'),
    loginURL: textField(params, 'loginURL'),
    meetingEndedURL: textField(params, 'meetingEndedURL'),
    meetingLayout: textField(params, 'meetingLayout') || 'CUSTOM_LAYOUT',
  };
}

function rights(params: QueryParams) {
  const isBreakout = flagField(params, 'isBreakout', 'false');
  return {
    // People in a breakout room are there to talk: upstream forces this off.
    muteOnStart: !isBreakout && flagField(params, 'muteOnStart', 'false'),
    webcamsOnlyForModerator: flagField(params, 'webcamsOnlyForModerator', 'false'),
    allowModsToUnmuteUsers: flagField(params, 'allowModsToUnmuteUsers', 'false'),
    requireUserConsentBeforeUnmuting: flagField(params, 'requireUserConsentBeforeUnmuting', 'true'),
    allowModsToEjectCameras: flagField(params, 'allowModsToEjectCameras', 'false'),
    allowPromoteGuestToModerator: flagField(params, 'allowPromoteGuestToModerator', 'false'),
    allowRequestsWithoutSession: flagField(params, 'allowRequestsWithoutSession', 'false'),
    multiUserWhiteboardEnabled: flagField(params, 'multiUserWhiteboardEnabled', 'false'),
  };
}

function locks(params: QueryParams) {
  // The singular is the spelling of old clients; it counts only where the plural is absent.
  const notes = textField(params, 'lockSettingsDisableNotes') === '' ? 'lockSettingsDisableNote' : 'lockSettingsDisableNotes';
  return {
    lockSettingsDisableCam: flagField(params, 'lockSettingsDisableCam', 'false'),
    lockSettingsDisableMic: flagField(params, 'lockSettingsDisableMic', 'false'),
    lockSettingsDisablePrivateChat: flagField(params, 'lockSettingsDisablePrivateChat', 'false'),
    lockSettingsDisablePublicChat: flagField(params, 'lockSettingsDisablePublicChat', 'false'),
    lockSettingsDisableNotes: flagField(params, notes, 'false'),
    lockSettingsHideUserList: flagField(params, 'lockSettingsHideUserList', 'false'),
    lockSettingsLockOnJoin: flagField(params, 'lockSettingsLockOnJoin', 'true'),
    lockSettingsLockOnJoinConfigurable: flagField(params, 'lockSettingsLockOnJoinConfigurable', 'false'),
    lockSettingsHideViewersCursor: flagField(params, 'lockSettingsHideViewersCursor', 'false'),
    lockSettingsHideViewersAnnotation: flagField(params, 'lockSettingsHideViewersAnnotation', 'false'),
  };
}

/** `disabledFeatures` without those of `disabledFeaturesExclude`, plus those that older parameters switch off. */
function features(params: QueryParams) {
  const disabled = new Set(listField(params, 'disabledFeatures'));
  if (!flagField(params, 'breakoutRoomsEnabled', 'true')) disabled.add('breakoutRooms');
  if (!flagField(params, 'learningDashboardEnabled', 'true')) disabled.add('learningDashboard');
  if (flagField(params, 'virtualBackgroundsDisabled', 'false')) disabled.add('virtualBackgrounds');
  for (const kept of listField(params, 'disabledFeaturesExclude')) disabled.delete(kept);
  return { disabledFeatures: disabled };
}

function presentation(params: QueryParams) {
  return {
    preUploadedPresentation: textField(params, 'preUploadedPresentation'),
    preUploadedPresentationName: textField(params, 'preUploadedPresentationName'),
    preUploadedPresentationOverrideDefault: flagField(params, 'preUploadedPresentationOverrideDefault', 'true'),
    presentationUploadExternalUrl: textField(params, 'presentationUploadExternalUrl'),
    presentationUploadExternalDescription: textField(params, 'presentationUploadExternalDescription'),
  };
}
