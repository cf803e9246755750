import { forgetAnswers } from '#kit/server/http/repeats.ts';
import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { deleteChallengesBefore, deleteLinksBefore } from './sign-up/links.queries.ts';
import { SIGN_UP_JOB } from '../identity.rules.ts';
import { FAILED_JOB, recordFailure } from './sign-in/login.service.ts';
import { answerReset, RESET_JOB } from './passwords/own-password.service.ts';
import { deleteDevicesBefore, deleteTicketsBefore } from './safety.queries.ts';
import { deleteSessionsBefore } from './sessions/sessions.queries.ts';
import { deleteSocialBefore } from './social/social.queries.ts';
import { answerSignUp } from './sign-up/sign-up.service.ts';

/** Ended sessions and dead links are of no use after a month; answered puzzles as soon as they run out. */
async function forgetOld(ctx: Ctx): Promise<void> {
  const monthAgo = new Date(ctx.now() - 30 * 86_400_000);
  await ctx.system.write(async (tx) => {
    await deleteSessionsBefore(tx, monthAgo);
    await deleteLinksBefore(tx, monthAgo);
    await deleteChallengesBefore(tx, new Date(ctx.now()));
    await deleteTicketsBefore(tx, new Date(ctx.now()));
    await deleteSocialBefore(tx, new Date(ctx.now()));
    // longer than a device stays known: somebody who comes back after a while gets the mail, too
    await deleteDevicesBefore(tx, new Date(ctx.now() - 400 * 86_400_000));
  });
  await ctx.limits.forgetOld();
  await forgetAnswers(ctx.system.read, ctx.now());
}

const signUpAsked = job({
  name: SIGN_UP_JOB,
  payload: z.object({ email: z.string(), locale: z.string(), arrival: z.optional(z.string()) }),
  retries: 5,
  within: 60,
  run: answerSignUp,
});
const resetAsked = job({ name: RESET_JOB, payload: z.object({ email: z.string() }), retries: 5, within: 60, run: answerReset });
const signInFailed = job({
  name: FAILED_JOB,
  payload: z.object({ userId: z.string(), address: z.string(), agent: z.string() }),
  retries: 2,
  within: 60,
  run: recordFailure,
});
const forget = job({
  name: 'identity.forget',
  payload: z.object({}),
  retries: 2,
  within: 300,
  schedule: '0 3 * * *',
  run: forgetOld,
});

export const jobs: AnyJob[] = [mounted(signUpAsked), mounted(resetAsked), mounted(signInFailed), mounted(forget)];
