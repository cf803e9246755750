import { useLocation } from 'react-router';
import { Arcade, Wordmark } from '#kit/ui/brand.tsx';
import { Link } from '#kit/ui/link.tsx';
import { FootLinks } from './foot-links.tsx';
import type { FrameProps } from './frame-props.ts';
import { LanguageSelect } from './language-select.tsx';
import s from './login-frame.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';
import { shellText } from '#app/shell/shell-text.ts';

/** One card; the brand at the start side; a language switch. Nothing else asks for attention. */
export function LoginFrame({ children }: FrameProps) {
  const say = shellText();
  const { pathname } = useLocation();
  return (
    <div className={s.frame}>
      <aside className={s.brand} aria-label={say('login.brand')}>
        <Link to="/" aria-label={say('frame.home')}>
          <Wordmark />
        </Link>
        <div className={s.text}>
          <p className={s.claim}>{say('login.claim')}</p>
          {pathname === '/login' && <p>{say('login.sub')}</p>}
        </div>
        <div className={s.picture}>
          <Arcade />
        </div>
      </aside>
      <div className={s.main}>
        <header className={s.top}>
          <Link to="/" aria-label={say('frame.home')} className={s.phoneBrand}>
            <Wordmark size={24} />
          </Link>
          <LanguageSelect />
          <SchemeSwitch />
        </header>
        <main id="main" tabIndex={-1} className={s.card}>
          {children}
        </main>
        <FootLinks className={s.legal ?? ''} />
      </div>
    </div>
  );
}
