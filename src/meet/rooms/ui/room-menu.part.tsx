import { IconCopy, IconDoorExit, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useCopy } from '#kit/ui/copy.tsx';
import { Failure } from '#kit/errors.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { roomsApi, useRoomsRefresh } from './rooms-data.hook.ts';
import { useRemoveRoom } from './room-remove.part.tsx';
import { roomsText } from './rooms-text.hook.ts';
import s from './rooms.module.css';

const linkOf = (slug: string) => `${window.location.origin}/m/${slug}`;
const sharedRoles: readonly string[] = ['co-owner', 'moderator', 'participant'];

type RoomMenuContext = { room: RoomItem; onGone: () => void; onTrouble: (text: string) => void };
function useRoomVerbs({ room, onGone, onTrouble }: RoomMenuContext) {
  const say = roomsText();
  const ask = useAsk();
  const api = useApi(roomsApi);
  const refresh = useRoomsRefresh();
  const remove = useRemoveRoom();
  const failureText = useFailureText(say);
  const told = (work: Promise<void>) =>
    void work.then(onGone, (error: unknown) =>
      onTrouble(error instanceof Failure && error.code === 'room_live' ? say('errors.room_live') : failureText(error)),
    );
  const leave = async () => {
    const sure = await ask({
      title: say('leave.title', { name: room.name }),
      lead: say('leave.lead'),
      verb: say('leave.verb'),
      safe: say('leave.safe'),
    });
    if (!sure) return;
    await api.rooms.leave({ params: { id: room.id } });
    await refresh();
    onGone();
  };
  return {
    remove: () => told(remove(room)),
    leave: () => void leave().catch((error: unknown) => onTrouble(failureText(error))),
  };
}

function RoomMenuItems(doing: RoomMenuContext) {
  const { room } = doing;
  const say = roomsText();
  const navigate = useNavigate();
  const { copy } = useCopy();
  const verbs = useRoomVerbs(doing);
  return (
    <>
      <MenuItem leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => void copy(linkOf(room.slug))}>
        {say('actions.copyLink')}
      </MenuItem>
      <MenuItem
        component="a"
        href={`/m/${room.slug}`}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink className="turn" size={16} stroke={1.75} />}
      >
        {say('actions.asGuest')}
      </MenuItem>
      {room.rights.edit && (
        <MenuItem
          leftSection={<IconPencil size={16} stroke={1.75} />}
          onClick={() => void navigate(`/rooms/edit-room/${room.id}`)}
        >
          {say('actions.edit')}
        </MenuItem>
      )}
      {sharedRoles.includes(room.role) && (
        <MenuItem color="red" leftSection={<IconDoorExit size={16} stroke={1.75} />} onClick={verbs.leave}>
          {say('actions.leave')}
        </MenuItem>
      )}
      {room.rights.delete && (
        <>
          <MenuDivider />
          <MenuItem color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={verbs.remove}>
            {say('actions.remove')}
          </MenuItem>
        </>
      )}
    </>
  );
}

type RoomMenuProps = { room: RoomItem; look?: 'row' | 'head'; onGone?: () => void };
/** What else can be done with a room. What is not allowed is not there. */
export function RoomMenu({ room, look = 'row', onGone = () => {} }: RoomMenuProps) {
  const say = roomsText();
  const [trouble, setTrouble] = useState('');
  return (
    <>
      {RowMenu({
        label: say('actions.more', { name: room.name }),
        look,
        children: () => <RoomMenuItems room={room} onGone={onGone} onTrouble={setTrouble} />,
      })}
      {trouble !== '' && (
        <span className={s.rowTrouble} role="alert">
          {trouble}
        </span>
      )}
    </>
  );
}
