import { Button } from '@mantine/core';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import type { NetworkRoom } from '../network.contract.ts';
import { networkLimits, type OpenTo } from '../network.rules.ts';
import { networkApi, useNetworkRefresh } from './network-data.hook.ts';
import { networkText } from './network-text.hook.ts';
import s from './network.module.css';

/** Takes a room for everybody or for those who are chosen. */
export function WhoDialog({ room, onClose }: { room: NetworkRoom; onClose: () => void }) {
  const say = networkText();
  const api = useApi(networkApi);
  const refresh = useNetworkRefresh();
  const failureText = useFailureText(say);
  const [who, setWho] = useState<OpenTo>(room.who ?? 'everyone');
  const [people, setPeople] = useState<readonly PickedPerson[]>(room.chosen.map((one) => ({ ...one, email: null })));
  const [state, setState] = useState({ busy: false, trouble: '' });
  const save = async () => {
    setState({ busy: true, trouble: '' });
    const body = { state: 'accepted' as const, who, people: people.flatMap(({ id }) => id ?? []) };
    const trouble = await api.network.answer({ params: { id: room.id }, body }).then(() => '', failureText);
    if (trouble === '') {
      await refresh();
      return onClose();
    }
    setState({ busy: false, trouble });
  };
  return (
    <Dialog title={say('room.whoTitle', { room: room.name })} width={480} onClose={onClose}>
      <div className={s.fields}>
        {state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
        <RadioList
          label={say('room.whoTitle', { room: room.name })}
          value={who}
          onChange={setWho}
          options={[
            { value: 'everyone', title: say('room.everyone') },
            { value: 'chosen', title: say('room.chosen') },
          ]}
        />
        {who === 'chosen' && (
          <PeoplePicker
            purpose="network"
            label={say('room.chosen')}
            chosen={people}
            onChange={setPeople}
            most={networkLimits.chosen}
          />
        )}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('room.cancel')}
          </Button>
          <Button size="md" variant="filled" loading={state.busy} onClick={() => void save()}>
            {room.state === 'accepted' ? say('room.save') : say('room.accept')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
