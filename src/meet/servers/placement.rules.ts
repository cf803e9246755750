/** Which server takes a meeting: predicted load, who is out and why. Pure: equal questions have equal answers in every process. */
import { type ExpectedSize, expectedSize, type SizeSources } from './meeting-size.rules.ts';
import { isInPool, isNamed, type NamedServers } from './server-tag.rules.ts';
import type { ServerHealth, ServerState } from './servers.rules.ts';

export const placementFacts = {
  /** A reservation holds in full for this long, then halves every `halfLife`, and is gone after `reservationLasts`. Milliseconds. */
  holdsFor: 180_000,
  halfLife: 180_000,
  reservationLasts: 1_200_000,
  /** Load is counted in people: what one camera or screen and what one meeting cost beside its people. */
  videoWeight: 1,
  meetingWeight: 1,
} as const;

/** Required names decide who is in: any one of the pools, all of the tags. Preferred ones decide who is first. */
export type PlacementWish = { required: readonly string[]; preferred: readonly string[] };

export type PlacementRequest = {
  /** The meeting's id: among equal servers each meeting has an order of its own. */
  key: string;
  size: SizeSources;
  /** Expected cameras and screens per person, 0 to 1. */
  video: number;
  /** Expected length, to keep away from coming maintenance. */
  minutes: number;
  pools: PlacementWish;
  tags: PlacementWish;
  /** What a program asked for by name. */
  named?: NamedServers | null;
  region: { name: string; need: 'required' | 'preferred' } | null;
  /** A server without other meetings. */
  isolation: 'none' | 'preferred' | 'required';
  record: boolean;
  /** The server of the parent meeting when this is a breakout room: nothing but its health is asked then. */
  parentServerId: string | null;
  /** Servers that refused this very request. */
  tried: readonly string[];
};

/** Times are milliseconds since 1970, as everywhere in this file. */
export type PlacementServer = {
  id: string;
  state: ServerState;
  health: ServerHealth;
  /** Checks and creates that failed in a row. */
  failures: number;
  /** What the server said at its last good check. */
  load: { at: number; people: number; videos: number; meetings: number };
  /** A live or reserved meeting here required the server for itself. */
  isolated: boolean;
  /** How much a person weighs here; above zero, a weaker machine has a higher one. */
  multiplier: number;
  limits: { people: number | null; meetings: number | null };
  /** With any, only meetings come here that name one of them. */
  pools: readonly string[];
  tags: readonly string[];
  region: string | null;
  /** Able to record. */
  records: boolean;
  /** Nobody may be sent there from our pages. */
  insecure?: boolean;
  maintenance: readonly { from: number; until: number }[];
};

/** A meeting that was given to a server and is not over; older ones than `reservationLasts` need not be passed. */
export type PlacementReservation = {
  serverId: string;
  /** Expected people, and video per person. */
  size: number;
  video: number;
  at: number;
  /** Most people ever counted in it (not the latest count: people who left are not expected again); null until its server lists it. */
  seen: number | null;
};

export type PlacementPolicy = {
  /** `last-resort`: a degraded server may be taken when no healthy one can. */
  degraded: 'never' | 'last-resort';
  /** When every server is at its limits: take the least loaded all the same, or none. */
  whenFull: 'overfill' | 'refuse';
  weights: { video: number; meeting: number };
};
export const standardPolicy: PlacementPolicy = {
  degraded: 'never',
  whenFull: 'overfill',
  weights: { video: placementFacts.videoWeight, meeting: placementFacts.meetingWeight },
};

/** Why a server is out. `state`, `unchecked`, `degraded`, `offline`: it takes none now. `held`, `occupied`: isolation of another meeting, of this one. `insecure`: its address has no https. */
export const outReasons = [
  'state',
  'unchecked',
  'degraded',
  'offline',
  'tried',
  'parent',
  'maintenance',
  'pool',
  'tag',
  'region',
  'recording',
  'held',
  'occupied',
  'insecure',
  'meeting-limit',
  'people-limit',
] as const;
export type OutReason = (typeof outReasons)[number];
/** Why a server that could is named after others, the gravest last. */
export const concerns = ['failing', 'maintenance-soon', 'people-limit', 'meeting-limit'] as const;
export type PlacementConcern = (typeof concerns)[number];
/** Wishes that a server does not meet, the strongest last. */
export const unmetWishes = ['isolation', 'region', 'tag', 'pool'] as const;
export type UnmetWish = (typeof unmetWishes)[number];

