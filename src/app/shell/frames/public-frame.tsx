import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Wordmark } from '#kit/ui/brand.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { authFacts } from '#kit/facts.ts';
import { FootLinks } from './foot-links.tsx';
import type { FrameProps } from './frame-props.ts';
import { LanguageSelect } from './language-select.tsx';
import { usePage } from '#app/shell/page.tsx';
import s from './public-frame.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';
import { shellText } from '#app/shell/shell-text.ts';
import { SkipLink } from './skip-link.tsx';

/** For guests: landing, a room's door, blog, legal pages. */
export function PublicFrame({ children }: FrameProps) {
  const say = shellText();
  const { loggedIn } = useAuth();
  const { rows } = usePage();
  const has = (path: string) => rows.some((row) => row.path === path);
  return (
    <div className={s.frame}>
      <SkipLink />
      <header className={s.top}>
        <div className={s.inner}>
          <Link to="/" aria-label={say('frame.home')}>
            <Wordmark />
          </Link>
          <span className="grow" />
          <LanguageSelect />
          <SchemeSwitch />
          {has('/m/{slug?}') && (
            <LinkButton to="/m" variant="subtle" className={s.wide ?? ''}>
              {say('frame.enterCode')}
            </LinkButton>
          )}
          {loggedIn ? (
            <LinkButton to={authFacts.redirects.home}>{say('frame.toHome')}</LinkButton>
          ) : (
            has('/login') && <LinkButton to="/login">{say('frame.signIn')}</LinkButton>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={s.main}>
        {children}
      </main>
      <footer className={s.foot}>
        <div className={s.inner}>
          <Wordmark size={24} />
          <FootLinks className={s.legal ?? ''} />
          <span className="grow" />
          <span className="small quiet">{say('frame.builtOn')}</span>
        </div>
      </footer>
    </div>
  );
}
