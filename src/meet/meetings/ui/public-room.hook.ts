import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLive } from '#kit/ui/query/live-news.ts';
import type { PublicRoom } from '../meetings.contract.ts';
import { useLinkInvitation, withInvitation } from './link-invitation.hook.ts';
import { meetingsApi } from './meetings-api.hook.ts';

/** While somebody waits, the room is also asked now and then: a push can be lost where sockets are blocked. Milliseconds. */
const askEvery = 20_000;
/** Who comes back to the page sees the room as it is, unless it was asked just now. Milliseconds. */
const fresh = 15_000;

type PublicRoomOptions = { load: () => Promise<PublicRoom>; take: (room: PublicRoom) => void; now: () => number };
/** Asks for the room: an answer that another has overtaken is dropped; without one, what was known stays. */
export function createRoomAsker({ load, take, now }: PublicRoomOptions): { ask: () => void; stale: () => boolean } {
  const asked = { times: 0, at: now() };
  return {
    ask: () => {
      asked.times += 1;
      asked.at = now();
      const { times } = asked;
      void load().then(
        (room) => times === asked.times && take(room),
        () => null,
      );
    },
    stale: () => now() - asked.at > fresh,
  };
}

/** `round` grows with each answer, also when it says the same. */
type SeenRoom = { room: PublicRoom; round: number };
/** With the invitation of the link, which joining brings along. */
type SeenByVisitor = SeenRoom & { invitation: string | null };

/**
 * The room as a visitor may know it; pushes and waiting keep it fresh. By hand, because the code of queries would be a
 * fifteenth of a page that is to open on any phone.
 */
export function usePublicRoom(first: PublicRoom, waits: 'waits' | 'no'): SeenByVisitor {
  const { meetings } = useApi(meetingsApi);
  const { slug } = first;
  const invitation = useLinkInvitation(slug);
  const [seen, setSeen] = useState<SeenRoom>({ room: first, round: 1 });
  const take = useCallback((room: PublicRoom) => setSeen(({ round }) => ({ room, round: round + 1 })), []);
  const { ask, stale } = useMemo(
    () =>
      createRoomAsker({
        load: () => meetings.publicRoom({ params: { slug }, query: withInvitation(invitation) }),
        take,
        now: Date.now,
      }),
    [meetings, slug, invitation, take],
  );
  const loaded = useRef(first);
  useEffect(() => {
    if (loaded.current !== first) take(first);
    loaded.current = first;
  }, [first, take]);
  const invitedFirst = useRef(invitation);
  useEffect(() => {
    if (invitedFirst.current !== invitation) ask();
    invitedFirst.current = invitation;
  }, [invitation, ask]);
  useLive({ kinds: ['room'], rooms: [slug] }, ask);
  useEffect(() => {
    if (waits === 'no') return;
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), askEvery);
    return () => clearInterval(timer);
  }, [waits, ask]);
  useEffect(() => {
    const back = () => document.visibilityState === 'visible' && stale() && ask();
    document.addEventListener('visibilitychange', back);
    window.addEventListener('online', back);
    return () => {
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('online', back);
    };
  }, [ask, stale]);
  return { ...seen, invitation };
}
