/** Goes on where a job was lost, gives up what cannot be handled, and deletes what is old. */
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { deleteMessagesBefore, forgetOriginal, isStored, settleMessage, storedBefore, waitingSince } from './inbound.queries.ts';
import { LETTER_FOLDER } from './letter.service.ts';
import { ORIGINAL_FOLDER, PLAIN_FOLDER } from './original.service.ts';
import { HANDLE_JOB } from './take-message.service.ts';

const [hour, day] = [3_600_000, 86_400_000];

async function goOn(ctx: Ctx): Promise<void> {
  const givenUp = new Date(ctx.now() - inboundLimits.triedDays * day);
  for (const { id, receivedAt } of await waitingSince(ctx.system.read, new Date(ctx.now() - hour)))
    await ctx.system.write(async (tx) => {
      if (receivedAt < givenUp) await settleMessage(tx, id, { state: 'failed', reason: 'gave_up' });
      else await ctx.jobs.enqueue(tx, { job: HANDLE_JOB, payload: { id }, key: id });
    });
}

/** The system's, as the table is the whole installation's. */
export async function keepInbound(ctx: Ctx): Promise<void> {
  const files = filesOf(ctx.config);
  const { system } = ctx;
  const ago = (ms: number) => new Date(ctx.now() - ms);
  await goOn(ctx);
  for (const { id, stored } of await storedBefore(system.read, ago(inboundLimits.originalDays * day))) {
    await files.remove(stored);
    await system.write((tx) => forgetOriginal(tx, id));
  }
  await system.write((tx) => deleteMessagesBefore(tx, ago(inboundLimits.keptDays * day)));
  // bytes of a message whose sender was not answered
  for (const folder of [ORIGINAL_FOLDER, PLAIN_FOLDER])
    for await (const { name, modifiedAt } of files.list(folder))
      if (ctx.now() - modifiedAt > day && !(await isStored(system.read, name))) await files.remove(name);
  for await (const { name, modifiedAt } of files.list(LETTER_FOLDER))
    if (ctx.now() - modifiedAt > inboundLimits.filesKeptDays * day) await files.remove(name);
}
