/** Goes on where a job was lost, gives up what cannot be handled, and deletes what is old. */
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { inboundLimits } from '../inbound.rules.ts';
import {
  deleteMessagesBefore,
  forgetOriginal,
  settleMessage,
  storedAmong,
  storedBefore,
  waitingSince,
} from './inbound.queries.ts';
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

const filesPerLookup = 500;
/** Bytes of messages whose sender was not answered: no message has them. */
async function removeUnknown(ctx: Ctx, folder: string): Promise<void> {
  const files = filesOf(ctx.config);
  let old: string[] = [];
  const removeThose = async () => {
    const known = await storedAmong(ctx.system.read, old);
    for (const name of old) if (!known.has(name)) await files.remove(name);
    old = [];
  };
  for await (const { name, modifiedAt } of files.list(folder)) {
    if (ctx.now() - modifiedAt > day) old.push(name);
    if (old.length >= filesPerLookup) await removeThose();
  }
  await removeThose();
}
async function removeOldFiles(ctx: Ctx): Promise<void> {
  const files = filesOf(ctx.config);
  for await (const { name, modifiedAt } of files.list(LETTER_FOLDER))
    if (ctx.now() - modifiedAt > inboundLimits.filesKeptDays * day) await files.remove(name);
}
async function removeOldOriginals(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now() - inboundLimits.originalDays * day);
  for (const { id, stored } of await storedBefore(ctx.system.read, before)) {
    await filesOf(ctx.config).remove(stored);
    await ctx.system.write((tx) => forgetOriginal(tx, id));
  }
}
const forgetMessages = (ctx: Ctx): Promise<void> =>
  ctx.system.write((tx) => deleteMessagesBefore(tx, new Date(ctx.now() - inboundLimits.keptDays * day)));

/** The system's, as the table is the whole installation's. A step that fails keeps none of the others from their work, and fails the job. */
export async function keepInbound(ctx: Ctx): Promise<void> {
  const steps = [
    () => goOn(ctx),
    () => removeOldOriginals(ctx),
    () => forgetMessages(ctx),
    () => removeUnknown(ctx, ORIGINAL_FOLDER),
    () => removeUnknown(ctx, PLAIN_FOLDER),
    () => removeOldFiles(ctx),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'incoming mail could not be tidied');
}
