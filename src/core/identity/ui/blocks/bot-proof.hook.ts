import type { BotCheckedForm } from '../../identity.rules.ts';
import { useIdentity } from '../identity-api.hook.ts';

/** Gets a puzzle and solves it, unnoticed; the answer goes into the field `challenge`. */
export function useBotProof(): (form: BotCheckedForm) => Promise<string> {
  const identity = useIdentity();
  return async (form) => {
    const [{ solveBotCheck }, asked] = await Promise.all([import('#kit/ui/bot-check.ts'), identity.challenge()]);
    return solveBotCheck(asked, form);
  };
}
