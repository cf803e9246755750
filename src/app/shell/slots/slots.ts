import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clientOf } from '#kit/api.ts';
import type { ApiCall } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { type Reader, useReader } from '#kit/ui/text/reader.tsx';
import { usedNamespaces } from '#kit/ui/text/said.ts';
import { sayOf, type TextValues } from '#kit/ui/text/text-of.ts';
import type { NoticeView } from '#core/outbox/outbox.contract.ts';
import { usePage } from '#app/shell/page.tsx';
import type { ShellNotice, ShellNotices, ShellSlots } from '#app/shell/slots.ts';

// The frame stands around every page, a guest's too: contracts and words that only the signed-in need come when they are asked.

const shownNotices = 20;
const loadNotices = async (api: ApiCall, { load }: Pick<Reader, 'load'>) => {
  // said outside of components
  usedNamespaces.add('outbox');
  const [{ noticesCalls }, { outboxWords: english }] = await Promise.all([
    import('#core/outbox/outbox.contract.ts'),
    import('./slot-texts.ts'),
    load(['outbox']),
  ]);
  const list = await clientOf({ notices: noticesCalls }, api).notices.list({ query: { limit: shownNotices } });
  return { ...list, english };
};
const valuesOf = (data: NoticeView['data']): TextValues =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'number' ? value : String(value ?? '')]),
  );

/** The bell: my newest notices in my language, fresh by pushes. */
function useNotices(): ShellNotices {
  const { api } = usePage();
  const { user } = useAuth();
  const reader = useReader();
  const queries = useQueryClient();
  useLiveRefresh({ area: 'user', kinds: ['notice', 'notices-read'] });
  const { data } = useQuery({ queryKey: ['user', 'notices.list', user?.account?.id], queryFn: () => loadNotices(api, reader) });
  const markRead = async (ids: readonly string[]) => {
    const { noticesCalls } = await import('#core/outbox/outbox.contract.ts');
    await clientOf({ notices: noticesCalls }, api).notices.markRead({ body: { ids: [...ids] } });
  };
  const refresh = () => void queries.invalidateQueries({ queryKey: ['user', 'notices.list'] });
  const say = data === undefined ? null : sayOf('outbox', data.english, reader);
  const items = (data?.items ?? []).map((one): ShellNotice => {
    const values = valuesOf(one.data);
    const title = say?.maybe(`notices.${one.kind}.title`, values) ?? say?.('notices.other.title') ?? '';
    const text = say?.maybe(`notices.${one.kind}.text`, values) ?? null;
    return { id: one.id, title, text, to: one.link, at: one.createdAt, read: one.readAt !== null };
  });
  // the list tells in either case what is read now
  return { unread: data?.unread ?? 0, items, markRead: (ids) => void markRead(ids).then(refresh, refresh) };
}

/** Meetings that run now: of the whole account for those who look after its rooms, else of one's own rooms. */
function useLiveCount(): { count: number; to: string } {
  const { api } = usePage();
  const { user, can } = useAuth();
  const view = can('rooms.manage') ? 'account' : 'mine';
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting'] });
  const { data } = useQuery({
    queryKey: ['bigbluebutton', 'meetings.live', user?.account?.id, view],
    enabled: can('meetings.view'),
    queryFn: async () => {
      const { meetingsCalls } = await import('#meet/meetings/meetings.contract.ts');
      return clientOf({ meetings: meetingsCalls }, api).meetings.list({ query: { view, state: 'live', limit: 1 } });
    },
  });
  return { count: data?.live ?? 0, to: view === 'account' ? '/meetings' : '/rooms/meetings' };
}

/** What the domains put into the frame. */
export const slots: ShellSlots = {
  useNotices,
  useLive: useLiveCount,
  search: async (ask) => (await import('./search-slot.ts')).search(ask),
  settings: async (ask) => (await import('./settings-slot.ts')).settingLines(ask),
  switchAccount: async ({ api, accountId }) => {
    // only who has several accounts needs the contract in the frame
    const { identityCalls } = await import('#core/identity/identity.contract.ts');
    await clientOf({ identity: identityCalls }, api).identity.switchAccount({ body: { accountId } });
  },
};
