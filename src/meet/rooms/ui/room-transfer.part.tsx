import { Button, TextInput } from '@mantine/core';
import { IconArrowsExchange, IconKey, IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import { roomsApi, useRoomsRefresh } from './rooms-data.hook.ts';
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
      <p className="small soft">{say('transfer.waiting', { email: offer.email, at: time(offer.at) })}</p>
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
  const form = useDraftForm<{ email: string }>({
    key: null,
    initial: { email: '' },
    schema: async () => (await import('./room-fields.hook.ts')).transferFields,
    say,
    save: async ({ email }) => {
      const to = email.trim().toLowerCase();
      const sure = await ask({
        title: say('transfer.title', { name: room.name, email: to }),
        lead: say('transfer.lead'),
        facts: [
          { id: 'owner', icon: IconUserShare, text: say('transfer.factOwner') },
          { id: 'codes', icon: IconKey, text: say('transfer.factLink') },
        ],
        verb: say('transfer.verb'),
        safe: say('transfer.safe'),
      });
      if (!sure) return;
      await api.rooms.offerTransfer({ params: { id: room.id }, body: { email: to } });
      await refresh();
      onClose();
    },
  });
  return (
    <form className={s.share} onSubmit={form.submit} noValidate>
      <TextInput
        {...form.input('email')}
        id="transfer-email"
        type="email"
        dir="ltr"
        autoComplete="off"
        autoFocus
        label={say('transfer.email')}
        description={say('transfer.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        className={s.whole ?? ''}
      />
      <Button variant="subtle" onClick={onClose}>
        {say('transfer.safe')}
      </Button>
      <Button type="submit" loading={form.saving}>
        {say('transfer.offer')}
      </Button>
      {form.failure !== null && (
        <span className={s.trouble} role="alert">
          <WithWayOut>{form.failure}</WithWayOut>
        </span>
      )}
    </form>
  );
}