/** Predicted figures of a server. `load` now and `after` with this meeting: people, video and meetings, weighed, times the multiplier; `cautious` when more come than expected. */
export type ServerLoad = { load: number; after: number; cautious: number; people: number; reserved: number; meetings: number };
export type PlacementCandidate = ServerLoad & { id: string; concerns: PlacementConcern[]; unmet: UnmetWish[] };
export type PlacementExcluded = ServerLoad & { id: string; reasons: OutReason[] };
export type Placement = { expected: ExpectedSize; candidates: PlacementCandidate[]; out: PlacementExcluded[] };

export type PlacementQuestion = {
  now: number;
  request: PlacementRequest;
  servers: readonly PlacementServer[];
  reservations: readonly PlacementReservation[];
  policy: PlacementPolicy;
};

/** The part of a reservation that still stands at an age in milliseconds, 1 to 0; a clock that runs behind counts as age 0. */
export function decay(age: number): number {
  const { holdsFor, halfLife, reservationLasts } = placementFacts;
  if (age <= holdsFor) return 1;
  return age >= reservationLasts ? 0 : 0.5 ** ((age - holdsFor) / halfLife);
}

type LoadSum = { people: number; weighed: number; pending: number };
type PredictParams = { server: PlacementServer; sum: LoadSum; expected: ExpectedSize };

/** Per server: people who are still to come, the same with their video, and meetings that its figures do not contain yet. */
function sumReservations({ now, servers, reservations, policy }: PlacementQuestion): Map<string, LoadSum> {
  const sums = new Map<string, LoadSum>();
  for (const { id } of servers) sums.set(id, { people: 0, weighed: 0, pending: 0 });
  for (const one of reservations) {
    const sum = sums.get(one.serverId);
    const part = decay(now - one.at);
    if (sum === undefined || part === 0) continue;
    const people = Math.max(0, one.size - (one.seen ?? 0)) * part;
    sum.people += people;
    sum.weighed += people * (1 + one.video * policy.weights.video);
    if (one.seen === null) sum.pending += 1;
  }
  return sums;
}

function predict(question: PlacementQuestion, { server: { load, multiplier }, sum, expected }: PredictParams): ServerLoad {
  const { video, meeting } = question.policy.weights;
  const meetings = load.meetings + sum.pending;
  const now = load.people + load.videos * video + meetings * meeting + sum.weighed;
  const person = 1 + question.request.video * video;
  const after = now + expected.people * person + meeting;
  return {
    load: now * multiplier,
    after: after * multiplier,
    cautious: (after + expected.margin * person) * multiplier,
    people: load.people + sum.people,
    reserved: sum.people,
    meetings,
  };
}

const healthReasons = { unknown: 'unchecked', healthy: null, degraded: 'degraded', offline: 'offline' } as const;

type OutRule = readonly [reason: OutReason, holds: boolean];

/** What counts against a server whatever is asked, in the order of `outReasons`. */
function always(request: PlacementRequest, server: PlacementServer): readonly OutRule[] {
  const { parentServerId } = request;
  return [
    // what runs on a server that takes nothing new may have its breakout rooms
    ['state', server.state !== 'enabled' && (parentServerId === null || server.state !== 'draining')],
    [healthReasons[server.health] ?? 'unchecked', server.health !== 'healthy'],
    ['tried', request.tried.includes(server.id)],
    ['parent', parentServerId !== null && parentServerId !== server.id],
  ];
}

/** What counts against it unless the meeting is a breakout room. */
function unlessBreakout({ now, request }: PlacementQuestion, server: PlacementServer, meetings: number): readonly OutRule[] {
  const { tags, region, named } = request;
  const isLacking = named?.need === 'required' && !isNamed(server, named);
  return [
    ['maintenance', server.maintenance.some(({ from, until }) => from <= now && now < until)],
    ['pool', !isInPool(server, request)],
    ['tag', isLacking || !tags.required.every((tag) => server.tags.includes(tag))],
    ['region', region?.need === 'required' && region.name !== server.region],
    ['recording', request.record && !server.records],
    ['held', server.isolated],
    ['occupied', request.isolation === 'required' && meetings > 0],
  ];
}

