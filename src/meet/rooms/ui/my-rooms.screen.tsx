import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { readListState } from '#kit/ui/table/list-state.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import './blocks/room-slots.module.css';
import type { RoomSlots, SlottedScreen } from './blocks/room-slots.part.tsx';
import { Invitations } from './blocks/invitations.part.tsx';
import { RoomTable } from './room-table.part.tsx';
import { invitationsQuery, roomsApi, roomsListQuery, roomsShape } from './rooms-data.hook.ts';
import { RoomsEmpty } from './rooms-empty.part.tsx';
import { useRoomsList } from './rooms-list.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './rooms.module.css';

function MyRoomsPage({ slots }: { slots: RoomSlots }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const { can } = useAuth();
  const list = useRoomsList();
  const { data } = useQuery(roomsListQuery(api, 'mine', list));
  const creates = can('rooms.create');
  const none = data !== undefined && data.items.length === 0 && !list.narrowed && list.after === null;
  return (
    <>
      <PageHead
        title={
          <>
            {say('mine.title')} {data?.total !== undefined && !none && <Ltr className={s.count ?? ''}>{data.total}</Ltr>}
          </>
        }
        sub={<span className="quiet">{say('mine.sub')}</span>}
      >
        {creates && !none && (
          <LinkButton to="/rooms/add-room" variant="filled" leftSection={<IconPlus size={16} stroke={2} />}>
            {say('list.new')}
          </LinkButton>
        )}
      </PageHead>
      <Invitations />
      <RoomTable
        view="mine"
        name="my-rooms"
        label={say('mine.title')}
        list={list}
        slots={slots}
        empty={<RoomsEmpty may={creates ? 'create' : 'look'} />}
      />
    </>
  );
}

const load = async ({ api, queries, url, user }: LoadContext) => {
  const client = api(roomsApi);
  await Promise.all([
    queries.ensureQueryData(roomsListQuery(client, 'mine', readListState(url.searchParams, roomsShape))),
    // what waits for the customer is not for somebody who acts in their name
    ...(user?.acting === undefined ? [queries.ensureQueryData(invitationsQuery(client))] : []),
  ]);
  return null;
};

export const myRoomsScreen: SlottedScreen = (slots) => ({ Screen: () => <MyRoomsPage slots={slots} />, load });
