import { useEffect, useRef } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import s from './entry-tabs.module.css';
import { navigationFor } from '#app/shell/navigation/navigation.ts';
import { usePage } from '#app/shell/page.tsx';
import type { RouteRow } from '#app/shell/routing/route-row.ts';
import { titleOf } from '#app/shell/routing/titles.ts';
import { navigationWord, shellText } from '#app/shell/shell-text.ts';

/** The lists that share an entry of the side bar, above each of them; nothing where this person may open only one. */
export function EntryTabs({ row }: { row: RouteRow | null }) {
  const say = shellText();
  const { user } = useAuth();
  const { rows } = usePage();
  const { texts } = useReader();
  const bar = useRef<HTMLElement>(null);
  const here = row?.path;
  // a narrow screen shows only the first of them
  useEffect(() => {
    const shown = bar.current?.getBoundingClientRect();
    const tab = bar.current?.querySelector(`[href="${here}"]`)?.getBoundingClientRect();
    if (shown === undefined || tab === undefined) return;
    bar.current?.scrollBy(Math.max(0, tab.right - shown.right) + Math.min(0, tab.left - shown.left), 0);
  }, [here]);
  const link = navigationFor(rows, user).find(({ lists }) => lists.length > 1 && lists.some((one) => one.path === here));
  if (link === undefined) return null;
  return (
    <nav ref={bar} className={s.tabs} aria-label={navigationWord(say, link)}>
      {link.lists.map((list) => (
        <Link key={list.path} to={list.path} aria-current={list.path === here ? 'page' : undefined}>
          {titleOf(list, texts)}
        </Link>
      ))}
    </nav>
  );
}
