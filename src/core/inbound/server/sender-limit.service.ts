/** How many letters of one sender are taken in an hour. What is too much stays where it is, and its server tries again. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { destinationOf } from './take-message.service.ts';

export type LetterSource = { source: string; sender: string };
export const limitKeyOf = ({ source, sender }: LetterSource): string =>
  `inbound-letter:${source}:${sender.toLowerCase().slice(0, 320)}`;

/** Whether people write to this address; what programs send to the others has no limit. */
export function isForLetters(ctx: Ctx, recipient: string): boolean {
  const kind = destinationOf(ctx, recipient)?.kind;
  return kind === 'reply' || kind === 'support';
}

/**
 * Counts a letter that was received. `source`: what is known of where it comes from, as `sender` costs nothing to forge: a forger uses up their
 * own count and not that of the sender whom they name.
 */
export async function countLetter(ctx: Ctx, { source, sender }: LetterSource): Promise<'fits' | 'too many'> {
  try {
    await ctx.limits.use(limitKeyOf({ source, sender }), inboundLimits.fromSender);
    return 'fits';
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_requests') return 'too many';
    throw error;
  }
}
