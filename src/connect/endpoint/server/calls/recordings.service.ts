/** The calls about recordings, answered from our own tables: no server is asked, so none can fail them. */
import { type BbbResponse, failed } from '@atrium/bbb/answers';
import { failure, failures } from '@atrium/bbb/failure';
import { metadataFields, textField } from '@atrium/bbb/fields';
import { readPublish, readRecordIds, readRecordingsRequest, type RecordingsRequest } from '@atrium/bbb/meeting-requests';
import {
  deletedAnswer,
  jsonFailed,
  publishedAnswer,
  recordingsAnswer,
  type RecordingView,
  textTracksAnswer,
  updatedAnswer,
} from '@atrium/bbb/recordings/recording-answers';
import {
  readTextTrackTarget,
  readTextTrackUpload,
  textTrackRecordingUnknown,
  textTrackUploadedAnswer,
} from '@atrium/bbb/recordings/text-tracks';
import type { Ctx } from '#kit/server/ctx.ts';
import { endOf } from '#meet/recordings/recordings.rules.ts';
import { isOpenThere } from '#meet/recordings/server/open-there.service.ts';
import {
  aliveRecording,
  binForProgram,
  findForProgram,
  markForProgram,
  ourStates,
  previewsForPrograms,
  type ProgramFilter,
  type ProgramRow,
  publishForProgram,
  putTrackForProgram,
  stateForPrograms,
  tracksForProgram,
  typeForPrograms,
  updateForProgram,
  watchUrl,
} from '#meet/recordings/server/program.service.ts';
import type { CallHandler, CallHandlers, EndpointCaller } from '../call-handler.service.ts';
import { openListAnswers } from './list-answers.service.ts';

/** Metadata that we gave the server; customers see their own alone. */
const ours = /^atrium-|^(endcallbackurl|bbb-recording-ready-url|analytics-callback-url)$/;

/** Of a recording, as its customer gave it. */
export function customersMetadata(row: ProgramRow): Map<string, string> {
  const theirs = Object.entries(row.metadata).filter(([key]) => !ours.test(key));
  // servers repeat the meeting's id here, and it is ours that they know
  return new Map(theirs.map(([key, value]) => [key, /^meeting-?id$/i.test(key) ? row.externalId : value]));
}

const minutes = (ms: number) => Math.round(ms / 60_000);

function viewOf(ctx: Ctx, row: ProgramRow): RecordingView {
  return {
    recordID: row.recordId,
    meetingID: row.externalId,
    internalMeetingID: row.recordId,
    name: row.name,
    isBreakout: false,
    published: row.state === 'published',
    // a link that is open at its server is not protected by our own setting
    isProtected: row.protect && !isOpenThere(ctx, row),
    state: stateForPrograms(row.state),
    startTime: row.startedAt.getTime(),
    endTime: row.endedAt?.getTime() ?? endOf(row),
    participants: row.people,
    size: row.bytes,
    metadata: customersMetadata(row),
    formats:
      row.state === 'published' || row.state === 'unpublished'
        ? row.formats.map((one) => ({
            type: typeForPrograms(one.type),
            url: watchUrl(ctx, row, one),
            processingTime: 0,
            length: minutes(one.lengthMs),
            size: one.bytes,
            images: previewsForPrograms(ctx, row, one).map((image) => ({ ...image, alt: '' })),
          }))
        : [],
  };
}

/** PostgreSQL keeps no text with a zero in it. */
const plain = (text: string) => text.replaceAll('\0', '');
const plainValues = (metadata: ReadonlyMap<string, string>) => new Map([...metadata].map(([key, value]) => [key, plain(value)]));
/** Ids with a zero inside are nobody's; an empty one would be the beginning of all. */
const plainIds = (ids: readonly string[]) => ids.filter((id) => !id.includes('\0'));

function filterOf(accountId: string, request: RecordingsRequest): ProgramFilter {
  const { by, recordIds, meetingIds } = request;
  return {
    accountId,
    by:
      by === 'record'
        ? { recordPrefixes: plainIds(recordIds) }
        : by === 'meeting'
          ? { externalIds: plainIds(meetingIds) }
          : 'all',
    states: ourStates(request.states),
    metadata: plainValues(request.metadata),
  };
}

