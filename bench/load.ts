/** Requests per second of one address: ten kept-alive connections, a warm-up, then a fixed time. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';

export type Target = { origin: string; path: string; headers?: Record<string, string> };
export type Ratio = { measured: number; baseline: number; ratio: number };
const connections = 10;

/** Length of a whole answer whose beginning is given, or null while its head is not there yet. */
function lengthOf(begun: Buffer, target: Target): number | null {
  const end = begun.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = begun.toString('latin1', 0, end);
  const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
  if (status !== '200') throw new Error(`${target.path} answered ${status}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`${target.path} does not tell its length`);
  return end + 4 + Number(length);
}

/**
 * Asks again and again on one connection until `more` says no. Written on the socket: a client that understands all of HTTP takes
 * more time for an answer than the server does, and would be what is measured.
 */
async function ask(target: Target, more: () => boolean): Promise<void> {
  const { hostname, port, host } = new URL(target.origin);
  const headers = Object.entries({ host, ...target.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${target.path} HTTP/1.1\r\n${headers.join('')}\r\n`;
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  try {
    while (more()) {
      socket.write(request);
      let head = Buffer.alloc(0);
      let has = 0;
      for (let whole: number | null = null; whole === null || has < whole; ) {
        const [part]: Buffer[] = await once(socket, 'data');
        if (part === undefined) throw new Error('the connection was closed');
        has += part.length;
        if (whole === null) {
          head = Buffer.concat([head, part]);
          whole = lengthOf(head, target);
        }
      }
    }
  } finally {
    socket.destroy();
  }
}

/** Requests per second over `ms` milliseconds. */
async function drive(target: Target, ms: number): Promise<number> {
  const until = performance.now() + ms;
  let asked = 0;
  const more = () => performance.now() < until && ++asked > 0;
  await Promise.all(Array.from({ length: connections }, () => ask(target, more)));
  return (asked * 1000) / ms;
}

const middleOf = (rounds: number[]): number => [...rounds].sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;

/** Milliseconds. A process that runs for days has compiled what it does often; with a second of it, half of what is measured is compiling. */
const warmUp = 5_000;

/** Ratio of two addresses, rounds taken in turns, so that a slow moment of the machine hits both. */
export async function ratioOf(measured: Target, baseline: Target): Promise<Ratio> {
  const a: number[] = [];
  const b: number[] = [];
  await drive(measured, warmUp);
  await drive(baseline, warmUp);
  for (let round = 0; round < 5; round++) {
    a.push(await drive(measured, 1_500));
    b.push(await drive(baseline, 1_500));
  }
  const [ours, theirs] = [middleOf(a), middleOf(b)];
  return { measured: ours, baseline: theirs, ratio: theirs === 0 ? 0 : ours / theirs };
}

/** Ticks of processor time that a process has used, all its threads together; null where the system does not tell (only Linux does). */
export function ticksOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return null;
  }
}

async function ticksPerRequest(pid: number, target: Target): Promise<number | null> {
  const before = ticksOf(pid);
  const seconds = 2;
  const asked = (await drive(target, seconds * 1000)) * seconds;
  const after = ticksOf(pid);
  return before === null || after === null ? null : (after - before) / asked;
}

/** Processor time for a request of `bare` divided by that for one of `ours`; both addresses are served by the process. */
export async function cpuRatioOf(pid: number, targets: { ours: Target; bare: Target }): Promise<number | null> {
  const ratios: number[] = [];
  for (let round = 0; round < 3; round++) {
    const [bare, ours] = [await ticksPerRequest(pid, targets.bare), await ticksPerRequest(pid, targets.ours)];
    if (bare === null || ours === null || ours === 0) return null;
    ratios.push(bare / ours);
  }
  return middleOf(ratios);
}
