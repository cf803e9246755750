import { useLocation } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Link } from '#kit/ui/link.tsx';
import s from './bottom-bar.module.css';
import { entryIcons } from '#app/shell/navigation/entry-icons.ts';
import { activeLink, bottomLinks, kindOf, navigationFor } from '#app/shell/navigation/navigation.ts';
import { usePage } from '#app/shell/page.tsx';
import { navigationWord, shellText } from '#app/shell/shell-text.ts';

/** What matters most, under the thumb: on phones, below the page. */
export function BottomBar() {
  const say = shellText();
  const { user } = useAuth();
  const { rows } = usePage();
  const { pathname } = useLocation();
  const links = navigationFor(rows, user);
  const active = activeLink(links, pathname);
  return (
    <nav className={s.bar} aria-label={say('frame.bottomNav')}>
      {bottomLinks(links, kindOf(user)).map((link) => {
        const Icon = entryIcons[link.icon];
        return (
          <Link key={link.path} to={link.to} aria-current={link === active ? 'page' : undefined}>
            <Icon size={20} stroke={1.75} />
            <span className="cut">{navigationWord(say, link)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
