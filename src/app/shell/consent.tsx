import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useConfig } from '#kit/ui/config.tsx';
import { Link } from '#kit/ui/link.tsx';
import { type Answer, consentGiven, giveConsent, loadTagManager } from '#kit/ui/track.ts';
import s from './notices.module.css';
import { shellText } from './shell-text.ts';

/** The answer of this reader; null = not asked yet. Known only in the browser. */
export function useConsent(): { answer: Answer | null; give: (answer: Answer) => void; known: boolean } {
  const [state, setState] = useState<{ answer: Answer | null; known: boolean }>({ answer: null, known: false });
  useEffect(() => setState({ answer: consentGiven(), known: true }), []);
  return {
    ...state,
    give: (answer) => {
      giveConsent(answer);
      setState({ answer, known: true });
    },
  };
}

/** Asks only where there is something to ask: without a tag manager nothing ever leaves the page. */
export function Consent() {
  const say = shellText();
  const { tagManagerId } = useConfig();
  const { answer, give, known } = useConsent();
  useEffect(() => {
    if (tagManagerId !== null && answer === 'yes') loadTagManager(tagManagerId);
  }, [tagManagerId, answer]);
  if (tagManagerId === null || !known || answer !== null) return null;
  return (
    <section className={s.consent} aria-labelledby="consent-title">
      <h2 id="consent-title">{say('consent.title')}</h2>
      <p className="soft">{say('consent.text')}</p>
      <div className={s.consentActions}>
        <Button onClick={() => give('yes')}>{say('consent.yes')}</Button>
        <Button onClick={() => give('no')}>{say('consent.no')}</Button>
        <Link to="/cookies" className="link">
          {say('consent.more')}
        </Link>
      </div>
    </section>
  );
}
