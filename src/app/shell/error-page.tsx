import { Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { authFacts } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { EmptyPicture } from '#kit/ui/brand.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import s from './error-page.module.css';
import { type PageErrorShape, pageErrorOf } from './routing/page-error.ts';
import { isChunkFailure } from './routing/reload-guard.ts';
import { shellText } from './shell-text.ts';

type ErrorSay = ReturnType<typeof shellText>;
type ErrorWords = { title: string; text: string };

function wordsFor(error: PageErrorShape, { say, kit }: { say: ErrorSay; kit: ReturnType<typeof kitText> }): ErrorWords {
  if (error.status === 404) return { title: say('error.notFound'), text: say('error.notFoundText') };
  // staff who act for a customer have nobody to ask for more
  if (error.code === 'acting_for_somebody') return { title: say('error.notAllowed'), text: kit('errors.acting_for_somebody') };
  if (error.status === 403)
    return {
      title: say('error.notAllowed'),
      text: error.permission === null ? say('error.notAllowedText') : say('error.permission', { permission: error.permission }),
    };
  if (error.code === 'offline') return { title: say('error.offline'), text: say('error.offlineText') };
  return { title: say('error.failed'), text: error.message === '' ? say('error.failedText') : error.message };
}

/** Says what happened and where to go on; stands in the frame of the page that failed. */
export function ErrorPage() {
  const say = shellText();
  const { loggedIn } = useAuth();
  const thrown = useRouteError();
  const error = pageErrorOf(thrown);
  const lost: ErrorWords = { title: say('error.failed'), text: say('error.failedText') };
  const words = isChunkFailure(thrown) ? lost : wordsFor(error, { say, kit: kitText() });
  usePageTitle(words.title);
  const home = loggedIn ? authFacts.redirects.home : '/';
  return (
    <div className={s.page}>
      <EmptyPicture />
      <p className="tiny quiet num">{error.status}</p>
      <h1>{words.title}</h1>
      <p className="soft">{words.text}</p>
      <div className={s.actions}>
        <LinkButton to={home} variant="filled" size="md">
          {say('error.home')}
        </LinkButton>
        {error.status >= 500 && (
          <Button size="md" onClick={() => window.location.reload()}>
            {say('error.again')}
          </Button>
        )}
      </div>
    </div>
  );
}
