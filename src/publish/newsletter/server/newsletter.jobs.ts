import * as z from 'zod/mini';
import { locales } from '#kit/facts.ts';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { advanceCampaign, CAMPAIGN_JOB, wakeStalled } from './sending.service.ts';
import { answerLink, answerOptIn, forgetUnconfirmed, LINK_JOB, OPT_IN_JOB } from './subscribing.service.ts';

const locale = z.enum(locales);
const optIn = job({
  name: OPT_IN_JOB,
  payload: z.object({ email: z.string(), lists: z.array(z.string()), locale, source: z.string(), address: z.string() }),
  retries: 5,
  within: 60,
  run: answerOptIn,
});
const link = job({
  name: LINK_JOB,
  payload: z.object({ email: z.string(), locale }),
  retries: 5,
  within: 60,
  run: answerLink,
});
const campaign = job({
  name: CAMPAIGN_JOB,
  payload: z.object({ id: z.string() }),
  retries: 20,
  within: 300,
  concurrency: 2,
  run: advanceCampaign,
});
const stalled = job({
  name: 'newsletter.stalled',
  payload: z.object({}),
  retries: 1,
  within: 60,
  schedule: '*/10 * * * *',
  run: async (ctx) => void (await wakeStalled(ctx)),
});
const unconfirmed = job({
  name: 'newsletter.unconfirmed',
  payload: z.object({}),
  retries: 3,
  within: 600,
  schedule: '23 3 * * *',
  run: async (ctx) => void (await forgetUnconfirmed(ctx)),
});

export const jobs: AnyJob[] = [mounted(optIn), mounted(link), mounted(campaign), mounted(stalled), mounted(unconfirmed)];
