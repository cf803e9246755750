/** The publishing half of events; `app` binds the listeners. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Ctx } from './ctx.ts';
import type { EventSink, Listener, StoredEvent } from './events.ts';
import { newId } from './ids.ts';
import { type AnyJob, job, mounted } from './jobs.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const stored = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.nullable(z.string()),
  at: z.number(),
  data: z.record(z.string(), value),
});
const jobName = (listener: Listener) => `event.${listener.event}.${listener.name}`;

/** Writes events and tells the listeners that are bound here. */
export function createEventSink(listeners: readonly Listener[]): EventSink {
  return {
    publish: async (ctx, tx, news) => {
      const event: StoredEvent = { ...news, id: newId(ctx.now()), at: ctx.now() };
      await tx.execute(
        sql`insert into events (id, name, account_id, data, at) values (${event.id}, ${event.name}, ${event.accountId}, ${JSON.stringify(event.data)}::jsonb, ${new Date(event.at).toISOString()}::timestamptz)`,
      );
      for (const listener of listeners.filter((one) => one.event === event.name)) {
        if ('now' in listener) await listener.now(ctx, tx, event);
        else await ctx.jobs.enqueue(tx, { job: jobName(listener), payload: event, key: event.id });
      }
    },
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
export function eventJobs(listeners: readonly Listener[]): AnyJob[] {
  return listeners.flatMap((listener) =>
    'later' in listener
      ? [
          mounted(
            job({
              name: jobName(listener),
              payload: stored,
              retries: 12,
              within: 120,
              run: (ctx, event) => listener.later(ctx, event),
            }),
          ),
        ]
      : [],
  );
}
