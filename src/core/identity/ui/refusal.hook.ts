import { Failure } from '#kit/errors.ts';
import { BotCheckError } from '#kit/ui/bot-check-error.ts';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { identityText } from './identity-text.hook.ts';

const minute = 60;
/** Seconds in words; from a minute and a half on in whole minutes, rounded up so that nobody comes back too early. */
export const waitIn = (seconds: number): { unit: 'seconds' | 'minutes'; count: number } =>
  seconds < 1.5 * minute
    ? { unit: 'seconds', count: Math.ceil(seconds) }
    : { unit: 'minutes', count: Math.ceil(seconds / minute) };

/** Puts into a failure what its words need: how long to wait, or what was wrong with the bot check. */
export function useExplain(): (error: unknown) => unknown {
  const say = identityText();
  const kit = kitText();
  return (error) => {
    if (error instanceof BotCheckError) return new Failure('bot_check', { data: { why: kit(`botCheck.${error.trouble}`) } });
    if (!(error instanceof Failure) || error.code !== 'too_many_requests') return error;
    const { seconds } = error.data;
    if (typeof seconds !== 'number') return error;
    const { unit, count } = waitIn(seconds);
    return new Failure('too_soon', { data: { wait: say(`wait.${unit}`, { count }), seconds } });
  };
}

/** Runs a call; a failure rises with everything that its words need. */
export function useExplained(): <T>(run: () => Promise<T>) => Promise<T> {
  const explain = useExplain();
  return (run) =>
    run().catch((error: unknown) => {
      throw explain(error);
    });
}
