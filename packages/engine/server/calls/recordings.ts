import type { Answer } from '@atrium/bbb/answers';
import { failed, jsonAnswer, success, words } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { readPublish, readRecordIds, readRecordingsRequest } from '@atrium/bbb/meeting-requests';
import type { VerifiedCall } from '@atrium/bbb/server';
import { element } from '@atrium/bbb/xml';
import type { XmlElement } from '@atrium/bbb/xml';
import type { Engine } from '#server/model.ts';

/** This engine records nothing, so every list is empty and every recording is unknown. */
export function getRecordings(_engine: Engine, call: VerifiedCall): Answer {
  const { page } = readRecordingsRequest(call.params);
  const paging = page === undefined ? [] : [pagination(page), element('totalElements', 0)];
  return success([element('recordings', []), ...words('noRecordings', 'There are no recordings for the meeting(s).'), ...paging]);
}

function pagination({ offset, limit }: { offset: number; limit: number }): XmlElement {
  const pageable = [element('offset', offset), element('limit', limit), element('paged', true), element('unpaged', false)];
  return element('pagination', [element('pageable', pageable), element('totalElements', 0), element('empty', true)]);
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
  return jsonAnswer({ returncode: 'FAILED', messageKey: 'noRecordings', message: 'No recording was found for ID' });
}
