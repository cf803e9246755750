/** Decisions about meetings that both sides ask. */
import { belongs, moderates, type RoomRole } from '#meet/rooms/rooms.rules.ts';

export const meetingStates = ['starting', 'live', 'ended', 'failed'] as const;
export type MeetingState = (typeof meetingStates)[number];

/**
 * Why a meeting is over. `host`: ended by a person; `server`: the server says so (everyone left, time is up);
 * `server_lost`: the server does not know it any more; `never_joined`: nobody came; others are failures to start.
 */
export const endReasons = [
  'host',
  'server',
  'server_lost',
  'never_joined',
  'no_server',
  'server_unreachable',
  'server_refused',
  'abandoned',
] as const;
export type EndReason = (typeof endReasons)[number];

export const meetingLimits = {
  /** Characters of a name in a meeting. */
  name: { min: 1, max: 64 },
  /** A start that did not finish in this time is looked after by the recovery job. Milliseconds. */
  startingAfter: 30_000,
  /** The poll: every so many milliseconds; a meeting missing this often in answers of its server is over. */
  pollEvery: 3_000,
  missesAllowed: 1,
  /** How long one answer about who is in a meeting serves all who ask. Milliseconds. */
  infoFor: 2_000,
  /** Polls without an answer before a server counts as offline. */
  failuresOffline: 3,
  /** A meeting of a server that does not answer is given up after this time. Milliseconds. */
  serverLostAfter: 60_000,
} as const;

/** How somebody comes in, when the room and the code allow it. */
export type Entry = { as: 'moderator' | 'viewer' /** Whether the lobby applies. */; guest: 'guest' | 'known' };
export type EntryTrouble = 'sign_in_required' | 'code_required' | 'wrong_code';
export type EntryFacts = {
  role: RoomRole;
  signedIn: 'yes' | 'no';
  signInRequired: boolean;
  viewerCode: string | null;
  moderatorCode: string | null;
  /** As typed, trimmed; null = none. */
  code: string | null;
  /** Compares in constant time. */
  same: (a: string, b: string) => boolean;
};

/** The way in, or what stands in it. People of the room need no code; people of the account need no lobby. */
export function entryOf(facts: EntryFacts): Entry | EntryTrouble {
  if (moderates(facts.role)) return { as: 'moderator', guest: 'known' };
  if (facts.signInRequired && facts.signedIn === 'no') return 'sign_in_required';
  if (facts.code !== null && facts.moderatorCode !== null && facts.same(facts.code, facts.moderatorCode))
    return { as: 'moderator', guest: 'known' };
  const guest = belongs(facts.role) || facts.role === 'colleague' ? 'known' : 'guest';
  const fits = facts.code !== null && facts.viewerCode !== null && facts.same(facts.code, facts.viewerCode);
  // also where no code is needed: otherwise the moderator code could be guessed without an end
  if (facts.code !== null && !fits && (facts.viewerCode !== null || facts.moderatorCode !== null)) return 'wrong_code';
  return belongs(facts.role) || facts.viewerCode === null || fits ? { as: 'viewer', guest } : 'code_required';
}

/** Whether this entry may bring an empty room to life. */
export const mayWake = (entry: Entry, room: { anyoneCanStart: boolean }): boolean =>
  room.anyoneCanStart || entry.as === 'moderator';

export type MeetingRights = { join: boolean; end: boolean; attendance: boolean };
/** `role` is the person's role in the meeting's room. An operator may end any meeting, but joins none unasked. */
export function meetingRights(facts: { role: RoomRole; scope: readonly string[]; state: MeetingState }): MeetingRights {
  const leads = moderates(facts.role);
  const running = facts.state === 'live' || facts.state === 'starting';
  return {
    join: facts.state === 'live' && belongs(facts.role),
    end: running && (leads || facts.role === 'operator') && facts.scope.includes('meetings.end'),
    attendance:
      (facts.role === 'owner' || facts.role === 'manager' || facts.role === 'co-owner') &&
      facts.scope.includes('attendance.view'),
  };
}

/** Whole minutes between two times, rounded up so that a short visit is not nothing; 0 for none. */
export const minutesBetween = (from: number, to: number): number => Math.max(0, Math.ceil((to - from) / 60_000));

/** One person of a meeting as its server told it. */
export type SeenAttendee = {
  key: string;
  name: string;
  role: 'moderator' | 'viewer';
  presenter: boolean;
  voice: boolean;
  listenOnly: boolean;
  video: boolean;
};
