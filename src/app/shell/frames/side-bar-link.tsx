import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import { EntryBadge } from '#kit/ui/entry-badge.tsx';
import { Link } from '#kit/ui/link.tsx';
import s from './app-frame.module.css';
import { entryIcons } from '#app/shell/navigation/entry-icons.ts';
import type { NavigationLink } from '#app/shell/navigation/navigation.ts';
import { useSideBar } from '#app/shell/navigation/use-side-bar.ts';
import { useSlots } from '#app/shell/page.tsx';
import { navigationWord, shellText } from '#app/shell/shell-text.ts';

function LiveCount({ useLive }: { useLive: () => { count: number } }) {
  const say = shellText();
  const { count } = useLive();
  return count === 0 ? null : (
    <span className={s.count}>
      <span aria-hidden="true">{count}</span>
      <span className="hidden">{say('frame.live', { count })}</span>
    </span>
  );
}

function PinButton({ path, word }: { path: string; word: string }) {
  const say = shellText();
  const { choices, pin } = useSideBar();
  const pinned = choices.pinned.includes(path);
  const Icon = pinned ? IconPinnedOff : IconPin;
  const move = () => {
    pin(path);
    // the entry moves to another list; the keyboard stays with it
    setTimeout(() => document.querySelector<HTMLElement>(`[data-pin="${path}"]`)?.focus());
  };
  const label = say(pinned ? 'nav.unpin' : 'nav.pin', { name: word });
  return (
    <button type="button" className={s.pin} data-pin={path} aria-label={label} title={label} onClick={move}>
      <Icon size={14} stroke={1.75} />
    </button>
  );
}

type LinkProps = { link: NavigationLink; active: NavigationLink | null };
export function SideBarLink({ link, active }: LinkProps) {
  const say = shellText();
  const { useLive } = useSlots();
  const Icon = entryIcons[link.icon];
  const word = navigationWord(say, link);
  return (
    <li className={s.line}>
      <Link className={s.entry} to={link.to} aria-current={link === active ? 'page' : undefined} title={word}>
        <Icon size={16} stroke={1.75} />
        <span className={`grow cut ${s.label}`}>{word}</span>
        {link.badge !== undefined && <EntryBadge load={link.badge} className={s.count ?? ''} />}
        {link.count === 'live' && useLive !== null && <LiveCount useLive={useLive} />}
      </Link>
      {link.group !== 'top' && link.group !== 'foot' && <PinButton path={link.path} word={word} />}
    </li>
  );
}

export function SideBarLinks({ links, active }: { links: readonly NavigationLink[]; active: NavigationLink | null }) {
  return (
    <ul>
      {links.map((link) => (
        <SideBarLink key={link.path} link={link} active={active} />
      ))}
    </ul>
  );
}
