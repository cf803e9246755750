/** Events on their way: queued until they are pumped, so that a test says what arrives when. */
import { Stripe } from 'stripe';
import type { Thing } from './store.ts';

export type Switches = {
  /** Every event is sent twice. */
  duplicate: boolean;
  /** The newest goes first. */
  reorder: boolean;
  /** Events wait for the pump after the next. */
  delay: boolean;
  /** Events are kept in the list of events and never sent. */
  drop: boolean;
  /** Kinds of events that are never sent. */
  mute: readonly string[];
  /** Events arrive while the call that made them still waits for its answer. */
  beforeAnswer: boolean;
  /** Events are sent after each call without being pumped. */
  atOnce: boolean;
  /** Calls that are turned away with 429 before it takes one again. */
  busy: number;
  /** Calls that fail with 500 and did nothing; their answer is not remembered. */
  failing: number;
  /** What becomes of the next refunds. */
  refunds: 'succeeded' | 'pending' | 'failed';
  /** `received`: the work was not done when the connection breaks. `done`: it was. Counts for the next call that changes something. */
  cut: 'received' | 'done' | null;
  /** The next call that changes something is carried out, and its answer never comes: the connection stays open. */
  stall: 'done' | null;
};
export const calm: Switches = {
  duplicate: false,
  reorder: false,
  delay: false,
  drop: false,
  mute: [],
  beforeAnswer: false,
  atOnce: false,
  busy: 0,
  failing: 0,
  refunds: 'succeeded',
  cut: null,
  stall: null,
};

/** `status`: of the receiver's answer, null when there was none. */
export type Delivered = { id: string; type: string; status: number | null };
type Waiting = { event: Thing; held: boolean };
type Options = { webhookUrl: () => string | null; secret: string; clock: () => number; switches: Switches };
export type CardNews = { add(event: Thing): void; pump(): Promise<Delivered[]>; waiting(): number };

export function newsOf({ webhookUrl, secret, clock, switches }: Options): CardNews {
  let queue: Waiting[] = [];
  const { webhooks } = new Stripe('sk_test_none');
  const send = async (event: Thing): Promise<Delivered> => {
    const url = webhookUrl();
    if (url === null) return { id: event.id, type: String(event['type']), status: null };
    const payload = JSON.stringify(event);
    const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(clock() / 1000) });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    try {
      const answer = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'manual' });
      await answer.arrayBuffer();
      return { id: event.id, type: String(event['type']), status: answer.status };
    } catch {
      // the receiver is down: the event stays in the queue, as with the real one
      return { id: event.id, type: String(event['type']), status: null };
    }
  };
  return {
    add(event) {
      if (!switches.drop && !switches.mute.includes(String(event['type']))) queue.push({ event, held: switches.delay });
    },
    async pump() {
      const ready = queue.filter(({ held }) => !held);
      queue = queue.filter(({ held }) => held).map(({ event }) => ({ event, held: false }));
      const order = switches.reorder ? ready.toReversed() : ready;
      const sent: Delivered[] = [];
      for (const { event } of order) {
        const times = switches.duplicate ? 2 : 1;
        const answers: Delivered[] = [];
        for (let time = 0; time < times; time += 1) answers.push(await send(event));
        sent.push(...answers);
        if (!answers.some(({ status }) => status !== null && status >= 200 && status < 300)) queue.push({ event, held: false });
      }
      return sent;
    },
    waiting: () => queue.length,
  };
}
