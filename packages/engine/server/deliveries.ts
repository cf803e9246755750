import { randomUUID } from 'node:crypto';
import type { Engine } from '#server/model.ts';
import { openRequest } from '#server/outgoing.ts';

/** What goes out again after a restart of the engine, and whose hook it is. News of recordings follow from their own files. */
type KeptDelivery = { kind: 'end' | 'analytics' } | { kind: 'hook'; hookID: string } | { kind: 'recording' };

/** What goes out, and how often it is tried. */
export type HookParcel = {
  kept: KeptDelivery;
  url: string;
  /** Internal id of the meeting it is about, for the log; `''` for news of no meeting. */
  meeting: string;
  /** Posted when given, else the address is fetched. */
  body?: string | undefined;
  /** Asked at every attempt, because a token in them may run out. */
  headers?: () => Record<string, string>;
  /** Milliseconds between an attempt and the next; after the last one it is given up. */
  delaysMs: readonly number[];
  timeoutMs?: number;
  /** Whether an answer counts as taken; every 2xx unless given. */
  taken?: (status: number) => boolean;
  /** What follows when it was given up. */
  lost?: () => void;
};

/** A parcel on its way; `dueAt` (epoch ms) is null while an attempt is `running`. */
export type HookDelivery = HookParcel & { id: string; attempt: number; dueAt: number | null; running: Promise<void> | null };

const TIMEOUT_MS = 10_000;
/** Parcels on their way at once; more would be an outage of the receivers, and the memory is ours. */
const DELIVERIES_MOST = 10_000;

type DeliveryOutcome = 'done' | 'again' | 'never';

/** One request; redirects are not followed. Rejects for what is no address. */
async function attempt({ settings }: Engine, parcel: HookParcel): Promise<DeliveryOutcome> {
  const { body, headers, timeoutMs = TIMEOUT_MS, taken = (status: number) => status >= 200 && status < 300 } = parcel;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const request = openRequest(settings, new URL(parcel.url), {
      method: body === undefined ? 'GET' : 'POST',
      timeout: timeoutMs,
      headers: { 'user-agent': 'Mozilla', accept: '*/*', ...length, ...headers?.() },
    });
    if (request === null) return resolve('never');
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      response.destroy();
      resolve(taken(status) ? 'done' : 'again');
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', (error) => resolve('code' in error && error.code === 'EINNER' ? 'never' : 'again'));
    request.end(body);
  });
}

async function deliver(engine: Engine, delivery: HookDelivery): Promise<void> {
  delivery.dueAt = null;
  const wait = delivery.delaysMs[delivery.attempt];
  delivery.attempt += 1;
  // An address that cannot even be asked will not become better by waiting.
  const outcome = await attempt(engine, delivery).catch((): DeliveryOutcome => 'never');
  if (outcome === 'again' && wait !== undefined) delivery.dueAt = engine.clock.now() + wait;
  else {
    engine.deliveries.delete(delivery);
    if (outcome !== 'done') delivery.lost?.();
  }
  if (outcome !== 'done')
    engine.log('warn', 'a callback was not taken', { meeting: delivery.meeting, attempt: delivery.attempt });
}

/** Sends at once, and again after each delay until it is taken. The address must be an absolute http or https one. */
export function send(engine: Engine, parcel: HookParcel): void {
  const [oldest] = engine.deliveries;
  if (engine.deliveries.size >= DELIVERIES_MOST && oldest !== undefined) engine.deliveries.delete(oldest);
  const delivery: HookDelivery = { ...parcel, id: randomUUID(), attempt: 0, dueAt: null, running: null };
  engine.deliveries.add(delivery);
  delivery.running = deliver(engine, delivery);
}

/** Goes on with a parcel of an earlier engine, at the next look for what is due. */
export function resend(engine: Engine, parcel: HookParcel, { id, attempt }: Pick<HookDelivery, 'id' | 'attempt'>): void {
  engine.deliveries.add({ ...parcel, id, attempt, dueAt: engine.clock.now(), running: null });
}

/** Makes the attempts that are due. */
export function retryDeliveries(engine: Engine): void {
  const now = engine.clock.now();
  for (const delivery of engine.deliveries) {
    if (delivery.dueAt !== null && delivery.dueAt <= now) delivery.running = deliver(engine, delivery);
  }
}

/** Resolves when the attempts under way are over, for an engine that is about to end. What is still due then is in the journal. */
export async function finishDeliveries(engine: Engine): Promise<void> {
  await Promise.all([...engine.deliveries].map(({ running }) => running));
}
