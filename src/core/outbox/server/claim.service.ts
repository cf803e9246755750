/** What becomes of a mail that another worker holds. */
import type { Ctx } from '#kit/server/ctx.ts';
import { mailById } from './outbox.queries.ts';

/** When that worker died, the mail is sent once its claim has run out. */
export async function waitForClaim(ctx: Ctx, { id, job }: { id: string; job: string }): Promise<void> {
  // the outbox is the whole installation's
  const held = await mailById(ctx.system.read, id);
  if (held?.state !== 'queued') return;
  const after = held.claimedUntil?.getTime() ?? ctx.now();
  ctx.log.info({ mailId: id, after }, 'a mail waits for the worker that holds it');
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job, payload: { id }, key: id, after }));
}
