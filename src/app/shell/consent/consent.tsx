import { type ComponentType, Suspense } from 'react';
import { useConfig } from '#kit/ui/config.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';

type QuestionProps = { tagManagerId: string; over: 'page' | 'meeting' };
// without the code of the question nobody is counted, and the page works all the same
const Unasked: ComponentType<QuestionProps> = () => null;
const ConsentQuestion = loadable(
  async () => (await import('./consent-question.tsx').catch(() => null))?.ConsentQuestion ?? Unasked,
);
/** Loads the question's code where there is one to ask, so that the server can draw it with the page. */
export const preloadConsent = async (tagManagerId: string | null): Promise<void> =>
  tagManagerId === null ? undefined : ConsentQuestion.preload();

/**
 * Asks only where there is something to ask: without a tag manager nothing ever leaves the page, and not even the question is loaded.
 * It stands above the page and covers none of it; in a meeting nobody is asked.
 */
export function Consent({ over }: Pick<QuestionProps, 'over'>) {
  const { tagManagerId } = useConfig();
  if (tagManagerId === null) return null;
  return (
    <Suspense>
      <ConsentQuestion tagManagerId={tagManagerId} over={over} />
    </Suspense>
  );
}
