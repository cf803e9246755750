import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import type { ShareRole } from '../rooms.rules.ts';
import { roomsApi, useRoomsRefresh } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room.module.css';

type Values = { email: string; role: ShareRole };

/** One exact address and a role. The answer is the same whether or not the address is known here. */
export function RoomShareForm({ room }: { room: RoomDetail }) {
  const [round, setRound] = useState(0);
  const [sent, setSent] = useState('');
  const say = roomsText();
  return (
    <>
      <Fields
        key={round}
        room={room}
        onSent={(email) => {
          setSent(email);
          setRound(round + 1);
        }}
      />
      <p className={s.sent} role="status">
        {sent !== '' && say('people.sent', { email: sent })}
      </p>
    </>
  );
}

function Fields({ room, onSent }: { room: RoomDetail; onSent: (email: string) => void }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const refresh = useRoomsRefresh();
  const form = useDraftForm<Values>({
    key: null,
    initial: { email: '', role: 'participant' },
    schema: async () => (await import('./room-fields.hook.ts')).shareFields,
    say,
    save: async (values) => {
      const email = values.email.trim().toLowerCase();
      await api.rooms.invite({ params: { id: room.id }, body: { email, role: values.role } });
      await refresh();
      onSent(email);
    },
  });
  return (
    <form className={s.share} onSubmit={form.submit} noValidate>
      <TextInput
        {...form.input('email')}
        id="share-email"
        type="email"
        dir="ltr"
        autoComplete="off"
        label={say('people.email')}
      />
      <NativeSelect
        {...form.input('role')}
        id="share-role"
        label={say('people.role')}
        data={room.givable.map((role) => ({ value: role, label: say(`role.${role}`) }))}
      />
      <Button type="submit" loading={form.saving} leftSection={<IconUserPlus size={16} stroke={1.75} />}>
        {say('people.invite')}
      </Button>
      {form.failure !== null && (
        <span className={s.trouble} role="alert">
          {form.failure}
        </span>
      )}
    </form>
  );
}
