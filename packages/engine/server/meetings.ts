import { internalMeetingId } from '@atrium/bbb/ids';
import { CLOSE } from '#protocol/messages.ts';
import type { EndReason } from '#protocol/messages.ts';
import { callAnalytics, callEndUrls, type MeetingEnding } from '#server/callbacks.ts';
import { childMeetings, closeGroup, mainRoomOf } from '#server/groups/group-meetings.ts';
import { leaveUrl, peopleOf } from '#server/members.ts';
import type { Engine, Meeting, MeetingPlan } from '#server/model.ts';
import { finishRecording } from '#server/record/control.ts';
import { notePresence } from '#server/seats.ts';
import { dropDecksOf } from '#server/slides/decks.ts';
import { noteLeave } from '#server/statistics.ts';
import { hashOf } from '#server/tokens.ts';
import { openTopics } from '#server/topics/hub.ts';
import { announceCreated, announceEnded, announceLeft } from '#server/webhooks.ts';

/** How long the end of a meeting is remembered for people who come too late, and how many ends at most. */
const PAST_KEPT_MS = 3_600_000;
const PAST_KEPT_MOST = 2_000;

/** A live meeting by its exact external or its exact internal id. */
export function findMeeting(engine: Engine, id: string): Meeting | undefined {
  return engine.meetings.get(id) ?? [...engine.meetings.values()].find((meeting) => meeting.internalId === id);
}

/** `people`: those of the main room, of whom a group's are a part. */
export type NewMeeting = { plan: MeetingPlan; internalId?: string; people?: Meeting['people'] };

/** Opens a meeting. The caller has made sure, in the same turn of the event loop, that the id is free. */
export function openMeeting(engine: Engine, { plan, internalId, people = new Map() }: NewMeeting): Meeting {
  const now = engine.clock.now();
  const before = engine.past.get(plan.meetingId);
  const createdAt = before !== undefined && before.endedAt >= now ? before.endedAt + 1 : now;
  const meeting: Meeting = {
    plan,
    internalId: internalId ?? internalMeetingId(plan.meetingId, createdAt),
    createdAt,
    startedAt: createdAt,
    guestPolicy: plan.guestPolicy,
    lobbyNote: '',
    passes: new Map(),
    seats: new Map(),
    topics: new Map(),
    recorder: null,
    people,
    hadPeople: false,
    hadModerator: false,
    emptySince: null,
    unmoderatedSince: null,
  };
  meeting.topics = openTopics(engine, meeting);
  engine.past.delete(plan.meetingId);
  engine.meetings.set(plan.meetingId, meeting);
  engine.log('info', 'meeting opened', { meeting: meeting.internalId });
  announceCreated(engine, meeting);
  return meeting;
}

/** Ends a meeting for everybody at once: media, sockets, tokens, breakout rooms; then the callbacks are sent. */
export function endMeeting(engine: Engine, meeting: Meeting, ending: EndReason | MeetingEnding): void {
  const end = typeof ending === 'string' ? { reason: ending } : ending;
  const { reason } = end;
  if (engine.meetings.get(meeting.plan.meetingId) !== meeting) return;
  engine.meetings.delete(meeting.plan.meetingId);
  for (const seat of peopleOf(meeting)) {
    noteLeave(seat, engine.clock.now());
    announceLeft(engine, seat);
  }
  for (const seat of [...meeting.seats.values()]) {
    engine.media.removeSeat(seat.id);
    engine.seats.delete(seat.id);
    seat.line?.send({ t: 'ended', reason });
    seat.line?.close(CLOSE.ended, reason);
    seat.line = null;
  }
  meeting.seats.clear();
  const main = mainRoomOf(engine, meeting);
  if (main !== null) notePresence(engine, main);
  const tokens = new Map([...meeting.passes.values()].map((pass) => [pass.tokenHash, leaveUrl(pass)]));
  for (const token of tokens.keys()) engine.passes.delete(token);
  for (const [ticket, { pass }] of engine.tickets) if (pass.meeting === meeting) engine.tickets.delete(ticket);
  engine.past.set(meeting.plan.meetingId, { endedAt: engine.clock.now(), reason, tokens });
  engine.log('info', 'meeting ended', { meeting: meeting.internalId, reason });
  closeGroup(engine, meeting);
  for (const child of childMeetings(engine, meeting)) endMeeting(engine, child, end);
  announceEnded(engine, meeting);
  callEndUrls(engine, meeting, end);
  dropDecksOf(engine, meeting);
  finishRecording(engine, meeting);
  callAnalytics(engine, meeting);
}

/** Ends everything, before the process ends. */
export function endAll(engine: Engine, reason: EndReason): void {
  for (const meeting of [...engine.meetings.values()]) endMeeting(engine, meeting, reason);
}

/** Where the holder of a token goes whose meeting is over; undefined for a token that is not remembered. */
export function pastOf(engine: Engine, token: string): { logoutUrl: string } | undefined {
  const hash = hashOf(token);
  for (const past of engine.past.values()) {
    const logoutUrl = past.tokens.get(hash);
    if (logoutUrl !== undefined) return { logoutUrl };
  }
  return undefined;
}

/** Forgets the ends that are too old or too many. */
export function forgetPast(engine: Engine): void {
  const now = engine.clock.now();
  for (const [id, past] of engine.past) {
    if (now - past.endedAt > PAST_KEPT_MS || engine.past.size > PAST_KEPT_MOST) engine.past.delete(id);
  }
}

/** A free voice bridge number of five digits; the numbers of live meetings and BBB's test number 99999 are avoided. */
export function freeVoiceBridge(engine: Engine, pick: () => number): string {
  const used = new Set([...engine.meetings.values()].map((meeting) => meeting.plan.voiceBridge));
  let number = pick();
  while (used.has(String(number))) number = number >= 99_998 ? 10_000 : number + 1;
  return String(number);
}
