/** States of servers, what leads from one to the next, and who decides. */

export const serverStates = ['enabled', 'draining', 'disabled', 'retired'] as const;
export const healths = ['unknown', 'healthy', 'degraded', 'offline'] as const;
export type ServerState = (typeof serverStates)[number];
export type ServerHealth = (typeof healths)[number];

export const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
export type SecretHash = (typeof hashes)[number];
/** Sizes of what an operator may type; import text in characters. */
export const serverLimits = {
  name: 60,
  words: 20,
  windows: 50,
  importText: 500_000,
  multiplier: { min: 0.05, max: 20 },
} as const;

export const serverFacts = {
  /** How long a server may take to answer a poll, and any other call. Milliseconds. */
  pollTimeout: 3_000,
  timeout: 8_000,
  /** A server that did not take our hook for this long has no module for it any more. Milliseconds. */
  hookHolds: 600_000,
  /** A drained server counts as empty only after this: a meeting may be on its way to it. Milliseconds. */
  drainsAtLeast: 30_000,
  /** How long a meeting is expected to go on when nobody said. Minutes. */
  usualMinutes: 120,
} as const;

/** Reasons of a state that an engine of ours is in because of its process; its next start leads on from them. */
export const engineReasons = ['not_started', 'stopping', 'stopped'] as const;

export const engineFacts = {
  /** How often the process of an engine says that it is there, and for how long that holds. Milliseconds. */
  beatEvery: 5_000,
  leaseFor: 15_000,
  /** Engines of one installation: their numbers stand in addresses. */
  most: 999,
} as const;

export type ServerAction = 'enable' | 'drain' | 'disable' | 'retire';
const from: Readonly<Record<ServerAction, readonly ServerState[]>> = {
  enable: ['draining', 'disabled'],
  drain: ['enabled'],
  disable: ['enabled', 'draining'],
  retire: ['disabled'],
};
/** The states that an action may begin at. */
export const statesBefore = (action: ServerAction): readonly ServerState[] => from[action];
/** Whether an action leads on from a state. `retired` is the end. */
export const leadsOn = (action: ServerAction, state: ServerState): boolean => from[action].includes(state);

/** Whether the poll asks a server: one that takes part, and a new one that has not answered yet. */
export const isAsked = (server: { state: ServerState; stateReason: string | null }): boolean =>
  server.state === 'enabled' || server.state === 'draining' || (server.state === 'disabled' && server.stateReason === 'new');

/** The pool is the operator's; jobs and the command line act for the operator. */
export const mayManageServers = (actor: { kind: string; accountKind?: string; scope?: readonly string[] }): boolean =>
  actor.kind === 'system' || (actor.accountKind === 'operator' && (actor.scope?.includes('servers.manage') ?? false));

/** Whether a server is in one of its maintenance windows at that time. */
export const inMaintenance = (windows: readonly { from: number; to: number }[], at: number): boolean =>
  windows.some((one) => one.from <= at && at < one.to);

/** Which engine of our own has that stored name, counted from 1; null for every other server. */
export function builtInNumber(name: string): number | null {
  const found = /^engine(?:-(\d+))?$/.exec(name);
  return found === null ? null : Number(found[1] ?? 1);
}

type ListedMeeting = {
  internalMeetingID: string;
  parentMeetingID: string;
  attendees: readonly { userID: string }[];
};
/** Our engine lists people of groups in their main room, too: meetings whose people are all counted there are left out. */
export function withoutGroups<Listed extends ListedMeeting>(meetings: readonly Listed[]): Listed[] {
  const people = new Map(meetings.map((one) => [one.internalMeetingID, new Set(one.attendees.map(({ userID }) => userID))]));
  return meetings.filter(({ parentMeetingID, attendees }) => {
    const counted = people.get(parentMeetingID);
    return counted === undefined || !attendees.every(({ userID }) => counted.has(userID));
  });
}
