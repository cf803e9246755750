import type { Listener } from '#kit/server/events.ts';
import { AWAITED_JOB } from './change.service.ts';
import { pollAwaited } from './ingest.service.ts';

/** Milliseconds in which our own engine has most recordings ready. */
const soon = 8_000;

/** A meeting that ended may have left a recording: its server is asked at once, a moment later, and each minute from then on. */
export const listeners: Listener[] = [
  {
    event: 'meetings.ended',
    name: 'ask-for-recordings',
    later: async (ctx, event) => {
      await pollAwaited(ctx);
      await ctx.system.write((tx) =>
        ctx.jobs.enqueue(tx, { job: AWAITED_JOB, payload: {}, key: `soon ${event.id}`, after: ctx.now() + soon }),
      );
    },
  },
];
