import { Button, NativeSelect } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import { roomLimits, type ShareRole } from '../rooms.rules.ts';
import { roomInvitee, roomsApi, useRoomsRefresh } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room.module.css';

/** Colleagues and exact addresses with a role; `shared`: ids and addresses of those who have one. The answer is the same whether or not an address is known here. */
export function RoomShareForm({ room, shared }: { room: RoomDetail; shared: readonly string[] }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const refresh = useRoomsRefresh();
  const failureText = useFailureText(say);
  const [people, setPeople] = useState<readonly PickedPerson[]>([]);
  const [role, setRole] = useState<ShareRole>('participant');
  const [state, setState] = useState({ busy: false, trouble: '', sent: '' });
  const invite = async () => {
    setState({ busy: true, trouble: '', sent: '' });
    const sent: PickedPerson[] = [];
    let trouble = '';
    try {
      for (const person of people) {
        await api.rooms.invite({ params: { id: room.id }, body: { ...roomInvitee(person), role } });
        sent.push(person);
      }
    } catch (error) {
      trouble = failureText(error);
    }
    // those who were invited before a failure are not asked again
    setPeople(people.filter((person) => !sent.includes(person)));
    await refresh();
    setState({ busy: false, trouble, sent: sent.map(({ name }) => name).join(', ') });
  };
  return (
    <>
      <form
        className={s.share}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void invite();
        }}
      >
        <div>
          <PeoplePicker
            purpose="invitation"
            label={say('people.email')}
            chosen={people}
            onChange={setPeople}
            outsiders="allowed"
            most={roomLimits.invitedAtOnce}
            without={shared}
          />
        </div>
        <NativeSelect
          id="share-role"
          label={say('people.role')}
          value={role}
          onChange={({ currentTarget }) => setRole(room.givable.find((one) => one === currentTarget.value) ?? 'participant')}
          data={room.givable.map((one) => ({ value: one, label: say(`role.${one}`) }))}
        />
        <Button
          type="submit"
          loading={state.busy}
          disabled={people.length === 0}
          leftSection={<IconUserPlus size={16} stroke={1.75} />}
        >
          {say('people.invite')}
        </Button>
        {state.trouble !== '' && (
          <span className={s.trouble} role="alert">
            {state.trouble}
          </span>
        )}
      </form>
      <p className={s.sent} role="status">
        {state.sent !== '' && say('people.sent', { names: state.sent })}
      </p>
    </>
  );
}
