import { decide, setLobby, setNote } from '#server/lobby.ts';
import { endMeeting } from '#server/meetings.ts';
import { peopleOf, tellFacts, tellMember, tellMembersTo, tellWaiting } from '#server/members.ts';
import type { Engine, Seat, SeatSource } from '#server/model.ts';
import { switchRecording } from '#server/record/control.ts';
import type { Asker, Outcome, Request } from '#server/requests/request.ts';
import { expel, notePresence } from '#server/seats.ts';
import { isSilenced, unmute } from '#server/requests/unmute.ts';
import { setVisibility } from '#server/visibility.ts';
import { announceMute, announceSource } from '#server/webhooks.ts';

/** `by`: the moderator, or who steers from outside. */
export type Deed = { engine: Engine; by: Pick<Seat, 'id'>; target: Seat };

function muteMics({ engine, by, target }: Deed): void {
  const open = [...target.sources].filter(([, source]) => source.kind === 'mic' && !source.muted);
  for (const [key, source] of open) {
    source.muted = true;
    engine.media.block(target.id, key, true);
    target.line?.send({ t: 'muted', key, by: by.id });
    announceMute(engine, target, source);
  }
  if (open.length > 0) tellMember(target);
}

/** Closes a person's sources of these kinds. */
export function stop({ engine, by, target }: Deed, kinds: readonly SeatSource['kind'][]): void {
  const meant = [...target.sources].filter(([, source]) => kinds.includes(source.kind));
  for (const [key, source] of meant) {
    target.sources.delete(key);
    announceSource(engine, target, { key, source, turned: 'off' });
    engine.media.unpublish(target.id, key);
    target.line?.send({ t: 'pub-dead', key, by: by.id });
  }
  if (meant.length > 0) tellMember(target);
}

function makeModerator({ engine, target }: Deed): Outcome {
  if (target.pass.guest && !target.meeting.plan.guestsMayModerate) return 'not-allowed';
  if (target.pass.role === 'moderator') return null;
  target.pass.role = 'moderator';
  setVisibility(engine);
  notePresence(engine, target.meeting);
  tellMember(target);
  tellMembersTo(target);
  tellFacts(target.meeting);
  tellWaiting(target.meeting);
  return null;
}

/** A viewer falls under the locks at once: what is locked is closed. */
function makeViewer(deed: Deed): void {
  const { engine, target } = deed;
  if (target.pass.role === 'viewer') return;
  target.pass.role = 'viewer';
  setVisibility(engine);
  const { locks } = target.meeting.plan;
  if (isSilenced(target)) stop(deed, ['mic']);
  if (locks.cam) stop(deed, ['cam']);
  target.line?.send({ t: 'waiting', waiting: [] });
  notePresence(engine, target.meeting);
  tellMember(target);
  tellMembersTo(target);
  tellFacts(target.meeting);
}

/** What a moderator does to one other person in the room. */
export function moderate({ engine, seat }: Asker, { action, member }: Request<'moderate'>): Outcome {
  if (seat.pass.role !== 'moderator') return 'not-allowed';
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
      if (!seat.meeting.plan.mayStopCameras) return 'not-allowed';
      stop(deed, ['cam']);
      return null;
    case 'stop-share':
      stop(deed, ['screen', 'screen-audio']);
      return null;
    case 'make-moderator':
      return makeModerator(deed);
    case 'make-viewer':
      makeViewer(deed);
      return null;
    case 'remove':
      if (target === seat) return 'not-allowed';
      expel(engine, target, 'removed');
      return null;
  }
}

/** Mutes everybody's microphone but the asking moderator's. */
export function muteAll({ engine, seat }: Asker): Outcome {
  if (seat.pass.role !== 'moderator') return 'not-allowed';
  for (const target of peopleOf(seat.meeting)) if (target !== seat) muteMics({ engine, by: seat, target });
  return null;
}

/** Lets waiting people in or sends them away. */
export function judge({ engine, seat }: Asker, { action, member }: Request<'lobby'>): Outcome {
  if (seat.pass.role !== 'moderator') return 'not-allowed';
  return decide(engine, { meeting: seat.meeting, action, member });
}

/** Opens or closes the lobby for people who come later. */
export function lobbyRule({ seat }: Asker, { on }: Request<'lobby-rule'>): Outcome {
  if (seat.pass.role !== 'moderator') return 'not-allowed';
  setLobby(seat.meeting, { on });
  return null;
}

/** Changes what waiting people read. */
export function lobbyNote({ seat }: Asker, { text }: Request<'lobby-note'>): Outcome {
  if (seat.pass.role !== 'moderator') return 'not-allowed';
  setNote(seat.meeting, text.trim());
  return null;
}

/** Ends the meeting for everybody. */
export function end({ engine, seat }: Asker): Outcome {
  if (seat.pass.role !== 'moderator') return 'not-allowed';
  endMeeting(engine, seat.meeting, 'ended-by-moderator');
  return null;
}

/** Starts, pauses or stops the recording. */
export function record({ engine, seat }: Asker, { to }: Request<'record'>): Outcome {
  const { recording } = seat.meeting.plan;
  if (seat.pass.role !== 'moderator' || !recording.allowed || !recording.bySwitch) return 'not-allowed';
  return switchRecording(engine, seat.meeting, { to, by: seat.id }) ? null : 'media-down';
}
