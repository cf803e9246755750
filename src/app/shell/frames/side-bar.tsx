import { IconChevronDown, IconDots, IconLayoutSidebarLeftCollapse, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { IconButton, KeyCap } from '#kit/ui/light-parts.tsx';
import type { NavigationGroup } from '#kit/ui/navigation-entry.ts';
import { AccountHead } from './account-head.tsx';
import s from './app-frame.module.css';
import { SideBarLinks } from './side-bar-link.tsx';
import {
  activeLink,
  arrangeLinks,
  kindOf,
  navigationFor,
  type NavigationLink,
  type NavigationLinks,
} from '#app/shell/navigation/navigation.ts';
import { useSideBar } from '#app/shell/navigation/use-side-bar.ts';
import { usePage } from '#app/shell/page.tsx';
import { shellText } from '#app/shell/shell-text.ts';

type LinksProps = { links: NavigationLinks; active: NavigationLink | null };
function Group({ word, ...rest }: LinksProps & { word: NavigationGroup }) {
  const say = shellText();
  const [open, setOpen] = useState('open');
  const shut = open !== 'open';
  return (
    <div className={s.group} data-shut={shut || undefined}>
      <button type="button" className={s.groupHead} aria-expanded={!shut} onClick={() => setOpen(shut ? 'open' : 'shut')}>
        {say(`nav.group.${word}`)}
        <IconChevronDown size={12} stroke={2} />
      </button>
      <SideBarLinks {...rest} />
    </div>
  );
}

/** Rarely used entries, until this device opened or pinned them. */
function MoreLinks(props: LinksProps) {
  const say = shellText();
  const [open, setOpen] = useState('shut');
  const shut = open !== 'open';
  return (
    <div className={s.group} data-more="" data-shut={shut || undefined}>
      <button type="button" className={s.entry} aria-expanded={!shut} onClick={() => setOpen(shut ? 'open' : 'shut')}>
        <IconDots size={16} stroke={1.75} />
        <span className={`cut ${s.label}`}>{say('nav.more')}</span>
        <IconChevronDown size={12} stroke={2} />
      </button>
      <SideBarLinks {...props} />
    </div>
  );
}

function useArrangedLinks() {
  const { user } = useAuth();
  const { rows } = usePage();
  const { pathname } = useLocation();
  const { choices, visit } = useSideBar();
  const links = navigationFor(rows, user);
  const active = activeLink(links, pathname);
  const found = active?.rare === true && !choices.visited.includes(active.path) ? active.path : null;
  useEffect(() => {
    if (found !== null) visit(found);
  }, [found, visit]);
  return { ...arrangeLinks(links, { choices, active, kind: kindOf(user) }), active, look: choices.look };
}

type SideProps = { onFold: () => void; onClose: () => void; onHelp: () => void };
export function SideBar({ onFold, onClose, onHelp }: SideProps) {
  const say = shellText();
  const { top, groups, more, foot, active, look } = useArrangedLinks();
  return (
    <aside className={s.side} aria-label={say('frame.side')}>
      <AccountHead />
      <IconButton className={s.close ?? ''} size={40} onClick={onClose} aria-label={say('frame.closeMenu')}>
        <IconX size={20} stroke={1.75} />
      </IconButton>
      <nav aria-label={say('frame.mainNav')} className={s.nav}>
        <div className={s.lists}>
          <SideBarLinks links={top} active={active} />
          {groups.map(({ word, links }) => (
            <Group key={word} word={word} links={links} active={active} />
          ))}
          {more.length > 0 && <MoreLinks links={more} active={active} />}
        </div>
        <SideBarLinks links={foot} active={active} />
      </nav>
      <div className={s.foot}>
        <button type="button" className={`tiny quiet row ${s.help}`} onClick={onHelp}>
          <KeyCap>?</KeyCap>
          {say('frame.shortcuts')}
        </button>
        <IconButton size={28} onClick={onFold} aria-label={say(look === 'folded' ? 'frame.unfold' : 'frame.fold')}>
          <IconLayoutSidebarLeftCollapse className="turn" size={16} stroke={1.75} />
        </IconButton>
      </div>
    </aside>
  );
}
