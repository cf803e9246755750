/** An expected refusal as it crosses the wire: `key` is what programs decide by, `message` is for people. */
export type CallFailure = { readonly ok: false; readonly key: string; readonly message: string };

/** A refusal with the given messageKey and message. */
export function failure(key: string, message: string): CallFailure {
  return { ok: false, key, message };
}

/** The refusals whose words are the same wherever they occur. */
export const failures = {
  unsupportedRequest: failure('unsupportedRequest', 'This request is not supported.'),
  unsupportedContentType: failure('unsupportedContentType', 'POST request Content-Type is missing or unsupported'),
  checksumMismatch: failure('checksumError', 'Checksums do not match'),
  checksumPlain: failure('checksumError', 'You did not pass the checksum security check'),
  checksumHook: failure('checksumError', 'You did not pass the checksum security check.'),
  meetingNotFound: failure('notFound', 'A meeting with that ID does not exist'),
  recordingsNotFound: failure('notFound', 'We could not find recordings'),
  idNotUnique: failure('idNotUnique', 'A meeting already exists with that meeting ID.  Please use a different meeting ID.'),
  voiceBridgeTaken: failure('nonUniqueVoiceBridge', 'The selected voice bridge is already in use.'),
  parentMissing: failure('parentMeetingIDMissing', 'No parent meeting ID was provided for the breakout room'),
  parentUnknown: failure('parentMeetingDoesNotExist', 'No parent meeting exists for the breakout room'),
  joinUnknownMeeting: failure('invalidMeetingIdentifier', 'A meeting with that ID does not exist'),
  joinEndedMeeting: failure('meetingForciblyEnded', 'You can not join a meeting that has already been forcibly ended'),
  createTimeMismatch: failure(
    'mismatchCreateTimeParam',
    'The createTime parameter submitted mismatches with the current meeting.',
  ),
  meetingFull: failure('maxParticipantsReached', 'The number of participants allowed for this meeting has been reached.'),
  guestDenied: failure('guestDeniedAccess', "You have been denied access to this meeting based on the meeting's guest policy"),
  wrongModeratorPassword: failure('invalidPassword', 'The supplied moderator password is incorrect'),
  passwordFormat: failure('invalidPassword', 'Invalid password'),
  presentationDisabled: failure('', 'Presentation feature is disabled, ignoring.'),
  chatMeetingNotFound: failure('meetingNotFound', 'Meeting not found'),
  tooManyMeetings: failure('maxConcurrent', 'The number of meetings that may run at the same time has been reached.'),
  internal: failure('internalError', 'The request could not be carried out.'),
} as const;
