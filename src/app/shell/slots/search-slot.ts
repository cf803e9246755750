/** What the command palette finds: rooms with the way to their door, and what every other domain has under these words. */
import { clientOf } from '#kit/api.ts';
import { Failure } from '#kit/errors.ts';
import { localeFacts } from '#kit/facts.ts';
import type { ApiCall } from '#kit/ui/query/api.tsx';
import { hasScope, type SessionUser } from '#kit/ui/auth/session-user.ts';
import { localeFor } from '#kit/ui/text/locale.ts';
import { sayOf } from '#kit/ui/text/text-of.ts';
import { type RoomItem, roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { type SearchHit, type SearchKind, searchCalls } from '#operate/search/search.contract.ts';
import { openLanguage } from '#app/shell/document/load-texts.ts';
import type { PaletteLine } from '#app/shell/slots.ts';
import { dashboardWords } from './slot-texts.ts';

const mostRooms = 6;
async function foundRooms(api: ApiCall, q: string): Promise<readonly RoomItem[]> {
  try {
    const query = { limit: mostRooms, ...(q !== '' && { search: q.slice(0, 100) }) };
    return (await clientOf({ rooms: roomsCalls }, api).rooms.list({ query })).items;
  } catch (error) {
    // people who may see no rooms find none
    if (error instanceof Failure && error.code === 'not_allowed') return [];
    throw error;
  }
}

/** Words outside of components: the page itself tells its language. */
async function startWords() {
  const locale = localeFor(document.documentElement.lang) ?? localeFacts.fallback;
  const language = openLanguage(locale);
  await language.load(['dashboard']);
  return sayOf('dashboard', dashboardWords, { locale, zone: 'UTC', now: 0, texts: language.texts });
}

type PagePath = (hit: SearchHit, user: SessionUser | null) => string;
const invoicePages: Readonly<Record<SearchHit['side'], PagePath>> = {
  own: ({ id }) => `/invoices/${id}`,
  theirs: ({ id }) => `/all-invoices/${id}`,
  sold: ({ id }) => `/vendors?tab=sold&sale=${id}`,
};
/** Where each of them is shown; a customer’s have pages of their own. Without the right to change colleagues, the list of them opens. */
const pages: Readonly<Record<SearchKind, PagePath>> = {
  account: ({ id }) => `/users/edit-user/${id}`,
  person: ({ id, side, name }, user) => {
    if (side === 'theirs') return `/users/profile/${id}`;
    return hasScope(user?.scope, 'iam.manage')
      ? `/users/IAMUsers/edit-user/${id}`
      : `/users/IAMUsers?${new URLSearchParams({ q: name })}`;
  },
  recording: ({ id }) => `/playback/${id}`,
  meeting: ({ id }) => `/rooms/meeting/${id}`,
  invoice: (hit, user) => invoicePages[hit.side](hit, user),
  ticket: ({ id, side }) => (side === 'theirs' ? `/issues/list?queue=all&ticket=${id}` : `/issues/user/details/${id}`),
  server: ({ id }) => `/servers/edit-server/${id}`,
  plan: ({ id }) => `/subscription-plans/edit-plan/${id}`,
  post: ({ id }) => `/posts/edit-posts/${id}`,
  file: ({ id }) => `/library/files/${id}`,
};
const shortest = 2;

type SearchAsk = { api: ApiCall; q: string; user: SessionUser | null };
async function foundElsewhere({ api, q, user }: SearchAsk): Promise<PaletteLine[]> {
  if (q.length < shortest) return [];
  const { items } = await clientOf({ search: searchCalls }, api).search.find({ query: { q: q.slice(0, 100) } });
  return items.map(
    (hit): PaletteLine => ({
      ...{ id: `${hit.kind}-${hit.id}`, kind: hit.kind, name: hit.name, to: pages[hit.kind](hit, user) },
      ...(hit.detail !== null && { sub: hit.detail }),
      ...(hit.at !== null && { at: hit.at }),
      ...(hit.amount !== null && { amount: hit.amount }),
    }),
  );
}

const linesOfRooms = (rooms: readonly RoomItem[]): PaletteLine[] =>
  rooms.map((room) => ({
    ...{ id: `room-${room.id}`, kind: 'room', name: room.name, sub: room.account?.name ?? `/m/${room.slug}` },
    to: `/rooms/${room.id}`,
    ...(room.live?.state === 'live' && { status: 'live' }),
  }));

/** Rooms by name, for each that one may start or join the way to its door, and everything else with these words. */
export async function search(ask: SearchAsk): Promise<readonly PaletteLine[]> {
  const [rooms, others, say] = await Promise.all([foundRooms(ask.api, ask.q), foundElsewhere(ask), startWords()]);
  const doors = rooms
    .filter((room) => room.rights.start && (room.restsSince === null || room.live !== null))
    .map(
      (room): PaletteLine => ({
        ...{ id: `start-${room.id}`, kind: 'action', to: `/m/${room.slug}` },
        name: say(room.live === null ? 'quick.startOf' : 'quick.joinOf', { name: room.name }),
      }),
    );
  return [...linesOfRooms(rooms), ...others, ...doors];
}
