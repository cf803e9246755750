import { optionalFeatures } from '#protocol/messages.ts';
import type { IceServer, Member, MeetingFacts, ServerMessage } from '#protocol/messages.ts';
import type { Meeting, Seat } from '#server/model.ts';
import { noteMember, noteMessage } from '#server/record/recorder.ts';
import { withPerson } from '#server/web-address.ts';

const isIn = (seat: Seat): boolean => seat.state !== 'waiting';

/** The people in the room, in the order they came; the lobby is not part of it. */
export function peopleOf(meeting: Meeting): Seat[] {
  return [...meeting.seats.values()].filter(isIn);
}

/** The people in the lobby, in the order they came. */
export function waitingOf(meeting: Meeting): Seat[] {
  return [...meeting.seats.values()].filter((seat) => !isIn(seat));
}

/** The cameras rule of BBB's webcamsOnlyForModerator: viewers see the cameras of moderators only. */
export function mayWatch(viewer: Seat, owner: Seat, key: string): boolean {
  if (viewer.meeting !== owner.meeting || !isIn(viewer) || !isIn(owner)) return false;
  if (!viewer.meeting.plan.camsForModeratorsOnly || owner.sources.get(key)?.kind !== 'cam') return true;
  return viewer === owner || viewer.pass.role === 'moderator' || owner.pass.role === 'moderator';
}

/** A member as one reader may see it. */
export function memberFor(reader: Seat, seat: Seat): Member {
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
  };
}

/** Whether it is being recorded now; a recording that waits for people counts, a paused one does not. */
export function isRecorded(meeting: Meeting): boolean {
  return meeting.recorder?.state === 'on';
}

/** What a person is told about the meeting. */
export function factsFor(seat: Seat): MeetingFacts {
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
    mayRecord: pass.role === 'moderator' && plan.recording.allowed && plan.recording.bySwitch,
    consent: pass.consent,
    guestsMayModerate: plan.guestsMayModerate,
    off: optionalFeatures.filter((feature) => plan.disabledFeatures.has(feature)),
    mayStopCameras: plan.mayStopCameras,
    logoutUrl: leaveUrl(seat.pass),
    locks:
      pass.role === 'moderator'
        ? { mic: false, cam: false, chat: false }
        : { ...plan.locks, mic: plan.locks.mic || pass.page.listensOnly },
  };
}

/** Where this person goes afterwards. */
export function leaveUrl(pass: Seat['pass']): string {
  return withPerson(pass.logoutUrl, { meetingId: pass.meeting.plan.meetingId, userId: pass.externalId, userName: pass.name });
}

/** Sends one message to everybody in the room. */
export function tellRoom(meeting: Meeting, message: ServerMessage): void {
  noteMessage(meeting.recorder, message);
  const text = JSON.stringify(message);
  for (const seat of peopleOf(meeting)) seat.line?.sendText(text);
}

/** Tells everybody in the room that a member came or changed. */
export function tellMember(seat: Seat): void {
  if (!isIn(seat)) return;
  noteMember(seat.meeting.recorder, memberFor(seat, seat));
  // All moderators read the same, and so do all viewers but the member itself, who sees the own camera in any case.
  const texts = new Map<string, string>();
  for (const reader of peopleOf(seat.meeting)) {
    const kind = reader === seat ? 'self' : reader.pass.role;
    const text = texts.get(kind) ?? JSON.stringify({ t: 'member', member: memberFor(reader, seat) } satisfies ServerMessage);
    texts.set(kind, text);
    reader.line?.sendText(text);
  }
}

/** Tells one person about everybody again, when another role shows them other cameras than before. */
export function tellMembersTo(reader: Seat): void {
  if (!reader.meeting.plan.camsForModeratorsOnly) return;
  for (const seat of peopleOf(reader.meeting)) reader.line?.send({ t: 'member', member: memberFor(reader, seat) });
}

/** Tells the facts of the meeting to everybody in the room again. */
export function tellFacts(meeting: Meeting): void {
  for (const seat of peopleOf(meeting)) seat.line?.send({ t: 'meeting', meeting: factsFor(seat) });
}

/** Tells the moderators who waits. */
export function tellWaiting(meeting: Meeting): void {
  for (const seat of peopleOf(meeting)) {
    if (seat.pass.role !== 'moderator') continue;
    seat.line?.send({ t: 'waiting', waiting: waitingOf(meeting).map((guest) => memberFor(seat, guest)) });
  }
}

/** The first message to a seat, and again when the person is let in from the lobby. */
export function tellWelcome(seat: Seat, more: { resumed: boolean; ice: IceServer[]; now: number }): void {
  const { meeting } = seat;
  const inside = isIn(seat);
  seat.line?.send({
    t: 'welcome',
    you: seat.id,
    seat: seat.secret,
    state: seat.state,
    meeting: factsFor(seat),
    members: inside ? peopleOf(meeting).map((member) => memberFor(seat, member)) : [],
    waiting: inside && seat.pass.role === 'moderator' ? waitingOf(meeting).map((guest) => memberFor(seat, guest)) : [],
    topics: inside ? [...seat.topics] : [],
    ice: more.ice,
    resumed: more.resumed,
    now: more.now,
  });
}
