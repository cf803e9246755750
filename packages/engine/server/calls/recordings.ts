import type { Answer } from '@atrium/bbb/answers';
import { failed } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { readPublish, readRecordIds, readRecordingsRequest } from '@atrium/bbb/meeting-requests';
import { jsonFailed, recordingsAnswer } from '@atrium/bbb/recording-answers';
import type { VerifiedCall } from '@atrium/bbb/server';
import type { Engine } from '#server/model.ts';

/** This engine records nothing, so every list is empty and every recording is unknown. */
export function getRecordings(_engine: Engine, call: VerifiedCall): Answer {
  const { page } = readRecordingsRequest(call.params);
  return recordingsAnswer([], page && { ...page, total: 0 });
}

export function publishRecordings(_engine: Engine, call: VerifiedCall): Answer {
  const read = readPublish(call.params);
  return failed(read.ok ? failures.recordingsNotFound : read);
}

/** Deleting and updating need the same parameter and find the same nothing. */
export function changeRecordings(_engine: Engine, call: VerifiedCall): Answer {
  const read = readRecordIds(call.params);
  return failed(read.ok ? failures.recordingsNotFound : read);
}

/** The calls about text tracks speak JSON. */
export function textTracks(_engine: Engine, call: VerifiedCall): Answer {
  const read = readRecordIds(call.params);
  if (!read.ok) return failed(read);
  return jsonFailed({ key: 'noRecordings', message: 'No recording was found for ID' });
}
