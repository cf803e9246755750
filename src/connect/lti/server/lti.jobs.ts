import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { ltiLimits } from '../lti.rules.ts';
import { GRADE_JOB, sendGrades } from './grades.service.ts';
import { deleteOver } from './launching.queries.ts';
import { syncMembers } from './members.service.ts';
import { MEMBERS_JOB } from './opening.service.ts';
import { deleteOldRegistrations } from './platforms.queries.ts';
import { renewKeys } from './tool-keys.service.ts';

const dayMs = 86_400_000;
const ofLink = z.object({ linkId: z.string() });

async function keep(ctx: Ctx): Promise<void> {
  const now = new Date(ctx.now());
  await ctx.system.write(async (tx) => {
    await deleteOver(tx, { now, logBefore: new Date(ctx.now() - ltiLimits.logDays * dayMs) });
    await deleteOldRegistrations(tx, new Date(ctx.now() - dayMs));
  });
  await renewKeys(ctx);
}

const members = job({ name: MEMBERS_JOB, payload: ofLink, retries: 3, within: 300, concurrency: 2, run: syncMembers });
const grades = job({ name: GRADE_JOB, payload: ofLink, retries: 8, within: 900, concurrency: 2, run: sendGrades });
const kept = job({ name: 'lti.keep', payload: z.object({}), retries: 1, within: 600, schedule: '41 3 * * *', run: keep });
export const jobs: AnyJob[] = [mounted(members), mounted(grades), mounted(kept)];
