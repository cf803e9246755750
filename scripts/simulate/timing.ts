/** How long one placement takes, with a full pool and all reservations of a school morning alive. */
import { type PlacementQuestion, rankServers, standardPolicy } from '#meet/servers/placement.rules.ts';
import { quantile } from './report.ts';
import { chanceOf } from './chance.ts';
import { request } from './placers.ts';
import { schoolMorning } from './scene.ts';
import { viewOf } from './view.ts';

export type Timing = { servers: number; reservations: number; median: number; p99: number };

/** A question as hard as they come: every meeting is live, young, and partly counted. */
function questionOf(size: { servers: number; reservations: number }): PlacementQuestion {
  const chance = chanceOf(1);
  const scene = schoolMorning({ seed: 1, servers: size.servers, meetings: size.reservations });
  const pick = () => scene.servers[Math.floor(chance() * scene.servers.length)]?.id ?? '';
  const reservations = scene.meetings.map(({ at }) => {
    const seen = chance() < 0.5 ? null : Math.floor(chance() * 20);
    return { serverId: pick(), size: 5 + Math.floor(chance() * 60), video: 0.3, at, seen };
  });
  const meeting = scene.meetings.at(-1);
  if (meeting === undefined) throw new Error('a morning without meetings');
  return { now: 600_000, request: request(meeting), servers: viewOf(scene).servers, reservations, policy: standardPolicy };
}

/** Milliseconds per placement over 500 calls, after a warm-up. */
export function timePlacement(size: { servers: number; reservations: number }): Timing {
  const question = questionOf(size);
  const times: number[] = [];
  for (let at = 0; at < 600; at++) {
    const began = performance.now();
    rankServers(question);
    if (at >= 100) times.push(performance.now() - began);
  }
  return { ...size, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
