import type { BbbResponse } from '@atrium/bbb/answers';
import { failed } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { readMeetingId } from '@atrium/bbb/fields';
import type { VerifiedExtra } from '@atrium/bbb/server';
import { readSteer, steeringAnswer, type SteeringView } from '@atrium/bbb/steering';
import { everybodyIn } from '#server/calls/meeting-view.ts';
import { findMeeting } from '#server/meetings.ts';
import { tellFacts } from '#server/members.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { locksOf } from '#server/rights.ts';
import { talkedBy } from '#server/statistics.ts';
import { handsOf, lowerHands } from '#topics/hands/server/hands.plug.ts';
import { locksTopic } from '#topics/locks/locks.topic.ts';

function viewOf(engine: Engine, meeting: Meeting): SteeringView {
  const now = engine.clock.now();
  const inside = new Map(everybodyIn(engine, meeting).map((seat) => [seat.pass.externalId, seat]));
  const hands = new Map(handsOf(meeting).map(({ member, at }) => [meeting.seats.get(member)?.pass.externalId, at]));
  return {
    duration: meeting.plan.durationMinutes,
    locks: locksOf(meeting).locks,
    people: [...inside.keys()].map((userID) => {
      const deeds = meeting.people.get(userID);
      return {
        userID,
        talkedMs: deeds === undefined ? 0 : talkedBy(deeds, now),
        speaking: deeds !== undefined && deeds.talksSince !== null,
        handAt: hands.get(userID) ?? null,
      };
    }),
  };
}

/** Who speaks how long, whose hands are up, what is locked and how long it may last. */
export function look(engine: Engine, call: VerifiedExtra): BbbResponse {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  const meeting = findMeeting(engine, id.value);
  return meeting === undefined ? failed(failures.meetingNotFound) : steeringAnswer(viewOf(engine, meeting));
}

/** Gives a running meeting another length, locks what viewers may do, and takes hands down. */
export function steer(engine: Engine, call: VerifiedExtra): BbbResponse {
  const read = readSteer(call.params);
  if (!read.ok) return failed(read);
  const { meetingID, duration, locks = {}, lowerHand: person } = read.value;
  const meeting = findMeeting(engine, meetingID);
  if (meeting === undefined) return failed(failures.meetingNotFound);
  if (duration !== undefined) meeting.plan.durationMinutes = duration;
  if (Object.keys(locks).length > 0) meeting.topics.get(locksTopic.name)?.add({ is: 'set', locks });
  if (person !== undefined) lowerHands(meeting, (member) => meeting.seats.get(member)?.pass.externalId === person);
  if (duration !== undefined) tellFacts(meeting);
  return steeringAnswer(viewOf(engine, meeting));
}
