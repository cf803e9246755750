import { Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import s from './settings.module.css';
import { tabOf, tabsOf } from './settings-tabs.part.tsx';
import { settingsText } from './settings-text.hook.ts';

export const load = async (context: LoadContext) => {
  const tab = tabOf(context.url.searchParams, context.user);
  await Promise.all([tab.Part.preload(), ...tab.needs(context)]);
  return null;
};

const groups = ['me', 'account', 'platform'] as const;

/** Each tab's values belong to a domain; this screen only brings them together. */
export function Screen() {
  const say = settingsText();
  const { user } = useAuth();
  const [search] = useSearchParams();
  const shown = tabOf(search, user);
  const mine = tabsOf(user);
  const nav = useRef<HTMLElement>(null);
  // on a phone the names stand in one line that scrolls: the one that is shown must be seen
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every tab
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown.id]);
  return (
    <>
      <PageHead title={say('page.title')} />
      <div className={s.layout}>
        <nav ref={nav} aria-label={say('page.title')} className={s.nav}>
          {groups.map((group) => {
            const some = mine.filter((tab) => tab.group === group);
            return some.length === 0 ? null : (
              <div key={group}>
                <h2>{say(`groups.${group}`)}</h2>
                <ul>
                  {some.map((tab) => (
                    <li key={tab.id}>
                      <Link to={`/settings?tab=${tab.id}`} {...(tab.id === shown.id ? { 'aria-current': 'page' as const } : {})}>
                        {say(`tabs.${tab.id}`)}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            );
          })}
        </nav>
        <div className={s.content}>
          <Suspense key={shown.id}>
            <shown.Part />
          </Suspense>
        </div>
      </div>
    </>
  );
}
