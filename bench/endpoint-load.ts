/**
 * The callers, as a process of their own: so many kept-alive connections, each asking again as soon as it has its answer. Written on
 * the socket: a client that understands all of HTTP takes more time for an answer than the server does.
 */
import { connect, type Socket } from 'node:net';

/** `requests`: paths that are asked in turn, on from where the last drive of the same `name` stopped. */
export type Drive = { name: string; port: number; connections: number; ms: number; warmMs: number; requests?: readonly string[] };
/** Times in milliseconds. `refused`: answers that say FAILED, which a measurement must not have. */
export type Driven = { asked: number; refused: number; p50: number; p99: number; sample: string };

type Plan = { port: number; next: () => string };
type Tally = { times: number[]; refused: number; sample: string; asks: boolean; counts: boolean };

const headEnd = Buffer.from('\r\n\r\n');
const failed = Buffer.from('<returncode>FAILED');

/** Length of the whole answer, or null while its head is not there yet. */
function lengthOf(begun: Buffer): number | null {
  const end = begun.indexOf(headEnd);
  if (end < 0) return null;
  const head = begun.toString('latin1', 0, end);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`an answer began with ${head.slice(0, 60)}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('an answer does not tell its length');
  return end + 4 + Number(length);
}

function note(tally: Tally, answer: Buffer, took: number): void {
  if (answer.indexOf(failed) >= 0) tally.refused += 1;
  if (tally.sample === '') tally.sample = answer.toString('utf8');
  if (tally.counts) tally.times.push(took);
}

/** Asks on one connection until the tally says no more. */
function ask(plan: Plan, tally: Tally): Promise<void> {
  return new Promise((done, broken) => {
    const socket: Socket = connect(plan.port, '127.0.0.1').setNoDelay(true);
    let first: Buffer = Buffer.alloc(0);
    let has = 0;
    let whole: number | null = null;
    let began = 0;
    const send = () => {
      if (!tally.asks) return void socket.end();
      first = Buffer.alloc(0);
      has = 0;
      whole = null;
      began = performance.now();
      socket.write(`GET ${plan.next()} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n`);
    };
    socket.on('data', (part: Buffer) => {
      has += part.length;
      // what a long answer holds beyond its beginning is not looked at
      if (whole === null || first.length < 2_048) first = first.length === 0 ? part : Buffer.concat([first, part]);
      try {
        whole ??= lengthOf(first);
      } catch (error) {
        socket.destroy();
        return broken(error instanceof Error ? error : new Error('an answer could not be read'));
      }
      if (whole === null || has < whole) return;
      note(tally, first.subarray(0, 2_048), performance.now() - began);
      send();
    });
    socket.on('error', broken);
    socket.on('close', () => done());
    socket.on('connect', send);
  });
}

const part = (sorted: Float64Array, share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Where each list of requests stands, by name. */
type Lists = Map<string, { requests: readonly string[]; at: number }>;

async function drive(lists: Lists, job: Drive): Promise<Driven> {
  if (job.requests !== undefined) lists.set(job.name, { requests: job.requests, at: 0 });
  const list = lists.get(job.name);
  if (list === undefined || list.requests.length === 0) throw new Error(`nothing is known to ask for ${job.name}`);
  const next = () => list.requests[list.at++ % list.requests.length] ?? '/';
  const tally: Tally = { times: [], refused: 0, sample: '', asks: true, counts: false };
  const callers = Promise.all(Array.from({ length: job.connections }, () => ask({ port: job.port, next }, tally)));
  // a caller that fails while others wait must not go unheard
  callers.catch(() => undefined);
  await wait(job.warmMs);
  process.send?.({ measuring: job.name });
  tally.counts = true;
  await wait(job.ms);
  tally.counts = false;
  const times = Float64Array.from(tally.times).sort();
  process.send?.({ measured: job.name });
  tally.asks = false;
  await callers;
  return { asked: times.length, refused: tally.refused, p50: part(times, 0.5), p99: part(times, 0.99), sample: tally.sample };
}

function listen(): void {
  const lists: Lists = new Map();
  process.on('message', (job: Drive) => {
    drive(lists, job).then(
      (driven) => process.send?.({ driven }),
      (error: unknown) => process.send?.({ trouble: error instanceof Error ? error.message : String(error) }),
    );
  });
}

listen();
