import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clientOf } from '#kit/api.ts';
import { Failure } from '#kit/errors.ts';
import { localeFacts } from '#kit/facts.ts';
import type { Api } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { localeFor } from '#kit/ui/text/locale.ts';
import { type Reader, useReader } from '#kit/ui/text/reader.tsx';
import { said } from '#kit/ui/text/said.ts';
import { sayOf, type Values } from '#kit/ui/text/text-of.ts';
import type { NoticeView } from '#core/outbox/outbox.contract.ts';
import type { RoomItem } from '#meet/rooms/rooms.contract.ts';
import { openLanguage } from '#app/shell/document/load-texts.ts';
import { usePage } from '#app/shell/page.tsx';
import type { Notice, Notices, PaletteLine, ShellSlots } from '#app/shell/slots.ts';

// The frame stands around every page, a guest's too: contracts and words that only the signed-in need come when they are asked.

const shownNotices = 20;
const loadNotices = async (api: Api, { load }: Pick<Reader, 'load'>) => {
  // said outside of components
  said.add('outbox');
  const [{ noticesCalls }, { outboxWords: english }] = await Promise.all([
    import('#core/outbox/outbox.contract.ts'),
    import('./slot-texts.ts'),
    load(['outbox']),
  ]);
  const list = await clientOf({ notices: noticesCalls }, api).notices.list({ query: { limit: shownNotices } });
  return { ...list, english };
};
const valuesOf = (data: NoticeView['data']): Values =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'number' ? value : String(value ?? '')]),
  );

/** The bell: my newest notices in my language, fresh by pushes. */
function useNotices(): Notices {
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
  const items = (data?.items ?? []).map((one): Notice => {
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

const mostRooms = 6;
async function foundRooms(api: Api, q: string): Promise<readonly RoomItem[]> {
  const { roomsCalls } = await import('#meet/rooms/rooms.contract.ts');
  try {
    const query = { limit: mostRooms, ...(q !== '' && { search: q.slice(0, 100) }) };
    return (await clientOf({ rooms: roomsCalls }, api).rooms.list({ query })).items;
  } catch (error) {
    // whoever may see no rooms finds none
    if (error instanceof Failure && error.code === 'not_allowed') return [];
    throw error;
  }
}

/** Words outside of components: the page itself tells its language. */
async function startWords() {
  const locale = localeFor(document.documentElement.lang) ?? localeFacts.fallback;
  const language = openLanguage(locale);
  const [{ dashboardWords: english }] = await Promise.all([import('./slot-texts.ts'), language.load(['dashboard'])]);
  return sayOf('dashboard', english, { locale, zone: 'UTC', now: 0, texts: language.texts });
}

/** Rooms by name, and for each that one may start or join the way to its door. */
async function search({ api, q }: { api: Api; q: string }): Promise<readonly PaletteLine[]> {
  const [rooms, say] = await Promise.all([foundRooms(api, q), startWords()]);
  const lines = rooms.map(
    (room): PaletteLine => ({
      id: `room-${room.id}`,
      kind: 'room',
      name: room.name,
      sub: room.account?.name ?? `/m/${room.slug}`,
      to: `/rooms/${room.id}`,
      ...(room.live?.state === 'live' && { status: 'live' as const }),
    }),
  );
  const actions = rooms
    .filter((room) => room.rights.start && (room.restsSince === null || room.live !== null))
    .map(
      (room): PaletteLine => ({
        id: `start-${room.id}`,
        kind: 'action',
        name: say(room.live === null ? 'quick.startOf' : 'quick.joinOf', { name: room.name }),
        to: `/m/${room.slug}`,
      }),
    );
  return [...lines, ...actions];
}

/** What the domains put into the frame. */
export const slots: ShellSlots = {
  useNotices,
  useLive: useLiveCount,
  search,
  switchAccount: async ({ api, accountId }) => {
    // only who has several accounts needs the contract in the frame
    const { identityCalls } = await import('#core/identity/identity.contract.ts');
    await clientOf({ identity: identityCalls }, api).identity.switchAccount({ body: { accountId } });
  },
};
