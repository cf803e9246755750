import { type BbbResponse, success, words } from '#answers.ts';
import { type CallFailure, failure } from '#failure.ts';
import { textField } from '#fields.ts';
import { listOf, type QueryParams } from '#query.ts';
import { cdataElement, element, type XmlElement } from '#xml.ts';

/** A registered hook. `meetingID` and `eventID` are absent for one that hears everything. */
export type HookView = {
  hookID: string;
  callbackURL: string;
  meetingID?: string | undefined;
  eventID?: string | undefined;
  permanentHook: boolean;
  rawData: boolean;
};

/** Refusals about a hook's ID. */
export const hookFailures = {
  missingId: failure('missingParamHookID', 'You must specify a hookID in the parameters.'),
  unknown: failure('destroyMissingHook', 'The hook informed was not found.'),
  emptyMeetingId: failure('validationError', 'Meeting ID must not be empty. Leave it out to hear of every meeting.'),
} as const;

/** What `hooks/create` asks for. Event names are lower-case; none means every event, as no meeting means every meeting. */
export type HookRequest = { callbackURL: string; meetingID: string; eventIds: string[]; getRaw: boolean };

/** Judges and reads the parameters of `hooks/create`. A meeting ID that is there and empty is refused: it may not mean every meeting. */
export function readHookRequest(params: QueryParams): { readonly ok: true; readonly value: HookRequest } | CallFailure {
  const callbackURL = textField(params, 'callbackURL');
  if (callbackURL === '') return failure('missingParamCallbackURL', 'You must specify a callbackURL in the parameters.');
  const meetingID = textField(params, 'meetingID');
  if (meetingID === '' && params.first.has('meetingID')) return hookFailures.emptyMeetingId;
  const value = {
    callbackURL,
    meetingID,
    eventIds: listOf(textField(params, 'eventID').toLowerCase()),
    getRaw: textField(params, 'getRaw').toLowerCase() === 'true',
  };
  return { ok: true, value };
}

/**
 * Whether `hooks/list` tells a hook: without `meetingID` all of them, with one those of that meeting and those of every
 * meeting. An empty ID is no meeting's.
 */
export function isHookListed(params: QueryParams, hook: { meetingID?: string | undefined }): boolean {
  return !params.first.has('meetingID') || hook.meetingID === undefined || hook.meetingID === textField(params, 'meetingID');
}

/** `hooks/create`: a new hook. */
export function hookCreatedAnswer(hook: HookView): BbbResponse {
  return success([
    element('hookID', hook.hookID),
    element('permanentHook', hook.permanentHook),
    element('rawData', hook.rawData),
  ]);
}

/** `hooks/create` for an address that has a hook already. */
export function hookDuplicateAnswer(hookID: string): BbbResponse {
  return success([element('hookID', hookID), ...words('duplicateWarning', 'There is already a hook for this callback URL.')]);
}

/** `hooks/list`. */
export function hooksAnswer(hooks: readonly HookView[]): BbbResponse {
  return success([element('hooks', hooks.map(hookElement))]);
}

/** `hooks/destroy`. */
export function hookRemovedAnswer(): BbbResponse {
  return success([element('removed', true)]);
}

function hookElement(hook: HookView): XmlElement {
  return element('hook', [
    element('hookID', hook.hookID),
    cdataElement('callbackURL', hook.callbackURL),
    ...(hook.meetingID === undefined ? [] : [cdataElement('meetingID', hook.meetingID)]),
    ...(hook.eventID === undefined ? [] : [element('eventID', hook.eventID)]),
    element('permanentHook', hook.permanentHook),
    element('rawData', hook.rawData),
  ]);
}
