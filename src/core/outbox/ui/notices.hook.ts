import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#kit/ui/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useLiveRefresh } from '#kit/ui/live.ts';
import { callQuery } from '#kit/ui/query.ts';
import { noticesCalls, type NoticeView } from '../outbox.contract.ts';
import { outboxText } from './outbox-text.hook.ts';

const noticesApi = { notices: noticesCalls };
/** As many as the bell shows. */
const shown = 20;

const valuesOf = (data: NoticeView['data']): Record<string, string | number> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeof value === 'number' ? value : String(value ?? '')]));

/** My notices for the bell: words of `notices.<kind>`, newest first. `at` is in epoch milliseconds. */
export function useMyNotices() {
  const say = outboxText();
  const { loggedIn } = useAuth();
  const { notices } = useApi(noticesApi);
  const queries = useQueryClient();
  const { data } = useQuery({
    ...callQuery({ area: 'mailbox', name: 'notices.list', call: notices.list, input: { query: { limit: shown } } }),
    enabled: loggedIn,
  });
  useLiveRefresh({ area: 'mailbox', kinds: ['notice'] });
  const items = (data?.items ?? []).map((notice) => {
    const values = valuesOf(notice.data);
    return {
      id: notice.id,
      title: say.maybe(`notices.${notice.kind}.title`, values) ?? say('notices.other.title'),
      text: say.maybe(`notices.${notice.kind}.text`, values),
      to: notice.link,
      at: notice.createdAt,
      read: notice.readAt !== null,
    };
  });
  const markRead = (ids: readonly string[]) => {
    const done = notices.markRead({ body: { ids: [...ids] } });
    // a failure leaves them unread: the list is asked anew either way
    void done.catch(() => null).then(() => queries.invalidateQueries({ queryKey: ['mailbox'] }));
  };
  return { unread: data?.unread ?? 0, items, markRead };
}
