/** What happens to a pool: meetings with their people and hints, servers with their strength. All times are milliseconds from the start. */
import type { SizeSources } from '#meet/servers/meeting-size.rules.ts';
import { type Chance, chanceOf, logNormal, normal, pareto } from './chance.ts';

export type SceneServer = { id: string; multiplier: number; pools: readonly string[] };
export type SceneMeeting = {
  id: string;
  at: number;
  /** Ascending; its length is the meeting's size. */
  arrivals: Float64Array;
  end: number;
  sources: SizeSources;
  pool: string | null;
  /** Which of the two app processes places it, and how long the other one does not know. */
  process: 0 | 1;
  lag: number;
};
export type Scene = { seed: number; servers: SceneServer[]; meetings: SceneMeeting[] };

const minute = 60_000;
const largest = 500;
/** Weak, usual and strong machines. */
const multipliers = [1, 1, 1, 0.5, 1.6];

export function serversOf(count: number, poolsOf: (at: number) => readonly string[]): SceneServer[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `server-${String(at + 1).padStart(4, '0')}`,
    multiplier: multipliers[at % multipliers.length] ?? 1,
    pools: poolsOf(at),
  }));
}

/** Most lessons are classes; one in fifty is an assembly, and those have a heavy tail. */
const sizeOf = (chance: Chance): number =>
  chance() < 0.02 ? pareto(chance, { least: 60, alpha: 1.2 }) : logNormal(chance, { median: 18, sigma: 0.7 });

const whole = (size: number) => Math.max(1, Math.min(largest, Math.round(size)));

/** The first person opens the meeting; the others come over some minutes, each meeting at its own pace. */
export function arrivalsOf(chance: Chance, meeting: { at: number; size: number; end: number }): Float64Array {
  const pace = logNormal(chance, { median: 2 * minute, sigma: 0.4 });
  const arrivals = new Float64Array(meeting.size);
  for (let person = 0; person < meeting.size; person++) {
    const wait = person === 0 ? 2_000 : Math.min(20 * minute, logNormal(chance, { median: pace, sigma: 0.8 }));
    arrivals[person] = Math.min(meeting.at + wait, meeting.end - 1);
  }
  return arrivals.sort();
}

/** What is known beforehand: enrolment (more than come, one in eight plainly wrong), former runs of the room, the account's usual; or nothing. */
function sourcesOf(chance: Chance, size: number): SizeSources {
  const wrong = chance() < 0.125 ? 5 ** (2 * chance() - 1) : 1;
  const hint = chance() < 0.5 ? Math.round((size * wrong) / (0.55 + 0.45 * chance())) : null;
  const runs = chance() < 0.5 ? Math.ceil(chance() * 10) : 0;
  return {
    hint,
    roomRuns: Array.from({ length: runs }, () => whole(size * Math.exp(0.35 * normal(chance)))),
    accountUsual: chance() < 0.7 ? whole(logNormal(chance, { median: 24, sigma: 0.3 })) : null,
    maximum: largest,
  };
}

export const processOf = (chance: Chance): Pick<SceneMeeting, 'process' | 'lag'> => ({
  process: chance() < 0.5 ? 0 : 1,
  lag: 20 + 280 * chance(),
});

/** Ten minutes before lessons begin: a steady stream with a rush in the middle. */
export function schoolMorning(size: { seed: number; servers: number; meetings: number }): Scene {
  const chance = chanceOf(size.seed);
  const meetings = Array.from({ length: size.meetings }, (_, at): SceneMeeting => {
    const rush = 5 * minute + 1.2 * minute * normal(chance);
    const begins = chance() < 0.6 && rush > 0 && rush < 10 * minute ? rush : 10 * minute * chance();
    const people = chance() < 0.03 ? 1 : whole(sizeOf(chance));
    const lasts = chance() < 0.1 ? logNormal(chance, { median: 10 * minute, sigma: 0.4 }) : 45 * minute + 10 * minute * chance();
    const meeting = { at: begins, size: people, end: begins + Math.max(minute, lasts) };
    const arrivals = arrivalsOf(chance, meeting);
    const sources = sourcesOf(chance, people);
    return { id: `${size.seed}-${at}`, at: begins, arrivals, end: meeting.end, sources, pool: null, ...processOf(chance) };
  });
  meetings.sort((a, b) => a.at - b.at);
  return { seed: size.seed, servers: serversOf(size.servers, () => []), meetings };
}
