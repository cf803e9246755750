/**
 * Live pushes between processes: PostgreSQL's NOTIFY, so a push is sent exactly when its transaction commits.
 * Topics: `account:<id>`, `user:<id>`, `session:<id>`, `room:<slug>`, `operator` (rooms and meetings of all accounts), `operator:news` (without data:
 * something that the operator looks after changed). Messages are small; the reader asks the API for more.
 */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '#kit/server/db/db.ts';
import type { Log } from '#kit/server/log.ts';

export type LivePush = { topic: string; kind: string; data?: Record<string, string | number | boolean | null> };
type PushListener = (push: LivePush) => void;

export type Bus = {
  /** Queues the push in the transaction. */
  push(tx: Db, push: LivePush): Promise<void>;
  /** The same for many, in one statement; those that say the same travel together. */
  pushAll(tx: Db, pushes: readonly LivePush[]): Promise<void>;
  /** Hears pushes of a topic until the returned function is called. */
  on(topic: string, hear: PushListener): () => void;
  close(): Promise<void>;
};

const channel = 'atrium_live';
/** Bytes of one notification; PostgreSQL takes less than 8 000. */
const notificationBytes = 7_900;
type BusNotification = Omit<LivePush, 'topic'> & { topics: string[] };
const isNotification = (value: unknown): value is BusNotification =>
  typeof value === 'object' &&
  value !== null &&
  'topics' in value &&
  Array.isArray(value.topics) &&
  'kind' in value &&
  typeof value.kind === 'string';

function read(payload: string | undefined): BusNotification | null {
  try {
    const value: unknown = JSON.parse(payload ?? '');
    return isNotification(value) ? value : null;
  } catch {
    return null;
  }
}

/** Each notification is read by every process, so that a message to hundreds of people goes out in a few. */
function notificationsOf(pushes: readonly LivePush[]): string[] {
  const alike = Map.groupBy(pushes, ({ kind, data }) => JSON.stringify([kind, data]));
  return [...alike.values()].flatMap((group) => {
    const { topic: _first, ...news } = group[0] ?? { topic: '', kind: '' };
    const room = notificationBytes - Buffer.byteLength(JSON.stringify({ ...news, topics: [] }));
    const parts: string[][] = [];
    let left = 0;
    for (const { topic } of group) {
      const size = Buffer.byteLength(JSON.stringify(topic)) + 1;
      if (left < size) {
        parts.push([]);
        left = room;
      }
      parts.at(-1)?.push(topic);
      left -= size;
    }
    return parts.map((topics) => JSON.stringify({ ...news, topics }));
  });
}

/** Opens the bus. A lost connection is made again after a growing pause; pushes meanwhile are lost, so readers refresh on reconnect. */
export function openBus(options: { connect: () => Promise<pg.Client>; log: Log }): Bus {
  const hearers = new Map<string, Set<PushListener>>();
  let client: pg.Client | null = null;
  let closed = false;
  let pause = 250;
  const deliver = (push: LivePush) => {
    for (const hear of [...(hearers.get(push.topic) ?? [])]) hear(push);
  };
  const again = () => {
    client = null;
    if (closed) return;
    setTimeout(() => void listen(), pause).unref();
    pause = Math.min(pause * 2, 10_000);
  };
  const listen = async (): Promise<void> => {
    try {
      const next = await options.connect();
      next.on('error', () => undefined);
      next.on('end', again);
      next.on('notification', (note) => {
        const { topics, ...news } = read(note.payload) ?? { topics: [], kind: '' };
        for (const topic of topics) deliver({ ...news, topic });
      });
      await next.query(`listen ${channel}`);
      client = next;
      pause = 250;
      deliver({ topic: 'bus', kind: 'again' });
    } catch (error) {
      options.log.warn({ error }, 'live pushes are interrupted');
      again();
    }
  };
  void listen();
  return {
    push: async (tx, push) => {
      const [text] = notificationsOf([push]);
      await tx.execute(sql`select pg_notify(${channel}, ${text})`);
    },
    pushAll: async (tx, pushes) => {
      if (pushes.length === 0) return;
      const told = sql.param(notificationsOf(pushes));
      await tx.execute(sql`select count(pg_notify(${channel}, told)) from unnest(${told}::text[]) told`);
    },
    on: (topic, hear) => {
      const set = hearers.get(topic) ?? new Set();
      hearers.set(topic, set.add(hear));
      return () => {
        set.delete(hear);
        if (set.size === 0) hearers.delete(topic);
      };
    },
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}
