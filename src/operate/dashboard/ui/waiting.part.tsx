import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Face, Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import { dashboardApi, useDashboardRefresh, type WaitingItem } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';

type InvitationAnswer = 'accept' | 'decline';

/** Answering an invitation; accepting leads into the room. */
function useAnswer({ id, kind, room }: WaitingItem) {
  const api = useApi(dashboardApi);
  const navigate = useNavigate();
  const refresh = useDashboardRefresh();
  const failureText = useFailureText(dashboardText());
  const [state, setState] = useState<{ busy: InvitationAnswer | null; trouble: string | null }>({ busy: null, trouble: null });
  const input = { params: { id } };
  const accept = async () => {
    const { roomId } = kind === 'transfer' ? await api.rooms.acceptTransfer(input) : { roomId: room.id };
    if (kind === 'share') await api.rooms.acceptInvitation(input);
    await navigate(`/rooms/${roomId}`);
  };
  const decline = () => (kind === 'transfer' ? api.rooms.declineTransfer(input) : api.rooms.declineInvitation(input));
  const send = async (answer: InvitationAnswer) => {
    setState({ busy: answer, trouble: null });
    try {
      await (answer === 'accept' ? accept() : decline());
      await refresh();
      setState({ busy: null, trouble: null });
    } catch (error) {
      setState({ busy: null, trouble: failureText(error) });
    }
  };
  return { ...state, send: (answer: InvitationAnswer) => void send(answer) };
}

function Line({ waiting }: { waiting: WaitingItem }) {
  const say = dashboardText();
  const { busy, trouble, send } = useAnswer(waiting);
  const { room, from, kind, role } = waiting;
  return (
    <li>
      <Face name={from.name} size={32} />
      <span className="grow">
        <span className={`small strong ${s.name}`}>{room.name}</span>
        <span className={`tiny quiet ${s.name}`}>
          {kind === 'transfer'
            ? say('waiting.transfer', { from: from.name })
            : say(`waiting.role.${role ?? 'participant'}`, { from: from.name })}
        </span>
        <span className={s.answers}>
          <Button
            size="xs"
            loading={busy === 'accept'}
            aria-label={say('waiting.acceptOf', { room: room.name })}
            onClick={() => send('accept')}
          >
            {say('waiting.accept')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            loading={busy === 'decline'}
            aria-label={say('waiting.declineOf', { room: room.name })}
            onClick={() => send('decline')}
          >
            {say('waiting.decline')}
          </Button>
        </span>
        {trouble !== null && (
          <span className={s.trouble} role="alert">
            <WithWayOut>{trouble}</WithWayOut>
          </span>
        )}
      </span>
    </li>
  );
}

/** Rooms that others share or hand over. Nothing at all when nobody waits. */
export function WaitingForYou({ items }: { items: readonly WaitingItem[] }) {
  const say = dashboardText();
  if (items.length === 0) return null;
  return (
    <Panel id="waiting" title={say('waiting.title')} flush="flush">
      <ul className={s.waiting}>
        {items.map((one) => (
          <Line key={one.id} waiting={one} />
        ))}
      </ul>
    </Panel>
  );
}
