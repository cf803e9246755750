/** News for webhooks: noted in the transaction of their cause, sent by a job, so that the cause never waits for reading. */
import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { DomainEventListener, PublicEvent, StoredEvent } from '#kit/server/jobs/events.ts';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { deliver } from './deliveries.service.ts';
import { accountsThatListen, listening } from './webhooks.queries.ts';

const TELL_JOB = 'webhooks.tell';

async function queueNews(ctx: Ctx, tx: Db, events: readonly StoredEvent[]): Promise<void> {
  const ids = events.flatMap(({ accountId }) => accountId ?? []);
  // news of many accounts at once names none of them
  const known = await accountsThatListen(tx, ids.length < events.length ? null : ids);
  for (const event of events)
    if (event.accountId === null ? known.size > 0 : known.has(event.accountId))
      await ctx.jobs.enqueue(tx, { job: TELL_JOB, payload: event, key: event.id });
}

/** What listens to every event that may leave the house; accounts without webhooks, most of them, cost one question. */
export const webhookListeners = (all: readonly PublicEvent[]): DomainEventListener[] =>
  [...new Set(all.map((one) => one.from))].map((event) => ({
    event,
    name: 'tell-webhooks',
    now: (ctx, tx, news) => queueNews(ctx, tx, [news]),
    nowAll: queueNews,
  }));

const stored = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.nullable(z.string()),
  at: z.number(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

async function tell(ctx: Ctx, all: readonly PublicEvent[], event: StoredEvent): Promise<void> {
  for (const one of all.filter(({ from }) => from === event.name)) {
    for (const told of await one.read(ctx.system.read, event)) {
      const { accountId, subjectId } = told;
      const body = JSON.stringify({ id: told.id, type: one.name, at: told.at, account: accountId, data: told.data });
      for (const hook of await listening(ctx.system.read, accountId, one.name)) {
        const webhook = { webhookId: hook.id, event: one.name, eventId: told.id };
        await ctx.system.write((tx) =>
          deliver(ctx, tx, { accountId, kind: 'webhook', subjectId, method: 'POST', url: hook.url, body, webhook }),
        );
      }
    }
  }
}

/** The job that tells; run twice it tells nothing twice. */
export const webhookJobs = (all: readonly PublicEvent[]): AnyJob[] => [
  mounted(job({ name: TELL_JOB, payload: stored, retries: 12, within: 120, run: (ctx, event) => tell(ctx, all, event) })),
];
