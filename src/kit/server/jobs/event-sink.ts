/** The publishing half of events; `app` binds the listeners. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { EventSink, DomainEventListener, DomainEvent, StoredEvent } from './events.ts';
import { newId } from '#kit/server/ids.ts';
import { type AnyJob, job, mounted } from './jobs.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const stored = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.nullable(z.string()),
  at: z.number(),
  data: z.record(z.string(), value),
});
const jobName = (listener: DomainEventListener) => `event.${listener.event}.${listener.name}`;

/** Writes events and tells the listeners that are bound here. */
export function createEventSink(listeners: readonly DomainEventListener[]): EventSink {
  const tellAll = async (ctx: Ctx, tx: Db, { name, events }: { name: string; events: readonly StoredEvent[] }) => {
    for (const listener of listeners.filter((one) => one.event === name)) {
      if ('nowAll' in listener && listener.nowAll !== undefined && events.length > 1) {
        await listener.nowAll(ctx, tx, events);
        continue;
      }
      for (const event of events) {
        if ('now' in listener) await listener.now(ctx, tx, event);
        else await ctx.jobs.enqueue(tx, { job: jobName(listener), payload: event, key: event.id });
      }
    }
  };
  const eventOf = (ctx: Ctx, news: DomainEvent): StoredEvent => ({ ...news, id: newId(ctx.now()), at: ctx.now() });
  const publishAll: EventSink['publishAll'] = async (ctx, tx, { name, all }) => {
    const events = all.map((one) => eventOf(ctx, { ...one, name }));
    if (events.length === 0) return;
    const rows = events.map((event) => ({
      id: event.id,
      name: event.name,
      account_id: event.accountId,
      data: event.data,
      at: new Date(event.at),
    }));
    await tx.execute(
      sql`insert into events (id, name, account_id, data, at) select e.id, e.name, e.account_id, e.data, e.at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, name text, account_id uuid, data jsonb, at timestamptz)`,
    );
    await tellAll(ctx, tx, { name, events });
  };
  return {
    publish: (ctx, tx, news) => publishAll(ctx, tx, { name: news.name, all: [news] }),
    publishAll,
    tell: (ctx, tx, news) => tellAll(ctx, tx, { name: news.name, events: [eventOf(ctx, news)] }),
  };
}

/** Days after which an event is deleted: long after the last try of its handlers, in time to look up what happened. */
export const EVENT_DAYS = 30;

async function forgetOldEvents(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now() - EVENT_DAYS * 86_400_000).toISOString();
  await ctx.system.read.execute(sql`delete from events where at < ${before}::timestamptz`);
}
/** Deletes events that nobody will ask for again. */
export const forgetEvents: AnyJob = mounted(
  job({ name: 'events.forget', payload: z.object({}), retries: 2, within: 300, schedule: '30 3 * * *', run: forgetOldEvents }),
);

/** The jobs that run the `later` handlers. */
export function eventJobs(listeners: readonly DomainEventListener[]): AnyJob[] {
  return listeners.flatMap((listener) =>
    'later' in listener
      ? [
          mounted(
            job({
              name: jobName(listener),
              payload: stored,
              retries: listener.retries ?? 12,
              within: 120,
              run: (ctx, event) => listener.later(ctx, event),
            }),
          ),
        ]
      : [],
  );
}
