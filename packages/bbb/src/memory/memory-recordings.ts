import { type BbbResponse, failed } from '#answers.ts';
import { metadataFields, prefixedFields } from '#fields.ts';
import { failures } from '#failure.ts';
import { metadataFits, type RecordingsRequest, readPublish, readRecordIds, readRecordingsRequest } from '#meeting-requests.ts';
import type { MemoryState } from '#memory/memory-state.ts';
import {
  deletedAnswer,
  jsonFailed,
  publishedAnswer,
  type RecordingView,
  recordingsAnswer,
  textTracksAnswer,
  updatedAnswer,
} from '#recordings/recording-answers.ts';
import type { VerifiedCall } from '#server.ts';
import {
  readTextTrackTarget,
  readTextTrackUpload,
  textTrackRecordingUnknown,
  textTrackUploadedAnswer,
} from '#recordings/text-tracks.ts';

/** The calls about recordings of the server in memory. */
export const memoryRecordings = {
  getRecordings(state: MemoryState, call: VerifiedCall): BbbResponse {
    const request = readRecordingsRequest(call.params);
    const found = state.recordings.filter((recording) => isWanted(recording, request));
    if (!request.page) return recordingsAnswer(found);
    const { offset, limit } = request.page;
    return recordingsAnswer(found.slice(offset, offset + limit), { offset, limit, total: found.length });
  },
  publishRecordings(state: MemoryState, call: VerifiedCall): BbbResponse {
    const read = readPublish(call.params);
    if (!read.ok) return failed(read);
    const named = alive(state, read.value.recordIds);
    for (const recording of named)
      Object.assign(recording, { published: read.value.publish, state: read.value.publish ? 'published' : 'unpublished' });
    return named.length === 0 ? failed(failures.recordingsNotFound) : publishedAnswer({ published: read.value.publish });
  },
  deleteRecordings(state: MemoryState, call: VerifiedCall): BbbResponse {
    const read = readRecordIds(call.params);
    if (!read.ok) return failed(read);
    const named = alive(state, read.value);
    for (const recording of named) Object.assign(recording, { published: false, state: 'deleted' });
    return named.length === 0 ? failed(failures.recordingsNotFound) : deletedAnswer();
  },
  updateRecordings(state: MemoryState, call: VerifiedCall): BbbResponse {
    const read = readRecordIds(call.params);
    if (!read.ok) return failed(read);
    const named = alive(state, read.value);
    for (const recording of named) update(recording, call);
    return named.length === 0 ? failed(failures.recordingsNotFound) : updatedAnswer();
  },
  getRecordingTextTracks(state: MemoryState, call: VerifiedCall): BbbResponse {
    const read = readRecordIds(call.params);
    if (!read.ok) return failed(read);
    const [known] = alive(state, read.value);
    return known ? textTracksAnswer(state.tracks.get(known.recordID) ?? []) : jsonFailed(textTrackRecordingUnknown);
  },
  putRecordingTextTrack(state: MemoryState, call: VerifiedCall): BbbResponse {
    const target = readTextTrackTarget(call);
    if (!target.ok) return jsonFailed(target);
    if (alive(state, [target.recordId]).length === 0) return jsonFailed(textTrackRecordingUnknown);
    const read = readTextTrackUpload(call);
    if (!read.ok) return jsonFailed(read);
    const { recordId, kind, lang, label, file } = read.value;
    const others = (state.tracks.get(recordId) ?? []).filter((track) => track.lang !== lang || track.kind !== kind);
    const href = `https://bbb.example/captions/${encodeURIComponent(recordId)}/${kind}_${lang}?bytes=${file.bytes.length}`;
    state.tracks.set(recordId, [...others, { href, kind, label, lang, source: 'upload' }]);
    return textTrackUploadedAnswer(recordId);
  },
};

function alive(state: MemoryState, ids: readonly string[]): RecordingView[] {
  return state.recordings.filter((recording) => ids.includes(recording.recordID) && recording.state !== 'deleted');
}

function update(recording: RecordingView, call: VerifiedCall): void {
  const metadata = new Map(recording.metadata);
  for (const [key, value] of metadataFields(call.params)) {
    if (value === '') metadata.delete(key);
    else metadata.set(key, value);
  }
  const protect = prefixedFields(call.params, 'protect').get('');
  Object.assign(recording, { metadata, ...(protect === undefined ? {} : { isProtected: protect === 'true' }) });
}

function isWanted(recording: RecordingView, request: RecordingsRequest): boolean {
  if (request.by === 'record' && !request.recordIds.some((id) => recording.recordID.startsWith(id))) return false;
  if (request.by === 'meeting' && !request.meetingIds.includes(recording.meetingID)) return false;
  if (!request.states.includes('any') && !request.states.includes(recording.state)) return false;
  return [...request.metadata].every(([key, filter]) => metadataFits(recording.metadata.get(key), filter));
}
