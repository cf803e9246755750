import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLive } from '#kit/ui/query/live-news.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { textOf } from '#kit/ui/text/text-of.ts';
import some from '../../text/en-US.json?only=badge&part.json';
import { chatCalls } from '../../chat.contract.ts';
import s from './unread-badge.module.css';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'badge'> = some;
const badgeText = textOf('chat', english);

const badgeApi = { chat: chatCalls };
/** Milliseconds: pushes come in heaps, and the count is asked for once for all of them. */
const heap = 400;

/** Conversations with something unread, kept right by pushes; reading on another page or device pushes, too. */
function useUnreadCount() {
  const { chat } = useApi(badgeApi);
  const { user } = useAuth();
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const query = callQuery({
    ...{ area: 'chat' as const, name: 'chat.unread', call: () => chat.unread() },
    input: { account: user?.account?.id ?? null },
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  useLive({ kinds: ['chat'] }, (news) => {
    if (news !== 'again' && news.data['what'] === 'typing') return;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queries.invalidateQueries({ queryKey: ['chat', 'chat.unread'] });
    }, heap);
  });
  return useQuery(query).data;
}

function BadgeWords({ count }: { count: number }) {
  return <span className="hidden">{badgeText()('badge.unread', { count })}</span>;
}

/** At the entry of the side bar: coloured when somebody mentions the reader. The number does not wait for its words. */
export function Badge({ className }: { className: string }) {
  const count = useUnreadCount();
  if (count === undefined || count.unread === 0) return null;
  return (
    <span className={`${className} ${s.badge}`} data-mention={count.mentions > 0 || undefined}>
      <span aria-hidden="true">{count.unread > 99 ? '99+' : count.unread}</span>
      <Suspense>
        <BadgeWords count={count.unread} />
      </Suspense>
    </span>
  );
}
