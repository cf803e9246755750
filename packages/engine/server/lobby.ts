import type { ErrorCode } from '#protocol/messages.ts';
import { roomsAround } from '#server/groups/group-meetings.ts';
import { tellFacts, tellWaiting, waitingOf } from '#server/members.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { enterRoom, expel } from '#server/seats.ts';

export type LobbyVerdict = { meeting: Meeting; action: 'admit' | 'deny'; member: string | undefined };

/** Lets one waiting person in, or all of them, or sends them away. Returns why it could not be done, or null. */
export function decide(engine: Engine, { meeting, action, member }: LobbyVerdict): ErrorCode | null {
  const waiting = roomsAround(engine, meeting).flatMap(waitingOf);
  const meant = member === undefined ? waiting : waiting.filter((seat) => seat.id === member);
  if (member !== undefined && meant.length === 0) return 'unknown-member';
  for (const seat of meant) {
    if (action === 'admit') enterRoom(engine, seat);
    else expel(engine, seat, 'denied');
  }
  tellWaiting(engine, meeting);
  return null;
}

/** Opens or closes the lobby for those who come later; who waits already goes on waiting. */
export function setLobby(meeting: Meeting, rule: { on: boolean }): void {
  meeting.guestPolicy = rule.on ? 'ASK_MODERATOR' : 'ALWAYS_ACCEPT';
  tellFacts(meeting);
}

/** Changes the words that waiting people read. */
export function setNote(meeting: Meeting, note: string): void {
  meeting.lobbyNote = note;
  for (const seat of waitingOf(meeting)) seat.line?.send({ t: 'lobby', note });
  tellFacts(meeting);
}
