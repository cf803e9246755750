import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconDots, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Face, Ltr, Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { Client } from '#kit/contract.ts';
import type { RoomDetail } from '../rooms.contract.ts';
import { offeredParts } from '../rooms.rules.ts';
import { RoomShareForm } from './room-share-form.part.tsx';
import { RoomTransfer } from './room-transfer.part.tsx';
import { roomsApi, sharesQuery, useRoomsRefresh } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room.module.css';

type RoomShare = Awaited<ReturnType<Client<typeof roomsApi>['rooms']['shares']>>['items'][number];

const nameOf = ({ person, email }: RoomShare): string => person?.name ?? email ?? '';

function ShareMenu({ room, share }: { room: RoomDetail; share: RoomShare }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const refresh = useRoomsRefresh();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const params = { id: room.id, shareId: share.id };
  const run = (work: () => Promise<unknown>) => void work().then(refresh, (error: unknown) => setTrouble(failureText(error)));
  return (
    <>
      <LazyMenu
        button={(props) => (
          <ActionIcon size={28} aria-label={say('people.more', { name: nameOf(share) })} {...props}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        )}
      >
        {() => (
          <>
            {offeredParts(share.role, room.givable).map((role) => (
              <MenuItem
                key={role}
                role="menuitemradio"
                aria-checked={share.role === role}
                rightSection={share.role === role ? <IconCheck size={14} stroke={2} /> : null}
                onClick={() => role !== share.role && run(() => api.rooms.changeShare({ params, body: { role } }))}
              >
                {say(`role.${role}`)}
              </MenuItem>
            ))}
            <MenuDivider />
            <MenuItem
              color="red"
              leftSection={<IconUserMinus size={16} stroke={1.75} />}
              onClick={() => run(() => api.rooms.removeShare({ params }))}
            >
              {say(share.state === 'invited' ? 'people.takeBack' : 'people.remove')}
            </MenuItem>
          </>
        )}
      </LazyMenu>
      {trouble !== '' && (
        <span className={s.trouble} role="alert">
          {trouble}
        </span>
      )}
    </>
  );
}

function ShareRow({ room, share }: { room: RoomDetail; share: RoomShare }) {
  const say = roomsText();
  return (
    <li>
      <Face name={nameOf(share)} size={24} />
      <span className={`grow ${s.who}`}>
        <span className="cut small">
          {share.person === null ? <Ltr>{share.email}</Ltr> : <bdi title={share.email ?? undefined}>{share.person.name}</bdi>}
        </span>
        <span className="tiny quiet">{say(`role.${share.role}`)}</span>
      </span>
      {share.state === 'invited' && <Status of="invited" look="plain" />}
      {share.state === 'declined' && <span className="small quiet">{say('people.declined')}</span>}
      <ShareMenu room={room} share={share} />
    </li>
  );
}

/** Who belongs to the room; inviting by exact address and giving the room on, for those who may. */
export function PeopleCard({ room }: { room: RoomDetail }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const { data } = useQuery({ ...sharesQuery(api, room.id), enabled: room.rights.share && room.deletedAt === null });
  return (
    <Panel id="people" title={say('people.title')} flush="flush">
      <ul className={s.people}>
        <li>
          <Face name={room.owner.name} size={24} />
          <span className={`grow ${s.who}`}>
            <span className="cut small">
              <bdi>{room.owner.name}</bdi>
            </span>
            <span className="tiny quiet">{say('role.owner')}</span>
          </span>
        </li>
        {(data?.items ?? []).map((share) => (
          <ShareRow key={share.id} room={room} share={share} />
        ))}
      </ul>
      {room.rights.share && room.deletedAt === null && (
        <RoomShareForm
          room={room}
          shared={(data?.items ?? []).flatMap(({ person, email }) => [person?.id ?? [], email ?? []].flat())}
        />
      )}
      {room.rights.transfer && room.deletedAt === null && <RoomTransfer room={room} />}
    </Panel>
  );
}
