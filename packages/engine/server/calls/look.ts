import type { BbbResponse } from '@atrium/bbb/answers';
import { failed, runningAnswer } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { readMeetingId } from '@atrium/bbb/fields';
import { meetingInfoAnswer, meetingsAnswer, sessionsAnswer } from '@atrium/bbb/meeting-answers';
import type { VerifiedCall } from '@atrium/bbb/server';
import { everybodyIn, meetingView } from '#server/calls/meeting-view.ts';
import { findMeeting } from '#server/meetings.ts';
import type { Engine, JoinPass } from '#server/model.ts';

/** Whether somebody is in the meeting; an unknown one is not running. */
export function isMeetingRunning(engine: Engine, call: VerifiedCall): BbbResponse {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  const meeting = findMeeting(engine, id.value);
  return runningAnswer({ running: meeting !== undefined && everybodyIn(engine, meeting).length > 0 });
}

/** Everything about one meeting. */
export function getMeetingInfo(engine: Engine, call: VerifiedCall): BbbResponse {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  const meeting = findMeeting(engine, id.value);
  return meeting === undefined ? failed(failures.meetingNotFound) : meetingInfoAnswer(meetingView(engine, meeting));
}

/** All live meetings, those without people included. */
export function getMeetings(engine: Engine): BbbResponse {
  return meetingsAnswer([...engine.meetings.values()].map((meeting) => meetingView(engine, meeting)));
}

const isWelcome = ({ standing }: JoinPass): boolean => standing === 'allowed' || standing === 'waits';

/** One entry for each person who is in a meeting or its lobby, or whom a join let in and whose page is on its way, as in BBB. */
export function getSessions(engine: Engine): BbbResponse {
  const now = engine.clock.now();
  const sessions = [...engine.meetings.values()].flatMap((meeting) =>
    [...meeting.passes.values()]
      .filter((pass) => meeting.seats.has(pass.userId) || (isWelcome(pass) && pass.heldUntil > now))
      .map((pass) => ({
        internalMeetingID: meeting.internalId,
        meetingName: meeting.plan.name,
        userName: pass.name,
      })),
  );
  return sessionsAnswer(sessions);
}
