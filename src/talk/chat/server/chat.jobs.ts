import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { AWAY_JOB, remindAway } from './away.service.ts';

const away = job({ name: AWAY_JOB, payload: z.object({ id: z.string() }), retries: 2, within: 120, run: remindAway });
export const jobs: AnyJob[] = [mounted(away)];
