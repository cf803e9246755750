import { Button } from '@mantine/core';
import { IconArrowsExchange, IconKey, IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import { roomInvitee, roomsApi, useRoomsRefresh } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room.module.css';

/** Gives the room to another person, who has to accept it. */
export function RoomTransfer({ room }: { room: RoomDetail }) {
  const say = roomsText();
  const [open, setOpen] = useState('');
  if (room.transfer !== null) return <Offered room={room} offer={room.transfer} />;
  if (open === '')
    return (
      <div className={s.transfer}>
        <Button variant="subtle" leftSection={<IconArrowsExchange size={16} stroke={1.75} />} onClick={() => setOpen('open')}>
          {say('transfer.give')}
        </Button>
      </div>
    );
  return <OfferForm room={room} onClose={() => setOpen('')} />;
}

function Offered({ room, offer }: { room: RoomDetail; offer: NonNullable<RoomDetail['transfer']> }) {
  const say = roomsText();
  const time = useTimeText();
  const api = useApi(roomsApi);
  const refresh = useRoomsRefresh();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const cancel = () =>
    void api.rooms.cancelTransfer({ params: { id: room.id } }).then(refresh, (error: unknown) => setTrouble(failureText(error)));
  return (
    <div className={s.transfer}>
      <p className="small soft">
        {say('transfer.waiting', { person: offer.person?.name ?? offer.email ?? '', at: time(offer.at) })}
      </p>
      <Button size="xs" onClick={cancel}>
        {say('transfer.cancel')}
      </Button>
      {trouble !== '' && (
        <span className={s.trouble} role="alert">
          <WithWayOut>{trouble}</WithWayOut>
        </span>
      )}
    </div>
  );
}

function OfferForm({ room, onClose }: { room: RoomDetail; onClose: () => void }) {
  const say = roomsText();
  const ask = useAsk();
  const api = useApi(roomsApi);
  const refresh = useRoomsRefresh();
  const failureText = useFailureText(say);
  const [chosen, setChosen] = useState<readonly PickedPerson[]>([]);
  const [state, setState] = useState({ busy: false, trouble: '' });
  const [to] = chosen;
  const offer = async (person: PickedPerson) => {
    const sure = await ask({
      title: say('transfer.title', { name: room.name, person: person.name }),
      lead: say('transfer.lead'),
      facts: [
        { id: 'owner', icon: IconUserShare, text: say('transfer.factOwner') },
        { id: 'codes', icon: IconKey, text: say('transfer.factLink') },
      ],
      verb: say('transfer.verb'),
      safe: say('transfer.safe'),
    });
    if (!sure) return;
    setState({ busy: true, trouble: '' });
    const body = roomInvitee(person);
    const trouble = await api.rooms.offerTransfer({ params: { id: room.id }, body }).then(() => '', failureText);
    if (trouble !== '') return setState({ busy: false, trouble });
    await refresh();
    onClose();
  };
  return (
    <form
      className={s.share}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (to !== undefined) void offer(to);
      }}
    >
      <div>
        <PeoplePicker
          purpose="invitation"
          label={say('transfer.to')}
          description={say('transfer.hint')}
          chosen={chosen}
          onChange={setChosen}
          outsiders="allowed"
          without={[room.owner.id]}
          most={1}
        />
      </div>
      <Button variant="subtle" onClick={onClose}>
        {say('transfer.safe')}
      </Button>
      <Button type="submit" loading={state.busy} disabled={to === undefined}>
        {say('transfer.offer')}
      </Button>
      {state.trouble !== '' && (
        <span className={s.trouble} role="alert">
          <WithWayOut>{state.trouble}</WithWayOut>
        </span>
      )}
    </form>
  );
}
