import { BbbBadAnswer, type CallOutcome, readAnswer } from '#client-answer.ts';
import { failure } from '#failure.ts';

/** One track of words for a recording. */
export type TextTrack = { href: string; kind: string; label: string; lang: string; source: string };

/**
 * Reads `getRecordingTextTracks`, which answers in JSON when it works and in XML when it does not.
 * @throws BbbBadAnswer when it is neither.
 */
export function readTextTracks(text: string, status: number): CallOutcome<{ tracks: TextTrack[] }> {
  const answer = readJsonAnswer(text, status);
  if (!answer.ok) return answer;
  const tracks = fieldOf(answer.response, 'tracks');
  return { ok: true, tracks: Array.isArray(tracks) ? tracks.map(readTrack) : [] };
}

/**
 * Reads `putRecordingTextTrack`. Servers say SUCCESS also when they could not keep the track, so the key decides.
 * @throws BbbBadAnswer when it is no BBB answer.
 */
export function readTextTrackUploaded(text: string, status: number): CallOutcome<{ recordId: string }> {
  const answer = readJsonAnswer(text, status);
  if (!answer.ok) return answer;
  const key = stringOf(answer.response, 'messageKey');
  if (key !== 'upload_text_track_success') return failure(key, stringOf(answer.response, 'message'));
  return { ok: true, recordId: stringOf(answer.response, 'recordId') };
}

function readJsonAnswer(text: string, status: number): CallOutcome<{ response: unknown }> {
  if (text.trimStart().startsWith('<')) {
    const answer = readAnswer(text, status);
    if (!answer.ok) return answer;
    throw new BbbBadAnswer('Text tracks are expected as JSON', status);
  }
  const response = fieldOf(parseJson(text, status), 'response');
  const returncode = stringOf(response, 'returncode').toUpperCase();
  if (returncode === '') throw new BbbBadAnswer('The answer has no return code', status);
  return returncode === 'SUCCESS'
    ? { ok: true, response }
    : failure(stringOf(response, 'messageKey'), stringOf(response, 'message'));
}

function readTrack(value: unknown): TextTrack {
  return {
    href: stringOf(value, 'href'),
    kind: stringOf(value, 'kind'),
    label: stringOf(value, 'label'),
    lang: stringOf(value, 'lang'),
    source: stringOf(value, 'source'),
  };
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BbbBadAnswer('The answer is neither XML nor JSON', status);
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

function stringOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}
