import { IconChevronRight, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { IconButton, KeyCap } from '#kit/ui/light-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { AccountMenu } from './account-menu.tsx';
import s from './app-frame.module.css';
import { Bell } from './bell.tsx';
import { crumbsOf } from './crumbs.ts';
import { LanguageSelect } from './language-select.tsx';
import { groupOfPath, mayOpen, navigationFor } from '#app/shell/navigation/navigation.ts';
import { usePage, useSlots } from '#app/shell/page.tsx';
import type { RouteRow } from '#app/shell/routing/route-row.ts';
import { SchemeSwitch } from './scheme-switch.tsx';
import { shellText } from '#app/shell/shell-text.ts';
import type { ShellNotices } from '#app/shell/slots.ts';

function Crumbs({ row }: { row: RouteRow | null }) {
  const say = shellText();
  const { rows, titles } = usePage();
  const { user } = useAuth();
  const { texts } = useReader();
  const own = useSyncExternalStore(titles.subscribe, titles.own, () => null);
  const links = navigationFor(rows, user);
  const crumbs = crumbsOf({
    row,
    rows: rows.filter((one) => mayOpen(one, user)),
    texts,
    own,
    group: (path) => groupOfPath(links, path),
    groupWord: (word) => say(`nav.group.${word}`),
  });
  return (
    <nav aria-label={say('frame.youAreHere')} className={s.crumbs}>
      <ol>
        {crumbs.map((crumb, i) => (
          <li key={`${crumb.to ?? 'here'} ${crumb.word}`} aria-current={i === crumbs.length - 1 ? 'page' : undefined}>
            {i > 0 && <IconChevronRight className="turn" size={12} stroke={2} />}
            {crumb.to === null ? <span className="cut">{crumb.word}</span> : <Link to={crumb.to}>{crumb.word}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function NoticesBell({ useNotices }: { useNotices: () => ShellNotices }) {
  return <Bell notices={useNotices()} />;
}
function LivePill({ useLive }: { useLive: () => { count: number; to: string } }) {
  const say = shellText();
  const { count, to } = useLive();
  return count === 0 ? null : (
    <Link className={s.live} to={to}>
      <i aria-hidden="true" />
      {say('frame.live', { count })}
    </Link>
  );
}

export function TopBar({ row, onMenu, onSearch }: { row: RouteRow | null; onMenu: () => void; onSearch: () => void }) {
  const say = shellText();
  const { useNotices, useLive } = useSlots();
  return (
    <header className={s.top}>
      <IconButton className={s.burger ?? ''} size={40} onClick={onMenu} aria-label={say('frame.openMenu')}>
        <IconMenu2 size={20} stroke={1.75} />
      </IconButton>
      <Crumbs row={row} />
      {/* where crumbs have room to give: nothing moves when it comes */}
      {useLive !== null && <LivePill useLive={useLive} />}
      <button type="button" className={s.search} onClick={onSearch}>
        <IconSearch size={14} stroke={2} />
        <span className="grow cut">{say('frame.search')}</span>
        <KeyCap dir="ltr">Ctrl K</KeyCap>
      </button>
      <div className={s.tools}>
        {useNotices !== null && <NoticesBell useNotices={useNotices} />}
        <span className={s.rare}>
          <LanguageSelect look="code" />
        </span>
        <span className={s.rare}>
          <SchemeSwitch />
        </span>
        <AccountMenu />
      </div>
    </header>
  );
}
