import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { dropTagManager, giveConsent, loadTagManager } from '#kit/ui/consent.ts';
import { Link } from '#kit/ui/link.tsx';
import s from '#app/shell/frames/notices.module.css';
import { shellText } from '#app/shell/shell-text.ts';
import { useConsent } from './use-consent.ts';

/**
 * Asks once, and does what was answered, here or on the page about cookies. Drawn with every page: whether it is seen says the document's
 * script before the first paint, because only the browser knows the answer.
 */
export function ConsentQuestion({ tagManagerId, over }: { tagManagerId: string; over: 'page' | 'meeting' }) {
  const say = shellText();
  const answer = useConsent();
  useEffect(() => {
    if (answer === 'yes') loadTagManager(tagManagerId);
    if (answer === 'no') dropTagManager();
  }, [tagManagerId, answer]);
  if (over === 'meeting' || answer === 'yes' || answer === 'no') return null;
  return (
    <section className={s.consent} aria-labelledby="consent-title">
      <div className={s.consentWords}>
        <h2 id="consent-title">{say('consent.title')}</h2>
        <p className="soft">{say('consent.text')}</p>
      </div>
      <div className={s.consentActions}>
        <Button onClick={() => giveConsent('yes')}>{say('consent.yes')}</Button>
        <Button onClick={() => giveConsent('no')}>{say('consent.no')}</Button>
        <Link to="/cookies" className="link">
          {say('consent.more')}
        </Link>
      </div>
    </section>
  );
}
