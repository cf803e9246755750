import { optionalFeatures } from '#protocol/messages.ts';
import type { Member, MeetingFacts, ServerMessage, WelcomeMessage } from '#protocol/messages.ts';
import { roomsAround } from '#server/groups/group-meetings.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';
import { noteMember, noteMessage } from '#server/record/recorder.ts';
import { withPerson } from '#server/web-address.ts';

const isIn = (seat: MeetingSeat): boolean => seat.state !== 'waiting';

/** The people in the room, in the order they came; the lobby is not part of it. */
export function peopleOf(meeting: Meeting): MeetingSeat[] {
  return [...meeting.seats.values()].filter(isIn);
}

/** The people in the lobby, in the order they came. */
export function waitingOf(meeting: Meeting): MeetingSeat[] {
  return [...meeting.seats.values()].filter((seat) => !isIn(seat));
}

/** Where names are hidden, viewers see moderators, the presenter and who shares the screen. */
export function maySee(reader: MeetingSeat, seat: MeetingSeat): boolean {
  if (reader === seat || reader.rights.has('see-people') || seat.pass.role === 'moderator') return true;
  return seat.rights.has('present') || [...seat.sources.values()].some(({ kind }) => kind === 'screen');
}

/** Cameras of hidden people are not sent; with BBB's webcamsOnlyForModerator viewers see the cameras of moderators only. */
export function mayWatch(viewer: MeetingSeat, owner: MeetingSeat, key: string): boolean {
  if (viewer.meeting !== owner.meeting || !isIn(viewer) || !isIn(owner)) return false;
  if (owner.sources.get(key)?.kind !== 'cam') return true;
  if (!viewer.meeting.plan.camsForModeratorsOnly) return maySee(viewer, owner);
  return viewer === owner || viewer.pass.role === 'moderator' || owner.pass.role === 'moderator';
}

/** A member as one reader may see it. */
export function memberFor(reader: MeetingSeat, seat: MeetingSeat): Member {
  const sources = [...seat.sources]
    .filter(([key]) => mayWatch(reader, seat, key))
    .map(([key, source]) => ({ id: `${seat.id}:${key}`, key, source: source.kind, muted: source.muted }));
  return {
    id: seat.id,
    name: seat.pass.name,
    role: seat.pass.role,
    state: seat.state,
    guest: seat.pass.guest,
    avatarUrl: seat.pass.avatarUrl,
    joinedAt: seat.joinedAt,
    sources,
    ...(seat.connection !== 'good' && { connection: seat.connection }),
  };
}

/** Whether it is being recorded now; a recording that waits for people counts, a paused one does not. */
export function isRecorded(meeting: Meeting): boolean {
  return meeting.recorder?.state === 'on';
}

/** The facts about the meeting that this person receives. */
export function factsFor(seat: MeetingSeat): MeetingFacts {
  const { meeting, pass } = seat;
  const { plan } = meeting;
  return {
    id: meeting.internalId,
    name: plan.name,
    welcome: plan.welcome,
    moderatorMessage: pass.role === 'moderator' ? plan.moderatorMessage : '',
    ...(plan.invite !== null && { invite: plan.invite }),
    startedAt: meeting.startedAt,
    endsAt: plan.durationMinutes > 0 ? meeting.createdAt + plan.durationMinutes * 60_000 : null,
    lobby: meeting.guestPolicy === 'ASK_MODERATOR' || meeting.guestPolicy === 'ALWAYS_ACCEPT_AUTH',
    lobbyNote: meeting.lobbyNote,
    muteOnStart: plan.muteOnStart,
    recording: meeting.recorder?.state ?? 'off',
    recordingSince: isRecorded(meeting) ? (meeting.recorder?.since ?? null) : null,
    recorded: meeting.recorder?.recording.position() ?? 0,
    mayBeRecorded: plan.recording.allowed,
    mayRecord: seat.rights.has('record'),
    consent: pass.consent,
    guestsMayModerate: plan.guestsMayModerate,
    off: optionalFeatures.filter((feature) => plan.disabledFeatures.has(feature)),
    logoutUrl: leaveUrl(seat.pass),
  };
}

