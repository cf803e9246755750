/** What one app process knows while it places meetings; two processes share what is committed, each later than the other. */
import type { PlacementServer, PlacementReservation } from '#meet/servers/placement.rules.ts';
import type { Scene } from './scene.ts';

export type KnownReservation = PlacementReservation & { seen: number | null; over: 'live' | 'ended' };

export type View = {
  now: number;
  multiplier: Float64Array;
  /** Last polled people, and joins since then: a balancer sees the joins pass. */
  people: Float64Array;
  joins: Float64Array;
  /** Meetings that run, as far as this process has heard of their creation. */
  meetings: Float64Array;
  /** Scalelite's figure at the last poll, and creates since then. */
  scalelite: Float64Array;
  creates: Float64Array;
  servers: PlacementServer[];
  reservations: KnownReservation[];
};

const none = { people: null, meetings: null };

export function viewOf(scene: Scene): View {
  const zeros = () => new Float64Array(scene.servers.length);
  return {
    now: 0,
    multiplier: Float64Array.from(scene.servers, (server) => server.multiplier),
    people: zeros(),
    joins: zeros(),
    meetings: zeros(),
    scalelite: zeros(),
    creates: zeros(),
    servers: scene.servers.map((server) => ({
      ...server,
      state: 'enabled',
      health: 'healthy',
      failures: 0,
      load: { at: 0, people: 0, videos: 0, meetings: 0 },
      isolated: false,
      limits: none,
      tags: [],
      // which servers a meeting may go to is decided before any placer is asked
      pools: [],
      region: null,
      records: true,
      maintenance: [],
    })),
    reservations: [],
  };
}
