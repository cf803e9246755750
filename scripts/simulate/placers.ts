/** Ways to choose a server: ours, and those of others with every doubt decided in their favour (strength of machines, joins counted at once). */
import { expectedSize } from '#meet/servers/meeting-size.rules.ts';
import { placementFacts, type PlacementServer, rankServers, standardPolicy } from '#meet/servers/placement.rules.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { SceneMeeting } from './scene.ts';
import type { View } from './view.ts';

/** The index of the chosen server; `open` holds the indexes of those that the meeting may use. */
export type ChooseServer = (view: View, meeting: SceneMeeting, open: readonly number[]) => number;
export type Placer = { name: string; start: (seed: number) => ChooseServer };

const minimum = (score: (view: View, server: number) => number): ChooseServer => {
  return (view, _meeting, open) => {
    let best = open[0] ?? 0;
    let least = Number.POSITIVE_INFINITY;
    for (const server of open) {
      const value = score(view, server);
      if (value < least) {
        least = value;
        best = server;
      }
    }
    return best;
  };
};

const at = (values: Float64Array, index: number) => values[index] ?? 0;
const users = (view: View, server: number) => at(view.people, server) + at(view.joins, server);
const weak = (view: View, server: number) => at(view.multiplier, server);

/** Equal servers: the one with fewer meetings, or least-users would be the first server for everybody in the first seconds. */
const fewer = (view: View, server: number) => at(view.meetings, server) * 1e-6;

function twoChoices(chance: Chance): ChooseServer {
  const load = (view: View, server: number) => (users(view, server) + at(view.meetings, server)) * weak(view, server);
  return (view, _meeting, open) => {
    const draw = () => open[Math.floor(chance() * open.length)] ?? 0;
    const [one, other] = [draw(), draw()];
    return load(view, other) < load(view, one) ? other : one;
  };
}

export const request = (meeting: SceneMeeting) => ({
  key: meeting.id,
  size: meeting.sources,
  video: 0,
  minutes: 60,
  pools: { required: [], preferred: [] },
  tags: { required: [], preferred: [] },
  region: null,
  isolation: 'none' as const,
  record: false,
  parentServerId: null,
  tried: [],
});

/** The very function of the product. */
function ours(): ChooseServer {
  const index = new Map<string, number>();
  let called = 0;
  return (view, meeting, open) => {
    if (index.size === 0) for (const [position, { id }] of view.servers.entries()) index.set(id, position);
    const oldest = view.now - placementFacts.reservationLasts;
    called += 1;
    if (called % 100 === 0) view.reservations = view.reservations.filter((one) => one.over === 'live' && one.at > oldest);
    const servers = open.flatMap((position): readonly PlacementServer[] => view.servers.slice(position, position + 1));
    const question = {
      now: view.now,
      request: request(meeting),
      servers,
      reservations: view.reservations,
      policy: standardPolicy,
    };
    return index.get(rankServers(question).candidates[0]?.id ?? '') ?? 0;
  };
}

export const sizeFor = (meeting: SceneMeeting): number => expectedSize(meeting.sources).people;

export const placers: readonly Placer[] = [
  { name: 'Atrium', start: ours },
  {
    name: 'least meetings',
    start: () => minimum((view, server) => (at(view.meetings, server) + 1) * weak(view, server)),
  },
  {
    name: 'least users',
    start: () => minimum((view, server) => users(view, server) * weak(view, server) + fewer(view, server)),
  },
  {
    name: 'Scalelite',
    start: () =>
      minimum(
        (view, server) =>
          (at(view.scalelite, server) + at(view.creates, server) + at(view.joins, server)) * weak(view, server) +
          fewer(view, server),
      ),
  },
  {
    name: 'b3scale',
    start: () => minimum((view, server) => Math.max(15 * at(view.meetings, server), users(view, server)) * weak(view, server)),
  },
  { name: 'two choices', start: (seed) => twoChoices(chanceOf(seed + 7_000_000)) },
];
