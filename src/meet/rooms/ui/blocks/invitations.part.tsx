import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face, Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { RoomInvitation } from '../../rooms.contract.ts';
import { invitationsQuery, roomsApi, useRoomsRefresh } from '../rooms-data.hook.ts';
import { roomsText } from '../rooms-text.hook.ts';
import s from './invitations.module.css';

/** Rooms that wait to be accepted. Nothing at all when there are none. */
export function Invitations() {
  const say = roomsText();
  const api = useApi(roomsApi);
  const { user } = useAuth();
  const { data } = useQuery({ ...invitationsQuery(api), enabled: user?.acting === undefined });
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['notice', 'room'] });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <div className={s.place}>
      <Panel id="invitations" title={say('invitations.title')} flush="flush">
        <ul className={s.list}>
          {items.map((one) => (
            <Waiting key={one.id} invitation={one} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function useAnswer(invitation: RoomInvitation) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const navigate = useNavigate();
  const refresh = useRoomsRefresh();
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ busy: '' | 'accept' | 'decline'; trouble: string }>({ busy: '', trouble: '' });
  const input = { params: { id: invitation.id } };
  const accept = async () => {
    if (invitation.kind === 'share') {
      await api.rooms.acceptInvitation(input);
      await refresh();
      return navigate(`/rooms/${invitation.room.id}`);
    }
    const { roomId } = await api.rooms.acceptTransfer(input);
    await refresh();
    return navigate(`/rooms/${roomId}`);
  };
  const decline = async () => {
    await (invitation.kind === 'share' ? api.rooms.declineInvitation(input) : api.rooms.declineTransfer(input));
    await refresh();
  };
  const run = (which: 'accept' | 'decline') => {
    setState({ busy: which, trouble: '' });
    void (which === 'accept' ? accept() : decline()).then(
      () => setState({ busy: '', trouble: '' }),
      (error: unknown) => setState({ busy: '', trouble: failureText(error) }),
    );
  };
  return { ...state, run };
}

function Waiting({ invitation }: { invitation: RoomInvitation }) {
  const say = roomsText();
  const { busy, trouble, run } = useAnswer(invitation);
  const { from, room, account, kind, role } = invitation;
  const values = { from: from.name, account: account.name };
  return (
    <li>
      <Face name={from.name} size={32} />
      <span className="grow">
        <span className={`strong ${s.name}`}>{room.name}</span>
        <span className="small quiet">
          {kind === 'transfer' ? say('invitations.transfer', values) : say(`invitations.as.${role ?? 'participant'}`, values)}
        </span>
        {trouble !== '' && (
          <span className={s.trouble} role="alert">
            <WithWayOut>{trouble}</WithWayOut>
          </span>
        )}
      </span>
      <span className={s.acts}>
        <Button variant="subtle" loading={busy === 'decline'} onClick={() => run('decline')}>
          {say('invitations.decline')}
        </Button>
        <Button loading={busy === 'accept'} onClick={() => run('accept')}>
          {say('invitations.accept')}
        </Button>
      </span>
    </li>
  );
}
