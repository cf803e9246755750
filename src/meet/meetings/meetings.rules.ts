/** Decisions about meetings that both sides ask. */
import { belongs, moderates, type RoomRole } from '#meet/rooms/rooms.rules.ts';

export const meetingStates = ['starting', 'live', 'detached', 'ended', 'failed'] as const;
export type MeetingState = (typeof meetingStates)[number];

/**
 * Why a meeting is over. `host`: ended by a person; `time_up`: as long as it may last; `everyone_left`; `no_moderator`: the
 * last moderator left; `never_joined`: nobody came; `server`: the server says so and nothing tells why; `server_lost`: the
 * server does not know it any more; others are failures to start.
 */
export const endReasons = [
  'host',
  'time_up',
  'everyone_left',
  'no_moderator',
  'server',
  'server_lost',
  'never_joined',
  'no_server',
  'server_unreachable',
  'server_refused',
  'abandoned',
] as const;
export type EndReason = (typeof endReasons)[number];

/** Meetings that visitors start without an account. */
export const instantLimits = {
  minutes: 40,
  people: 10,
  /** How long the room of one is there, whether it is used again or not. Milliseconds. */
  keptMs: 86_400_000,
  /** A school or an office is one network. */
  perNetwork: { max: 10, windowSeconds: 3_600 },
} as const;

export const meetingLimits = {
  /** Characters of a name that a guest types. */
  guestName: 64,
  /** How many people more than its number an account may have at once, and for how long. Percent of the number, and milliseconds. */
  over: { percent: 110, during: 15 * 60_000 },
  /** A start that did not finish in this time is looked after by the recovery job. Milliseconds. */
  startingAfter: 30_000,
  /** The poll: every so many milliseconds; a meeting missing this often in answers of its server is over. */
  pollEvery: 3_000,
  missesAllowed: 1,
  /** How long one answer about who is in a meeting serves all who ask. Milliseconds. */
  infoFor: 2_000,
  /** Servers that are asked at the same time. */
  asksAtOnce: 50,
  /** Silence after which the meetings of an offline server are detached: creates that failed make it offline sooner. Milliseconds. */
  silentFor: 8_000,
  /** A join that reached nobody is repeated after this, before the meeting is taken for lost. Milliseconds. */
  askAgainAfter: 1_000,
  /** A detached meeting goes on when its server is back within this time and nothing else began in its place. Milliseconds. */
  detachedFor: 3_600_000,
  /** A meeting that must not run is ended on its server after this: the end may be on its way there. Milliseconds. */
  strayAfter: 30_000,
  /** What `create` asks for, in minutes: the end of a meeting to which nobody comes, and of one that everyone left. */
  nobodyCameAfter: 5,
  everyoneLeftAfter: 1,
  /** What was seen of a meeting longer ago than this says nothing about its end. Milliseconds. */
  seenFor: 15_000,
} as const;

/** What was known of a meeting before its end. Times are epoch milliseconds; `seenAt`: the last poll that saw it. */
export type LastSeen = { people: number; total: number; began: number; seenAt: number | null; maxMinutes: number | null };

/**
 * Why a meeting is over, judged by what was seen of it last, because BBB's API never says. `reported`: its server says that it is over;
 * `missing`: the server just does not list it any more.
 */
export function whyEnded(seen: LastSeen, news: { heard: 'reported' | 'missing'; now: number }): EndReason {
  const lasted = news.now - seen.began;
  if (seen.maxMinutes !== null && lasted >= seen.maxMinutes * 60_000 - meetingLimits.pollEvery * 2) return 'time_up';
  const fresh = news.now - (seen.seenAt ?? seen.began) <= meetingLimits.seenFor;
  if (seen.people > 0) return news.heard === 'missing' ? 'server_lost' : fresh ? 'host' : 'server';
  if (seen.total > 0) return 'everyone_left';
  // too early for a server's patience: somebody came and ended it between two polls
  const early = lasted < meetingLimits.nobodyCameAfter * 60_000 - meetingLimits.seenFor;
  return news.heard === 'reported' && early ? 'host' : 'never_joined';
}

const toldReasons: Readonly<Record<string, EndReason>> = {
  'ended-by-moderator': 'host',
  duration: 'time_up',
  'nobody-came': 'never_joined',
  'everybody-left': 'everyone_left',
  'no-moderator': 'no_moderator',
  'engine-stopped': 'server_lost',
};

/** The reason in the words of a server that tells one, as the embedded engine does; null for any other word. */
export const toldReason = (word: string | undefined): EndReason | null =>
  word !== undefined && Object.hasOwn(toldReasons, word) ? (toldReasons[word] ?? null) : null;

/** How somebody comes in, when the room and the code allow it. */
export type RoomEntry = {
  as: 'moderator' | 'viewer' /** Whether the lobby applies; people of a course never wait there. */;
  guest: 'guest' | 'known' | 'course';
};
export type EntryTrouble = 'sign_in_required' | 'organisation_required' | 'code_required' | 'wrong_code';
export type EntryFacts = {
  role: RoomRole;
  signedIn: 'yes' | 'no';
  signInRequired: boolean;
  /** Nobody but people of the account and of the room; no code lets anybody else in. */
  organisationOnly: boolean;
  viewerCode: string | null;
  moderatorCode: string | null;
  /** As typed, trimmed; null = none. */
  code: string | null;
  /** By the link of an invitation to a meeting in this room: it replaces the access code, and nothing else. */
  invited: 'yes' | 'no';
  /** Compares in constant time. */
  same: (a: string, b: string) => boolean;
};

