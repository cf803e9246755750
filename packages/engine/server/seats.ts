import { LIMITS } from '#protocol/limits.ts';
import { CLOSE } from '#protocol/messages.ts';
import { mainRoomOf, passesOfPerson, refreshGroups, withGroups } from '#server/groups/group-meetings.ts';
import { iceFor } from '#server/ice.ts';
import { peopleOf, tellGone, tellMember, tellWaiting, tellWelcome } from '#server/members.ts';
import type { Engine, PageLine, Meeting, JoinPass, MeetingSeat } from '#server/model.ts';
import { giveRights } from '#server/rights.ts';
import { noteJoin, noteLeave } from '#server/statistics.ts';
import { announceJoined, announceLeft } from '#server/webhooks.ts';
import { hashOf, randomToken } from '#server/tokens.ts';
import { joinTopics, type KnownTopics, leaveTopics, sharedTopics, tellTopics } from '#server/topics/hub.ts';

/** Pages need a moment to find an engine that was started again. Milliseconds. */
const RESTORED_KEPT_MS = 60_000;
/** A place is held this long for somebody who was let in by the API or lost the page, before others may have it. Milliseconds. */
export const PLACE_HELD_MS = 120_000;

export type SeatArrival = { pass: JoinPass; line: PageLine; resume: string | undefined; topics: KnownTopics | undefined };

/** Whether this person has to wait in the lobby now. */
export function mustWait(pass: JoinPass): boolean {
  return pass.standing === 'waits' && pass.meeting.guestPolicy !== 'ALWAYS_ACCEPT';
}

/** Keeps the notes of when the room became empty or lost its last moderator. */
export function notePresence(engine: Engine, meeting: Meeting): void {
  // who is in a group is in its main room, too
  const people = withGroups(engine, meeting).flatMap(peopleOf);
  const moderated = people.some((seat) => seat.pass.role === 'moderator');
  const now = engine.clock.now();
  meeting.hadPeople ||= people.length > 0;
  meeting.hadModerator ||= moderated;
  meeting.emptySince = people.length > 0 ? null : (meeting.emptySince ?? now);
  meeting.unmoderatedSince = moderated ? null : (meeting.unmoderatedSince ?? now);
  const main = mainRoomOf(engine, meeting);
  if (main === null) refreshGroups(engine, meeting);
  else notePresence(engine, main);
}

/** Seats a person whose ticket was accepted, or gives the kept seat back when `resume` proves that it is the same page. */
export function arrive(engine: Engine, arrival: SeatArrival): MeetingSeat {
  const old = engine.seats.get(arrival.pass.userId);
  if (old !== undefined && arrival.resume !== undefined && hashOf(arrival.resume) === old.secretHash)
    return resume(engine, old, { ...arrival, secret: arrival.resume });
  if (old !== undefined) drop(engine, old);
  const { pass } = arrival;
  leaveOtherRooms(engine, pass);
  const secret = randomToken(32);
  const seat: MeetingSeat = {
    id: pass.userId,
    pass,
    meeting: pass.meeting,
    state: 'waiting',
    secret,
    secretHash: hashOf(secret),
    line: arrival.line,
    lostAt: null,
    restoredAt: null,
    joinedAt: engine.clock.now(),
    sources: new Map(),
    receives: false,
    slots: { rev: 0, map: {}, paused: [] },
    connection: 'good',
    publishedAt: new Map(),
    rights: new Set(),
    topics: sharedTopics(pass.meeting, arrival.topics),
    done: new Set(),
  };
  engine.seats.set(seat.id, seat);
  pass.meeting.seats.set(seat.id, seat);
  if (mustWait(pass)) {
    welcome(engine, seat);
    tellWaiting(engine, seat.meeting);
  } else enterRoom(engine, seat);
  return seat;
}

/** One link is in one room: the main room or one of its groups. */
function leaveOtherRooms(engine: Engine, pass: JoinPass): void {
  for (const { userId } of passesOfPerson(engine, pass)) {
    const seat = engine.seats.get(userId);
    if (seat === undefined || userId === pass.userId) continue;
    const { line } = seat;
    vacate(engine, seat, 'left');
    line?.close(CLOSE.replaced, 'replaced');
    seat.line = null;
  }
}

/** From the door or the lobby into the room. */
export function enterRoom(engine: Engine, seat: MeetingSeat): void {
  noteJoin(seat, engine.clock.now());
  announceJoined(engine, seat);
  // before the person is in the room: the page learns with its welcome what the topics made of it
  joinTopics(seat);
  seat.state = seat.line === null ? 'away' : 'present';
  seat.pass.standing = 'allowed';
  giveRights(seat);
  engine.media.addSeat(seat.meeting.internalId, seat.id);
  notePresence(engine, seat.meeting);
  welcome(engine, seat);
  tellMember(seat);
}

function welcome(engine: Engine, seat: MeetingSeat): void {
  const ice = seat.state === 'waiting' ? [] : iceFor(engine, seat.id);
  tellWelcome(seat, { resumed: false, media: 'lost', ice, now: engine.clock.now() });
  if (seat.state !== 'waiting') tellTopics(seat);
  // who waits does so in the main room
  if (seat.rights.has('admit') && mainRoomOf(engine, seat.meeting) !== null) tellWaiting(engine, seat.meeting);
}

