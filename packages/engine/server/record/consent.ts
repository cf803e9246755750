/** Who is written down: only people who agreed, from that moment on. Everybody else takes part, and the recording knows nothing of it. */
import { isDeepStrictEqual } from 'node:util';
import type { ConsentChoice } from '#protocol/messages.ts';
import type { RoomTap } from '#server/media/room.ts';
import { factsFor, memberFor } from '#server/members.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';
import type { LogEventBody } from '#server/record/event-log.ts';
import { noteMember, noteTopicState } from '#server/record/recorder.ts';
import type { Recorder } from '#server/record/recorder.ts';

/** Whether this member of the meeting agreed; what somebody did before they left stays in the recording. */
export function agreedIn({ seats, passes }: Meeting): (member: string) => boolean {
  const passOf = (member: string) => seats.get(member)?.pass ?? [...passes.values()].find(({ userId }) => userId === member);
  return (member) => passOf(member)?.consent === 'all';
}

/** Passes on what people send who agreed. */
export function gatedTap(tap: RoomTap, agreed: (member: string) => boolean): RoomTap {
  return {
    packet(source, stream, packet) {
      if (agreed(source.seat)) tap.packet(source, stream, packet);
    },
    report(source, stream, report) {
      if (agreed(source.seat)) tap.report(source, stream, report);
    },
    ended: (source) => tap.ended(source),
  };
}

/** Takes a person's answer, notes it with its time in the log, and begins or ends to write that person down. */
export function takeConsent(engine: Engine, seat: MeetingSeat, to: Exclude<ConsentChoice, 'open'>): void {
  const { pass, meeting } = seat;
  const { recorder } = meeting;
  if (recorder === null || pass.consent === to) return;
  const before = recordedStates(meeting, recorder);
  pass.consent = to;
  recorder.recording.note({ type: 'consent', id: seat.id, answer: to, wall: engine.clock.now() });
  if (to === 'all') noteMember(recorder, memberFor(seat, seat));
  else {
    recorder.recording.release(seat.id);
    if (recorder.people.delete(seat.id)) recorder.recording.note({ type: 'gone', id: seat.id });
  }
  noteTopicStates(meeting, before);
  seat.line?.send({ t: 'meeting', meeting: factsFor(seat) });
}

type RecordedStates = ReadonlyMap<string, LogEventBody | null>;
const recordedStates = ({ topics }: Meeting, { agreed }: Recorder): RecordedStates =>
  new Map([...topics].map(([name, topic]) => [name, topic.recorded(agreed)]));

/** Logs where the topics stand, without people who did not agree. What is as it was `before` is left out: a board is large. */
export function noteTopicStates({ topics, recorder }: Meeting, before: RecordedStates = new Map()): void {
  for (const [name, topic] of topics)
    noteTopicState(recorder, (agreed) => {
      const news = topic.recorded(agreed);
      return isDeepStrictEqual(news, before.get(name)) ? null : news;
    });
}

/** Everybody is asked again when the recording restarts. */
export function forgetConsents(meeting: Meeting): void {
  for (const pass of meeting.passes.values()) pass.consent = 'open';
}
