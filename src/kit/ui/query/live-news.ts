import { createContext, useContext, useEffect, useRef } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type LiveHear, liveLink } from './live-link.ts';

export type { LiveNews } from './live-link.ts';

/** The tab's own link; effects alone use it, so there is none while rendering on the server. */
const LiveContext = createContext(liveLink());

export type LiveWish = {
  /** Kinds of pushes that are wanted, such as `meeting`; `again` always comes. */
  kinds: readonly string[];
  /** Links of rooms to listen to as well, five at most in the whole page. */
  rooms?: readonly string[];
};

/**
 * Hears pushes of the server while the part is shown. `hear` gets `again` when something may have been missed.
 * @example useLive({ kinds: ['room'], rooms: [slug] }, (news) => news !== 'again' && …)
 */
export function useLive({ kinds, rooms = [] }: LiveWish, hear: LiveHear): void {
  const link = useContext(LiveContext);
  const { token, user } = useAuth();
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  const wanted = kinds.join(' ');
  const slugs = rooms.join(' ');
  const who = user?.id ?? '';
  useEffect(() => {
    const fits = wanted.split(' ');
    return link.listen({
      who,
      token,
      rooms: slugs === '' ? [] : slugs.split(' '),
      hear: (news) => (news === 'again' || fits.includes(news.kind)) && latest.current(news),
    });
  }, [link, token, who, wanted, slugs]);
}
