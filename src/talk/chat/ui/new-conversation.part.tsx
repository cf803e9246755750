import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PeoplePicker, type PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { chatLimits } from '../chat.rules.ts';
import s from './chat-dialogs.module.css';
import { chatApi, chatChannelsQuery, chatPath, useChatRefresh } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';

const kinds = ['direct', 'group', 'channel'] as const;
type NewKind = (typeof kinds)[number];

/** Begins or joins a conversation, and goes there. */
function useBegin(onClose: () => void) {
  const failureText = useFailureText(chatText());
  const navigate = useNavigate();
  const refresh = useChatRefresh();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const begin = async (call: () => Promise<string>) => {
    setBusy(true);
    try {
      const id = await call();
      await refresh();
      await navigate(chatPath({ id }));
      onClose();
    } catch (error) {
      setTrouble(failureText(error));
      setBusy(false);
    }
  };
  return { trouble, busy, begin };
}
type BeginConversation = ReturnType<typeof useBegin>;

function NameField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      size="md"
      label={label}
      dir="auto"
      maxLength={chatLimits.name}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function NewGroup({ begin, busy }: BeginConversation) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const [name, setName] = useState('');
  const [people, setPeople] = useState<readonly PickedPerson[]>([]);
  const create = () =>
    void begin(async () => {
      const body = { kind: 'group' as const, name: name.trim(), people: people.flatMap(({ id }) => id ?? []) };
      return (await chat.create({ body })).id;
    });
  return (
    <div className={s.part}>
      <NameField label={say('begin.name')} value={name} onChange={setName} />
      <PeoplePicker
        purpose="chat"
        label={say('people.title')}
        placeholder={say('people.search')}
        chosen={people}
        onChange={setPeople}
        most={chatLimits.people}
      />
      <Button size="md" variant="filled" loading={busy} disabled={name.trim() === '' || people.length === 0} onClick={create}>
        {say('begin.create')}
      </Button>
    </div>
  );
}

function Channels({ begin, busy }: BeginConversation) {
  const say = chatText();
  const api = useApi(chatApi);
  const [name, setName] = useState('');
  const { data } = useQuery(chatChannelsQuery(api, ''));
  const { chat } = api;
  return (
    <div className={s.part}>
      <ul className={s.people} aria-label={say('begin.channels')}>
        {data?.items.map((channel) => (
          <li key={channel.id} className={s.person}>
            <bdi className="grow">{channel.name}</bdi>
            <span className="tiny quiet">{say('begin.count', { count: channel.people })}</span>
            <Button
              disabled={busy}
              aria-label={say('begin.joinOf', { name: channel.name })}
              onClick={() =>
                void begin(async () => {
                  await chat.join({ params: { id: channel.id } });
                  return channel.id;
                })
              }
            >
              {say('begin.join')}
            </Button>
          </li>
        ))}
      </ul>
      {data?.items.length === 0 && <p className={s.none}>{say('begin.noChannels')}</p>}
      <NameField label={say('begin.newChannel')} value={name} onChange={setName} />
      <Button
        size="md"
        variant="filled"
        loading={busy}
        disabled={name.trim() === ''}
        onClick={() => void begin(async () => (await chat.create({ body: { kind: 'channel', name: name.trim() } })).id)}
      >
        {say('begin.create')}
      </Button>
    </div>
  );
}

/** A person, a group, a channel to join or a new one, or those who help. */
export function NewConversation({ support, onClose }: { support: boolean; onClose: () => void }) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const [kind, setKind] = useState<NewKind>('direct');
  const way = useBegin(onClose);
  const { begin, busy, trouble } = way;
  return (
    <Dialog title={say('begin.title')} width={520} onClose={onClose}>
      <div className={s.part}>
        {trouble !== null && <Banner hue="red">{trouble}</Banner>}
        <SegmentedControl
          aria-label={say('begin.kind')}
          value={kind}
          onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'direct')}
          data={kinds.map((value) => ({ value, label: say(`begin.${value}`) }))}
        />
        {kind === 'direct' && (
          <PeoplePicker
            purpose="chat"
            label={say('people.title')}
            placeholder={say('people.search')}
            most={1}
            onChange={(chosen) => {
              const people = chosen.flatMap(({ id }) => id ?? []);
              void begin(async () => (await chat.create({ body: { kind: 'direct', people } })).id);
            }}
          />
        )}
        {kind === 'group' && <NewGroup {...way} />}
        {kind === 'channel' && <Channels {...way} />}
      </div>
      <div className={dialogs.acts}>
        {support && (
          <Button
            size="md"
            disabled={busy}
            leftSection={<IconHeadset size={18} stroke={1.75} />}
            onClick={() => void begin(async () => (await chat.create({ body: { kind: 'support' } })).id)}
          >
            {say('begin.support')}
          </Button>
        )}
        <Button size="md" onClick={onClose}>
          {say('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
