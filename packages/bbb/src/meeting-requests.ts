import type { CreateRequest } from '#create-request.ts';
import { clean, longTextField, metadataFields, readMeetingId, refusePassword, textField } from '#fields.ts';
import { type CallFailure, failure, failures } from '#failure.ts';
import { listOf, type QueryParams } from '#query.ts';

/**
 * What a `create` means for a meeting that is there already under the same ID: both passwords equal, or neither given,
 * is the same request again; anything else is a clash. Without such a meeting it is a new one.
 */
export function decideCreate(
  request: Pick<CreateRequest, 'attendeePW' | 'moderatorPW'>,
  existing: { attendeePW: string; moderatorPW: string } | undefined,
): { readonly ok: true; readonly outcome: 'created' | 'duplicate' } | CallFailure {
  if (!existing) return { ok: true, outcome: 'created' };
  const samePasswords = request.attendeePW === existing.attendeePW && request.moderatorPW === existing.moderatorPW;
  const noPasswords = request.attendeePW === '' && request.moderatorPW === '';
  return samePasswords || noPasswords ? { ok: true, outcome: 'duplicate' } : failures.idNotUnique;
}

/** Judges and reads the parameters of `end`. */
export function readEnd(
  params: QueryParams,
): { readonly ok: true; readonly value: { meetingID: string; password: string } } | CallFailure {
  const id = readMeetingId(params);
  if (!id.ok) return id;
  const refusal = refusePassword(params, 'password');
  return refusal ?? { ok: true, value: { meetingID: id.value, password: textField(params, 'password') } };
}

/** Whether `end` may end this meeting: a given password must be the moderators', if the meeting has one. */
export function decideEnd(
  request: { password: string },
  meeting: { moderatorPW: string } | undefined,
): { readonly ok: true } | CallFailure {
  if (!meeting) return failures.meetingNotFound;
  const fits = request.password === '' || meeting.moderatorPW === '' || request.password === meeting.moderatorPW;
  return fits ? { ok: true } : failures.wrongModeratorPassword;
}

/** A message that the API writes into the public chat. */
export type ChatRequest = { meetingID: string; message: string; userName: string };

/** Judges and reads the parameters of `sendChatMessage`: 1 to 500 characters, a name of at most 255. */
export function readChatMessage(params: QueryParams): { readonly ok: true; readonly value: ChatRequest } | CallFailure {
  const id = readMeetingId(params);
  if (!id.ok) return id;
  const message = longTextField(params, 'message');
  if (message === '') return failure('validationError', 'You must provide the param message');
  if (message.length > 500) return failure('validationError', 'Param message must be between 1 and 500 characters');
  const userName = textField(params, 'userName') || 'System';
  if (userName.length > 255) return failure('validationError', 'Param userName must not exceed 255 characters');
  return { ok: true, value: { meetingID: id.value, message, userName } };
}

/** What `getRecordings` asks for. */
export type RecordingsRequest = {
  recordIds: string[];
  /**
   * Which parameter chooses. One that is there without an ID in it asks for nothing: only where both are absent
   * everything is meant.
   */
  by: 'record' | 'meeting' | 'all';
  meetingIds: string[];
  states: string[];
  metadata: Map<string, string>;
  /** Absent without a valid `limit`; then everything is listed. */
  page: { offset: number; limit: number } | undefined;
};

/** Reads the parameters of `getRecordings`: recording IDs win over meeting IDs, a limit is held between 1 and 100. */
export function readRecordingsRequest(params: QueryParams): RecordingsRequest {
  const limit = wholeNumber(textField(params, 'limit'));
  const offset = Math.max(wholeNumber(textField(params, 'offset')) ?? 0, 0);
  const states = listOf(textField(params, 'state').toLowerCase());
  return {
    by: chosenBy(params),
    recordIds: listOf(params.first.get('recordID')),
    meetingIds: listOf(params.first.get('meetingID')),
    states: states.length > 0 ? states : ['published', 'unpublished'],
    metadata: metadataFields(params),
    page: limit === undefined ? undefined : { offset, limit: Math.min(Math.max(limit, 1), 100) },
  };
}

function chosenBy({ first }: QueryParams): RecordingsRequest['by'] {
  const told = (name: string): boolean => clean(first.get(name) ?? '') !== '';
  if (told('recordID')) return 'record';
  if (told('meetingID')) return 'meeting';
  return first.has('recordID') ? 'record' : first.has('meetingID') ? 'meeting' : 'all';
}

function wholeNumber(text: string): number | undefined {
  return /^-?[0-9]{1,9}$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** Whether one metadata value fits a filter: equal, or with `%` at its ends contains, ends with, begins with. */
export function metadataFits(value: string | undefined, filter: string): boolean {
  if (value === undefined) return false;
  if (filter.length > 1 && filter.startsWith('%') && filter.endsWith('%')) return value.includes(filter.slice(1, -1));
  if (filter.startsWith('%')) return value.endsWith(filter.slice(1));
  return filter.endsWith('%') ? value.startsWith(filter.slice(0, -1)) : value === filter;
}

/** Recording IDs of a call that changes recordings. */
export function readRecordIds(params: QueryParams): { readonly ok: true; readonly value: string[] } | CallFailure {
  const ids = listOf(params.first.get('recordID'));
  return ids.length > 0 ? { ok: true, value: ids } : failure('missingParamRecordID', 'You must specify a recordID.');
}

/** Judges and reads the parameters of `publishRecordings`. */
export function readPublish(
  params: QueryParams,
): { readonly ok: true; readonly value: { recordIds: string[]; publish: boolean } } | CallFailure {
  const ids = readRecordIds(params);
  if (!ids.ok) return ids;
  const publish = textField(params, 'publish').toLowerCase();
  if (publish === '') return failure('missingParamPublish', 'You must specify a publish value true or false.');
  return { ok: true, value: { recordIds: ids.value, publish: publish === 'true' } };
}