/** Where this person goes afterwards. */
export function leaveUrl(pass: MeetingSeat['pass']): string {
  return withPerson(pass.logoutUrl, { meetingId: pass.meeting.plan.meetingId, userId: pass.externalId, userName: pass.name });
}

/** Sends one message to everybody in the room. */
export function tellRoom(meeting: Meeting, message: ServerMessage): void {
  noteMessage(meeting.recorder, message);
  const text = JSON.stringify(message);
  for (const seat of peopleOf(meeting)) seat.line?.sendText(text);
}

/** Tells everybody who saw a person that they are gone. */
export function tellGone(seat: MeetingSeat, reason: 'left' | 'removed' | 'lost'): void {
  const { meeting, pass } = seat;
  const message: ServerMessage = { t: 'gone', member: seat.id, name: pass.name, reason };
  noteMessage(meeting.recorder, message);
  for (const reader of peopleOf(meeting)) if (maySee(reader, seat)) reader.line?.send(message);
}

/** Tells everybody in the room that a member came or changed. */
export function tellMember(seat: MeetingSeat): void {
  if (!isIn(seat)) return;
  noteMember(seat.meeting.recorder, memberFor(seat, seat));
  // All moderators read the same, and so do all viewers but the member itself, who sees the own camera in any case.
  const texts = new Map<string, string>();
  for (const reader of peopleOf(seat.meeting)) {
    // Sharing a screen makes a hidden person seen and its end hides them, so the reader gets the whole list.
    if (!reader.rights.has('see-people') && reader !== seat && seat.pass.role === 'viewer') {
      tellMembersTo(reader);
      continue;
    }
    const kind = reader === seat ? 'self' : reader.pass.role;
    const text = texts.get(kind) ?? JSON.stringify({ t: 'member', member: memberFor(reader, seat) } satisfies ServerMessage);
    texts.set(kind, text);
    reader.line?.sendText(text);
  }
}

const membersFor = (reader: MeetingSeat): Member[] =>
  peopleOf(reader.meeting)
    .filter((seat) => maySee(reader, seat))
    .map((seat) => memberFor(reader, seat));

/** Tells one person about everybody again, when they see other people or cameras than before. */
export function tellMembersTo(reader: MeetingSeat): void {
  reader.line?.send({ t: 'members', members: membersFor(reader) });
}

/** Tells the facts of the meeting to everybody in the room again. */
export function tellFacts(meeting: Meeting): void {
  for (const seat of peopleOf(meeting)) seat.line?.send({ t: 'meeting', meeting: factsFor(seat) });
}

/** Tells the moderators who waits, also those in groups. */
export function tellWaiting(engine: Engine, meeting: Meeting): void {
  const rooms = roomsAround(engine, meeting);
  for (const seat of rooms.flatMap(peopleOf)) {
    if (!seat.rights.has('admit')) continue;
    seat.line?.send({ t: 'waiting', waiting: rooms.flatMap(waitingOf).map((guest) => memberFor(seat, guest)) });
  }
}

/** The first message to a seat, and again when the person is let in from the lobby. */
export function tellWelcome(seat: MeetingSeat, more: Pick<WelcomeMessage, 'resumed' | 'media' | 'ice' | 'now'>): void {
  const { meeting } = seat;
  const inside = isIn(seat);
  seat.line?.send({
    t: 'welcome',
    you: seat.id,
    seat: seat.secret,
    state: seat.state,
    meeting: factsFor(seat),
    members: inside ? membersFor(seat) : [],
    rights: [...seat.rights],
    waiting: seat.rights.has('admit') ? waitingOf(meeting).map((guest) => memberFor(seat, guest)) : [],
    topics: inside ? [...seat.topics] : [],
    ...more,
  });
}
