import { Failure } from '#kit/errors.ts';
import { solveBotCheck } from '#kit/ui/bot-check.ts';
import { BotCheckError } from '#kit/ui/bot-check-error.ts';
import { identityCalls } from '#core/identity/identity.contract.ts';
import type { Answered, Apis } from './card-check.hook.ts';

const identityApi = { identity: identityCalls };

/** Solves the check against robots for paying with a card and runs with its answer. Throws `BotCheckError` where it came to nothing. */
export async function withAnswer<T>(apis: Apis, run: (answered: Answered) => Promise<T>): Promise<T> {
  const asked = await apis(identityApi).identity.challenge({ query: { for: 'card' } });
  const challenge = await solveBotCheck(asked, 'card');
  try {
    return await run({ challenge });
  } catch (error) {
    if (error instanceof Failure && (error.code === 'challenge_failed' || error.code === 'challenge_required'))
      throw new BotCheckError('executeFailed');
    throw error;
  }
}
