/** What something would come to, by really doing it. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { makeUpNumbers } from './series.queries.ts';

/**
 * Does it inside of a transaction that is taken back in the end, with numbers that are made up: what it writes, queues and tells goes away with it.
 * Throws what it throws.
 */
export async function triedOut<T>(ctx: Ctx, work: (tx: Db) => Promise<T>): Promise<T> {
  const found: { result: T }[] = [];
  const takenBack = new Error('taken back');
  try {
    await ctx.system.write(async (tx) => {
      await makeUpNumbers(tx);
      found.push({ result: await work(tx) });
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  const [one] = found;
  if (one === undefined) throw takenBack;
  return one.result;
}
