/** Who is written down: only people who agreed, from that moment on. Everybody else takes part, and the recording knows nothing of it. */
import type { Consent } from '#protocol/messages.ts';
import type { RoomTap } from '#server/media/room.ts';
import { factsFor, memberFor } from '#server/members.ts';
import type { Engine, Meeting, Seat } from '#server/model.ts';
import { noteMember, noteTopicState } from '#server/record/recorder.ts';

/** Whether this member of the meeting agreed. */
export function agreedIn(meeting: Meeting): (member: string) => boolean {
  return (member) => meeting.seats.get(member)?.pass.consent === 'all';
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
export function takeConsent(engine: Engine, seat: Seat, to: Exclude<Consent, 'open'>): void {
  const { pass, meeting } = seat;
  const { recorder } = meeting;
  if (recorder === null || pass.consent === to) return;
  pass.consent = to;
  recorder.recording.note({ type: 'consent', id: seat.id, answer: to, wall: engine.clock.now() });
  if (to === 'all') noteMember(recorder, memberFor(seat, seat));
  else {
    recorder.recording.release(seat.id);
    if (recorder.people.delete(seat.id)) recorder.recording.note({ type: 'gone', id: seat.id });
  }
  noteTopicStates(meeting);
  seat.line?.send({ t: 'meeting', meeting: factsFor(seat) });
}

/** Logs where the topics stand, without people who did not agree. */
export function noteTopicStates({ topics, recorder }: Meeting): void {
  for (const topic of topics.values()) noteTopicState(recorder, topic.recorded);
}

/** Everybody is asked anew when it begins again. */
export function forgetConsents(meeting: Meeting): void {
  for (const pass of meeting.passes.values()) pass.consent = 'open';
}
