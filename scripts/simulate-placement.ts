/**
 * Plays a school morning, or a trace of real meetings, against ways of placing meetings on servers.
 * `node scripts/simulate-placement.ts [--trace file.csv] [--servers 300] [--meetings 9000] [--seeds 20] [--json] [--time]`
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compare, firstIsLowest, tableOf } from './simulate/report.ts';
import { type Scene, schoolMorning } from './simulate/scene.ts';
import { timePlacement } from './simulate/timing.ts';
import { readTrace, type TraceRow, traceScene } from './simulate/trace.ts';

const usage = `Usage: node scripts/simulate-placement.ts [options]
  --trace FILE    CSV with create_time (seconds or ISO 8601), size (people), duration (minutes) and, if known, hint and pool
  --servers N     machines in the pool (300; with a trace one for 30 meetings)
  --meetings N    meetings of the school morning (9000)
  --seeds N       how many mornings (20; with a trace 5)
  --json          figures as JSON
  --time          only the time of one placement`;

class Refusal extends Error {}

function optionsOf(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { trace: text, servers: text, meetings: text, seeds: text, json: flag, time: flag, help: flag } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new Refusal(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`);
  }
}
type Options = ReturnType<typeof optionsOf>;

function countOf(options: Options, name: 'servers' | 'meetings' | 'seeds', standard: number): number {
  const given = options[name];
  if (given === undefined) return standard;
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new Refusal(`--${name} "${given}" is not a whole number from 1 to 999999`);
  return Number(given);
}

function rowsOf(file: string): TraceRow[] {
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}`);
  const { rows, problems } = readTrace(readFileSync(file, 'utf8'));
  const more = problems.length > 20 ? [`and ${problems.length - 20} more`] : [];
  if (problems.length > 0) throw new Refusal([`${file} cannot be replayed:`, ...problems.slice(0, 20), ...more].join('\n'));
  return rows;
}

function* each(seeds: number, make: (seed: number) => Scene): Generator<Scene> {
  for (let seed = 1; seed <= seeds; seed++) yield make(seed);
}

function simulate(options: Options): void {
  const rows = options.trace === undefined ? null : rowsOf(options.trace);
  const servers = countOf(options, 'servers', rows === null ? 300 : Math.max(3, Math.ceil(rows.length / 30)));
  const meetings = rows?.length ?? countOf(options, 'meetings', 9_000);
  const seeds = countOf(options, 'seeds', rows === null ? 20 : 5);
  const make = (seed: number) =>
    rows === null ? schoolMorning({ seed, servers, meetings }) : traceScene(rows, { seed, servers });
  const scores = compare(each(seeds, make), ({ seed }) => process.stderr.write(`seed ${seed} of ${seeds}\n`));
  const lowest = firstIsLowest(scores);
  if (options.json) console.log(JSON.stringify({ servers, meetings, seeds, lowest, scores }, null, 2));
  else {
    console.log(`${servers} servers, ${meetings} meetings, ${seeds} seeds; peak load in people times multiplier`);
    console.log(tableOf(scores));
    console.log(`Atrium ${lowest ? 'has' : 'does NOT have'} the lowest worst server at the median and at the worst seed.`);
  }
  // A trace is a question about one pool, the school morning is a promise.
  if (rows === null && !lowest) process.exitCode = 1;
}

function time(options: Options): void {
  const timing = timePlacement({ servers: countOf(options, 'servers', 300), reservations: countOf(options, 'meetings', 9_000) });
  const { servers, reservations, median, p99 } = timing;
  if (options.json) console.log(JSON.stringify(timing));
  else
    console.log(
      `placement, ${servers} servers, ${reservations} reservations: ${median.toFixed(3)} ms (p99 ${p99.toFixed(3)} ms)`,
    );
  if (median >= 1) process.exitCode = 1;
}

try {
  const options = optionsOf(process.argv.slice(2));
  if (options.help) console.log(usage);
  else if (options.time) time(options);
  else simulate(options);
} catch (refusal) {
  if (!(refusal instanceof Refusal)) throw refusal;
  console.error(refusal.message);
  process.exitCode = 2;
}
