/** Which server takes the next meeting, and when a server counts as well. */

export const serverStates = ['enabled', 'draining', 'disabled', 'retired'] as const;
export const healths = ['unknown', 'healthy', 'degraded', 'offline'] as const;
export type ServerState = (typeof serverStates)[number];
export type Health = (typeof healths)[number];

export const serverFacts = {
  /** Failed polls in a row after which a server counts as offline. */
  offlineAfter: 3,
  /** A meeting that just began will fill: it weighs this many people. */
  meetingWeight: 5,
  /** A server without meetings is asked this often. Milliseconds. */
  idleCheck: 30_000,
  /** How long a server may take to answer. Milliseconds. */
  timeout: 8_000,
} as const;

export type Candidate = { id: string; state: ServerState; health: Health; meetings: number; people: number };

const load = (server: Candidate) => server.people + server.meetings * serverFacts.meetingWeight;
/** A degraded server is taken only when no other is there. */
const rank: Readonly<Record<Health, number>> = { healthy: 0, unknown: 1, degraded: 2, offline: 3 };

/** The server with the least load among those that take meetings; null when there is none. `without`: ids that just failed. */
export function placement<T extends Candidate>(servers: readonly T[], without: readonly string[] = []): T | null {
  const open = servers.filter(
    (server) => server.state === 'enabled' && server.health !== 'offline' && !without.includes(server.id),
  );
  return open.toSorted((a, b) => rank[a.health] - rank[b.health] || load(a) - load(b) || a.id.localeCompare(b.id))[0] ?? null;
}

/** Health after a poll: one failure makes a server degraded, some in a row make it offline, one answer heals it. */
export function healthAfter(failures: number): Health {
  if (failures === 0) return 'healthy';
  return failures >= serverFacts.offlineAfter ? 'offline' : 'degraded';
}
