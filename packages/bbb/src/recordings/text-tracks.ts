import { type BbbResponse, failed, jsonAnswer } from '#answers.ts';
import { textField } from '#fields.ts';
import { type CallFailure, failure } from '#failure.ts';
import type { FilePart } from '#multipart.ts';
import { jsonFailed } from '#recordings/recording-answers.ts';
import type { IncomingCall, VerifiedCall } from '#server.ts';

/** A track of words that somebody uploads. `lang` is a language tag (RFC 5646) in its canonical spelling. */
export type TextTrackUpload = {
  recordId: string;
  kind: 'subtitles' | 'captions';
  lang: string;
  label: string;
  file: FilePart;
};

/** The recording that a `putRecordingTextTrack` is for. Look it up first: that it is unknown is reported before any other error. */
export function readTextTrackTarget(
  call: Pick<VerifiedCall, 'params'>,
): { readonly ok: true; readonly recordId: string } | CallFailure {
  const recordId = textField(call.params, 'recordID');
  return recordId === '' ? failure('paramError', 'Missing param recordID.') : { ok: true, recordId };
}

/** The recording of a text track is not there. */
export const textTrackRecordingUnknown = failure('noRecordings', 'No recording was found for ID');

/** Judges and reads the rest of a `putRecordingTextTrack`, in upstream's order: kind, language, file. */
export function readTextTrackUpload(
  call: Pick<VerifiedCall, 'params' | 'body'>,
): { readonly ok: true; readonly value: TextTrackUpload } | CallFailure {
  const target = readTextTrackTarget(call);
  if (!target.ok) return target;
  const given = textField(call.params, 'kind');
  if (given === '') return failure('paramError', 'Missing param kind.');
  const kind = given === 'subtitles' || given === 'captions' ? given : undefined;
  if (kind === undefined) {
    return failure('invalidKind', `Invalid kind parameter, expected='subtitles|captions' actual=${given}`);
  }
  const givenLang = textField(call.params, 'lang');
  if (givenLang === '') return failure('paramError', 'Missing param lang.');
  const lang = languageTag(givenLang);
  if (lang === undefined) return failure('invalidLang', `Malformed lang param, received=${givenLang}`);
  const file = call.body.kind === 'form' ? call.body.files.find((part) => part.bytes.length > 0) : undefined;
  if (!file) return failure('empty_uploaded_text_track', 'Empty uploaded text track.');
  return { ok: true, value: { recordId: target.recordId, kind, lang, label: textField(call.params, 'label'), file } };
}

/** Callers send Java locales (`en_US`) and tags (`en-US`); `undefined` for what is neither. */
function languageTag(given: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(given.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** `putRecordingTextTrack`: the track is kept. */
export function textTrackUploadedAnswer(recordId: string): BbbResponse {
  return jsonAnswer({
    messageKey: 'upload_text_track_success',
    message: 'Text track uploaded successfully',
    recordId,
    returncode: 'SUCCESS',
  });
}

/** A refusal in the language of its call: uploads speak JSON, lists of tracks do when they are asked to, the rest is XML. */
export function refusalAnswer(
  call: Pick<IncomingCall, 'name'>,
  refusal: Pick<CallFailure, 'key' | 'message'>,
  accept: string | undefined = undefined,
): BbbResponse {
  if (call.name === 'putRecordingTextTrack') return jsonFailed(refusal);
  const asksJson = accept !== undefined && /(?:^|,)\s*application\/json\b/i.test(accept);
  return call.name === 'getRecordingTextTracks' && asksJson ? jsonFailed(refusal) : failed(refusal);
}