function outOf(question: PlacementQuestion, server: PlacementServer, meetings: number): OutReason[] {
  const { request } = question;
  const out: OutReason[] = [];
  const note = (all: readonly OutRule[]) => {
    for (const [reason, holds] of all) if (holds) out.push(reason);
  };
  note(always(request, server));
  if (request.parentServerId === null) note(unlessBreakout(question, server, meetings));
  if (server.insecure === true) out.push('insecure');
  return out;
}

function concernsOf({ now, request }: PlacementQuestion, server: PlacementServer, after: { people: number; meetings: number }) {
  if (request.parentServerId !== null) return [];
  const { people, meetings } = server.limits;
  const end = now + request.minutes * 60_000;
  const has: Record<PlacementConcern, boolean> = {
    failing: server.failures > 0,
    'maintenance-soon': server.maintenance.some(({ from }) => now < from && from < end),
    'people-limit': people !== null && after.people > people,
    'meeting-limit': meetings !== null && after.meetings > meetings,
  };
  return concerns.filter((concern) => has[concern]);
}

function unmetBy(
  { pools, tags, named = null, region, isolation }: PlacementRequest,
  server: PlacementServer,
  meetings: number,
): UnmetWish[] {
  const has: Record<UnmetWish, boolean> = {
    isolation: isolation === 'preferred' && meetings > 0,
    region: region?.need === 'preferred' && region.name !== server.region,
    tag: !tags.preferred.every((tag) => server.tags.includes(tag)) || (named !== null && !isNamed(server, named)),
    pool: pools.preferred.length > 0 && !pools.preferred.some((pool) => server.pools.includes(pool)),
  };
  return unmetWishes.filter((wish) => has[wish]);
}

/** A number that orders lists of reasons: the later a reason stands in its list, the more it counts. */
const rankOf = <T>(all: readonly T[], some: readonly T[]) => some.reduce((sum, one) => sum + 2 ** all.indexOf(one), 0);

/** FNV-1a, 32 bits, http://www.isthe.com/chongo/tech/comp/fnv */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function ordered(key: string, candidates: readonly PlacementCandidate[]): PlacementCandidate[] {
  const start = hashOf(key, 0x811c9dc5);
  const keyed = candidates.map((candidate) => ({
    candidate,
    rank: rankOf(concerns, candidate.concerns) * 2 ** unmetWishes.length + rankOf(unmetWishes, candidate.unmet),
    // sums of fractions depend on their order in the last digits
    load: Math.round(candidate.cautious * 1e6),
    lot: hashOf(candidate.id, start),
  }));
  keyed.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.load - b.load ||
      a.lot - b.lot ||
      (a.candidate.id < b.candidate.id ? -1 : Number(a.candidate.id > b.candidate.id)),
  );
  return keyed.map(({ candidate }) => candidate);
}

/**
 * The servers that may take a meeting, best first, each with its predicted load, and all others with every reason against them.
 * Order: no concerns, then wishes met, then the lowest cautious load (a meeting that may grow hurts a weak machine more), then by lot.
 */
export function rankServers(question: PlacementQuestion): Placement {
  const { request, policy } = question;
  const expected = expectedSize(request.size);
  const sums = sumReservations(question);
  const candidates: PlacementCandidate[] = [];
  const spare: PlacementCandidate[] = [];
  const out: PlacementExcluded[] = [];
  for (const server of question.servers) {
    const sum = sums.get(server.id) ?? { people: 0, weighed: 0, pending: 0 };
    const prediction = predict(question, { server, sum, expected });
    const { people, meetings } = prediction;
    const reasons = outOf(question, server, meetings);
    const worries = concernsOf(question, server, { people: people + expected.people, meetings: meetings + 1 });
    const full = worries.filter((worry) => worry === 'people-limit' || worry === 'meeting-limit');
    if (policy.whenFull === 'refuse') reasons.push(...full);
    const candidate = { id: server.id, ...prediction, concerns: worries, unmet: unmetBy(request, server, meetings) };
    if (reasons.length === 0) candidates.push(candidate);
    else if (reasons.join() === 'degraded' && policy.degraded === 'last-resort') spare.push(candidate);
    else out.push({ id: server.id, ...prediction, reasons });
  }
  const taken = candidates.length > 0 ? candidates : spare;
  if (taken !== spare) for (const { concerns: _, unmet: __, ...one } of spare) out.push({ ...one, reasons: ['degraded'] });
  out.sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
  return { expected, candidates: ordered(request.key, taken), out };
}
