import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { usePageTitles } from '#kit/ui/page.tsx';
import { UnsavedKeeper } from '#kit/ui/form/unsaved-keeper.tsx';
import { track } from '#kit/ui/track.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Consent } from './consent/consent.tsx';
import { ActingBanner, Frame } from './frames/frames.tsx';
import { LoadingBarLine } from './routing/loading-bar-line.tsx';
import { OnlineNotice } from './frames/online-notice.tsx';
import { OperatorBanner } from './frames/operator-banner.tsx';
import { usePage } from './page.tsx';
import type { RouteRow } from './routing/route-row.ts';
import { titleOf } from './routing/titles.ts';

const hasRow = (handle: unknown): handle is { row: RouteRow | null } =>
  typeof handle === 'object' && handle !== null && 'row' in handle;
/** The line of the route table that is shown. */
export function useRow(): RouteRow | null {
  const handle = useMatches().at(-1)?.handle;
  return hasRow(handle) ? handle.row : null;
}

/** The element that a hash names. One that is not well encoded (`#100%`) is taken as it stands. */
function targetOf(hash: string): HTMLElement | null {
  const name = hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(name));
  } catch {
    return document.getElementById(name);
  }
}

/** Each new page starts at its top, or at the element that the hash names; reading goes on from the content. */
function useScroll(): void {
  const { pathname, hash } = useLocation();
  const last = useRef<string | null>(null);
  useEffect(() => {
    const first = last.current === null;
    const changed = last.current !== pathname;
    last.current = pathname;
    const target = hash === '' ? null : targetOf(hash);
    if (target !== null) target.scrollIntoView();
    else if (changed && !first) {
      window.scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [pathname, hash]);
}

/** Counts navigations in the browser; the tag manager counts the first page. Paths are those of the route table, without ids and names. */
function usePageViews(row: RouteRow | null): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (pathname === last.current) return;
    last.current = pathname;
    track('page_view', { page_path: row?.path ?? '404' });
  }, [pathname, row]);
}

function useRouteTitle(row: RouteRow | null): string | null {
  const titles = usePageTitles();
  const { texts } = useReader();
  const title = titleOf(row, texts);
  if (typeof document === 'undefined') titles.setRoute(title);
  useEffect(() => titles.setRoute(title), [title, titles]);
  return title;
}

/** The page in its frame, with the loading bar, messages and dialogs above it. */
export function Root() {
  const page = usePage();
  const row = useRow();
  const { user } = useAuth();
  const title = useRouteTitle(row);
  useScroll();
  usePageViews(row);
  return (
    <>
      <LoadingBarLine bar={page.bar} />
      <Announcer title={title} />
      {user?.acting !== undefined && (
        <Suspense>
          <ActingBanner acting={user.acting} user={user} />
        </Suspense>
      )}
      <Consent over={row?.frame === 'meeting' ? 'meeting' : 'page'} />
      <OperatorBanner over={row?.frame === 'meeting' ? 'meeting' : 'page'} />
      <UnsavedKeeper>
        <Frame user={user} row={row}>
          <Outlet />
        </Frame>
      </UnsavedKeeper>
      <OnlineNotice />
    </>
  );
}

/** Tells the new page's title to those who listen; nothing at the first page, which the browser tells. */
function Announcer({ title }: { title: string | null }) {
  const { pathname } = useLocation();
  const [said, setSaid] = useState('');
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname !== first.current && title !== null) setSaid(title);
  }, [pathname, title]);
  return (
    <p className="hidden" role="status">
      {said}
    </p>
  );
}
