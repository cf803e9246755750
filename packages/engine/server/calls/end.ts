import type { BbbResponse } from '@atrium/bbb/answers';
import { endedAnswer, failed } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { decideEnd, readEnd } from '@atrium/bbb/meeting-requests';
import type { VerifiedCall } from '@atrium/bbb/server';
import { endMeeting, findMeeting } from '#server/meetings.ts';
import type { Engine } from '#server/model.ts';

/** Ends a meeting at once; right after the answer it is no longer known. */
export function end(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readEnd(call.params);
  if (!read.ok) return failed(read);
  const meeting = findMeeting(engine, read.value.meetingID);
  if (meeting === undefined) return failed(failures.meetingNotFound);
  const verdict = decideEnd(read.value, { moderatorPW: meeting.plan.moderatorPassword });
  if (!verdict.ok) return failed(verdict);
  endMeeting(engine, meeting, 'ended-by-api');
  return endedAnswer();
}
