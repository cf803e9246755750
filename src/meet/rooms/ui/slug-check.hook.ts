import { useEffect, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { slugTrouble } from '../rooms.rules.ts';
import { roomsApi } from './rooms-data.hook.ts';

type SlugOffers = { slug: string; ideas: readonly string[] };
const nothing: SlugOffers = { slug: '', ideas: [] };
/** Milliseconds after the last key. */
const pause = 350;

/** Asks while one types whether the link is free. `taken` names others that are. */
export function useSlugCheck({ slug, kept, roomId }: { slug: string; kept: string; roomId: string | null }): {
  taken: readonly string[] | null;
} {
  const api = useApi(roomsApi);
  const [found, setFound] = useState(nothing);
  const wanted = slug.trim().toLowerCase();
  const asks = wanted !== '' && wanted !== kept && slugTrouble(wanted) === null;
  useEffect(() => {
    if (!asks) return;
    let current = true;
    const timer = setTimeout(() => {
      // no answer is no trouble yet: saving asks once more
      void api.rooms.slugFree({ query: { slug: wanted, ...(roomId !== null && { roomId }) } }).then(
        (answer) => current && setFound({ slug: wanted, ideas: answer.trouble === 'slug_taken' ? answer.suggestions : [] }),
        () => current && setFound(nothing),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, wanted, asks, roomId]);
  return { taken: asks && found.slug === wanted && found.ideas.length > 0 ? found.ideas.slice(0, 2) : null };
}
