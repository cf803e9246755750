import { endpointText } from '../endpoint-text.hook.ts';

/** BBB's keys with the same meaning as one of our texts. The log's own codes have texts under their own names. */
const sameAs: Readonly<Record<string, string>> = {
  checksumError: 'wrong_secret',
  accessDenied: 'address_not_allowed',
  tooManyRequests: 'calls_per_minute',
  accountSuspended: 'account_suspended',
  internalError: 'internal',
  notFound: 'not_found',
  noRecordings: 'not_found',
  invalidMeetingIdentifier: 'meeting_unknown',
  meetingForciblyEnded: 'meeting_unknown',
  meetingNotFound: 'meeting_unknown',
  maxParticipantsReached: 'people_per_meeting',
  maxConcurrent: 'meetings_at_once',
  idNotUnique: 'id_not_unique',
  parentMeetingDoesNotExist: 'parent_unknown',
  parentMeetingIDMissing: 'parent_unknown',
  unsupportedRequest: 'unsupported_call',
  unsupportedContentType: 'content_type',
  paramError: 'missing_parameter',
  validationError: 'bad_value',
  patternError: 'bad_value',
  sizeError: 'bad_value',
  invalidKind: 'bad_value',
  invalidLang: 'bad_value',
  empty_uploaded_text_track: 'missing_parameter',
  upload_text_track_failed: 'bad_value',
  invalidPassword: 'password',
  'Params required': 'password',
  nonUniqueVoiceBridge: 'voice_bridge',
  mismatchCreateTimeParam: 'create_time',
  guestDeniedAccess: 'guest_denied',
  createHookError: 'hook_refused',
  serverTagUnavailable: 'server_tag',
  protectNotPossible: 'open_there',
  destroyMissingHook: 'hook_unknown',
};

/** The name of the text that explains a refusal: of our own codes themselves, of BBB's keys a shared one. */
export const reasonOf = (code: string): string => sameAs[code] ?? (code.startsWith('missingParam') ? 'missing_parameter' : code);

/**
 * Says in the reader's language why a call was refused and what to do about it. `code` is `reason` of a call in the log;
 * null is the empty text, and a key of a server that we have no words for is named.
 */
export function useRefusalWords(): (code: string | null) => string {
  const say = endpointText();
  return (code) => (code === null ? '' : (say.maybe(`reason.${reasonOf(code)}`) ?? say('reason.other', { code })));
}
