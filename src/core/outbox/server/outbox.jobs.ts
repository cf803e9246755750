import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { MAIL_ATTEMPTS } from '../outbox.rules.ts';
import { SEND_BULK_JOB } from './bulk-mail.service.ts';
import { SEND_JOB, sendQueued } from './outbox.service.ts';
import { forgetOldMails, requeueForgotten, sendDigests } from './upkeep.service.ts';

const send = job({
  name: SEND_JOB,
  payload: z.object({ id: z.string() }),
  retries: MAIL_ATTEMPTS + 2,
  within: 120,
  concurrency: 5,
  run: sendQueued,
});
/** Apart from the others, so that nobody waits for a password behind a newsletter. */
const sendBulk = job({
  name: SEND_BULK_JOB,
  payload: z.object({ id: z.string() }),
  retries: MAIL_ATTEMPTS + 2,
  within: 120,
  concurrency: 3,
  run: sendQueued,
});
const forget = job({
  name: 'outbox.forget',
  payload: z.object({}),
  retries: 2,
  within: 300,
  schedule: '40 3 * * *',
  run: forgetOldMails,
});
const sweep = job({
  name: 'outbox.sweep',
  payload: z.object({}),
  retries: 1,
  within: 120,
  schedule: '10 * * * *',
  run: async (ctx) => void (await requeueForgotten(ctx)),
});
const digest = job({
  name: 'outbox.digest',
  payload: z.object({}),
  retries: 1,
  within: 600,
  schedule: '5 * * * *',
  run: async (ctx) => void (await sendDigests(ctx)),
});

export const jobs: AnyJob[] = [mounted(send), mounted(sendBulk), mounted(forget), mounted(sweep), mounted(digest)];
