import type { BbbResponse } from '@atrium/bbb/answers';
import { failed } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { metadataFields } from '@atrium/bbb/fields';
import { metadataFits, readPublish, readRecordIds, readRecordingsRequest } from '@atrium/bbb/meeting-requests';
import type { RecordingsRequest } from '@atrium/bbb/meeting-requests';
import {
  deletedAnswer,
  jsonFailed,
  publishedAnswer,
  recordingsAnswer,
  textTracksAnswer,
  updatedAnswer,
} from '@atrium/bbb/recordings/recording-answers';
import type { FormatView, RecordingView } from '@atrium/bbb/recordings/recording-answers';
import type { VerifiedCall } from '@atrium/bbb/server';
import { readTextTrackTarget, readTextTrackUpload, textTrackRecordingUnknown } from '@atrium/bbb/recordings/text-tracks';
import type { Engine } from '#server/model.ts';
import type { RecordFacts } from '#server/record/record-file.ts';
import type { RecordingShelf } from '#server/record/shelf.ts';

/** Recordings whose meeting goes on are no recordings yet. */
function isWanted(facts: RecordFacts, request: RecordingsRequest): boolean {
  if (facts.state === 'recording') return false;
  if (request.by === 'record' && !request.recordIds.some((id) => facts.recordID.startsWith(id))) return false;
  if (request.by === 'meeting' && !request.meetingIds.includes(facts.meetingID)) return false;
  if (!request.states.includes('any') && !request.states.includes(facts.state)) return false;
  return [...request.metadata].every(([key, filter]) => metadataFits(facts.metadata[key], filter));
}

export function getRecordings(engine: Engine, call: VerifiedCall): BbbResponse {
  const request = readRecordingsRequest(call.params);
  const found = (engine.shelf?.list() ?? []).filter((facts) => isWanted(facts, request));
  const { page } = request;
  const shown = page === undefined ? found : found.slice(page.offset, page.offset + page.limit);
  return recordingsAnswer(
    shown.map((facts) => recordingView(engine, facts)),
    page && { ...page, total: found.length },
  );
}

/** `playback/<recordID>` and `playback/<recordID>/video` beside the page of meetings. Lengths in minutes. */
function formatsOf(engine: Engine, facts: RecordFacts): FormatView[] {
  const url = new URL(`playback/${facts.recordID}`, engine.settings.clientUrl).href;
  const length = Math.round(facts.length / 60_000);
  const own = { type: 'atrium', url, processingTime: facts.processingTime, length, size: facts.rawSize };
  if (facts.video.state !== 'ready') return [own];
  const { processingTime, size } = facts.video;
  return [own, { type: 'video', url: `${url}/video`, processingTime, length, size }];
}

function recordingView(engine: Engine, facts: RecordFacts): RecordingView {
  const whole = facts.state === 'published' || facts.state === 'unpublished';
  return {
    recordID: facts.recordID,
    meetingID: facts.meetingID,
    internalMeetingID: facts.internalMeetingID,
    name: facts.name,
    isBreakout: facts.isBreakout,
    published: facts.state === 'published',
    isProtected: facts.protected,
    state: facts.state,
    startTime: facts.startTime,
    endTime: facts.endTime,
    participants: facts.participants,
    rawSize: whole ? facts.rawSize : 0,
    size: whole ? facts.rawSize + (facts.video.state === 'ready' ? facts.video.size : 0) : 0,
    metadata: new Map([
      ...Object.entries(facts.metadata),
      ['meetingId', facts.meetingID],
      ['meetingName', facts.name],
      ['isBreakout', String(facts.isBreakout)],
    ]),
    formats: whole ? formatsOf(engine, facts) : [],
  };
}

/** Those of the named recordings that can be watched or could be, if they were published. */
function named(shelf: RecordingShelf, ids: readonly string[]): RecordFacts[] {
  return ids.flatMap((id) => {
    const facts = shelf.find(id);
    return facts?.state === 'published' || facts?.state === 'unpublished' ? [facts] : [];
  });
}

/** Publishes or hides recordings. */
export function publishRecordings(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readPublish(call.params);
  if (!read.ok) return failed(read);
  const { shelf } = engine;
  const { publish } = read.value;
  const found = shelf === null ? [] : named(shelf, read.value.recordIds);
  for (const { recordID } of found) shelf?.change(recordID, { state: publish ? 'published' : 'unpublished' });
  return found.length === 0 ? failed(failures.recordingsNotFound) : publishedAnswer({ published: publish });
}

/** Deletes recordings with all their files; a note that they were there stays. */
export function deleteRecordings(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readRecordIds(call.params);
  if (!read.ok) return failed(read);
  const { shelf } = engine;
  const found = shelf === null ? [] : named(shelf, read.value);
  for (const { recordID } of found) {
    engine.mixer?.forget(recordID);
    shelf?.change(recordID, { state: 'deleted', video: { state: 'none' } });
    shelf?.erase(recordID);
  }
  return found.length === 0 ? failed(failures.recordingsNotFound) : deletedAnswer();
}

/** Changes metadata: an empty value removes its key; `protect` is stored and returned by `getRecordings`. */
export function updateRecordings(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readRecordIds(call.params);
  if (!read.ok) return failed(read);
  const { shelf } = engine;
  const found = shelf === null ? [] : named(shelf, read.value);
  const changes = metadataFields(call.params);
  const protect = call.params.first.get('protect')?.trim().toLowerCase();
  for (const { recordID, metadata } of found) {
    const kept = Object.entries(metadata).filter(([key]) => !changes.has(key));
    const added = [...changes].filter(([, value]) => value !== '');
    const guard = protect === 'true' || protect === 'false' ? { protected: protect === 'true' } : {};
    shelf?.change(recordID, { metadata: Object.fromEntries([...kept, ...added]), ...guard });
  }
  return found.length === 0 ? failed(failures.recordingsNotFound) : updatedAnswer();
}

/** The tracks of words of a recording, in JSON: this engine keeps none. */
export function getRecordingTextTracks(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readRecordIds(call.params);
  if (!read.ok) return failed(read);
  const { shelf } = engine;
  const found = shelf === null ? [] : named(shelf, read.value);
  return found.length === 0 ? jsonFailed({ key: 'noRecordings', message: 'No recording found' }) : textTracksAnswer([]);
}

/** This engine stores no text tracks: an invalid upload gets its own error, a valid one the answer that it was not stored. */
export function putRecordingTextTrack(engine: Engine, call: VerifiedCall): BbbResponse {
  const target = readTextTrackTarget(call);
  if (!target.ok) return jsonFailed(target);
  const { shelf } = engine;
  if (shelf === null || named(shelf, [target.recordId]).length === 0) return jsonFailed(textTrackRecordingUnknown);
  const read = readTextTrackUpload(call);
  return jsonFailed(read.ok ? { key: 'upload_text_track_failed', message: 'Text track could not be stored' } : read);
}
