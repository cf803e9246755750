import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { readListState } from '#kit/ui/table/list-state.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useShortcut } from '#kit/ui/shortcut.ts';
import './blocks/room-slots.module.css';
import type { RoomSlots, SlottedScreen } from './blocks/room-slots.part.tsx';
import { RoomTable } from './room-table.part.tsx';
import { roomsApi, roomsListQuery, roomsShape } from './rooms-data.hook.ts';
import { useRoomsList } from './rooms-list.hook.ts';
import { RoomsEmpty } from './rooms-empty.part.tsx';
import { roomsText } from './rooms-text.hook.ts';
import s from './rooms.module.css';

function RoomsPage({ slots }: { slots: RoomSlots }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const { can } = useAuth();
  const navigate = useNavigate();
  const list = useRoomsList();
  const { data } = useQuery(roomsListQuery(api, 'all', list));
  const creates = can('rooms.create');
  const none = data !== undefined && data.items.length === 0 && !list.narrowed && list.after === null;
  useShortcut('c', () => creates && void navigate('/rooms/add-room'));
  return (
    <>
      <PageHead
        title={
          <>
            {say('list.title')} {data?.total !== undefined && !none && <Ltr className={s.count ?? ''}>{data.total}</Ltr>}
          </>
        }
      >
        {creates && !none && (
          <LinkButton to="/rooms/add-room" variant="filled" leftSection={<IconPlus size={16} stroke={2} />}>
            {say('list.new')}
          </LinkButton>
        )}
      </PageHead>
      {slots.Over !== undefined && <slots.Over />}
      <RoomTable
        view="all"
        name="rooms"
        label={say('list.title')}
        list={list}
        slots={slots}
        empty={<RoomsEmpty may={creates ? 'create' : 'look'} />}
      />
    </>
  );
}

const load = async ({ api, queries, url }: LoadContext) => {
  await queries.ensureQueryData(roomsListQuery(api(roomsApi), 'all', readListState(url.searchParams, roomsShape)));
  return null;
};

export const roomsScreen: SlottedScreen = (slots) => ({ Screen: () => <RoomsPage slots={slots} />, load });
