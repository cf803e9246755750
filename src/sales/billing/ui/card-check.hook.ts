import { Failure } from '#kit/errors.ts';
import { useApis } from '#kit/ui/query/api.tsx';

/** The part of a body that carries the answer of the check against robots. */
export type Answered = { challenge?: string };
export type Apis = ReturnType<typeof useApis>;

/** Runs what leads to a page for a card. Where the server wants a person behind it, the check is fetched, solved unnoticed, and the same asked again. */
export async function checked<T>(apis: Apis, run: (answered: Answered) => Promise<T>): Promise<T> {
  try {
    return await run({});
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'challenge_required')) throw error;
    const { withAnswer } = await import('./card-answer.hook.ts');
    return withAnswer(apis, run);
  }
}

/** The same for parts of a screen. */
export function useChecked(): <T>(run: (answered: Answered) => Promise<T>) => Promise<T> {
  const apis = useApis();
  return (run) => checked(apis, run);
}
