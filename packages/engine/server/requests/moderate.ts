import { passesOfPerson, roomsAround } from '#server/groups/group-meetings.ts';
import { decide, setLobby, setNote } from '#server/lobby.ts';
import { endMeeting } from '#server/meetings.ts';
import { peopleOf, tellFacts, tellMember, tellMembersTo, tellWaiting } from '#server/members.ts';
import type { MeetingSeat } from '#server/model.ts';
import { switchRecording } from '#server/record/control.ts';
import type { RequestSender, RequestOutcome, ClientRequest } from '#server/requests/request.ts';
import { unmute } from '#server/requests/unmute.ts';
import { updateRights } from '#server/rights.ts';
import { expel, notePresence } from '#server/seats.ts';
import { muteMics, type SourceDeed, stopSources } from '#server/source-control.ts';
import { joinTopics } from '#server/topics/hub.ts';

function changeRole({ engine, by, target }: SourceDeed, role: MeetingSeat['pass']['role']): RequestOutcome {
  if (role === 'moderator' && !target.rights.has('become-moderator')) return 'not-allowed';
  if (target.pass.role === role) return null;
  for (const pass of passesOfPerson(engine, target.pass)) pass.role = role;
  updateRights(engine, target.meeting, by.id);
  if (role === 'moderator') joinTopics(target);
  else target.line?.send({ t: 'waiting', waiting: [] });
  notePresence(engine, target.meeting);
  tellMember(target);
  if (target.meeting.plan.camsForModeratorsOnly) tellMembersTo(target);
  tellFacts(target.meeting);
  tellWaiting(engine, target.meeting);
  return null;
}

/** A second page, or a link that the person did not use yet, would lead back in. */
function blockOtherPasses({ engine, by, target: { meeting, pass: blocked } }: SourceDeed): void {
  for (const pass of roomsAround(engine, meeting).flatMap(({ passes }) => [...passes.values()])) {
    if (pass.externalId !== blocked.externalId || pass.role === 'moderator' || pass.userId === by.id) continue;
    const seat = engine.seats.get(pass.userId);
    if (seat === undefined) pass.standing = 'blocked';
    else expel(engine, seat, 'blocked');
  }
}

/** What a moderator does to one other person in the room. */
export function moderate({ engine, seat }: RequestSender, { action, member }: ClientRequest<'moderate'>): RequestOutcome {
  const target = peopleOf(seat.meeting).find((person) => person.id === member);
  if (target === undefined) return 'unknown-member';
  const deed = { engine, by: seat, target };
  switch (action) {
    case 'mute':
      muteMics(deed);
      return null;
    case 'unmute':
      return unmute(deed);
    case 'stop-camera':
      stopSources(deed, ['cam']);
      return null;
    case 'stop-share':
      stopSources(deed, ['screen', 'screen-audio']);
      return null;
    case 'make-moderator':
      return changeRole(deed, 'moderator');
    case 'make-viewer':
      return changeRole(deed, 'viewer');
    case 'remove':
    case 'block':
      if (target === seat) return 'not-allowed';
      expel(engine, target, action === 'block' ? 'blocked' : 'removed');
      if (action === 'block') blockOtherPasses(deed);
      return null;
  }
}

/** Mutes everybody's microphone but the asking moderator's. */
export function muteAll({ engine, seat }: RequestSender, { spare }: ClientRequest<'mute-all'>): RequestOutcome {
  const isSpared = (target: MeetingSeat) => target === seat || (spare === 'presenter' && target.rights.has('present'));
  for (const target of peopleOf(seat.meeting)) if (!isSpared(target)) muteMics({ engine, by: seat, target });
  return null;
}

/** Lets waiting people in or sends them away. */
export function judge({ engine, seat }: RequestSender, { action, member }: ClientRequest<'lobby'>): RequestOutcome {
  return decide(engine, { meeting: seat.meeting, action, member });
}

/** Opens or closes the lobby for people who come later. */
export function lobbyRule({ engine, seat }: RequestSender, { on }: ClientRequest<'lobby-rule'>): RequestOutcome {
  for (const room of roomsAround(engine, seat.meeting)) setLobby(room, { on });
  return null;
}

/** Changes what waiting people read. */
export function lobbyNote({ engine, seat }: RequestSender, { text }: ClientRequest<'lobby-note'>): RequestOutcome {
  for (const room of roomsAround(engine, seat.meeting)) setNote(room, text.trim());
  return null;
}

/** Ends the meeting for everybody. */
export function end({ engine, seat }: RequestSender): RequestOutcome {
  endMeeting(engine, seat.meeting, { reason: 'ended-by-moderator', by: seat.pass.externalId });
  return null;
}

/** Starts, pauses or stops the recording. */
export function record({ engine, seat }: RequestSender, { to }: ClientRequest<'record'>): RequestOutcome {
  return switchRecording(engine, seat.meeting, { to, by: seat.id }) ? null : 'media-down';
}
