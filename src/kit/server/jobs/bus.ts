/**
 * Live pushes between processes: PostgreSQL's NOTIFY, so a push is sent exactly when its transaction commits.
 * Topics: `account:<id>`, `user:<id>`, `session:<id>`, `room:<slug>`, `operator` (rooms and meetings of all accounts), `operator:news` (without data:
 * something that the operator looks after changed). Messages are small; the reader asks the API for more.
 */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '#kit/server/db/db.ts';
import type { Log } from '#kit/server/log.ts';

export type Push = { topic: string; kind: string; data?: Record<string, string | number | boolean | null> };
type Hear = (push: Push) => void;

export type Bus = {
  /** Queues the push in the transaction. */
  push(tx: Db, push: Push): Promise<void>;
  /** The same for many, in one statement. */
  pushAll(tx: Db, pushes: readonly Push[]): Promise<void>;
  /** Hears pushes of a topic until the returned function is called. */
  on(topic: string, hear: Hear): () => void;
  close(): Promise<void>;
};

const channel = 'atrium_live';
const isPush = (value: unknown): value is Push =>
  typeof value === 'object' &&
  value !== null &&
  'topic' in value &&
  typeof value.topic === 'string' &&
  'kind' in value &&
  typeof value.kind === 'string';

function read(payload: string | undefined): Push | null {
  try {
    const value: unknown = JSON.parse(payload ?? '');
    return isPush(value) ? value : null;
  } catch {
    return null;
  }
}

/** Opens the bus. A lost listening connection is made again with a growing pause; pushes meanwhile are lost, so readers ask anew on reconnect. */
export function openBus(options: { connect: () => Promise<pg.Client>; log: Log }): Bus {
  const hearers = new Map<string, Set<Hear>>();
  let client: pg.Client | null = null;
  let closed = false;
  let pause = 250;
  const deliver = (push: Push) => {
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
        const push = read(note.payload);
        if (push !== null) deliver(push);
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
      await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(push)})`);
    },
    pushAll: async (tx, pushes) => {
      if (pushes.length === 0) return;
      const told = sql.param(pushes.map((push) => JSON.stringify(push)));
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
