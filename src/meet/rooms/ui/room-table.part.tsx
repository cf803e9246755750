import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Face } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { RowLink } from '#kit/ui/link.tsx';
import type { ListControls } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { TableColumn, DataTableProps } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { RoomsBulk } from './room-bulk.part.tsx';
import type { RoomSlots } from './blocks/room-slots.part.tsx';
import { entryWay, entryWord } from './room-entry.part.tsx';
import { RoomMenu } from './room-menu.part.tsx';
import { RoomState } from './room-state.part.tsx';
import { roomsApi, roomsListQuery, tagsQuery } from './rooms-data.hook.ts';
import { roomsText, type RoomsSay } from './rooms-text.hook.ts';
import s from './rooms.module.css';

function lastUsed(room: RoomItem, say: RoomsSay): ReactNode {
  if (room.live !== null) return say('list.now');
  return room.lastMeetingAt === null ? '–' : <Time at={room.lastMeetingAt} />;
}

type RoomColumns = { say: RoomsSay; time: ReturnType<typeof useTimeText>; mine: 'mine' | 'all'; tags: 'some' | 'none' };
function columnsOf({ say, time, mine, tags }: RoomColumns): TableColumn<RoomItem>[] {
  return [
    {
      id: 'name',
      title: say('list.room'),
      sort: 'sortable',
      lead: 'lead',
      phone: 'name',
      text: (room) => room.name,
      cell: (room) => (
        <RowLink to={`/rooms/${room.id}`} {...(s.name !== undefined && { className: s.name })}>
          <span className="strong">{room.name}</span>
          <bdi dir="ltr" className={s.slug}>{`/m/${room.slug}`}</bdi>
        </RowLink>
      ),
    },
    // no cells for those who use no tags
    ...(tags === 'some'
      ? [
          {
            id: 'tags',
            title: say('list.tags'),
            narrow: 'hide' as const,
            cell: (room: RoomItem) => room.tags.map((tag) => <bdi key={tag} className={s.tag}>{`${tag} `}</bdi>),
            text: (room: RoomItem) => room.tags.join(', '),
          },
        ]
      : []),
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      cell: (room) => <RoomState room={room} />,
      text: (room) => (room.live === null && room.restsSince !== null ? say('list.resting') : String(room.live?.people ?? '')),
    },
    {
      id: 'owner',
      title: say('list.owner'),
      text: (room) => room.owner.name,
      cell: (room) => (
        <span className="row">
          {Face({ name: room.owner.name, size: 20 })}
          <span>{room.owner.name}</span>
          {room.account !== null && <span className="quiet">{room.account.name}</span>}
        </span>
      ),
    },
    ...(mine === 'mine'
      ? [
          {
            id: 'role',
            title: say('list.role'),
            narrow: 'hide' as const,
            cell: (room: RoomItem) => say(`role.${room.role}`),
            text: (room: RoomItem) => say(`role.${room.role}`),
          },
        ]
      : []),
    {
      id: 'entry',
      title: say('list.entry'),
      narrow: 'hide',
      optional: 'on',
      cell: (room) => entryWord(room.entry, say),
      text: (room) => say(`entry.${entryWay(room.entry)}`),
    },
    {
      id: 'created',
      title: say('list.created'),
      sort: 'sortable',
      narrow: 'hide',
      optional: 'off',
      cell: (room) => <Time at={room.createdAt} />,
      text: (room) => time(room.createdAt, 'day'),
    },
    {
      id: 'recent',
      title: say('list.lastUsed'),
      sort: 'sortable',
      phone: 'time',
      cell: (room) => lastUsed(room, say),
      text: (room) => (room.lastMeetingAt === null ? '' : time(room.lastMeetingAt, 'full')),
    },
  ];
}

type Props = { view: 'all' | 'mine'; list: ListControls; slots: RoomSlots; empty: ReactNode; name: string; label: string };
/** Rooms with their live state. Pushes of the server refresh it. */
export function RoomTable({ view, list, slots, empty, name, label }: Props) {
  const say = roomsText();
  const time = useTimeText();
  const api = useApi(roomsApi);
  const navigate = useNavigate();
  const query = useQuery({ ...roomsListQuery(api, view, list), placeholderData: (before) => before });
  const rows = query.data?.items;
  const foreign = (rows ?? []).flatMap((room) => (room.account === null ? [] : [room.slug]));
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting', 'room'], rooms: foreign.slice(0, 5) });
  const some = (rows ?? []).some((room) => room.tags.length > 0);
  const known = useQuery({ ...tagsQuery(api), enabled: some }).data?.items ?? [];
  const tags = [...new Set([...(list.filters['tag'] ?? []), ...known.map(({ tag }) => tag)])];
  const filters: DataTableProps<RoomItem>['filters'] = [
    {
      id: 'state',
      title: say('list.state'),
      options: [
        { value: 'live', label: say('list.liveNow') },
        { value: 'idle', label: say('list.empty') },
        { value: 'resting', label: say('list.resting') },
      ],
    },
    ...(tags.length > 0 ? [{ id: 'tag', title: say('list.tags'), options: tags.map((value) => ({ value, label: value })) }] : []),
    ...(view === 'mine'
      ? [{ id: 'share', title: say('list.show'), options: [{ value: 'shared', label: say('list.sharedOnly') }] }]
      : []),
  ];
  return (
    <DataTable
      name={name}
      label={label}
      list={list}
      columns={columnsOf({ say, time, mine: view === 'mine' ? 'mine' : 'all', tags: some ? 'some' : 'none' })}
      rows={rows}
      rowId={(room) => room.id}
      rowName={(room) => room.name}
      page={query.data === undefined ? { next: null } : { next: query.data.next, total: query.data.total }}
      pending={query.isPending}
      {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
      filters={filters}
      searchLabel={say('list.search')}
      csv={{ file: 'rooms.csv', page: (at) => roomsListQuery(api, view, at).queryFn() }}
      onOpen={(room) => void navigate(`/rooms/${room.id}`)}
      actions={(room) => (
        <span className={s.acts}>
          <slots.Go room={room} look="row" />
          <RoomMenu room={room} />
        </span>
      )}
      {...((rows ?? []).some(({ rights }) => rights.delete || rights.edit) && {
        bulk: (ids: readonly string[], clear: () => void) => (
          <RoomsBulk rooms={(rows ?? []).filter(({ id }) => ids.includes(id))} onDone={clear} />
        ),
      })}
      empty={empty}
    />
  );
}
