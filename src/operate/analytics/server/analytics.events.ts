import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { usageEvents } from '#meet/usage/server/count.service.ts';
import { COUNT_JOB } from './analytics.jobs.ts';

export const listeners: DomainEventListener[] = [
  {
    event: usageEvents.counted,
    name: 'analytics',
    // one job for all that waits
    now: (ctx, tx) => ctx.jobs.enqueue(tx, { job: COUNT_JOB, payload: {}, key: 'all' }),
  },
];
