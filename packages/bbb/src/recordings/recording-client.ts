import type { SignedCaller } from '#caller.ts';
import type { CallOutcome } from '#client-answer.ts';
import { writeMultipartFile } from '#multipart.ts';
import { type GetRecordingsParams, getRecordingsPairs, metadataPairs } from '#params.ts';
import type { QueryPair } from '#query.ts';
import { flagOf } from '#reading.ts';
import { type Recording, readRecordings } from '#recordings/recording-reading.ts';
import { readTextTracks, readTextTrackUploaded, type TextTrack } from '#recordings/text-track-reading.ts';

/** What of a recording is to change; an empty metadata value removes the entry. */
export type RecordingChange = {
  recordIds: readonly string[];
  metadata?: Readonly<Record<string, string>> | undefined;
  /** Known to proxies only. */
  protect?: boolean | undefined;
};

/** A track of words to upload; `text` is WebVTT or SubRip, `lang` a language tag such as `en-US`. */
export type TextTrackInput = {
  recordId: string;
  kind: 'subtitles' | 'captions';
  lang: string;
  label?: string | undefined;
  filename: string;
  text: string;
};

/** The calls about recordings. */
export function recordingCalls(caller: SignedCaller) {
  return {
    getRecordings: (params: GetRecordingsParams) => getRecordings(caller, params),
    publishRecordings: (params: { recordIds: readonly string[]; publish: boolean }) => publishRecordings(caller, params),
    deleteRecordings: (recordIds: readonly string[]) => deleteRecordings(caller, recordIds),
    updateRecordings: (change: RecordingChange) => updateRecordings(caller, change),
    putRecordingTextTrack: (track: TextTrackInput) => putRecordingTextTrack(caller, track),
    getRecordingTextTracks: (recordId: string) => getRecordingTextTracks(caller, recordId),
  };
}

/** A list of no IDs finds nothing and is not sent: servers would take it for every recording. */
async function getRecordings(
  caller: SignedCaller,
  params: GetRecordingsParams,
): Promise<CallOutcome<{ recordings: Recording[]; total: number }>> {
  if ((params.recordIds ?? params.meetingIds)?.length === 0) return { ok: true, recordings: [], total: 0 };
  const answer = await caller.xml('getRecordings', getRecordingsPairs(params));
  return answer.ok ? { ok: true, ...readRecordings(answer.response) } : answer;
}

function idsPair(recordIds: readonly string[]): QueryPair {
  return ['recordID', recordIds.join(',')];
}

async function publishRecordings(
  caller: SignedCaller,
  input: { recordIds: readonly string[]; publish: boolean },
): Promise<CallOutcome<{ published: boolean }>> {
  const answer = await caller.xml('publishRecordings', [idsPair(input.recordIds), ['publish', String(input.publish)]]);
  return answer.ok ? { ok: true, published: flagOf(answer.response, 'published') } : answer;
}

async function deleteRecordings(caller: SignedCaller, recordIds: readonly string[]): Promise<CallOutcome<{ deleted: boolean }>> {
  const answer = await caller.xml('deleteRecordings', [idsPair(recordIds)]);
  return answer.ok ? { ok: true, deleted: flagOf(answer.response, 'deleted') } : answer;
}

/** `updated: false` is how proxies say that an ID is unknown or that there was nothing to do. */
async function updateRecordings(caller: SignedCaller, change: RecordingChange): Promise<CallOutcome<{ updated: boolean }>> {
  const pairs: QueryPair[] = [idsPair(change.recordIds), ...metadataPairs(change.metadata ?? {})];
  if (change.protect !== undefined) pairs.push(['protect', String(change.protect)]);
  const answer = await caller.xml('updateRecordings', pairs);
  return answer.ok ? { ok: true, updated: flagOf(answer.response, 'updated') } : answer;
}

async function getRecordingTextTracks(caller: SignedCaller, recordId: string): Promise<CallOutcome<{ tracks: TextTrack[] }>> {
  const answer = await caller.text('getRecordingTextTracks', [['recordID', recordId]]);
  return readTextTracks(answer.text, answer.status);
}

async function putRecordingTextTrack(caller: SignedCaller, track: TextTrackInput): Promise<CallOutcome<{ recordId: string }>> {
  const pairs: QueryPair[] = [
    ['recordID', track.recordId],
    ['kind', track.kind],
    ['lang', track.lang],
  ];
  if (track.label !== undefined) pairs.push(['label', track.label]);
  const form = writeMultipartFile({ name: 'file', filename: track.filename, contentType: 'text/plain', text: track.text });
  const answer = await caller.text('putRecordingTextTrack', pairs, { type: form.contentType, text: form.body });
  return readTextTrackUploaded(answer.text, answer.status);
}
