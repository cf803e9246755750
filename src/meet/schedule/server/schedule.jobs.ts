import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { HELD_MOVE_JOB, heldMove, tellHeldMove } from './held-moves.service.ts';
import { tellHeldNews } from './held-news.service.ts';
import { dropOldDates, extendSeries } from './keeping.service.ts';
import { HELD_NEWS_JOB } from './news-limit.service.ts';
import { isMoreDue, remindDue } from './reminding.service.ts';

const reminders = job({
  name: 'schedule.remind',
  payload: z.object({}),
  retries: 0,
  within: 300,
  schedule: '* * * * *',
  run: async (ctx) => {
    while (isMoreDue(await remindDue(ctx)));
  },
});

/** Continues series as time goes on, and forgets dates long past. */
const keepDates = job({
  name: 'schedule.keep-dates',
  payload: z.object({}),
  retries: 3,
  within: 1800,
  schedule: '41 2 * * *',
  run: async (ctx) => {
    while ((await extendSeries(ctx)) > 0) ctx.log.info('series of scheduled meetings were continued');
    await dropOldDates(ctx);
  },
});

const heldNews = job({
  name: HELD_NEWS_JOB,
  payload: z.object({ id: z.string() }),
  retries: 5,
  within: 60,
  run: tellHeldNews,
});

const heldMoves = job({ name: HELD_MOVE_JOB, payload: heldMove, retries: 5, within: 60, run: tellHeldMove });

export const jobs: AnyJob[] = [mounted(reminders), mounted(keepDates), mounted(heldNews), mounted(heldMoves)];