const named = (caller: EndpointCaller, recordIds: readonly string[]) => ({
  accountId: caller.endpoint.accountId,
  recordIds: plainIds(recordIds),
});
const orNotFound = (found: number, answer: BbbResponse): BbbResponse =>
  found === 0 ? failed(failures.recordingsNotFound) : answer;
const notProtectable = failure(
  'protectNotPossible',
  'The server that holds this recording cannot protect it. Nothing was changed.',
);
const decoder = new TextDecoder();

async function listAnswer(ctx: Ctx, accountId: string, request: RecordingsRequest): Promise<BbbResponse> {
  const { rows, total } = await findForProgram(ctx.system.read, filterOf(accountId, request), request.page);
  return recordingsAnswer(
    rows.map((row) => viewOf(ctx, row)),
    request.page === undefined ? undefined : { ...request.page, total },
  );
}

/** Lists of recordings. */
export function recordingLists(now: () => number): CallHandlers {
  const lists = openListAnswers(now);
  return {
    getRecordings: (ctx, { endpoint: { accountId } }, call) => {
      const request = readRecordingsRequest(call.params);
      const key = JSON.stringify([accountId, { ...request, metadata: [...request.metadata] }]);
      return lists.get(key, {
        mark: () => markForProgram(ctx.system.read, filterOf(accountId, request), request.page),
        make: () => listAnswer(ctx, accountId, request),
      });
    },
  };
}

export const recordingCalls = {
  publishRecordings: async (ctx, caller, call) => {
    const read = readPublish(call.params);
    if (!read.ok) return failed(read);
    const { recordIds, publish } = read.value;
    const found = await publishForProgram(ctx, named(caller, recordIds), publish ? 'published' : 'unpublished');
    return orNotFound(found, publishedAnswer({ published: publish }));
  },
  deleteRecordings: async (ctx, caller, call) => {
    const read = readRecordIds(call.params);
    return read.ok ? orNotFound(await binForProgram(ctx, named(caller, read.value)), deletedAnswer()) : failed(read);
  },
  updateRecordings: async (ctx, caller, call) => {
    const read = readRecordIds(call.params);
    if (!read.ok) return failed(read);
    const protect = textField(call.params, 'protect').toLowerCase();
    const found = await updateForProgram(ctx, named(caller, read.value), {
      metadata: plainValues(metadataFields(call.params)),
      protect: protect === '' ? null : protect === 'true',
    });
    if (found === 'open_there') {
      caller.note.reason = 'open_there';
      return failed(notProtectable);
    }
    return orNotFound(found, updatedAnswer());
  },
  getRecordingTextTracks: async (ctx, caller, call) => {
    const read = readRecordIds(call.params);
    if (!read.ok) return failed(read);
    const [recordId = ''] = plainIds(read.value);
    const tracks = await tracksForProgram(ctx, { accountId: caller.endpoint.accountId, recordId });
    if (tracks === null) return jsonFailed(textTrackRecordingUnknown);
    return textTracksAnswer(tracks.map((one) => ({ ...one, source: one.source === 'automatic' ? 'automatic' : 'upload' })));
  },
  putRecordingTextTrack: async (ctx, caller, call) => {
    const target = readTextTrackTarget(call);
    if (!target.ok) return jsonFailed(target);
    const row = await aliveRecording(ctx.system.read, { accountId: caller.endpoint.accountId, recordId: target.recordId });
    if (row === null) return jsonFailed(textTrackRecordingUnknown);
    const read = readTextTrackUpload(call);
    if (!read.ok) return jsonFailed(read);
    const { recordId, kind, lang, label, file } = read.value;
    const kept = await putTrackForProgram(ctx, row, {
      kind,
      lang,
      label: label === '' ? lang : label,
      text: decoder.decode(file.bytes),
    });
    if (kept === 'kept') return textTrackUploadedAnswer(recordId);
    return jsonFailed(failure('upload_text_track_failed', 'The text track is neither WebVTT nor SRT.'));
  },
} satisfies Record<string, CallHandler>;