/** People of the room or of its account. */
export const isInsider = (role: RoomRole): boolean => belongs(role) || role === 'colleague';

/** The way in, or what stands in it. People of the room need no code; people of the account need no lobby. */
export function entryOf(facts: EntryFacts): RoomEntry | EntryTrouble {
  if (moderates(facts.role)) return { as: 'moderator', guest: 'known' };
  const isInside = isInsider(facts.role);
  if (facts.signedIn === 'no' && (facts.signInRequired || (facts.organisationOnly && !isInside))) return 'sign_in_required';
  if (facts.organisationOnly && !isInside) return 'organisation_required';
  if (facts.code !== null && facts.moderatorCode !== null && facts.same(facts.code, facts.moderatorCode))
    return { as: 'moderator', guest: 'known' };
  const guest = isInside ? 'known' : 'guest';
  const fits = facts.code !== null && facts.viewerCode !== null && facts.same(facts.code, facts.viewerCode);
  // also where no code is needed: otherwise the moderator code could be guessed without an end
  if (facts.code !== null && !fits && (facts.viewerCode !== null || facts.moderatorCode !== null)) return 'wrong_code';
  const open = facts.viewerCode === null || facts.invited === 'yes';
  return belongs(facts.role) || open || fits ? { as: 'viewer', guest } : 'code_required';
}

/** Whether this entry may bring an empty room to life. */
export const mayWake = (entry: RoomEntry, room: { anyoneCanStart: boolean }): boolean =>
  room.anyoneCanStart || entry.as === 'moderator';

/** Whether a meeting counts as the person's own for that action; `role` is theirs in its room. */
export function isOwnMeeting(role: RoomRole, action: string): boolean {
  if (action === 'meetings.view') return belongs(role);
  if (action === 'meetings.end') return moderates(role);
  return action === 'attendance.view' && (role === 'owner' || role === 'manager' || role === 'co-owner');
}

export type MeetingRights = { join: boolean; end: boolean; attendance: boolean };
/** `role` is the person's role in the meeting's room. An operator may end any meeting, but joins none unasked. */
export function meetingRights(facts: {
  role: RoomRole;
  scope: readonly string[];
  state: MeetingState;
  /** What statements say of this very meeting; left out: the names in the scope count for one's own. */
  may?: (asked: { action: string; own: boolean }) => boolean;
}): MeetingRights {
  const may = (asked: { action: string; own: boolean }) =>
    facts.may === undefined ? asked.own && facts.scope.includes(asked.action) : facts.may(asked);
  const running = facts.state === 'live' || facts.state === 'starting';
  return {
    join: facts.state === 'live' && belongs(facts.role),
    end: running && may({ action: 'meetings.end', own: isOwnMeeting(facts.role, 'meetings.end') || facts.role === 'operator' }),
    attendance: may({ action: 'attendance.view', own: isOwnMeeting(facts.role, 'attendance.view') }),
  };
}

/** Whole minutes between two times, rounded up so that a short visit is not nothing; 0 for none. */
export const minutesBetween = (from: number, to: number): number => Math.max(0, Math.ceil((to - from) / 60_000));

/** One person of a meeting as its server reported it. */
export type SeenAttendee = {
  key: string;
  name: string;
  role: 'moderator' | 'viewer';
  presenter: boolean;
  voice: boolean;
  listenOnly: boolean;
  video: boolean;
  /** Only some servers tell these: milliseconds spent speaking, and when the hand was raised (epoch milliseconds). */
  talkedMs: number | null;
  speaking: boolean;
  handAt: number | null;
};

/** What viewers may not do in a meeting, as its server said. */
export type SeenLocks = { mic: boolean; cam: boolean; chat: boolean };

/** Minutes that a console offers to add at once. */
export const extensions = [15, 30, 60] as const;

/**
 * How long a meeting may last after `add` more minutes, in minutes: never longer than `most`, what the plan allows (null = no limit),
 * and never shorter than it is. Null for a meeting without an end.
 */
export function extendedBy(lasts: number | null, { add, most }: { add: number; most: number | null }): number | null {
  if (lasts === null) return null;
  return Math.max(lasts, most === null ? lasts + add : Math.min(lasts + add, most));
}

/**
 * Whether somebody who comes over the number of people of an account is let in yet (business rules §3, `participants.concurrent_account`).
 * `overSince`: when it went over, null when it did not before; both times are epoch milliseconds.
 */
export const mayGoOver = (at: { inside: number; most: number; overSince: number | null; now: number }): boolean =>
  at.inside < Math.floor((at.most * meetingLimits.over.percent) / 100) &&
  at.now - (at.overSince ?? at.now) < meetingLimits.over.during;
