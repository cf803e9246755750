import { Button, Checkbox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { SearchField } from '#kit/ui/light-parts.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import type { NetworkRoom } from '../network.contract.ts';
import { networkLimits, type OpenTo } from '../network.rules.ts';
import { networkApi, peopleQuery, useNetworkRefresh } from './network-data.hook.ts';
import { networkText } from './network-text.hook.ts';
import s from './network.module.css';

/** Takes a room for everybody or for those who are chosen. */
export function WhoDialog({ room, onClose }: { room: NetworkRoom; onClose: () => void }) {
  const say = networkText();
  const api = useApi(networkApi);
  const refresh = useNetworkRefresh();
  const failureText = useFailureText(say);
  const [who, setWho] = useState<OpenTo>(room.who ?? 'everyone');
  const [people, setPeople] = useState<readonly string[]>(room.chosen);
  const [state, setState] = useState({ busy: false, trouble: '' });
  const [search, setSearch] = useState('');
  const { data } = useQuery({ ...peopleQuery(api, useDeferredValue(search)), placeholderData: keepPreviousData });
  const searchWord = kitText()('table.search');
  const save = async () => {
    setState({ busy: true, trouble: '' });
    const body = { state: 'accepted' as const, who, people: [...people] };
    const trouble = await api.network.answer({ params: { id: room.id }, body }).then(() => '', failureText);
    if (trouble === '') {
      await refresh();
      return onClose();
    }
    setState({ busy: false, trouble });
  };
  const toggle = (id: string) =>
    setPeople((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id].slice(0, networkLimits.chosen)));
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
          <>
            <SearchField
              aria-label={searchWord}
              placeholder={searchWord}
              icon={<IconSearch size={14} stroke={2} />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <div className={s.people}>
              {(data?.items ?? []).map((one) => (
                <Checkbox key={one.id} label={one.name} checked={people.includes(one.id)} onChange={() => toggle(one.id)} />
              ))}
            </div>
          </>
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