function resume(engine: Engine, seat: MeetingSeat, { line, topics, secret }: SeatArrival & { secret: string }): MeetingSeat {
  const older = seat.line;
  const media = seat.restoredAt === null ? 'kept' : 'lost';
  seat.line = line;
  seat.secret = secret;
  seat.restoredAt = null;
  seat.lostAt = null;
  seat.topics = sharedTopics(seat.meeting, topics);
  if (seat.state === 'away') seat.state = 'present';
  older?.close(CLOSE.replaced, 'replaced');
  const ice = seat.state === 'waiting' ? [] : iceFor(engine, seat.id);
  tellWelcome(seat, { resumed: true, media, ice, now: engine.clock.now() });
  if (seat.state !== 'waiting') tellTopics(seat, topics);
  if (seat.receives) line.send({ t: 'slots', ...seat.slots });
  tellMember(seat);
  return seat;
}

/** Tells statistics and hooks that the person is out of the room since `at`; who only waited was never in it. */
function noteGone(engine: Engine, seat: MeetingSeat, at: number): void {
  if (seat.state === 'waiting') return;
  noteLeave(seat, at);
  announceLeft(engine, seat);
}

/** The page came again without its secret (a reload): its old seat goes without a word to the others, its media with it. */
function drop(engine: Engine, seat: MeetingSeat): void {
  noteGone(engine, seat, engine.clock.now());
  engine.media.removeSeat(seat.id);
  seat.meeting.seats.delete(seat.id);
  engine.seats.delete(seat.id);
  seat.line?.close(CLOSE.replaced, 'replaced');
  seat.line = null;
}

/** The socket of this line is gone; a seat that meanwhile has another line is not concerned. */
export function lose(engine: Engine, seat: MeetingSeat, line: PageLine): void {
  if (seat.line !== line) return;
  seat.line = null;
  // who left before the socket did is gone, not away
  if (engine.seats.get(seat.id) !== seat) return;
  seat.lostAt = engine.clock.now();
  if (seat.state === 'present') {
    seat.state = 'away';
    tellMember(seat);
  }
}

/** Removes a person from the room or the lobby for good: media first, then the others are notified; the caller closes the socket. */
export function vacate(engine: Engine, seat: MeetingSeat, reason: 'left' | 'removed' | 'lost'): void {
  if (engine.seats.get(seat.id) !== seat) return;
  const { meeting, pass } = seat;
  noteGone(engine, seat, seat.lostAt ?? engine.clock.now());
  engine.media.removeSeat(seat.id);
  meeting.seats.delete(seat.id);
  engine.seats.delete(seat.id);
  pass.heldUntil = reason === 'lost' ? engine.clock.now() + PLACE_HELD_MS : 0;
  notePresence(engine, meeting);
  if (seat.state === 'waiting') tellWaiting(engine, meeting);
  else {
    leaveTopics(seat);
    tellGone(seat, reason);
  }
}

/** Gives up the seats that were lost too long ago: neither a socket nor media since. */
export function vacateLost(engine: Engine): void {
  const now = engine.clock.now();
  for (const seat of [...engine.seats.values()]) {
    const since = seat.restoredAt ?? seat.lostAt;
    if (since === null) continue;
    // somebody whose media flow is in the room, only out of reach of the socket
    if (seat.state === 'away' && engine.media.hears(seat.id)) seat.lostAt = now;
    else if (now - since >= (seat.restoredAt === null ? LIMITS.seatKeptMs : RESTORED_KEPT_MS)) vacate(engine, seat, 'lost');
  }
}

/** Removes a person who may not come back with this link. */
export function expel(engine: Engine, seat: MeetingSeat, standing: 'removed' | 'blocked' | 'denied'): void {
  const why = standing === 'denied' ? 'denied' : 'removed';
  for (const pass of passesOfPerson(engine, seat.pass)) pass.standing = standing;
  const { line } = seat;
  vacate(engine, seat, 'removed');
  line?.send({ t: 'removed', why });
  line?.close(CLOSE.removed, why);
  seat.line = null;
}

/** How many different people hold a place: those with a seat, here or in a group, and those on their way. */
export function placesTaken(engine: Engine, meeting: Meeting): Set<string> {
  const now = engine.clock.now();
  const passes = withGroups(engine, meeting).flatMap((room) => [...room.passes.values()]);
  const taken = passes.filter((pass) => !pass.bot && (pass.meeting.seats.has(pass.userId) || pass.heldUntil > now));
  return new Set(taken.map((pass) => pass.externalId));
}

/** Whether nobody more fits in; somebody who holds a place already does. */
export function isFull(engine: Engine, pass: Pick<JoinPass, 'meeting' | 'externalId' | 'bot'>): boolean {
  const limit = pass.meeting.plan.maxParticipants;
  if (limit === 0 || pass.bot) return false;
  const taken = placesTaken(engine, pass.meeting);
  return !taken.has(pass.externalId) && taken.size >= limit;
}
