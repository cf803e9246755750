/** How long the choice of a server takes in a large pool. */
import { placementFacts, type PlacementServer, rankServers, standardPolicy } from '#meet/servers/placement.rules.ts';
import { lineOf, type Measured } from './report.ts';

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A pool of 300 servers with a reservation on each; milliseconds for one choice. */
function placementMs(): number {
  const now = Date.now();
  const servers = Array.from(
    { length: 300 },
    (_none, at): PlacementServer => ({
      id: `server-${at}`,
      state: 'enabled',
      health: 'healthy',
      failures: 0,
      load: { at: now, people: (at * 37) % 200, videos: (at * 13) % 50, meetings: at % 12 },
      isolated: false,
      multiplier: 1 + (at % 3) / 2,
      limits: { people: at % 5 === 0 ? 150 : null, meetings: null },
      pools: [],
      tags: at % 2 === 0 ? ['ssd'] : [],
      region: at % 2 === 0 ? 'eu' : 'us',
      records: true,
      maintenance: [],
    }),
  );
  const reservations = servers.map(({ id }, at) => ({ serverId: id, size: 25, video: 0.3, at: now - at * 1_000, seen: null }));
  const choose = (key: string) =>
    rankServers({
      now,
      request: {
        key,
        size: { hint: null, roomRuns: [], accountUsual: null, maximum: 50 },
        video: 0.3,
        minutes: 60,
        pools: { required: [], preferred: [] },
        tags: { required: [], preferred: ['ssd'] },
        region: { name: 'eu', need: 'preferred' },
        isolation: 'none',
        record: false,
        parentServerId: null,
        tried: [],
      },
      servers,
      reservations: reservations.filter((one) => now - one.at < placementFacts.reservationLasts),
      policy: standardPolicy,
    });
  const times = Array.from({ length: 400 }, (_none, at) => {
    const began = performance.now();
    choose(`meeting-${at}`);
    return performance.now() - began;
  });
  return middle(times.slice(100));
}

const most = 1;

/** Prints it. */
export function notePlacement(): Measured {
  const ms = placementMs();
  const passed = ms <= most;
  process.stdout.write(
    `${passed ? '  pass ' : '  MISS '} placement of a meeting on 300 servers: ${ms.toFixed(2)} ms, budget ≤ ${most} ms\n`,
  );
  const line = lineOf('endpoint: placement of a meeting on 300 servers', ms, { unit: 'ms', atMost: most });
  return { lines: [line], misses: passed ? [] : [`${line.what}: ${ms.toFixed(2)} ms, budget ${line.budget} ms`] };
}
