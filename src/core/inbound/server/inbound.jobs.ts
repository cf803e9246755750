import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { workUnderLease } from '#kit/server/lease.ts';
import { handleMessage } from './handle-message.service.ts';
import { keepInbound } from './keeping.service.ts';
import { readMailbox, ROUND_SECONDS } from './mailbox.service.ts';
import { listenForMail } from './smtp-listener.service.ts';
import { HANDLE_JOB } from './take-message.service.ts';

const handle = job({
  name: HANDLE_JOB,
  payload: z.object({ id: z.string() }),
  retries: 10,
  within: 180,
  concurrency: 2,
  run: handleMessage,
});
const keep = job({
  name: 'inbound.keep',
  payload: z.object({}),
  retries: 1,
  within: 600,
  schedule: '25 * * * *',
  run: keepInbound,
});

export const jobs: AnyJob[] = [mounted(handle), mounted(keep)];

/** Takes mail in the ways that are configured, until the returned function is called. */
export function startInbound(ctxOf: () => Ctx): () => Promise<void> {
  const { config, system, bus, log } = ctxOf();
  const mailbox = {
    key: 'inbound.mailbox',
    // a lease is renewed between rounds alone
    seconds: 2 * ROUND_SECONDS,
    every: 60_000,
    round: () => readMailbox(ctxOf()),
  };
  const stops = [
    config.inboundSmtpPort === null ? null : listenForMail(ctxOf),
    config.inboundImapUrl === null ? null : workUnderLease(mailbox, { scope: system, bus, log }),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop?.())));
}
