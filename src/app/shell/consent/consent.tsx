import { useEffect, useState } from 'react';
import { useConfig } from '#kit/ui/config.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';

const ConsentQuestion = loadable(async () => (await import('./consent-question.tsx')).ConsentQuestion);

/** Asks only where there is something to ask: without a tag manager nothing ever leaves the page, and not even the question is loaded. */
export function Consent() {
  const { tagManagerId } = useConfig();
  const [asking, setAsking] = useState<'asking' | 'not yet'>('not yet');
  useEffect(() => {
    if (tagManagerId === null) return;
    // whoever could not be asked is not counted
    ConsentQuestion.preload().then(
      () => setAsking('asking'),
      () => undefined,
    );
  }, [tagManagerId]);
  return tagManagerId !== null && asking === 'asking' ? <ConsentQuestion tagManagerId={tagManagerId} /> : null;
}
