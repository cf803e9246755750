/** How many letters of one sender are taken in an hour. What is too much stays where it is, and its server tries again. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { destinationOf } from './take-message.service.ts';

/** Whether people write to this address; what programs send to the others has no limit. */
export function isForLetters(ctx: Ctx, recipient: string): boolean {
  const kind = destinationOf(ctx, recipient)?.kind;
  return kind === 'reply' || kind === 'support';
}

/** Counts a letter. `sender`: an address, of a person or of a machine. */
export async function countLetter(ctx: Ctx, sender: string): Promise<'fits' | 'too many'> {
  try {
    await ctx.limits.use(`inbound-letter:${sender.toLowerCase().slice(0, 320)}`, inboundLimits.fromSender);
    return 'fits';
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_requests') return 'too many';
    throw error;
  }
}
