/** The calls about meetings, and lists of recordings, with what they share in this process. */
import type { CallHandlers } from '../call-handler.service.ts';
import { changeCalls } from './change-calls.service.ts';
import { joinCalls } from './join-call.service.ts';
import { openLookup } from './live-meeting.service.ts';
import { lookCalls } from './look-calls.service.ts';
import { recordingLists } from './recordings.service.ts';

/** `now` in epoch milliseconds. */
export function openMeetingCalls(now: () => number): CallHandlers {
  const lookup = openLookup(now);
  return { ...changeCalls(lookup), ...joinCalls(lookup), ...lookCalls(now, lookup), ...recordingLists(now) };
}
