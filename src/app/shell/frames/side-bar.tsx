import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { IconButton, KeyCap } from '#kit/ui/light-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { AccountHead } from './account-head.tsx';
import s from './app-frame.module.css';
import { activeEntry, type NavEntry, type NavGroup, navigationFor } from './nav.ts';
import { usePage } from '#app/shell/page.tsx';
import { shellText } from '#app/shell/shell-text.ts';

function NavLink({ entry, here }: { entry: NavEntry; here: boolean }) {
  const say = shellText();
  const Icon = entry.icon;
  const word = say(`nav.${entry.word}`);
  return (
    <Link className={s.entry} to={entry.to} aria-current={here ? 'page' : undefined} title={word}>
      <Icon size={16} stroke={1.75} />
      <span className={`grow cut ${s.label}`}>{word}</span>
    </Link>
  );
}

function Group({ group, active }: { group: NavGroup; active: NavEntry | null }) {
  const say = shellText();
  const [open, setOpen] = useState('open');
  const shut = open !== 'open';
  return (
    <div className={s.group} data-shut={shut || undefined}>
      <button type="button" className={s.groupHead} aria-expanded={!shut} onClick={() => setOpen(shut ? 'open' : 'shut')}>
        {say(`nav.group.${group.word}`)}
        <IconChevronDown size={12} stroke={2} />
      </button>
      <ul>
        {group.entries.map((e) => (
          <li key={e.path}>
            <NavLink entry={e} here={e === active} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type SideProps = { onFold: () => void; onClose: () => void; onHelp: () => void; folded: 'folded' | 'wide' };
export function SideBar({ onFold, onClose, onHelp, folded }: SideProps) {
  const say = shellText();
  const { user } = useAuth();
  const { rows } = usePage();
  const { pathname } = useLocation();
  const nav = navigationFor(rows, user);
  const all = [...(nav.home === null ? [] : [nav.home]), ...nav.groups.flatMap((g) => g.entries)];
  const active = activeEntry(all, pathname);
  return (
    <aside className={s.side} aria-label={say('frame.side')}>
      <AccountHead />
      <IconButton className={s.close ?? ''} size={40} onClick={onClose} aria-label={say('frame.closeMenu')}>
        <IconX size={20} stroke={1.75} />
      </IconButton>
      <nav aria-label={say('frame.mainNav')} className={s.nav}>
        {nav.home !== null && (
          <ul>
            <li>
              <NavLink entry={nav.home} here={nav.home === active} />
            </li>
          </ul>
        )}
        {nav.groups.map((g) => (
          <Group key={g.word} group={g} active={active} />
        ))}
      </nav>
      <div className={s.foot}>
        <button type="button" className={`tiny quiet row ${s.help}`} onClick={onHelp}>
          <KeyCap>?</KeyCap>
          {say('frame.shortcuts')}
        </button>
        <IconButton size={28} onClick={onFold} aria-label={folded === 'folded' ? say('frame.unfold') : say('frame.fold')}>
          <IconLayoutSidebarLeftCollapse className="turn" size={16} stroke={1.75} />
        </IconButton>
      </div>
    </aside>
  );
}
